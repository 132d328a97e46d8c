"""A table of real cards as a state of the dealt game, as far as the table has said its cards.

What nobody has named lies there as BACK. The engine that deals games then says whose turn it is,
what the rules have against a deed, and what to advise (rules/games/coop/decisions.py).
"""

from __future__ import annotations

from dataclasses import replace

from tracker.rules.cards import BLACK_JOKER
from tracker.rules.games.coop.state import CoopState, Hero
from tracker.rules.protocol import BACK
from tracker.rules.table.actions import hero_of
from tracker.rules.table.party import Party
from tracker.rules.table.places import Places
from tracker.rules.table.player import Player
from tracker.rules.table.room import Room, to_act
from tracker.rules.table.strip import STRIP


def picture(party: Party) -> CoopState:
    """The state as `Coop.view` would show it; seats are those who sit here, in table order."""
    room, seats = Room(party), party.seated
    seat = {number: place for place, number in enumerate(seats)}
    # Shuffled runs lie there in an order that even who ran does not know (C13).
    bottom = in_order(room.places) if room.options.run_order == "kept" else ()
    deep = min(len(bottom), room.pile)
    turns = bool(party.living) and not room.red
    return CoopState(
        options=room.options,
        players=tuple(_hero(party.players[n], _passed(party, n)) for n in seats),
        deck=(BACK,) * (room.pile - deep) + bottom[len(bottom) - deep :],
        bottom=deep,
        room=tuple(filter(room.places.lies.__contains__, STRIP)) + (BACK,) * room.missing,
        discard=tuple(filter(room.places.out.__contains__, STRIP)),
        aside=tuple(filter((room.aside & room.pack).__contains__, STRIP)),
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


def _passed(party: Party, number: int) -> bool:
    """To be on the safe side whoever was passed over has passed."""
    return party.has_passed(number) or party.was_skipped(number)


def in_order(places: Places) -> tuple[str, ...]:
    """What lies under the pile, the first run highest; within one any order is as good."""
    return tuple(card for run in places.runs for card in filter(run.__contains__, STRIP))


def _hero(player: Player, passed: bool) -> Hero:
    """The fallen hold nothing; the black joker stays on no weapon (rules.md 3.5)."""
    if player.fallen:
        return Hero(player.hp)
    hero = hero_of(player)
    slain = tuple(card for card in hero.slain if card != BLACK_JOKER)
    return replace(hero, slain=slain, passed=passed)
