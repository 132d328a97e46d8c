"""Cards as people type, paste or dictate them: "9c Kd", "T♠, 4♥", "nine of clubs".

Nothing is refused: the answer is the cards, in order and each once, and the words nothing was made
of. The words are those of a language; these are the English ones, with the usual slips of a phone
that listens ("to of clubs", "ate").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from tracker.rules.cards import RANKS

RANK_WORDS = {rank.casefold(): rank for rank in RANKS} | {
    "1": "A",
    "t": "10",
    **dict.fromkeys(("ace", "aces", "one"), "A"),
    **dict.fromkeys(("two", "to", "too", "deuce"), "2"),
    "three": "3",
    **dict.fromkeys(("four", "for"), "4"),
    "five": "5",
    "six": "6",
    "seven": "7",
    **dict.fromkeys(("eight", "ate"), "8"),
    "nine": "9",
    "ten": "10",
    "jack": "J",
    "queen": "Q",
    "king": "K",
}
SUIT_WORDS = {
    word: suit
    for suit, words in {
        "c": ("c", "club", "clubs", "♣", "♧"),
        "d": ("d", "diamond", "diamonds", "♦", "♢"),
        "h": ("h", "heart", "hearts", "♥", "♡"),
        "s": ("s", "spade", "spades", "♠", "♤"),
    }.items()
    for word in words
}
JOKER_WORDS = {"black joker": "JOKb", "red joker": "JOKr"}
SILENT = ("of", "the", "and", "a", "an")
PAUSE = re.compile(r"[\s,;.]+")
CODE = re.compile(r"jok[br]|(?:10|[2-9ajqkt1])[cdhs♣♧♦♢♥♡♠♤]")
WORD = re.compile(r"[^\W\d_]+|\d+|[♣♧♦♢♥♡♠♤]")
EMOJI = "\N{VARIATION SELECTOR-16}"  # makes a picture of a suit sign


def read_cards(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The cards, and the words nothing was made of."""
    words = list(chain.from_iterable(map(_words, PAUSE.split(text.replace(EMOJI, "").casefold()))))
    cards: dict[str, None] = {}
    odd: list[str] = []
    while words:
        card, length = _card(words)
        if card:
            cards[card] = None
        else:
            odd.append(words[0])
        del words[:length]
    return tuple(cards), tuple(odd)


def _words(part: str) -> Iterator[str]:
    """Codes with nothing between them stay codes; all else falls into words."""
    codes = CODE.findall(part)
    if part == "".join(codes):
        yield from codes
    else:
        yield from (word for word in WORD.findall(part) if word not in SILENT)


def _card(words: list[str]) -> tuple[str, int]:
    """The card that these words begin with, "" for none, and how many words it takes."""
    first, second = words[0], words[1] if len(words) > 1 else ""
    if CODE.fullmatch(first):
        joker = first.startswith("jok")
        return (f"JOK{first[-1]}" if joker else _named(first[:-1], first[-1])), 1
    if f"{first} {second}" in JOKER_WORDS:
        return JOKER_WORDS[f"{first} {second}"], 2
    if first in RANK_WORDS and second in SUIT_WORDS:
        return _named(first, second), 2
    return "", 1


def _named(rank: str, suit: str) -> str:
    return RANK_WORDS[rank] + SUIT_WORDS[suit]
