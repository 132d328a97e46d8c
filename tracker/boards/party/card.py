"""A card of the room that was touched: who deals with it, and how; and cards told as they go."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tracker.boards.party.correction import LastTake, last_take
from tracker.boards.party.left import pile_text
from tracker.boards.party.outcome import Outcome, outcomes
from tracker.boards.party.pad import PLACES, PadCard, place_text
from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.names import card_name, player_name, signed
from tracker.rules.table.party import Party
from tracker.rules.table.room import Room, next_living, next_name, to_act
from tracker.rules.table.ways import ways
from tracker.services.party.table import Table


@dataclass(frozen=True)
class Taker:
    """Somebody who may deal with the card, and what it would do to them in each way."""

    seat: int
    name: str
    hp: str
    turn: bool
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True)
class CardSheet:
    """`place` says where else it lies, "" for a card of the room, which is `here`.

    `deal` puts it there, "" where it has left this very room: that is undone.
    """

    code: str
    revision: int
    face: CardFace
    place: str
    deal: str
    here: bool
    twin: str
    """The name of the other enemy of its value, if that one may have been meant; then `swap`
    says that it is gone."""
    swap: str
    takers: tuple[Taker, ...]


@dataclass(frozen=True)
class Hand:
    number: int
    seat: int
    name: str
    hp: str
    chosen: bool


@dataclass(frozen=True)
class TakeCard:
    """A card in its place; without a `command` it cannot be dealt with now, as `card` says."""

    card: PadCard
    command: str


@dataclass(frozen=True)
class TakeSheet:
    """Each card as it is dealt with; `number` is whose hand the next one goes to."""

    code: str
    revision: int
    number: int
    title: str
    says: str
    hands: tuple[Hand, ...]
    cards: tuple[TakeCard | None, ...]
    over: bool
    last: LastTake | None
    """The card before, to be put right."""


def card_sheet(table: Table, card: str) -> CardSheet:
    party = table.state
    room = Room(party)
    there = card in room.places.lies
    free = there or card in room.unseen
    takers = tuple(_taker(party, number, card) for number in _round(party)) if free else ()
    twin = "" if free or card in room.deeds else _twin(room, card)
    return CardSheet(
        code=table.code,
        revision=table.revision,
        face=card_face(card),
        place="" if there else place_text(room, card),
        deal="" if there or card in room.deeds else f"deal:{next_name(party)}:{card}",
        here=there,
        twin=card_name(twin) if twin else "",
        swap=f"out:{twin}" if twin else "",
        takers=takers,
    )


def take_sheet(table: Table, number: int | None) -> TakeSheet:
    """`number` is that of whoever takes the next card, None for whoever is to act."""
    party = table.state
    room, taker = Room(party), to_act(party) if number is None else number
    title = _("{name} takes …").format(name=player_name(party, taker))
    return TakeSheet(
        code=table.code,
        revision=table.revision,
        number=taker,
        title=title,
        says=pile_text(room),
        hands=tuple(_hand(party, other, other == taker) for other in party.living),
        cards=tuple(_take(room, taker, card) for card in PLACES),
        over=room.over and not room.places.lies,
        last=last_take(table),
    )


def _twin(room: Room, card: str) -> str:
    """The other enemy of that value, "" where it cannot have been that one."""
    twins = {"c": f"{card[:-1]}s", "s": f"{card[:-1]}c"}
    twin = twins.get(card[-1], "") if card in room.places.out else ""
    return twin if twin in room.unseen else ""


def _round(party: Party) -> list[int]:
    """Who is to act, then the others round the table."""
    order = [to_act(party)]
    while len(order) < len(party.living):
        order.append(next_living(party, order[-1]))
    return order


def _taker(party: Party, number: int, card: str) -> Taker:
    commands = (f"take:{next_name(party)}:{deed}" for deed in ways(party, number, card))
    return Taker(
        seat=number + 1,
        name=player_name(party, number),
        hp=signed(party.players[number].hp),
        turn=number == to_act(party),
        outcomes=outcomes(party, number, commands),
    )


def _hand(party: Party, number: int, chosen: bool) -> Hand:
    hp = signed(party.players[number].hp)
    return Hand(number, number + 1, player_name(party, number), hp, chosen)


def _take(room: Room, number: int, card: str) -> TakeCard | None:
    if card not in room.pack:
        return None
    free = card in room.unseen or card in room.places.lies
    deeds = ways(room.party, number, card) if free else ()
    place = "" if free else place_text(room, card)
    command = f"take:{next_name(room.party)}:{deeds[0]}" if deeds else ""
    return TakeCard(PadCard(card_face(card), place, card in room.places.lies), command)
