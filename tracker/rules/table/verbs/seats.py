"""Seats at the table: their order, who comes and goes, who leads (rules.md 3.3, 3.14)."""

from __future__ import annotations

from dataclasses import replace

from tracker.rules.input import MAX_NAME, text_of
from tracker.rules.refusals import Malformed, Refused
from tracker.rules.table.room.room import pass_lead
from tracker.rules.table.state.party import TALLIES, Party, Player, tally_field
from tracker.rules.words import gettext_noop

OF_THE_TABLE = (
    *("seating", "title", "game", "house_rules", "referee", "marker", "tally_each"),
    *map(tally_field, range(len(TALLIES))),
)
"""Fields that a new run leaves as they are."""
FOR_ONE = gettext_noop("This game is for one player.")


def lead(party: Party, number: int, _: str) -> Party:
    """This player leads the room. Raises Refused for somebody who is not at the table."""
    check_seated(party, number)
    return replace(party, first=number, turn=number)


def rename(party: Party, number: int, name: str) -> Party:
    """The name as it was typed, up to MAX_NAME characters; "" for none. Raises Malformed."""
    return party.with_player(number, name=text_of(name, MAX_NAME))


def join(party: Party, number: int, name: str) -> Party:
    """A new person sits down with fresh numbers."""
    players = list(party.players)
    # A new person must not inherit the numbers of whoever sat here before.
    players[number] = Player(text_of(name, MAX_NAME))
    return come_back(replace(party, players=tuple(players)), number, "")


def come_back(party: Party, number: int, _: str) -> Party:
    """Somebody who had left sits down again with the numbers they had."""
    if number in party.seated:
        raise Refused(gettext_noop("{name} is already at the table."), name=party.name(number))
    if party.game != "coop":
        raise Refused(FOR_ONE)
    return replace(party, seating=f"{party.seating}{number}")


def leave(party: Party, number: int, _: str) -> Party:
    """A player leaves; their numbers are kept and the lead, if theirs, goes on."""
    check_seated(party, number)
    if len(party.seated) == 1:
        raise Refused(gettext_noop("The last player can’t leave the table."))
    if party.first == number:
        party = pass_lead(party, 1)
    seating = party.seating.replace(str(number), "")
    # If all others have fallen the lead found nobody to go to.
    first = party.first if party.first != number else int(seating[0])
    return replace(party, seating=seating, first=first)


def move(party: Party, number: int, step: str) -> Party:
    """A player changes places with the next (`+1`) or previous (`-1`) one round the table."""
    if step not in ("+1", "-1"):
        raise Malformed(gettext_noop("A player can only move one seat up or down."))
    check_seated(party, number)
    seats = list(party.seating)
    here = seats.index(str(number))
    there = (here + int(step)) % len(seats)
    seats[here], seats[there] = seats[there], seats[here]
    return replace(party, seating="".join(seats))


def new_run(party: Party, _: str) -> Party:
    """Starts again with these people: 20 hp, bare hands, floor 1, room 1, nothing set aside."""
    # Names stay, also of those who left: they may sit down again.
    players = tuple(Player(player.name) for player in party.players)
    kept = {name: getattr(party, name) for name in OF_THE_TABLE}
    first = int(party.seating[0])
    return Party(players=players, first=first, turn=first, **kept)


def check_seated(party: Party, number: int) -> None:
    """Raises Refused for somebody who is not at the table."""
    if number not in party.seated:
        raise Refused(gettext_noop("{name} is not at the table."), name=party.name(number))
