"""Every line of a log in words."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from tracker.boards.party.log.lines import line_label, line_text
from tracker.boards.party.log.wording import WORDS
from tracker.rules.table.room.changes import changes_between
from tracker.rules.table.state.party import Party, new_party
from tracker.rules.table.verbs.commands import VERBS, apply
from tracker.services.party.table import LogEntry

NOW = datetime(2025, 1, 5, 20, 0, tzinfo=UTC)


def told(command: str, before: Party) -> tuple[str, str]:
    after = apply(before, command)
    line = LogEntry(1, "k", command, changes_between(before, after), NOW)
    return line_label(line, after), line_text(line, after)


def party(**mara: object) -> Party:
    return new_party(("Mara", "Odo")).with_player(0, **mara)


@pytest.mark.parametrize(
    ("command", "mara", "label", "text"),
    [
        ("hp:0:-3", {}, "Mara −3", "Mara: −3"),
        ("hp:0:+1", {}, "Mara ±0", "Mara: ±0"),
        ("hp:0:=-4", {}, "Mara at −4 HP", "Mara is set to −4 HP"),
        ("hp:0:-2", {"hp": 2}, "Mara −2", "Mara: −2, falls"),
        (
            "hit:0:5",
            {"shields": "KhJh"},
            "Mara −1",
            "Mara takes a hit of 5: −1, King of Hearts spent, Jack of Hearts spent",
        ),
        (
            "hit:0:5",
            {"weapon": "8:Kc+Kh", "shields": "Jh"},
            "Mara −1",
            "Mara takes a hit of 5: −1, King of Hearts spent, Jack of Hearts spent",
        ),
        (
            "fight:0:Kc:weapon",
            {"weapon": "8"},
            "Mara fights King of Clubs",
            "Mara fights the King of Clubs with the 8: −5",
        ),
        (
            "fight:0:Kc:bare",
            {"hp": 9},
            "Mara fights King of Clubs",
            "Mara fights the King of Clubs with bare hands: −13, falls",
        ),
        (
            "fight:0:5c:weapon",
            {"weapon": "8"},
            "Mara fights 5 of Clubs",
            "Mara fights the 5 of Clubs with the 8",
        ),
        (
            "fight:0:JOKb:weapon",
            {"weapon": "8"},
            "Mara fights Black Joker",
            "Mara fights the Black Joker: the 8 is lost",
        ),
        (
            "drink:0:7h",
            {"hp": 11},
            "Mara drinks 7 of Hearts",
            "Mara drinks the 7 of Hearts: +7",
        ),
        ("equip:0:Ad", {}, "Mara equips Ace of Diamonds", "Mara equips the Ace of Diamonds"),
        (
            "use:0:Kh",
            {},
            "Mara takes King of Hearts",
            "Mara takes the King of Hearts as a shield",
        ),
        (
            "use:0:Jd",
            {"weapon": "8:Kc"},
            "Mara repairs: Jack of Diamonds",
            "Mara repairs the weapon with the Jack of Diamonds",
        ),
        ("use:0:JOKr", {"hp": 3}, "Mara uses Red Joker", "Mara uses the Red Joker: +17"),
        (
            "spend:0:Kh",
            {"shields": "Kh"},
            "Mara spends King of Hearts",
            "Mara spends the King of Hearts",
        ),
        (
            "attach:0:5c",
            {"weapon": "8"},
            "Mara +5c",
            "Mara: the 5 of Clubs is added to the weapon",
        ),
        (
            "detach:0:5c",
            {"weapon": "8:5c"},
            "Mara −5c",
            "Mara: the 5 of Clubs is removed from the weapon",
        ),
        (
            "discard:0",
            {"weapon": "8"},
            "Mara discards",
            "Mara discards the weapon and what is on it",
        ),
        (
            "weapon:0:{hammer}",
            {},
            "Mara: {hammer}",
            "Mara: weapon written as “{hammer}”",
        ),
        ("weapon:0:", {"weapon": "8"}, "Mara: no weapon", "Mara: weapon cleared"),
        ("shields:0:KhJh", {}, "Mara’s shields", "Mara: shields written as “KhJh”"),
        ("shields:0:", {"shields": "Kh"}, "Mara’s shields", "Mara: shields cleared"),
        ("first:1", {}, "Odo leads", "Odo leads this room"),
        ("name:0:Tess", {}, "Tess renamed", "“Mara” is now called Tess"),
        ("join:2:Pell", {}, "Pell joins", "Pell joins the party"),
        ("back:2", {}, "Player 3 is back", "Player 3 is back at the table"),
        ("leave:1", {}, "Odo leaves", "Odo leaves the table"),
        ("move:0:+1", {}, "Mara moves", "Mara changes places"),
    ],
)
def test_what_a_player_did_is_told_in_words(
    command: str, mara: dict[str, object], label: str, text: str
) -> None:
    assert told(command, party(**mara)) == (label, text)


@pytest.mark.parametrize(
    ("command", "label", "text"),
    [
        ("floor:+1", "Floor 10", "Floor 10, room 1"),
        ("room:+1", "Room 4", "Floor 9, room 4"),
        ("used:+Kh", "King of Hearts set aside", "Set aside: King of Hearts"),
        (
            "used:-QdJd",
            "2 cards back",
            "Back in the dungeon: Queen of Diamonds, Jack of Diamonds",
        ),
        ("used:=the queen Qd", "Set-aside cards", "Set-aside cards written as “the queen Qd”"),
        ("used:=", "Set-aside cards", "Nothing set aside any more"),
        ("title:Cellar", "Party renamed", "The party is called “Cellar”"),
        ("title:", "Party renamed", "The party has no name any more"),
        ("new", "New run", "A new run begins"),
    ],
)
def test_what_happened_to_the_party_is_told_in_words(command: str, label: str, text: str) -> None:
    assert told(command, Party(floor=9, room=3, used="QdJd")) == (label, text)


@pytest.mark.parametrize(
    ("changes", "label", "text"),
    [
        ({"players.0.hp": (17, 20)}, "Mara −3 undone", "Undone: Mara −3"),
        ({"floor": (10, 9), "first": (1, 0)}, "floor 10 undone", "Undone: floor 10"),
        ({"first": (1, 0)}, "lead undone", "Undone: lead"),
        (
            {"players.1.hp": (8, 20), "players.1.weapon": ("8:Kc", "8"), "used": ("Kh", "")},
            "Odo −12, Odo’s weapon, … undone",
            "Undone: Odo −12, Odo’s weapon, …",
        ),
        ({}, "Undo", "Entry 7 undone"),
    ],
)
def test_an_undo_of_what_nobody_knows_any_more_tells_what_it_changed(
    changes: dict[str, tuple[int, int]], label: str, text: str
) -> None:
    line = LogEntry(9, "k", "undo:7", dict(changes), NOW, undoes=7, root_text="dance:0")
    assert (line_label(line, party()), line_text(line, party())) == (label, text)


HIT = {"players.1.hp": (20, 8), "players.1.weapon": ("8:Kc", "8:Kc3c")}
UNHIT = {path: (after, before) for path, (before, after) in HIT.items()}


@pytest.mark.parametrize(
    ("root", "changes", "restores", "told"),
    [
        ("fight:1:3c:weapon", UNHIT, False, "Undone: Odo fights 3 of Clubs"),
        ("fight:1:3c:weapon", HIT, True, "Redone: Odo fights 3 of Clubs"),
        ("hp:0:-3", {"players.0.hp": (17, 20)}, False, "Undone: Mara −3"),
        ("hp:0:-3", {"players.0.hp": (20, 17)}, True, "Redone: Mara −3"),
        ("floor:+1", {"floor": (10, 9), "room": (1, 8)}, False, "Undone: Floor 10"),
        ("new", {"floor": (1, 9), "used": ("", "Kh")}, False, "Undone: New run"),
    ],
)
def test_an_undo_names_the_line_it_is_about(
    root: str, changes: dict[str, tuple[int, int]], restores: bool, told: str
) -> None:
    line = LogEntry(9, "k", "undo:7", dict(changes), NOW, restores=restores, root_text=root)
    assert line_text(line, party()) == told


@pytest.mark.parametrize(
    ("command", "label", "text"),
    [
        ("save:cellar", "Save cellar", "Saved as cellar"),
        ("load:cellar", "Load cellar", "The save cellar is loaded"),
        ("return:12", "Back to entry 12", "The table is back at entry 12"),
        ("resave:12", "Earlier save", "The save made at entry 12 is back"),
        ("dance:0:now", "dance:0:now", "dance:0:now"),
    ],
)
def test_saves_and_texts_nobody_knows_are_told_too(command: str, label: str, text: str) -> None:
    line = LogEntry(1, "k", command, {}, NOW)
    assert (line_label(line, party()), line_text(line, party())) == (label, text)


def test_no_command_is_without_words() -> None:
    assert {re.split(r"(?!-\w)\W", kind)[0] for kind in WORDS} == {*VERBS}


def test_a_long_name_is_cut_on_a_button_and_whole_in_the_history() -> None:
    long = party(name="Maximiliane von Hohenschwangau")
    assert told("hp:0:-3", long) == ("Maximiliane v… −3", "Maximiliane von Hohenschwangau: −3")
