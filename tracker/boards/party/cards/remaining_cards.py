"""The rest of the pile of a table of real cards, what may come of it, and its correction."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tracker.boards.party.table.chances import ChanceLine, chances, signs
from tracker.boards.words.cards import ICONS, CardFace, card_face
from tracker.boards.words.forms import Formless
from tracker.boards.words.names import SUIT_NAMES
from tracker.rules.cards import (
    BLACK_JOKER,
    LOW_TO_HIGH,
    RED_JOKER,
    SUITS,
)
from tracker.rules.table.ahead import odds
from tracker.rules.table.ahead.risk import coming, next_room_of
from tracker.rules.table.room.room import Pile, Room, hand
from tracker.rules.table.state.party import Party
from tracker.rules.table.texts.card_rows import STRIP
from tracker.services.party.table import Table

NINE_OF_TEN = Fraction(9, 10)


@dataclass(frozen=True)
class Cell:
    """A card of the chart: `kind` is "pile", "under", "lies", "held", "aside" or "gone"."""

    face: CardFace
    kind: str
    seat: int = 0
    """The number on the crest of whoever holds it."""


@dataclass(frozen=True)
class SuitRow:
    """A suit; `text` reads the cards that may come aloud."""

    icon: str
    red: bool
    cells: tuple[Cell, ...]
    text: str


@dataclass(frozen=True)
class Span:
    """Chances in the next cards; `fact` says what the enemies among them add up to.

    `usual` is the span that people ask for first: the next room.
    """

    text: str
    usual: bool
    chances: tuple[ChanceLine, ...]
    fact: str


@dataclass(frozen=True)
class PileSheet:
    """`pile` is how many cards lie in it, None where nobody knows; at most `most` can."""

    says: str
    pile: int | None
    most: int


@dataclass(frozen=True)
class LeftSheet(PileSheet):
    rows: tuple[SuitRow, ...]
    floor: int
    """The next one, which brings back what is gone; 0 where there are none."""
    spans: tuple[Span, ...]
    """None where the people just count."""
    certain: str
    """The next cards where they are known: nothing lies above a room that was run from."""
    at_door: bool
    """Nothing is left to be decided before the next room."""


def left_sheet(table: Table) -> LeftSheet:
    party = table.state
    room = Room(party)
    return LeftSheet(
        **vars(pile_sheet(table)),
        rows=tuple(_rows(room)),
        floor=party.floor + 1 if party.game == "coop" else 0,
        spans=tuple(_spans(room)) if party.referee == "room" else (),
        certain=_certain(room),
        at_door=next_room_of(party) is not None,
    )


def pile_sheet(table: Table) -> PileSheet:
    room = Room(table.state)
    pile = None if table.state.unsure else room.pile
    most = max(0, len(room.unseen) - room.missing)
    return PileSheet(pile_text(room), pile, most)


def pile_text(room: Room) -> str:
    """How many cards the pile has, and how sure that is."""
    party = room.party
    if party.unsure:
        return _("Nobody knows how many cards are in the pile")
    cards = ngettext("{count} card in the pile", "{count} cards in the pile", room.pile)
    cards = Formless(cards.format(count=room.pile))
    if party.unnamed:
        # Translators: {cards} is "31 cards in the pile"; {count} more were dealt with and nobody
        # has said which they were.
        words = ngettext(
            "{cards}, {count} not entered", "{cards}, {count} not entered", party.unnamed
        )
        return words.format(cards=cards, count=party.unnamed)
    if room.missing:
        # Translators: {cards} is "31 cards in the pile".
        words = ngettext(
            "{cards}; {count} in the room not entered yet",
            "{cards}; {count} in the room not entered yet",
            room.missing,
        )
        return words.format(cards=cards, count=room.missing)
    # Translators: {cards} is "31 cards in the pile": the app knows which they are.
    return _("{cards}, all known").format(cards=cards)


def _rows(room: Room) -> Iterator[SuitRow]:
    seats = _seats(room.party)
    for suit in (SUITS[0], SUITS[3], SUITS[1], SUITS[2]):
        cards = [card for card in STRIP if card.endswith(suit) and card in room.pack]
        cards.sort(key=lambda card: LOW_TO_HIGH.index(card[:-1]), reverse=True)
        joker = {"c": BLACK_JOKER, "h": RED_JOKER}.get(suit)
        if joker in room.pack:
            cards.append(str(joker))
        cells = tuple(_cell(room, seats, card) for card in cards)
        yield SuitRow(ICONS[suit], suit in "dh", cells, _aloud(suit, cells))


def _aloud(suit: str, cells: tuple[Cell, ...]) -> str:
    names = [cell.face.rank or cell.face.name for cell in cells if cell.kind in ("pile", "under")]
    cards = Formless(", ".join(names) or pgettext("of cards", "none"))
    # Translators: {suit} is "Clubs", {cards} ranks such as "K, Q, 10".
    return _("{suit} that may come: {cards}").format(suit=SUIT_NAMES[suit], cards=cards)


def _seats(party: Party) -> dict[str, int]:
    """The number on the crest of whoever holds each card; the first of two."""
    return {
        card: number + 1
        for number in reversed(party.living)
        for card in hand(party.players[number])
    }


def _cell(room: Room, seats: Mapping[str, int], card: str) -> Cell:
    face = card_face(card)
    if card in seats:
        return Cell(face, "held", seats[card])
    places = {
        "aside": room.aside,
        "lies": room.places.lies,
        "gone": room.places.out,
        "under": room.places.under,
    }
    return Cell(face, next((kind for kind, cards in places.items() if card in cards), "pile"))


def _spans(room: Room) -> Iterator[Span]:
    """The next card, the next room, the next two."""
    pile, new = coming(room)
    if room.party.unsure or not pile.size:
        return
    yield _span(room, pile, 1, _("Next card"), alone=True)
    words = ngettext("Next room: {count} card", "Next room: {count} cards", new)
    yield _span(room, pile, new, words.format(count=new), usual=True)
    yield _span(room, pile, min(new + room.full - 1, pile.size), _("Two rooms"))


def _span(
    room: Room, pile: Pile, count: int, text: str, alone: bool = False, usual: bool = False
) -> Span:
    odds = tuple(chances(room, pile, count, whole=not alone))
    return Span(text, usual, odds, "" if alone else _fact(pile, count))


def _certain(room: Room) -> str:
    pile, new = coming(room)
    if room.party.unsure or pile.depth or not pile.runs or not new:
        return ""
    # Translators: {cards} are signs of cards such as "K♠ 9♣".
    words = _("Next up, the cards you ran from: {cards}")
    return words.format(cards=signs(pile.runs[0], most=len(pile.runs[0])))


def _fact(pile: Pile, count: int) -> str:
    points = odds.points(pile, count)
    # Translators: what the values of the enemies in a room add up to; numbers between stars.
    words = _("Enemies: *{mean}* points on average; *{most}* or less in 9 of 10 rooms")
    mean, most = round(odds.average(points)), odds.reached_by(points, NINE_OF_TEN)
    return words.format(mean=mean, most=most)
