"""Counters that a party names itself, and the turn marker, told as short games (rules.md 3.14)."""

from __future__ import annotations

import pytest

from tracker.rules.table.state.party import Party, Tally, new_party
from tracker.rules.table.verbs.commands import Command, apply
from tracker.rules.words import Malformed, Refused


def told(*commands: str, party: Party | None = None) -> Party:
    party = party or new_party(("Mara", "Odo", "Pell"))
    for command in commands:
        party = apply(party, command)
    return party


GOLD = told("tally-add:party:Gold", "tally-add:each:Torches")


def test_a_counter_of_the_party_and_one_of_each_player_begin_at_nought() -> None:
    assert GOLD.tallies == (Tally(0, "Gold", each=False), Tally(1, "Torches", each=True))
    assert (GOLD.count_0, [player.count_1 for player in GOLD.players]) == (0, [0] * 4)


def test_they_are_counted_and_set_by_hand() -> None:
    party = told("tally:0:+3", "tally:0:-1", "own-tally:1:1:=-7", "own-tally:1:1:-1", party=GOLD)
    assert (party.count_0, party.players[1].count_1, party.players[0].count_1) == (2, -8, 0)


@pytest.mark.parametrize(
    ("commands", "count"),
    [
        (("tally:0:=9999", "tally:0:+5"), 9999),
        (("tally:0:=-9999", "tally:0:-1"), -9999),
    ],
)
def test_a_step_beyond_the_end_stops_there(commands: tuple[str, ...], count: int) -> None:
    assert told(*commands, party=GOLD).count_0 == count


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("tally:0:=10000", "must be between -9999 and 9999"),
        ("tally:0:=1.5", "is not a step"),
        ("tally:0:+100", "A step must be from 1 to 99"),
        ("tally-add:party:", "Type a name"),
        ("tally-add:party:   ", "Type a name"),
        ("tally-name:0:", "Type a name"),
        (f"tally-add:party:{'x' * 25}", "too long: 25 characters, 24 fit"),
        ("tally-add:nobody:Gold", "the party’s or each player’s"),
        ("tally-add:party:a\0b", "can’t store"),
        ("marker:sideways", "on or off"),
    ],
)
def test_what_cannot_be_is_refused_in_plain_words(command: str, reason: str) -> None:
    with pytest.raises(Malformed) as refused:
        told(command, party=GOLD)
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    "command", ["tally:1:+1", "own-tally:0:0:+1", "tally:2:+1", "tally:x:+1", "tally-drop:3"]
)
def test_there_is_no_such_counter(command: str) -> None:
    with pytest.raises(Refused, match="There is no counter"):
        told(command, party=GOLD)


@pytest.mark.parametrize("name", ["G", "x" * 24, "  a:b ", "שלום", "🌂" * 24, "<b>", "{name}"])
def test_a_name_is_kept_character_for_character(name: str) -> None:
    party = told(f"tally-add:each:{name}", f"tally-name:0:{name}", party=GOLD)
    assert [tally.name for tally in party.tallies] == [name, "Torches", name]


def test_there_is_room_for_four() -> None:
    full = told("tally-add:party:Keys", "tally-add:party:Days", party=GOLD)
    with pytest.raises(Refused, match="You already have 4 counters"):
        told("tally-add:party:More", party=full)


def test_a_new_one_in_the_place_of_another_begins_at_nought() -> None:
    party = told("own-tally:2:1:+5", "tally-drop:1", "tally-add:each:Keys", party=GOLD)
    assert party.tallies == (Tally(0, "Gold", each=False), Tally(1, "Keys", each=True))
    assert party.players[2].count_1 == 0


def test_a_new_run_keeps_the_counters_and_the_marker_and_counts_from_nought() -> None:
    party = told("marker:on", "tally:0:+5", "own-tally:1:1:+2", "new", party=GOLD)
    assert (party.tallies, party.marker) == (GOLD.tallies, True)
    assert (party.count_0, party.players[1].count_1) == (0, 0)


def test_whoever_joins_has_their_own() -> None:
    assert told("own-tally:3:1:+2", "join:3:Rook", party=GOLD).players[3].count_1 == 0


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("tally:0:+1", "count_0"),
        ("own-tally:2:1:-1", "players.2.count_1"),
        ("hp:1:-3", "players.1.hp"),
        ("tally:9:+1", ""),
        ("tally-add:party:Gold", ""),
        ("room:+1", ""),
    ],
)
def test_a_command_says_which_number_it_counts(text: str, path: str) -> None:
    assert Command.read(text).path == path
