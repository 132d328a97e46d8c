"""How likely it is that something comes: the lines of what is left, and those of a door."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.boards.words.advice import percent_text
from tracker.boards.words.cards import card_face
from tracker.boards.words.forms import Formless
from tracker.boards.words.names import card_name, in_order, isolated, player_name
from tracker.rules.cards import (
    BLACK_JOKER,
    BLACKSMITHS,
    POTIONS,
    RED_JOKER,
    SHIELDS,
    WEAPONS,
    is_red,
    red_value,
)
from tracker.rules.games.coop.cards import effect_of
from tracker.rules.table.ahead import odds
from tracker.rules.table.ahead.odds import beyond, fatal, rascal_fatal
from tracker.rules.table.ahead.risk import coming
from tracker.rules.table.room.room import Pile, Room
from tracker.rules.table.state.party import Party, rascal_of
from tracker.rules.table.texts.card_rows import STRIP, Sort
from tracker.rules.table.verbs.commands import apply

BAR = 200  # how wide a drawing of a chance is
MOST_NAMED = 6
SCARCE = Fraction(1, 100)
"""Up to here a Red Room is not worth a line."""
SIGNS = {"club": "♣", "spade": "♠", "heart": "♥", "diamond": "♦"}


@dataclass(frozen=True)
class ChanceLine:
    """`kind` is "good", "bad" or ""; `small` what else there is to say."""

    text: str
    percent: str
    bar: int
    kind: str = ""
    small: str = ""


def door_chances(room: Room) -> tuple[ChanceLine, ...]:
    """The chances asked for between two rooms: a weapon, a potion, an enemy over every weapon."""
    pile, new = coming(room)
    if room.party.unsure or not 0 < new <= pile.size:
        return ()
    some = [
        _sort(pile, new, _("A weapon"), frozenset(WEAPONS), "good"),
        _sort(pile, new, _("A potion"), frozenset(POTIONS), "good"),
    ]
    return tuple(some if room.party.game == "rascal" else [*some, _beyond(room, pile, new)])


def chances(room: Room, pile: Pile, count: int, whole: bool) -> Iterator[ChanceLine]:
    yield _sort(pile, count, _("A weapon"), frozenset(WEAPONS), "good")
    yield _sort(pile, count, _("A potion"), frozenset(POTIONS), "good")
    others = (
        (_("Smith or shield"), frozenset((*BLACKSMITHS, *SHIELDS)), "good"),
        (_("Red joker"), frozenset({RED_JOKER}), "good"),
        (_("Black joker"), frozenset({BLACK_JOKER}), ""),
    )
    for text, sort, kind in others:
        if sort & pile.cards:
            yield _sort(pile, count, text, sort, kind)
    yield from _dangers(room, pile, count)
    if whole and room.party.game == "coop" and all(map(is_red, room.places.lies)):
        red = odds.only(pile, odds.RED, count)
        if red > SCARCE:
            yield _chance(pile, _("Red Room"), red, "")


def _dangers(room: Room, pile: Pile, count: int) -> Iterator[ChanceLine]:
    """The enemies to fear; in Rascal none is too strong for a sharp weapon (rules.md 5.3)."""
    party = room.party
    if party.game != "rascal":
        yield _beyond(room, pile, count)
    for number in party.living:
        sort = _fatal(party, number) & pile.cards
        if sort:
            # Translators: an enemy, one of several, which are named beside it.
            text = _("An enemy {name} can’t survive").format(
                name=isolated(player_name(party, number))
            )
            small = _with_help(party, number, pile, sort)
            yield _chance(pile, text, odds.at_least_one(pile, sort, count), "bad", small)


def _beyond(room: Room, pile: Pile, count: int) -> ChanceLine:
    heroes = [room.party.players[number].hero for number in room.party.living]
    return _sort(pile, count, _("An enemy no weapon here can fight"), beyond(heroes), "bad")


def _fatal(party: Party, number: int) -> Sort:
    """The enemies that fell this player however they are fought."""
    player, room = party.players[number], Room(party)
    if party.game == "rascal":
        return rascal_fatal(rascal_of(player))
    return fatal(player.hero, room.options.shields)


def _with_help(party: Party, number: int, pile: Pile, sort: Sort) -> str:
    """The enemies, and which potion or weapon that lies here spares most of them."""
    best, fewer = _help(party, number, pile.cards)
    if not best:
        return signs(sort)
    # Translators: {enemies} and {fewer} are signs of cards such as "A♠ K♠": those that would fell
    # somebody, and those that still would once the {card} has been drunk or taken up.
    words = _("{enemies}; with the {card} only {fewer}")
    if not fewer:
        words = _("{enemies}; with the {card} none")
    return words.format(enemies=signs(sort), card=card_name(best), fewer=signs(fewer))


@lru_cache(maxsize=16)  # the same for every span of cards
def _help(party: Party, number: int, cards: Sort) -> tuple[str, Sort]:
    """The card, of two the smaller, and the enemies that are fatal then; "" where none helps."""
    best, fewer = "", _fatal(party, number) & cards
    for card in filter(Room(party).places.lies.__contains__, reversed((*WEAPONS, *POTIONS))):
        left = _fatal_with(party, number, card) & cards
        if (len(left), red_value(card)) < (len(fewer), red_value(best) if best else 0):
            best, fewer = card, left
    return best, fewer


def _fatal_with(party: Party, number: int, card: str) -> Sort:
    """The enemies that are still fatal once this card has been drunk or taken up."""
    do = "drink" if card in POTIONS else "equip"
    if party.game != "coop":  # where a second potion heals nothing
        return _fatal(apply(party, f"{do}:{number}:{card}"), number)
    hero = effect_of(party.players[number].hero, do, card).player
    return fatal(hero, Room(party).options.shields)


def signs(cards: Sort, most: int = MOST_NAMED) -> Formless:
    """The ranks and suits of at most so many cards, the strongest enemies first."""
    faces = [card_face(card) for card in STRIP if card in cards]
    names = (
        f"{face.rank}{SIGNS[face.icon]}\N{VARIATION SELECTOR-15}" if face.rank else face.name
        for face in faces[:most]
    )
    text = Formless(in_order(" ".join(names)))
    more = len(faces) - most
    if more <= 0:
        return text
    words = ngettext("{cards} and {count} more", "{cards} and {count} more", more)
    return Formless(words.format(cards=text, count=more))


def _sort(pile: Pile, count: int, text: str, sort: Sort, kind: str) -> ChanceLine:
    left = len(sort & pile.cards)
    # Translators: so many cards of a sort are still in the pile.
    some = ngettext("{count} left", "{count} left", left).format(count=left)
    small = some if left else _("none left")
    if left == len(sort) == 1:
        small = ""
    return _chance(pile, text, odds.at_least_one(pile, sort, count), kind, small)


def _chance(pile: Pile, text: str, chance: Fraction, kind: str, small: str = "") -> ChanceLine:
    percent = percent_text(chance, about=not pile.sure)
    return ChanceLine(text, percent, round(chance * BAR), kind, small)
