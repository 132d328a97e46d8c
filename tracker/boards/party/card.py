"""A card of the room that was touched: who deals with it, and how."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tracker.boards.party.conflict import Repair, repairs, where
from tracker.boards.party.outcome import Outcome, outcomes
from tracker.boards.party.pad import place_text
from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.labels import labelled
from tracker.boards.words.names import player_name, signed
from tracker.rules.table.party import Party
from tracker.rules.table.room import Room, next_living, next_name, room_name
from tracker.rules.table.turns import next_to_act
from tracker.rules.table.ways import pocket_ways, ways
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

    `repairs` put it there; there are none where it has left this very room: that is undone.
    """

    code: str
    revision: int
    face: CardFace
    place: str
    repairs: tuple[Repair, ...]
    here: bool
    pocket: bool
    """It is in the pocket."""
    alone: bool
    takers: tuple[Taker, ...]


def card_sheet(table: Table, card: str, others: Sequence[str] = ()) -> CardSheet:
    """`others` were named with it: they lie there too."""
    party = table.state
    room = Room(party)
    there = card in room.places.lies
    free = there or card in room.unseen
    pocket = card in [party.players[number].pocket for number in party.living]
    by = _round(party) if free or pocket else ()
    takers = tuple(_taker(party, number, card) for number in by)
    place = labelled(place_text(room, card), where(table, card))
    named = there or pocket or card in room.deeds
    return CardSheet(
        code=table.code,
        revision=table.revision,
        face=card_face(card),
        place=_("in the pocket") if pocket else "" if there else place,
        repairs=() if named else repairs(table, card, others),
        here=there,
        pocket=pocket,
        alone=party.game != "coop",
        takers=takers,
    )


def _round(party: Party) -> list[int]:
    """Who is to act, then the others round the table."""
    order = [next_to_act(party)]
    while len(order) < len(party.living):
        order.append(next_living(party, order[-1]))
    return order


def _taker(party: Party, number: int, card: str) -> Taker:
    pocket = card == party.players[number].pocket
    deeds = pocket_ways(party, number) if pocket else ways(party, number, card)
    name = room_name(party) if pocket else next_name(party, card)
    commands = (f"take:{name}:{deed}" for deed in deeds)
    return Taker(
        seat=number + 1,
        name=player_name(party, number),
        hp=signed(party.players[number].hp),
        turn=number == next_to_act(party),
        outcomes=outcomes(party, number, commands),
    )
