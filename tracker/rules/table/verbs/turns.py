"""Turns, passing and running: nothing here is refused for its time (rules.md 3.7).

`pass` and `offer` name the moment they belong to, `run` the room: said twice or late they change
nothing.
"""

from __future__ import annotations

import re
from dataclasses import replace

from tracker.rules.input import excerpt, first_and_rest
from tracker.rules.table.room import account
from tracker.rules.table.room.room import Room, next_living, next_name, room_name, to_act
from tracker.rules.table.state.party import Party
from tracker.rules.table.texts.card_rows import is_strip, strip_set, write_strip
from tracker.rules.table.verbs.placing import deal
from tracker.rules.table.verbs.rooms import check_here, next_room
from tracker.rules.table.verbs.settings import check_seated
from tracker.rules.words import Malformed, gettext_noop

NO_MOMENT = gettext_noop("“{moment}” is not a moment of a room.")
MOMENT = re.compile(r"([1-9]\d{0,3}\.[1-9]\d{0,3})\.(\d{1,2})", re.ASCII)


def skip(party: Party, number: int, rest: str) -> Party:
    """`pass:1:1.4.3`. Nobody passes twice in a row: a second time is the same said again, unless it
    is said on purpose, `pass:1:1.4.3:again`, in one's turn.
    """
    name, again = first_and_rest(rest)
    if again not in ("", "again"):
        raise Malformed(NO_MOMENT, moment=excerpt(rest))
    mine = to_act(party) == number
    if not _is_now(party, name) or (party.has_passed(number) and not (again and mine)):
        return party
    # The turn has gone on past this player: only the record is put right.
    late = party.was_skipped(number) and not mine
    party = party if late else account.advance_turn_to(party, number)
    party = replace(party, passed=account.marked(party.passed, number, str(number)))
    return party if late else replace(party, offers="", turn=next_living(party, number))


def pass_text(party: Party, number: int) -> str:
    """The command for a player to pass now."""
    again = ":again" if party.has_passed(number) else ""
    return f"pass:{number}:{_moment(party)}{again}"


def offer_text(party: Party, number: int) -> str:
    """The command for a player to offer to run now."""
    return f"offer:{number}:{_moment(party)}"


def _moment(party: Party) -> str:
    return f"{room_name(party)}.{Room(party).taken}"


def offer(party: Party, number: int, name: str) -> Party:
    """`offer:1:1.4.3`: the player stands in the row of those who would run (rules.md 3.7)."""
    # Two phones may tell the same offer.
    if not _is_now(party, name) or str(number) in party.offers:
        return party
    party = account.advance_turn_to(party, number)
    passed = account.marked(party.passed, number)
    offers, turn = f"{party.offers}{number}", next_living(party, number)
    return replace(party, passed=passed, offers=offers, turn=turn)


def run(party: Party, rest: str) -> Party:
    """`run:1.4`: everybody agrees (rules.md 3.7); `run:1.4:9cKd` names what lay there besides.

    The next room is opened by its cards, as where they are laid out, or once this one is over.
    """
    name, text = first_and_rest(rest)
    if _ran_already(party, name, text):
        return party
    if text:
        party = deal(party, rest)
    elif Room(party).over and name == next_name(party):
        party = next_room(party)
    check_here(party, name)
    return account.run(party)


def run_text(party: Party) -> str:
    """The command for all to run from a room that lies open.

    It names the cards where the name of the room does not tell one run from the next (C23).
    """
    room = Room(party)
    cards = "" if room.options.count_runs else f":{write_strip(room.places.lies)}"
    return f"run:{room_name(party)}{cards}"


def _ran_already(party: Party, name: str, text: str) -> bool:
    """Whether this run was told before; asked if a run does not count as a room (C23).

    A run that was told has its cards under the pile. Without their names, a run from a room that
    was reached by running is a repeat: the rules let nobody run twice in a row.
    """
    room = Room(party)
    # If a run counts, the room has another name afterwards and tells repeats apart.
    if room.options.count_runs or name != room_name(party):
        return False
    if text:
        return is_strip(text) and strip_set(text) <= room.places.under
    return party.ran


def turn(party: Party, number: int, _: str) -> Party:
    """This player is to act. Raises Refused for somebody who is not at the table."""
    check_seated(party, number)
    return replace(party, turn=number)


def next_to_act(party: Party) -> int:
    """The player for the next card: the leader of the next room if this one is over."""
    return to_act(next_room(party) if Room(party).over else party)


def _is_now(party: Party, name: str) -> bool:
    """Whether it is still the moment `1.4.3`: in room 4, when three cards have left it.

    Once another has, it is the same said late, by a second phone or one without a network.
    """
    moment = MOMENT.fullmatch(name)
    if not moment:
        raise Malformed(NO_MOMENT, moment=excerpt(name))
    check_here(party, moment[1])
    return int(moment[2]) == Room(party).taken
