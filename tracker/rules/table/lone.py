"""A table of real cards for one player as a state of the dealt game (rules.md 4).

As with referee.py, what nobody has named lies there as BACK, and the engine that deals the game
says what may be done and what to advise.
"""

from __future__ import annotations

from tracker.rules.games.scoundrel import Scoundrel, ScoundrelState
from tracker.rules.protocol import BACK
from tracker.rules.table.actions import hero_of
from tracker.rules.table.party import Party
from tracker.rules.table.referee import in_order
from tracker.rules.table.room import Room
from tracker.rules.table.strip import STRIP

SOLO = Scoundrel()


def solo_picture(party: Party) -> ScoundrelState:
    """The state as `Scoundrel.view` would show it to whoever sits here."""
    room, hero = Room(party), hero_of(party.players[party.seated[0]])
    bottom = in_order(room.places)
    known = min(len(bottom), room.pile)
    return ScoundrelState(
        options=SOLO.options_type(),
        deck=(BACK,) * (room.pile - known) + bottom[len(bottom) - known :],
        bottom=known,
        room=tuple(filter(room.places.lies.__contains__, STRIP)) + (BACK,) * room.missing,
        discard=tuple(filter(room.places.out.__contains__, STRIP)),
        hp=hero.hp,
        weapon=hero.weapon,
        slain=hero.slain,
        potion_used=room.drunk,
        turn=party.room,
        taken=room.taken,
        may_skip=not party.ran,
    )
