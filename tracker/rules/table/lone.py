"""A table of real cards for one player as a state of the dealt game (rules.md 4, 5).

As with referee.py, what nobody has named lies there as BACK, and the engine that deals the game
says what may be done and what to advise.
"""

from __future__ import annotations

from dataclasses import replace

from tracker.rules.games.rascal import RascalState
from tracker.rules.games.scoundrel import ScoundrelState
from tracker.rules.protocol import BACK, Cards
from tracker.rules.table.actions import hero_of
from tracker.rules.table.party import Party
from tracker.rules.table.rascal import rascal_of
from tracker.rules.table.referee import in_order
from tracker.rules.table.room import Room
from tracker.rules.table.strip import STRIP


def solo_picture(party: Party) -> ScoundrelState:
    """The state as `Scoundrel.view` would show it to whoever sits here."""
    room, hero = Room(party), hero_of(party.players[party.seated[0]])
    deck, bottom = _pile(room)
    return ScoundrelState(
        options=room.solo_options,
        deck=deck,
        bottom=bottom,
        room=_lying(room),
        discard=_out(room),
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
    deck, bottom = _pile(room)
    return replace(
        rascal_of(party.players[party.seated[0]], room.rascal_options),
        deck=deck,
        bottom=bottom,
        room=_lying(room),
        discard=_out(room),
        potion_used=room.drunk,
        turn=party.room,
        entry_size=room.size,
        at_entry=not room.deeds,
        fled_last=party.ran,
    )


def _pile(room: Room) -> tuple[Cards, int]:
    """The pile, and how many cards lie under it for all to have seen."""
    under = in_order(room.places)
    deep = min(len(under), room.pile)
    return (BACK,) * (room.pile - deep) + under[len(under) - deep :], deep


def _lying(room: Room) -> Cards:
    return tuple(filter(room.places.lies.__contains__, STRIP)) + (BACK,) * room.missing


def _out(room: Room) -> Cards:
    return tuple(filter(room.places.out.__contains__, STRIP))


def cleared(party: Party) -> bool:
    """Whether one who plays alone has won: pile and room are empty (rules.md 4.4, 5.4)."""
    room = Room(party)
    certain = party.game != "coop" and party.referee != "off" and not party.unsure
    return certain and not party.over and not room.pile and not room.rest
