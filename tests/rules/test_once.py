"""An event of the whole table counts once; each point of health counts."""

from __future__ import annotations

from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.rules.table.room.room import room_name
from tracker.rules.table.state.party import Party, new_party
from tracker.rules.table.verbs.commands import apply
from tracker.rules.words import Malformed

PLACES = st.tuples(st.integers(1, 40), st.integers(1, 20), st.integers(1, 4))
STEPS = {"room": "+-", "floor": "+-"}
"""The verbs of what is one event of the table, with the signs of their steps."""
COUNTED = ("hp:0:-1", "hp:1:-2", "tally:0:+1", "own-tally:0:1:-1")


def table(floor: int, room: int, players: int) -> Party:
    party = new_party(("Mara", "Odo", "Pell", "Rook")[:players])
    return told(party, [f"floor:={floor}", f"room:={room}"])


def told(party: Party, commands: list[str]) -> Party:
    return reduce(apply, commands, party)


def shown(party: Party, verb: str, step: str) -> str:
    """The command on the button of a phone that shows this party."""
    return f"{verb}:{step}:{room_name(party) if verb == 'room' else party.floor}"


@given(PLACES, st.sampled_from(sorted(STEPS)), st.sampled_from("+-"), st.integers(2, 8))
def test_however_many_say_so_it_happens_once(
    place: tuple[int, int, int], verb: str, sign: str, phones: int
) -> None:
    party = table(*place)
    once = apply(party, f"{verb}:{sign}1")
    assert told(party, [shown(party, verb, f"{sign}1")] * phones) == once


@given(PLACES, st.sampled_from(sorted(STEPS)), st.integers(1, 5))
def test_whoever_sees_the_new_number_steps_on(
    place: tuple[int, int, int], verb: str, steps: int
) -> None:
    party = plain = table(*place)
    for _ in range(steps):
        party = apply(party, shown(party, verb, "+1"))
        plain = apply(plain, f"{verb}:+1")  # as pages of before say it
    assert party == plain


@given(PLACES, st.integers(1, 3))
def test_a_room_left_on_another_floor_stays_left(place: tuple[int, int, int], floors: int) -> None:
    party = table(*place)
    late = shown(party, "room", "+1")
    below = told(party, ["floor:+1"] * floors)
    assert apply(below, late) == below


def test_health_and_counters_count_each_time() -> None:
    party = told(new_party(("Mara", "Odo")), ["tally-add:party:Gold", "tally-add:each:Torches"])
    twice = told(party, [*COUNTED, *COUNTED])
    assert (twice.players[0].hp, twice.players[1].hp, twice.count_0) == (18, 16, 2)
    assert twice.players[0].count_1 == -2


@pytest.mark.parametrize("command", ["room:+1:4", "room:+1:1.x", "floor:+1:1.1", "floor:+1:0"])
def test_what_names_no_room_or_floor_means_nothing(command: str) -> None:
    with pytest.raises(Malformed):
        apply(new_party(("Mara",)), command)
