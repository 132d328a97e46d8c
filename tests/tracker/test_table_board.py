"""The table shows a party and its newest lines."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from tests.commands_at_random import BEGINNINGS, played, story
from tests.examples import examples
from tracker.boards.party.table.effect import parts_of
from tracker.boards.party.table.panel import Panel, kit_of
from tracker.boards.party.table.ribbon import returns
from tracker.boards.party.table.table import TableBoard, table_board
from tracker.rules.table.state.party import Party, new_party
from tracker.services.party.parties import party_create
from tracker.services.party.table import LogEntry, Table

NOW = datetime(2025, 1, 5, 20, 0, tzinfo=UTC)
ALL_USED = "JOKbJOKrKdQdJdKhQhJh"
THIRTEEN = "10:AcKsQcJs10c9s8c7s6c5c4s3c2s"


def party(names: tuple[str, ...] = ("Mara", "Odo"), **mara: object) -> Party:
    return new_party(names).with_player(0, **mara)


def dungeon(floor: int, used: str = "", due: str = "") -> Party:
    return Party(floor=floor, used=used, due=due)


def line(
    number: int, text: str, ago: float = 0, undone: bool = False, **changes: object
) -> LogEntry:
    """`hp=(14, 11)` is Mara's; the other changes are the party's."""
    paths = {"players.0.hp" if path == "hp" else path: step for path, step in changes.items()}
    created = NOW - timedelta(seconds=ago)
    undoes = int(text[5:]) if text.startswith("undo:") else None
    changed: Any = paths
    return LogEntry(number, f"k{number}", text, changed, created, undoes=undoes, undone=undone)


def board(state: Party, *lines: LogEntry, undo: int = 0, redo: int = 0) -> TableBoard:
    entries = {entry.number: entry for entry in lines}
    undoing = entries.get(redo)
    return table_board(
        Table(
            party_id=1,
            code="lantern",
            watch_code="",
            created=NOW,
            revision=max(entries, default=0),
            state=state,
            recent=tuple(sorted(lines, key=lambda entry: -entry.number)),
            undo=entries.get(undo),
            redo=entries[undoing.undoes or 0] if undoing else None,
            redo_top=redo,
        ),
        NOW,
    )


def mara(state: Party, *lines: LogEntry) -> Panel:
    return board(state, *lines).players[0]


@pytest.mark.parametrize(
    ("weapon", "beats"),
    [
        ("", "*Bare hands*"),
        ("8", "Can fight *anything*"),
        ("8:KcJs5s", "Can fight *4* or lower"),
        ("8:Ks3c", "Can fight *2* or lower"),
        ("8:Ks2c", "*Worn out.* Joker only"),
        ("8:5cKc", "Kc is not below 5c"),
        ("hammer *big*", "Your note"),
    ],
)
def test_a_panel_says_what_the_weapon_beats(weapon: str, beats: str) -> None:
    assert mara(party(weapon=weapon)).beats == beats


def test_a_text_that_is_no_weapon_stands_as_it_was_typed() -> None:
    shown = mara(party(weapon="8Kc & a bow"))
    assert (shown.words, shown.fan) == ("8Kc & a bow", None)


def test_six_enemies_are_fanned_and_of_more_only_the_last_four() -> None:
    six = mara(party(weapon="9:AcKsQcJs10c9s")).fan
    many = mara(party(weapon=THIRTEEN)).fan
    assert six is not None
    assert many is not None
    assert (len(six.enemies), six.hidden) == (6, 0)
    assert ([card.code for card in many.enemies], many.hidden) == (["5c", "4s", "3c", "2s"], 9)


def test_only_a_single_player_has_cards_with_pips() -> None:
    alone, together = (mara(party(names, weapon="8:Kc5s")).fan for names in (("",), ("", "")))
    assert alone is not None
    assert together is not None
    assert [len(card.pips) for card in (alone.weapon, *alone.enemies)] == [8, 0, 5]
    assert not together.weapon.pips


@pytest.mark.parametrize(
    ("hp", "text", "state", "width"),
    [
        (20, "20", "full", 200),
        (6, "6", "", 60),
        (5, "5", "danger", 50),
        (0, "0", "down", 0),
        (-13, "−13", "down", 0),
    ],
)
def test_a_panel_shows_how_a_player_is(hp: int, text: str, state: str, width: int) -> None:
    shown = mara(party(hp=hp))
    assert (shown.hp, shown.state, shown.gauge.width) == (text, state, width)


def test_who_has_fallen_is_skipped_and_shows_no_weapon() -> None:
    shown = mara(party(hp=-2, weapon="8:Kc", shields="Kh"))
    assert (shown.beats, shown.fan) == ("*Fallen.* Skip their turn", None)
    assert [shield.label for shield in shown.shields] == ["Shield 3, King of Hearts"]


def test_taps_within_two_seconds_are_one_change() -> None:
    taps = [line(n, "hp:0:-1", ago=9 - n, hp=(h, h - 1)) for n, h in ((7, 17), (8, 16), (9, 15))]
    earlier = line(5, "hp:0:-1", ago=5, hp=(18, 17))
    shown = mara(party(hp=14), earlier, *taps)
    assert shown.badge is not None
    assert (shown.badge.text, shown.badge.kind) == ("−3", "hurt")
    assert (shown.gauge.width, shown.gauge.lost) == (140, 30)


def test_a_healing_is_shown_as_such() -> None:
    shown = mara(party(hp=20), line(1, "drink:0:7h", hp=(15, 20)))
    assert shown.badge is not None
    assert (shown.badge.text, shown.badge.kind, shown.gauge.lost) == ("+5", "heal", 0)


def test_a_long_burst_is_summed_whole_or_not_told() -> None:
    burst = [line(n, "hp:0:-1", ago=(40 - n) / 10, hp=(41 - n, 40 - n)) for n in range(1, 41)]
    whole = mara(party(hp=0), *burst)
    assert whole.badge is not None
    assert whole.badge.text == "−40"
    assert mara(party(hp=0), *burst[1:]).badge is None


def test_a_change_is_news_for_a_minute() -> None:
    assert mara(party(hp=15), line(1, "hp:0:-5", ago=59, hp=(20, 15))).badge is not None
    assert mara(party(hp=15), line(1, "hp:0:-5", ago=61, hp=(20, 15))).badge is None


@pytest.mark.parametrize("text", ["new", "load:cellar", "hp:0:=20", "undo:1"])
def test_what_sets_the_numbers_anew_ends_the_last_change(text: str) -> None:
    hit = line(1, "hit:0:5", ago=3, hp=(20, 15), undone=text == "undo:1")
    assert mara(party(), hit, line(2, text, ago=1, hp=(15, 20))).badge is None


def test_what_was_undone_or_loaded_is_no_last_change() -> None:
    undone = line(3, "hp:0:-1", undone=True, hp=(20, 19))
    undoing = line(4, "undo:3", hp=(19, 20))
    loaded = line(5, "load:cellar", hp=(20, 3))
    assert mara(party(), undone, undoing, loaded).badge is None


def test_players_stand_in_table_order_and_keep_their_crest() -> None:
    state = Party(seating="201", first=2, players=new_party(("Mara", "", "Pell")).players)
    shown = board(state).players
    assert [(p.place, p.seat, p.name) for p in shown] == [
        (1, 3, "Pell"),
        (2, 1, "Mara"),
        (3, 2, "Player 2"),
    ]
    assert [p.leads for p in shown] == [True, False, False]


def test_a_single_player_does_not_lead_anybody() -> None:
    assert not mara(party(("Mara",))).leads


@pytest.mark.parametrize(
    ("floor", "numbers"), [(1, [1, 5, 10]), (9, [5, 9, 10, 15]), (10, [10, 15, 20])]
)
def test_the_track_runs_from_the_last_gate_over_the_next_two(
    floor: int, numbers: list[int]
) -> None:
    steps = board(dungeon(floor)).track
    assert [step.floor for step in steps if step.numbered] == numbers
    assert [step.floor for step in steps if step.kind == "now"] == [floor]


@pytest.mark.parametrize(
    ("floor", "used", "due", "text"),
    [
        (9, "", "", "No special cards set aside"),
        (9, "JOKbJOKrKdQdJd", "", "*2* of 5 cards return on *floor 10*"),
        (9, "Kd", "", "The King of Diamonds returns on *floor 35*"),
        (34, ALL_USED, "", "*8* of 8 cards return on *floor 35*"),
        (10, "JOKbKdQdJd", "QdJd", "*Floor 10:* shuffle 2 cards back in"),
        (10, "Qd", "Qd", "*Floor 10:* shuffle 1 card back in"),
    ],
)
def test_the_ribbon_tells_what_comes_back_when(floor: int, used: str, due: str, text: str) -> None:
    assert board(dungeon(floor, used, due)).returns.text == text


def test_one_tap_brings_back_what_is_due() -> None:
    assert board(dungeon(10, "JOKbKdQdJd", "QdJd")).returns.command == "used:-QdJd"
    assert board(dungeon(9, "QdJd")).returns.command == ""


def test_the_eight_cards_show_where_they_are() -> None:
    shown = {card.face.code: card for card in board(dungeon(9, "Kd Qd Jd")).cards}
    assert [card.state for card in shown.values()] == ["out"] * 2 + ["gone", "back", "back"] + [
        "out"
    ] * 3
    assert shown["Kd"].label == "King of Diamonds: set aside, comes back on floor 35"
    assert (shown["Kh"].label, shown["Kh"].command) == ("King of Hearts: in play", "used:+Kh")
    assert (shown["Qd"].state, shown["Qd"].command) == ("back", "used:-Qd")


def test_cards_that_come_back_now_say_so() -> None:
    shown = {card.face.code: card for card in board(dungeon(10, "KdQd", "Qd")).cards}
    assert (shown["Qd"].state, shown["Kd"].state) == ("now", "gone")
    assert shown["Qd"].label == "Queen of Diamonds: set aside, comes back now"


def test_the_record_stands_there_once_all_have_fallen() -> None:
    state = Party(players=new_party(("Mara",)).with_player(0, hp=-1).players, floor=8, room=10)
    ending = board(state).ending
    assert ending is not None
    assert ending.text == "7 floors, 9 rooms"
    assert board(party()).ending is None


def test_undo_and_redo_say_what_they_are_about() -> None:
    hit = line(4, "hp:0:-3", hp=(20, 17))
    taken_back = line(6, "undo:5", floor=(10, 9))
    climbed = line(5, "floor:+1", undone=True, floor=(9, 10))
    shown = board(party(hp=17), hit, climbed, taken_back, undo=4, redo=6)
    assert shown.undo is not None
    assert shown.redo is not None
    assert (shown.undo.command, shown.undo.label) == ("undo:4", "Mara −3")
    assert (shown.redo.command, shown.redo.label) == ("undo:6", "Floor 10")


def test_a_new_party_has_nothing_to_undo() -> None:
    shown = board(party())
    assert (shown.undo, shown.redo, shown.title) == (None, None, "Mara, Odo")


def test_the_cards_a_floor_brings_back_are_named() -> None:
    party = replace(new_party(("Mara",)), floor=10, used="KdQdJh")
    assert returns(party, ("Qd", "Jh")).names == ("Queen of Diamonds", "Jack of Hearts")


RUN = (
    line(6, "hp:0:+5", hp=(-3, 2)),
    line(5, "hp:0:-20", hp=(17, -3)),
    line(4, "floor:+1", floor=(1, 2)),
    line(3, "hp:0:-3", hp=(20, 17)),
    line(2, "new", hp=(11, 20)),
    line(1, "hp:0:-9", hp=(20, 11)),
)


def test_the_line_of_one_player_begins_with_the_run() -> None:
    drawn = board(replace(party(("Mara",), hp=2), floor=2), *RUN).players[0].spark
    assert drawn is not None
    assert (drawn.line, drawn.width, drawn.floor) == ("M0 0H1V3H2V20H3V18", 3, 1)


def test_more_than_one_player_has_no_line() -> None:
    assert board(party(hp=2), *RUN).players[0].spark is None


@pytest.mark.django_db
def test_all_that_a_panel_shows_of_somebodys_cards_hangs_on_their_kit() -> None:
    """A command that leaves the kit as it was says nothing of them to the phone (effect.py)."""
    shown, told = dict[tuple[str, bool], object](), 0
    for seed in range(examples(150)):
        chance = Random(seed)
        code = party_create(state=chance.choice(BEGINNINGS))
        for ledger in played(code, story(chance, 12)):
            state = ledger.state
            for number in state.seated:
                kit = kit_of(state, number), len(state.seated) == 1
                parts = parts_of(state, number)
                told += kit in shown
                assert shown.setdefault(kit, parts) == parts, seed
    assert told > len(shown)
