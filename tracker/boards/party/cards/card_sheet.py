"""A card of the room that was touched: who deals with it, and how."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tracker.boards.party.cards.card_picker import place_text
from tracker.boards.party.cards.correction import Repair, repairs, where
from tracker.boards.party.table.effect import deed_text, gone_effect, unsure_effect
from tracker.boards.party.table.outcome import CommandOutcome, outcomes
from tracker.boards.party.table.panel import kit_of
from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.names import SeatNote, card_name, labelled, seat_note
from tracker.rules.cards import BLACK_JOKER, ENEMIES
from tracker.rules.table.ahead.ways import pocket_ways, ways
from tracker.rules.table.room.room import Room, next_living, next_name, room_name
from tracker.rules.table.state.party import Party
from tracker.rules.table.verbs.commands import Command
from tracker.rules.table.verbs.turns import next_to_act
from tracker.services.party.table import Table


@dataclass(frozen=True)
class Unsure:
    """A way to deal with the card where nobody can say what it would do."""

    command: str
    label: str
    effect: str


@dataclass(frozen=True)
class Taker(SeatNote):
    """Somebody who may deal with the card, and what it would do to them in each way.

    `kit` is what that is worked out for, beside `hp`; `unsure` is offered in its place on a phone
    that knows them to hold something else by now.
    """

    kit: str
    turn: bool
    outcomes: tuple[CommandOutcome, ...]
    unsure: tuple[Unsure, ...]


@dataclass(frozen=True)
class CardSheet:
    """`place` says where else it lies, "" for a card of the room, which is `here`.

    `repairs` put it there; there are none where it has left this very room: that is undone.
    """

    face: CardFace
    place: str
    repairs: tuple[Repair, ...]
    here: bool
    lifted: str
    """The effect of saying that it does not lie there; `out` of saying that it has gone."""
    out: str
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
        face=card_face(card),
        place=_("in the pocket") if pocket else "" if there else place,
        repairs=() if named else repairs(table, card, others),
        here=there,
        lifted=gone_effect(card, labelled(_("Not in this room"), card_name(card))),
        out=gone_effect(card, labelled(_("Already played"), card_name(card))),
        pocket=pocket,
        alone=party.game != "coop",
        takers=takers,
    )


def _round(party: Party) -> list[int]:
    """The player who is to act, then the others round the table."""
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
        **vars(seat_note(party, number)),
        kit=kit_of(party, number),
        turn=number == next_to_act(party),
        outcomes=tuple(outcomes(party, number, commands)),
        unsure=tuple(_unsure(party, number, card, name)) if not pocket else (),
    )


def _unsure(party: Party, number: int, card: str, room: str) -> Iterator[Unsure]:
    """Every way there may be to deal with the card."""
    hows = ("weapon",) if card == BLACK_JOKER else ("weapon", "bare")
    fights = tuple(f"fight:{number}:{card}:{how}" for how in hows)
    for deed in fights if card in ENEMIES else ways(party, number, card):
        says = deed_text(party, party, Command.read(deed))
        effect = unsure_effect(party, number, card, says)
        yield Unsure(f"take:{room}:{deed}", _how(deed) or says, effect)


def _how(deed: str) -> str:
    if deed.endswith(":bare"):
        return _("Bare hands")
    # Translators: a way to fight, where it is not known what weapon is at hand.
    return _("With the weapon") if deed.endswith(":weapon") else ""
