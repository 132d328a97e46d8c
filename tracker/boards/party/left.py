"""What is left in the pile of a table of real cards, and what may come of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.boards.words.cards import ICONS, CardFace, card_face
from tracker.boards.words.chances import percent_text
from tracker.boards.words.names import SUIT_NAMES, player_name
from tracker.rules.cards import (
    BLACK_JOKER,
    BLACKSMITHS,
    POTIONS,
    RANKS,
    RED_JOKER,
    SHIELDS,
    SUITS,
    WEAPONS,
    is_red,
)
from tracker.rules.table import odds
from tracker.rules.table.actions import hero_of
from tracker.rules.table.ahead import ahead
from tracker.rules.table.harm import beyond, fatal
from tracker.rules.table.party import Party
from tracker.rules.table.pile import Pile, Sort
from tracker.rules.table.room import Room, hand
from tracker.rules.table.strip import STRIP
from tracker.services.party.table import Table

BAR = 200  # how wide a drawing of a chance is
MOST_NAMED = 6
NINE_OF_TEN = Fraction(9, 10)
SCARCE = Fraction(1, 100)
"""Up to here a Red Room is not worth a line."""


@dataclass(frozen=True)
class Cell:
    """A card of the chart: `kind` is "pile", "under", "lies", "held", "aside" or "gone"."""

    face: CardFace
    kind: str
    seat: int = 0
    """The number on the crest of whoever holds it."""


@dataclass(frozen=True)
class Row:
    """A suit; `text` reads the cards that may come aloud."""

    icon: str
    red: bool
    cells: tuple[Cell, ...]
    text: str


@dataclass(frozen=True)
class Chance:
    """`kind` is "good", "bad" or ""; `small` what else there is to say."""

    text: str
    percent: str
    bar: int
    kind: str = ""
    small: str = ""


@dataclass(frozen=True)
class Span:
    """So many cards come; `fact` says what the enemies among them add up to.

    `usual` is the span that people ask for first: the next room.
    """

    text: str
    usual: bool
    chances: tuple[Chance, ...]
    fact: str


@dataclass(frozen=True)
class LeftSheet:
    """`pile` is how many cards lie in it, None where nobody knows; at most `most` can."""

    code: str
    revision: int
    says: str
    rows: tuple[Row, ...]
    floor: int
    spans: tuple[Span, ...]
    pile: int | None
    most: int
    on_table: bool
    """The room lies on the table."""
    at_door: bool
    """Nothing is left to be decided before the next room."""


def left_sheet(table: Table) -> LeftSheet:
    party = table.state
    room = Room(party)
    return LeftSheet(
        code=table.code,
        revision=table.revision,
        says=pile_text(room),
        rows=tuple(_rows(room)),
        floor=party.floor + 1,
        spans=tuple(_spans(room)),
        pile=None if party.unsure else room.pile,
        most=max(0, len(room.unseen) - room.missing),
        on_table=party.referee == "room",
        at_door=ahead(party) is not None,
    )


def left_count(party: Party) -> str:
    """The number on the table: "31", "?" where nobody knows, "" where cards are not counted."""
    if party.referee == "off":
        return ""
    return "?" if party.unsure else str(Room(party).pile)


def pile_text(room: Room) -> str:
    """How many cards the pile has, and how sure that is."""
    party = room.party
    if party.unsure:
        return _("Nobody knows how many cards are in the pile")
    cards = ngettext("{count} card in the pile", "{count} cards in the pile", room.pile)
    cards = cards.format(count=room.pile)
    if party.unnamed:
        words = ngettext("{cards}, {count} went by unnamed", "{cards}, {count} went by unnamed", 2)
        return words.format(cards=cards, count=party.unnamed)
    if room.missing:
        words = ngettext(
            "{cards}; {count} in the room not named yet",
            "{cards}; {count} in the room not named yet",
            room.missing,
        )
        return words.format(cards=cards, count=room.missing)
    return _("{cards}, all known").format(cards=cards)


def _rows(room: Room) -> Iterator[Row]:
    for suit in (SUITS[0], SUITS[3], SUITS[1], SUITS[2]):
        cards = [card for card in STRIP if card.endswith(suit) and card in room.pack]
        cards.sort(key=_rank, reverse=True)
        joker = {"c": BLACK_JOKER, "h": RED_JOKER}.get(suit)
        if joker in room.pack:
            cards.append(str(joker))
        cells = tuple(_cell(room, card) for card in cards)
        yield Row(ICONS[suit], suit in "dh", cells, _aloud(suit, cells))


def _rank(card: str) -> int:
    """As on the chart: from the ace down through all suits."""
    return (*RANKS[1:], "A").index(card[:-1])


def _aloud(suit: str, cells: tuple[Cell, ...]) -> str:
    names = [cell.face.rank or cell.face.name for cell in cells if cell.kind in ("pile", "under")]
    cards = ", ".join(names) or _("none")
    return _("{suit} that may come: {cards}").format(suit=SUIT_NAMES[suit], cards=cards)


def _cell(room: Room, card: str) -> Cell:
    party, face = room.party, card_face(card)
    for number in party.living:
        if card in hand(party.players[number]):
            return Cell(face, "held", number + 1)
    places = {
        "aside": room.aside,
        "lies": room.places.lies,
        "gone": room.places.out,
        "under": room.places.under,
    }
    return Cell(face, next((kind for kind, cards in places.items() if card in cards), "pile"))


def _spans(room: Room) -> Iterator[Span]:
    """The next card, the next room, the next two."""
    if room.party.unsure or not room.pile:
        return
    new = min(room.full - 1, room.pile)
    yield _span(room, 1, _("Next card"), alone=True)
    words = ngettext("Next room: {count} card", "Next room: {count} cards", new)
    yield _span(room, new, words.format(count=new), usual=True)
    yield _span(room, min(2 * (room.full - 1), room.pile), _("Two rooms"))


def _span(room: Room, count: int, text: str, alone: bool = False, usual: bool = False) -> Span:
    pile = room.draw_pile
    chances = tuple(_chances(room, pile, count, whole=not alone))
    return Span(text, usual, chances, "" if alone else _fact(pile, count))


def _chances(room: Room, pile: Pile, count: int, whole: bool) -> Iterator[Chance]:
    yield _sort(pile, count, _("A weapon"), frozenset(WEAPONS), "good")
    yield _sort(pile, count, _("A potion"), frozenset(POTIONS), "good")
    others = {
        _("Smith or shield"): (frozenset((*BLACKSMITHS, *SHIELDS)), "good"),
        _("Red joker"): (frozenset({RED_JOKER}), "good"),
        _("Black joker"): (frozenset({BLACK_JOKER}), ""),
    }
    for text, (sort, kind) in others.items():
        if sort & pile.cards:
            yield _sort(pile, count, text, sort, kind)
    yield from _dangers(room, pile, count)
    if whole and room.party.game == "coop" and all(map(is_red, room.places.lies)):
        red = odds.only(pile, odds.RED, count)
        if red > SCARCE:
            yield _chance(pile, _("Red Room"), red, "")


def _dangers(room: Room, pile: Pile, count: int) -> Iterator[Chance]:
    party = room.party
    heroes = {number: hero_of(party.players[number]) for number in party.living}
    sort = beyond(heroes.values())
    yield _sort(pile, count, _("An enemy no weapon here may fight"), sort, "bad")
    for number, hero in heroes.items():
        sort = fatal(hero, room.options.shields) & pile.cards
        if sort:
            text = _("One that fells {name}").format(name=player_name(party, number))
            chance = odds.some(pile, sort, count)
            yield _chance(pile, text, chance, "bad", _named(sort))


def _named(sort: Sort) -> str:
    """The strongest first, at most so many."""
    faces = [card_face(card) for card in STRIP if card in sort]
    signs = {"club": "♣", "spade": "♠"}
    names = " ".join(
        f"{face.rank}{signs[face.icon]}\N{VARIATION SELECTOR-15}" for face in faces[:MOST_NAMED]
    )
    more = len(faces) - MOST_NAMED
    return _("{cards} and {count} more").format(cards=names, count=more) if more > 0 else names


def _sort(pile: Pile, count: int, text: str, sort: Sort, kind: str) -> Chance:
    left = len(sort & pile.cards)
    small = _("{count} left").format(count=left) if left else _("none left")
    if left == len(sort) == 1:
        small = ""
    return _chance(pile, text, odds.some(pile, sort, count), kind, small)


def _chance(pile: Pile, text: str, chance: Fraction, kind: str, small: str = "") -> Chance:
    percent = percent_text(chance, about=not pile.sure)
    return Chance(text, percent, round(chance * BAR), kind, small)


def _fact(pile: Pile, count: int) -> str:
    points = odds.points(pile, count)
    words = _("Enemies of *{mean}* points on average; nine rooms of ten stay within *{most}*")
    mean, most = round(odds.average(points)), odds.reached_by(points, NINE_OF_TEN)
    return words.format(mean=mean, most=most)
