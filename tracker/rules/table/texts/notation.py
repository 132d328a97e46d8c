"""The texts people type for weapons and used cards (rules.md 2).

Texts are memory aids. A reader accepts any text at all and only says what it could make of
it; the text itself is kept as typed. Writers always write the canonical form:

    8:KcJs7s+Kh   weapon 8 of diamonds; on it Kc, Js and 7s as they were fought; a shield
    JOKbKdJh      special cards set aside, each once, in the order of SPECIAL_CARDS
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

from tracker.rules.cards import ENEMIES, SHIELDS, SPECIAL_CARDS, WEAPONS, enemy_value
from tracker.rules.input import MAX_TEXT
from tracker.rules.words import Sentence, gettext_noop, sentence

# Every letter of a card code has one case only, so letters can be put right one by one.
_AS_WRITTEN = str.maketrans("ajkoqBCDHRS♣♧♦♢♥♡♠♤", "AJKOQbcdhrsccddhhss")
_LENIENT: dict[int, int | str | None] = {
    **_AS_WRITTEN,
    **dict.fromkeys(map(ord, "Tt"), "10"),
    **dict.fromkeys(map(ord, ",\N{VARIATION SELECTOR-16}")),
}

_WEAPON_TEXT = re.compile(
    r"""
    (?: (?P<weapon> 10 | [1-9A] ) d?
        (?: : (?P<monsters> (?: (?: 10 | [2-9JQKA] ) [cs] )* ) )?
    )?
    (?: \+ (?P<shields> (?: [JQK]h )+ ) )?
    """,
    re.VERBOSE,
)
_USED_TEXT = re.compile(r"(?: JOK[br] | [JQK][dh] )*", re.VERBOSE)
_USED_WORD = re.compile(
    r"""
    (?<! [^\W_] )      # no letter or digit before
    (?: (?: JOK[br] | [JQK][dh] ) \N{VARIATION SELECTOR-16}? )+
    (?! [^\W_] )       # and none after
    """,
    re.VERBOSE,
)
_CARD = re.compile(r"(JOK[br]|(?:10|[2-9JQKA])[cdhs])\N{VARIATION SELECTOR-16}?")
FINE = sentence("")
# Translators: {code} and {above} are cards as they are typed, like Kc.
TWICE = gettext_noop("{code} is there twice")
NOT_BELOW = gettext_noop("{code} is not below {above}")


class Verdict(StrEnum):
    """The judgement of a reader on a text (rules.md 2)."""

    OK = "ok"
    """The text follows the notation and the rules; it has a canonical form."""
    IRREGULAR = "irregular"
    """All of it could be read, but the order or a repetition breaks the rules."""
    FREE = "free"
    """Anything else: the table's own words."""


@dataclass(frozen=True)
class TextReading:
    """The findings of a reader, whatever the text is about."""

    verdict: Verdict
    canonical: str | None
    """The text in canonical form when ok, otherwise None."""
    hint: Sentence
    """The oddity in a player's words; "" when ok."""


@dataclass(frozen=True)
class WeaponReading(TextReading):
    """The findings of read_weapon; free text has no weapon, no monsters and no shields."""

    weapon: str | None = None
    """The weapon's rank as written, "A" or "2".."10"; None for bare hands."""
    monsters: tuple[str, ...] = ()
    """The cards on the weapon, in the order they were fought."""
    shields: tuple[str, ...] = ()
    """The shields held, in the order they were taken."""


@dataclass(frozen=True)
class UsedReading(TextReading):
    """The findings of read_used."""

    cards: tuple[str, ...]
    """The special cards in the order of SPECIAL_CARDS, as often as they stand in the text."""


def read_weapon(text: str) -> WeaponReading:
    """Read the weapon box (rules.md 2): any text, leniently."""
    # A table reads the same few texts again and again; a longer text stands on no table.
    return _read_weapon(text) if len(text) <= MAX_TEXT else _read_weapon.__wrapped__(text)


@lru_cache(maxsize=4096)
def _read_weapon(text: str) -> WeaponReading:
    match = _WEAPON_TEXT.fullmatch(_plain(text))
    if match is None:
        hint = sentence(gettext_noop("Not recognised as a weapon; kept as typed"))
        return WeaponReading(Verdict.FREE, None, hint)
    weapon = "A" if match["weapon"] == "1" else match["weapon"]
    monsters = tuple(_CARD.findall(match["monsters"] or ""))
    shields = tuple(_CARD.findall(match["shields"] or ""))
    if hint := _twice(monsters + shields) or _not_falling(monsters):
        return WeaponReading(Verdict.IRREGULAR, None, hint, weapon, monsters, shields)
    canonical = write_weapon(weapon, monsters, shields)
    return WeaponReading(Verdict.OK, canonical, FINE, weapon, monsters, shields)


