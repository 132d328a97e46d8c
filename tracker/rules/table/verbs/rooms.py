"""Going on: from room to room and from floor to floor (rules.md 3.3, 3.9).

A room is named by floor and number (`1.4`), so that a command leaves it once, however many phones
say so. Every function raises Malformed for a text without meaning, and Refused for a room that is
not played any more.
"""

from __future__ import annotations

import re
from dataclasses import replace

from tracker.rules.games.coop.cards import returning
from tracker.rules.input import excerpt, first_and_rest
from tracker.rules.table.room.account import enter_floor, enter_room, returning_on
from tracker.rules.table.room.room import Room, pass_lead, room_name
from tracker.rules.table.state.party import FLOOR, ROOM, Party
from tracker.rules.table.texts.notation import without_cards
from tracker.rules.words import Malformed, Refused, Repetition, gettext_noop

ROOM_NAME = re.compile(r"([1-9]\d{0,3})\.([1-9]\d{0,3})", re.ASCII)
FLOOR_NAME = re.compile(r"[1-9]\d{0,3}", re.ASCII)
NO_ROOM = gettext_noop("“{room}” is not a room.")
NO_FLOOR = gettext_noop("“{floor}” is not a floor.")


def step_room(party: Party, rest: str) -> Party:
    """`room:+1:1.4` leaves room 4 once; `room:+1` names none, `room:=4` puts the number right.

    The lead goes on with the rooms, but not where a number is put right (rules.md 3.3).
    """
    amount, name = first_and_rest(rest)
    if name and not ROOM_NAME.fullmatch(name):
        raise Malformed(NO_ROOM, room=excerpt(name))
    room = ROOM.change(party.room, amount)
    # Somebody else has left that room already: the same step, told twice.
    if name not in ("", room_name(party)):
        return party
    after = replace(party, room=room)
    # A corrected number is not an event: the lead stays and no card moves.
    if amount.startswith("="):
        return after
    after = pass_lead(after, room - party.room)
    return enter_room(party, after) if room > party.room else after


def step_floor(party: Party, rest: str) -> Party:
    """`floor:+1:4` leaves floor 4 once; `floor:+1` names none, `floor:=4` puts the number right.

    A new floor starts at its first room, and the lead goes on (rules.md 3.3, 3.9). The cards it
    brings back are due until somebody takes them out of the used cards, or dismisses them: a card
    used on this very floor is not among them (rules.md 3.10).
    """
    amount, name = first_and_rest(rest)
    if name and not FLOOR_NAME.fullmatch(name):
        raise Malformed(NO_FLOOR, floor=excerpt(name))
    floor = FLOOR.change(party.floor, amount)
    if name not in ("", str(party.floor)):
        return party
    by_hand, floors = amount.startswith("="), floor - party.floor
    # Cards due on one floor are not due on another.
    due = party.due if floors == 0 else ""
    if floors > 0 and not by_hand:
        due = returning_on(floor, party.used)
    after = replace(party, floor=floor, room=1 if floors > 0 else party.room, due=due)
    if by_hand:
        return after
    after = pass_lead(after, floors)
    return enter_floor(after) if floors > 0 else after


def next_room(party: Party) -> Party:
    """The party in the next room."""
    return step_room(party, "+1")


def move_on(party: Party, name: str) -> Party:
    """`next:1.4`: from that room to the next, whatever is left of it (rules.md 5.3)."""
    check_here(party, name)
    return next_room(party)


def drop(party: Party, rest: str) -> Party:
    """`drop:1.4:7h`: the card in the pocket is carried into the next room (rules.md 5.3, R10)."""
    name, card = first_and_rest(rest)
    check_here(party, name)
    number = next((n for n in party.seated if card and party.players[n].pocket == card), None)
    if number is None:
        raise Refused(gettext_noop("That card isn’t in the pocket."))
    party = next_room(party).with_player(number, pocket="")
    return replace(party, cards=Room(party).places.to_room([card]).text)


def descend(party: Party, name: str) -> Party:
    """`descend:5`: that floor begins, with the cards it brings back (rules.md 3.9, 3.10).

    No change where that floor is not the next one: it was said before.
    """
    if not FLOOR_NAME.fullmatch(name):
        raise Malformed(NO_FLOOR, floor=excerpt(name))
    # No refusal: a repeat from another phone is not that person's mistake.
    if int(name) != party.floor + 1:
        return party
    party = step_floor(party, "+1")
    return party.with_used(without_cards(party.used, returning(party.floor)))


def rooms_ahead(party: Party, name: str) -> int:
    """The steps from the room being played to that one: 0, 1 ahead, -1 behind."""
    match = ROOM_NAME.fullmatch(name)
    if not match:
        raise Malformed(NO_ROOM, room=excerpt(name))
    if int(match[1]) != party.floor:
        raise Refused(gettext_noop("Floor {floor} is not the one being played."), floor=match[1])
    return int(match[2]) - party.room


def check_here(party: Party, name: str) -> None:
    """Raises Refused where the room of that name is not the one being played."""
    ahead = rooms_ahead(party, name)
    reason = gettext_noop("Room {room} is not the one being played.")
    if ahead < 0:
        raise Repetition(reason, gettext_noop("Already entered: room {room}"), room=name)
    if ahead:
        raise Refused(reason, room=name)


def entered(party: Party, name: str) -> Party:
    """The party in the room of that name, which may be the next one."""
    # Naming a card of the next room says that this one is over.
    if rooms_ahead(party, name) == 1 and ROOM.fits(party.room + 1):
        return next_room(party)
    check_here(party, name)
    return party
