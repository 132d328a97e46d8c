"""A table of real cards as a state of the dealt game, as far as the table has said its cards.

What nobody has named lies there as BACK. The engine that deals games then says whose turn it is,
what the rules have against a deed, and what to advise (rules/games/coop/decisions.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from tracker.rules.cards import BLACK_JOKER
from tracker.rules.games.coop.state import CoopState, Hero
from tracker.rules.games.rascal import RascalState
from tracker.rules.games.scoundrel import ScoundrelState
from tracker.rules.protocol import BACK, Cards
from tracker.rules.table.room.room import Room, to_act
from tracker.rules.table.state.party import Party, rascal_of
from tracker.rules.table.texts.card_rows import STRIP, Sort


def picture(party: Party) -> CoopState:
    """The state as `Coop.view` would show it; seats are those who sit here, in table order."""
    room, seats = Room(party), party.seated
    seat = {number: place for place, number in enumerate(seats)}
    turns = bool(party.living) and not room.red
    return CoopState(
        **_piles(room),
        options=room.options,
        players=tuple(_hero(party, number) for number in seats),
        aside=_in_order(room.aside & room.pack),
        floor=party.floor,
        rooms=party.room - 1,
        first=seat.get(party.first, -1),
        turn=seat[to_act(party)] if turns else None,
        red_room=room.red,
        offers=tuple(seat[n] for n in map(int, party.offers) if n in seat),
        ran_last=party.ran,
        fought=room.fights > 0,
        used=tuple(map(room.reds, seats)),
    )


def _hero(party: Party, number: int) -> Hero:
    """The hero without the black joker, which stays on no weapon; the fallen hold nothing."""
    player = party.players[number]
    if player.fallen:
        return Hero(player.hp)
    hero = player.hero
    # People may type it onto a weapon all the same.
    slain = tuple(card for card in hero.slain if card != BLACK_JOKER)
    # To be on the safe side whoever was skipped counts as one who has passed.
    passed = party.has_passed(number) or party.was_skipped(number)
    return replace(hero, slain=slain, passed=passed)


def solo_picture(party: Party) -> ScoundrelState:
    """The state as `Scoundrel.view` would show it to the player."""
    room, hero = Room(party), party.players[party.seated[0]].hero
    return ScoundrelState(
        **_piles(room),
        options=room.solo_options,
        hp=hero.hp,
        weapon=hero.weapon,
        slain=hero.slain,
        potion_used=room.drunk,
        turn=party.room,
        taken=room.taken,
        may_skip=not party.ran,
    )


def rascal_picture(party: Party) -> RascalState:
    """The state as `Rascal.view` would show it."""
    room = Room(party)
    return replace(
        rascal_of(party.players[party.seated[0]], room.rascal_options),
        **_piles(room),
        potion_used=room.drunk,
        turn=party.room,
        entry_size=room.size,
        at_entry=not room.deeds,
        fled_last=party.ran,
    )


PICTURES: dict[str, Callable[[Party], CoopState | ScoundrelState | RascalState]] = {
    "coop": picture,
    "solo": solo_picture,
    "rascal": rascal_picture,
}
"""By the key of the game that is played."""
LEAVING = {"coop": "offer", "solo": "skip", "rascal": "flee"}
"""By the key of the game, the decision that leaves a room as it lies."""


def mixed(party: Party) -> Sequence[int]:
    """Returns how many cards of each run still lie under the pile, in an order nobody knows.

    The run on top comes first. Empty once all of them have been drawn again.
    """
    room, sizes = Room(party), list[int]()
    left = room.pile
    for run in reversed(room.places.runs):
        sizes.append(min(left, len(_in_order(run))))
        left -= sizes[-1]
    return [size for size in reversed(sizes) if size]


def _piles(room: Room) -> dict[str, Any]:
    """The fields that all these states have: the pile, the room and the discard pile.

    Under the pile the first run lies highest; within a run any order is as good.
    """
    under = tuple(card for run in room.places.runs for card in _in_order(run))
    if room.options.run_order == "shuffled":  # not even who ran knows the order (C13)
        under = ()
    deep = min(len(under), room.pile)
    return {
        "deck": (BACK,) * (room.pile - deep) + under[len(under) - deep :],
        "bottom": deep,
        "room": _in_order(room.places.lies) + (BACK,) * room.missing,
        "discard": _in_order(room.places.out),
    }


def _in_order(cards: Sort) -> Cards:
    return tuple(filter(cards.__contains__, STRIP))