def write_weapon(
    weapon: str | None, monsters: Sequence[str] = (), shields: Sequence[str] = ()
) -> str:
    """Write the weapon text (rules.md 2); canonical when the monsters fall and none repeats.

    The order is the caller's, since the table may break the rule. ValueError for a weapon that
    is not a rank from ace to 10, for monsters without a weapon, and for a card out of place.
    """
    if weapon is not None and f"{weapon}d" not in WEAPONS:
        raise ValueError(f"{weapon!r} is not the rank of a weapon")
    if monsters and weapon is None:
        raise ValueError(f"{monsters[0]!r} needs a weapon to lie on")
    _refuse_others(monsters, ENEMIES[:-1], "a monster that stays on a weapon")
    _refuse_others(shields, SHIELDS, "a shield")
    on_it = ":" + "".join(monsters) if monsters else ""
    in_hand = "+" + "".join(shields) if shields else ""
    return (weapon or "") + on_it + in_hand


def read_used(text: str) -> UsedReading:
    """Read the box of used cards (rules.md 2): any text, leniently and in any order.

    In free text the cards are the words made of nothing but special cards.
    """
    plain = _plain(text)
    if not _USED_TEXT.fullmatch(plain):
        cards = _in_order(card[1] for card in _cards_in_words(text))
        return UsedReading(Verdict.FREE, None, _free_hint(cards), cards)
    cards = _in_order(_CARD.findall(plain))
    if hint := _twice(cards):
        return UsedReading(Verdict.IRREGULAR, None, hint, cards)
    return UsedReading(Verdict.OK, write_used(cards), FINE, cards)


def write_used(cards: Iterable[str]) -> str:
    """Write used cards in canonical form (rules.md 2), whatever their order and repetition.

    ValueError for a card that is not a special card.
    """
    return "".join(_each_once(cards))


def used_cards(text: str) -> tuple[str, ...]:
    """The special cards that stand in any used text, in canonical order, each once.

    Free text counts too: "Kh (Rook has it), Jd" holds Jd and Kh.
    """
    # Every command reads the text before and after it.
    return _used_cards(text) if len(text) <= MAX_TEXT else _used_cards.__wrapped__(text)


@lru_cache(maxsize=1024)
def _used_cards(text: str) -> tuple[str, ...]:
    return _each_once(read_used(text).cards)


def without_cards(text: str, cards: Iterable[str]) -> str:
    """The used text with these cards taken out; untouched when none of them is in it.

    What is left stands in canonical form, or, in free text, exactly as it was typed.
    ValueError for a card that is not a special card.
    """
    reading = read_used(text)
    unwanted = _each_once(cards)
    gone = set(unwanted).intersection(reading.cards)
    if not gone:
        return text
    if reading.verdict is not Verdict.FREE:
        return write_used(set(reading.cards) - gone)
    # The rest may read as a card only now: "K Kh d" without Kh is "K  d".
    return without_cards(_without_cards(text, gone), unwanted)


def with_cards(text: str, cards: Iterable[str]) -> str:
    """The used text with these cards added; untouched when all of them are in it.

    All stand in canonical form, or, in free text, the new ones as words at its end.
    ValueError for a card that is not a special card.
    """
    reading = read_used(text)
    new = [card for card in _each_once(cards) if card not in reading.cards]
    if not new:
        return text
    if reading.verdict is not Verdict.FREE:
        return write_used([*reading.cards, *new])
    return " ".join([text, *new])


def _plain(text: str) -> str:
    return "".join(text.split()).translate(_LENIENT)


def _twice(cards: Sequence[str]) -> Sentence:
    """The first repetition; a pack has few cards, so it is never far from the start."""
    repeated = (card for place, card in enumerate(cards) if card in cards[:place])
    return next((sentence(TWICE, code=card) for card in repeated), FINE)


def _not_falling(monsters: Sequence[str]) -> Sentence:
    for above, below in pairwise(monsters):
        if enemy_value(below) >= enemy_value(above):
            return sentence(NOT_BELOW, code=below, above=above)
    return FINE


def _refuse_others(cards: Iterable[str], allowed: Sequence[str], what: str) -> None:
    for card in cards:
        if card not in allowed:
            raise ValueError(f"{card!r} is not {what}")


def _in_order(cards: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(cards, key=SPECIAL_CARDS.index))


def _each_once(cards: Iterable[str]) -> tuple[str, ...]:
    once = dict.fromkeys(cards)
    _refuse_others(once, SPECIAL_CARDS, "a special card")
    return _in_order(once)


def _free_hint(cards: Iterable[str]) -> Sentence:
    if found := " ".join(_each_once(cards)):
        return sentence(gettext_noop("Read as {codes}; the rest is kept as typed"), codes=found)
    return sentence(gettext_noop("Not recognised as cards; kept as typed"))


def _cards_in_words(text: str) -> Iterator[re.Match[str]]:
    """The cards in words of nothing but special cards; their places are places in the text."""
    typed = text.translate(_AS_WRITTEN)
    for word in _USED_WORD.finditer(typed):
        yield from _CARD.finditer(typed, *word.span())


def _without_cards(text: str, gone: set[str]) -> str:
    rest, place = [], 0
    for card in _cards_in_words(text):
        if card[1] in gone:
            rest.append(text[place : card.start()])
            place = card.end()
    return "".join([*rest, text[place:]])
