"""Cards as a text with nothing between them, and where those of a floor lie: `Ks9c,4h2c,8s7d/5c`.

A row holds each card once, in the order of a strip a person can look through: enemies strongest
first, weapons, potions, special cards.

The places of a floor are three rows: what lies in the room, what is on the discard pile, and what
was put under the draw pile, a run after the other. Cards in hands, set aside or unseen stand in
none of them. The cards dealt with in this room have a text of their own: `9c0Kd~1` says by whom,
`7h^0` that it came out of the pocket.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from tracker.rules.cards import (
    BLACKSMITHS,
    ENEMIES,
    PACK,
    POTIONS,
    RED_JOKER,
    SHIELDS,
    WEAPONS,
)

Sort = frozenset[str]
"""A set of cards that answers one question: all weapons, all red cards."""
STRIP = (*ENEMIES, *reversed(WEAPONS), *reversed(POTIONS), *BLACKSMITHS, *SHIELDS, RED_JOKER)
"""All 54 cards; the black joker is the last of the enemies."""
CARD = "|".join(sorted(PACK, key=len, reverse=True))
"""A pattern of one card, for texts in which cards stand side by side."""
_PLACE = {card: place for place, card in enumerate(STRIP)}
_CARD = re.compile(CARD)


def write_strip(cards: Iterable[str]) -> str:
    """The row of these cards. Raises ValueError if one of them is no card."""
    each = {*cards}
    if strange := each - {*_PLACE}:
        raise ValueError(f"{strange.pop()!r} is not a card")
    return "".join(sorted(each, key=_PLACE.__getitem__))


def read_strip(text: str) -> tuple[str, ...]:
    """The cards of a text in its order; all other text is skipped."""
    return tuple(_CARD.findall(text))


def is_strip(text: str) -> bool:
    """Whether the text is nothing but cards, at least one and each once."""
    cards = read_strip(text)
    return bool(text) and "".join(cards) == text and len({*cards}) == len(cards)


def strip_set(text: str) -> Sort:
    return frozenset(read_strip(text))


NOBODY = "-"
UNUSED = "~"
POCKET = "^"
_DEED = re.compile(rf"({CARD})(\{POCKET}?{UNUSED}?[0-3{NOBODY}])")
_PLACES = re.compile(rf"(?:{CARD})*(?:,(?:{CARD})*(?:,(?:{CARD})+(?:/(?:{CARD})+)*)?)?")


@dataclass(frozen=True)
class Places:
    """Cards in the room, on the discard pile and under the draw pile, each in one place."""

    lies: Sort = frozenset()
    out: Sort = frozenset()
    runs: tuple[Sort, ...] = ()
    """The cards that each run of this floor put under the pile: the first one lies highest."""

    @property
    def text(self) -> str:
        parts = (self.lies, self.out)
        under = "/".join(write_strip(run) for run in self.runs if run)
        return ",".join((*map(write_strip, parts), under)).rstrip(",")

    @property
    def under(self) -> Sort:
        return frozenset().union(*self.runs)

    def by_card(self) -> dict[str, str]:
        """`room`, `out`, `under1`, `under2` … of each card that lies somewhere."""
        runs = {f"under{number}": run for number, run in enumerate(self.runs, start=1)}
        piles = {"room": self.lies, "out": self.out, **runs}
        return {card: name for name, cards in piles.items() for card in cards}

    def without(self, cards: Iterable[str]) -> Places:
        """The places without these cards."""
        gone = frozenset(cards)
        runs = tuple(run - gone for run in self.runs)
        return Places(self.lies - gone, self.out - gone, tuple(filter(None, runs)))

    def to_room(self, cards: Iterable[str]) -> Places:
        rest = self.without(cards)
        return Places(rest.lies.union(cards), rest.out, rest.runs)

    def to_discard(self, cards: Iterable[str]) -> Places:
        rest = self.without(cards)
        return Places(rest.lies, rest.out.union(cards), rest.runs)

    def run(self) -> Places:
        """The places once the room has gone under the pile (rules.md 3.7)."""
        return Places(frozenset(), self.out, (*self.runs, self.lies) if self.lies else self.runs)


@lru_cache(maxsize=1024)
def read_places(text: str) -> Places:
    """The places that `Places.text` has written."""
    lies, out, under = (*text.split(","), "", "")[:3]
    return Places(
        strip_set(lies), strip_set(out), tuple(map(strip_set, filter(None, under.split("/"))))
    )


def places_of(by_card: Mapping[str, str]) -> Places:
    """The places that `by_card` tells of."""
    piles: dict[str, set[str]] = {}
    for card, name in by_card.items():
        piles.setdefault(name, set()).add(card)
    lies, out = (frozenset(piles.pop(name, ())) for name in ("room", "out"))
    runs = sorted(piles, key=lambda name: int(name.removeprefix("under")))
    return Places(lies, out, tuple(frozenset(piles[name]) for name in runs))


def is_places(text: str) -> bool:
    """Whether the text is what `Places.text` writes: every card once, in the order of the strip."""
    if not _PLACES.fullmatch(text):
        return False
    places = read_places(text)
    cards = sum(map(len, (places.lies, places.out, *places.runs)))
    return len(places.by_card()) == cards and places.text == text


@lru_cache(maxsize=1024)
def read_deeds(text: str) -> dict[str, str]:
    """The cards dealt with in this room, and by whom: `1`, `~1` unused, `-` nobody says.

    With `^` before it the card never lay in this room: it came out of the pocket (rules.md 5.3).
    """
    return dict(_DEED.findall(text))


def write_deeds(deeds: Mapping[str, str]) -> str:
    return "".join(f"{card}{by}" for card, by in deeds.items())
