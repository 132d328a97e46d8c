"""A table of real cards as a state of the dealt game, as far as the table has said its cards.

What nobody has named lies there as BACK. The engine that deals games then says whose turn it is,
what the rules have against a deed, and what to advise (rules/games/coop/decisions.py).
"""

from __future__ import annotations

from dataclasses import replace

from tracker.rules.cards import BLACK_JOKER
from tracker.rules.games.coop.state import CoopState, Hero
from tracker.rules.games.rascal import RascalState
from tracker.rules.games.scoundrel import ScoundrelState
from tracker.rules.protocol import BACK, Cards
from tracker.rules.table.room.room import Room, to_act
from tracker.rules.table.state.party import Party, Player, rascal_of
from tracker.rules.table.texts.card_rows import STRIP, Places


def picture(party: Party) -> CoopState:
    """The state as `Coop.view` would show it; seats are those who sit here, in table order."""
    room, seats = Room(party), party.seated
    seat = {number: place for place, number in enumerate(seats)}
    # Shuffled runs lie there in an order that even who ran does not know (C13).
    bottom = in_order(room.places) if room.options.run_order == "kept" else ()
    # Corrections by hand may leave a pile smaller than the runs put under it.
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
    """Whether a player has passed; one who was skipped counts too, to be on the safe side."""
    return party.has_passed(number) or party.was_skipped(number)


def in_order(places: Places) -> tuple[str, ...]:
    """The cards under the pile, the first run highest; within a run any order is as good."""
    return tuple(card for run in places.runs for card in filter(run.__contains__, STRIP))


def _hero(player: Player, passed: bool) -> Hero:
    """The hero without the black joker, which stays on no weapon; the fallen hold nothing."""
    if player.fallen:
        return Hero(player.hp)
    hero = player.hero
    # People may type it onto a weapon all the same.
    slain = tuple(card for card in hero.slain if card != BLACK_JOKER)
    return replace(hero, slain=slain, passed=passed)


def solo_picture(party: Party) -> ScoundrelState:
    """The state as `Scoundrel.view` would show it to the player."""
    room, hero = Room(party), party.players[party.seated[0]].hero
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
