"""The run looked back on: record, story, and the chart of everybody's health."""

from __future__ import annotations

import gzip
import random
import re
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from tests.commands_at_random import played
from tests.examples import examples
from tests.tracker.parties import play
from tracker import models
from tracker.boards.party.runs.run import RunBoard, picture_of, run_board
from tracker.boards.words.names import isolated
from tracker.rules.table.state.party import new_party
from tracker.services.party.parties import party_create, party_table
from tracker.services.party.runs import run_in_play
from tracker.services.party.story import MOST_POINTS, Blow, as_data, sound

pytestmark = pytest.mark.django_db


@pytest.fixture
def code() -> str:
    return party_create(state=new_party(("Mara", "Odo"), "The Low Lantern"))


def board_of(code: str) -> RunBoard:
    return run_board(run_in_play(party_table(code)), party_table(code))


def paths(code: str) -> list[str]:
    chart = board_of(code).chart
    assert chart is not None
    return [curve.path for curve in chart.curves]


def page_of(client: Client, code: str) -> str:
    return client.get(f"/p/{code}/run").content.decode()


def chart_in(page: str) -> str:
    return page[page.index('<svg class="chart"') : page.index('<ul class="fates list">')]


def test_the_page_shows_the_record_and_the_ways_on(client: Client, code: str) -> None:
    play(code, "floor:=8", "room:=10")
    page = page_of(client, code)
    assert '<p class="record">7 floors, 9 rooms</p>' in page
    for shown in ("The Low Lantern", "Still going", 'value="new"'):
        assert shown in page


def test_a_run_not_begun_has_no_chart_and_no_new_run(client: Client, code: str) -> None:
    page = page_of(client, code)
    assert "Nothing yet." in page
    assert 'value="new"' not in page


def test_the_end_of_a_run_is_told(client: Client, code: str) -> None:
    play(code, "hp:0:=-2", "hp:1:=0")
    page = page_of(client, code)
    assert "The run is over" in page
    assert page.count('class="fell') == 2


def test_every_step_of_health_is_drawn(code: str) -> None:
    play(code, "hp:0:-5", "room:+1", "hp:0:+2", "hp:1:-1")
    assert paths(code) == ["M0 0h1v5h2v-2h1", "M0 0h4v1h0"]


def test_an_undo_is_drawn_too(code: str) -> None:
    play(code, "hp:0:-5")
    play(code, "undo:1")
    assert paths(code)[0] == "M0 0h1v5h1v-5h0"


def test_a_new_run_starts_the_story_again(code: str) -> None:
    play(code, "hp:0:-5", "floor:+1", "new", "hp:1:-3")
    assert paths(code) == ["M0 0h1", "M0 0h1v3h0"]


def test_undoing_the_new_run_brings_the_story_back(code: str) -> None:
    play(code, "hp:0:-5", "new")
    play(code, "undo:2")
    assert paths(code)[0] == "M0 0h1v5h1v-5h1v5h0"


@pytest.mark.parametrize("written", ["shields:0:KhJh", "weapon:0:8:Kc+KhJh"])
def test_a_shield_counts_as_spent_wherever_it_is_written(code: str, written: str) -> None:
    play(code, written, "hit:0:2", "spend:0:Jh", written, "weapon:0:", "shields:0:")
    assert run_in_play(party_table(code)).story.shields == 2


def test_a_run_that_two_phones_tell_is_one(code: str) -> None:
    play(code, "rules:count_runs=False", "deal:1.1:9c8c7c6c5c4c")
    play(code, *["run:1.1:9c8c7c6c5c4c"] * 2, "run:1.1")
    assert run_in_play(party_table(code)).story.runs == 1


def test_who_has_left_is_not_drawn(code: str) -> None:
    play(code, "hp:0:-5", "leave:0")
    assert [name for name, _part in board_of(code).parts] == ["Odo"]
    assert len(paths(code)) == 1


def test_health_far_below_zero_stays_on_the_page(code: str) -> None:
    play(code, "hp:0:=-9999")
    chart = board_of(code).chart
    assert chart is not None
    assert chart.box == "0 0 1 40"
    assert chart.curves[0].path == "M0 0h1v40h0"


def test_floors_are_marked_where_they_began(code: str) -> None:
    play(code, "hp:0:-1", "floor:+1", "hp:0:-1", "floor:+1")
    chart = board_of(code).chart
    assert chart is not None
    assert chart.gates == (("100.0%", 3), ("50.0%", 2), ("0.0%", 1))


def test_a_floor_touched_by_mistake_is_not_marked(code: str) -> None:
    play(code, "floor:+1", "hp:0:-1", "floor:+1", "floor:-1")
    assert [row.floor for row in board_of(code).floors] == [1, 2]


def test_the_table_says_how_each_floor_was_left(client: Client, code: str) -> None:
    play(code, "hp:0:-6", "floor:+1", "hp:0:-1", "hp:1:=-3")
    page = page_of(client, code)
    left, now = re.findall(r'<tr><th scope="row">(\d.*?)</tr>', page)
    assert re.findall(r"<td.*?>(.*?)</td>", left) == ["&lt;\N{NO-BREAK SPACE}1", "14", "20"]
    assert re.findall(r"<td.*?>(.*?)</td>", now)[1:] == ["13", "−3"]
    assert ["now" in row for row in (left, now)] == [False, True]


def test_the_lowest_health_of_each_is_remembered(client: Client, code: str) -> None:
    play(code, "hp:0:-18", "hp:0:+9")
    assert "lowest 2" in page_of(client, code)


def test_crests_do_not_cover_each_other() -> None:
    code = party_create(state=new_party(("Mara", "Odo", "Pell", "Rook")))
    play(code, "hp:0:=1", "hp:1:=0", "hp:2:=1", "hp:3:=0")
    chart = board_of(code).chart
    assert chart is not None
    places = sorted(float(curve.crest.rstrip("%")) for curve in chart.curves)
    assert all(low - high >= 9.9 for high, low in zip(places, places[1:], strict=False))
    assert places[-1] <= 100


def test_the_span_of_a_run_is_told_in_days(code: str) -> None:
    play(code, "hp:0:-1", "hp:0:-1")
    began = datetime(2026, 3, 14, 19, 40, tzinfo=UTC)
    first, last = models.Entry.objects.order_by("number")
    models.Entry.objects.filter(pk=first.pk).update(created=began)
    models.Entry.objects.filter(pk=last.pk).update(created=began + timedelta(hours=2, minutes=35))
    assert board_of(code).span == "14 March 2026, 19:40 to 22:15"
    models.Entry.objects.filter(pk=last.pk).update(created=began + timedelta(days=19))
    assert board_of(code).span == "14 March 2026 to 2 April 2026"


def test_a_long_run_makes_a_light_chart(client: Client) -> None:
    code = party_create(state=new_party(("Mara", "Odo", "Pell", "Rook")))
    dice = random.Random(7)
    for _ in range(10):
        hits = [
            f"hp:{dice.randrange(4)}:{dice.choice('+-')}{dice.randint(1, 6)}" for _ in range(150)
        ]
        play(code, *hits, "floor:+1")
    chart = chart_in(page_of(client, code))
    assert len(gzip.compress(chart.encode())) <= 4096
    for path in paths(code):
        assert len(re.findall("v", path)) <= MOST_POINTS


def test_a_dip_is_not_lost_in_a_long_run(code: str) -> None:
    play(code, *["room:+1"] * 90, "hp:0:-19", "hp:0:+19", *["room:+1"] * 100)
    play(code, *["room:+1"] * 199)
    assert re.search(r"v19h\d+v-19", paths(code)[0])


def test_undo_on_this_page_takes_the_last_entry_back(client: Client, code: str) -> None:
    play(code, "hp:0:-6")
    assert '<small dir="auto">Mara −6</small>' in page_of(client, code)
    client.post(f"/p/{code}/entries", {"command": "undo:1"})
    assert party_table(code).state.players[0].hp == 20


def test_lines_of_one_height_lie_beside_each_other(code: str) -> None:
    play(code, "room:+1")
    chart = board_of(code).chart
    assert chart is not None
    shifts = [float(curve.shift) for curve in chart.curves]
    assert sum(shifts) == 0
    assert len({*shifts}) == len(shifts) > 1


def test_a_newcomer_does_not_inherit_the_story_of_whoever_sat_there(code: str) -> None:
    play(code, "first:1", "equip:1:8d", "fight:1:Kc:weapon", "hp:1:=2", "hit:1:1", "room:+1")
    play(code, "leave:1", "join:1:Pell", "fight:1:2c:bare", "first:1", "room:+1")
    story = run_in_play(party_table(code)).story
    pell = story.parts[1]
    assert (pell.slain, pell.damage, pell.lowest, pell.led) == (("2c",), 2, 18, 1)
    assert (story.hardest, story.escape, story.worn) == (Blow(1, 2, "2c", 18), None, None)


def test_whoever_went_home_early_keeps_their_name_and_their_deeds(code: str) -> None:
    play(code, "equip:1:8d", "fight:1:Kc:weapon", "fight:1:As:bare", "leave:1", "hp:0:=0")
    board = board_of(code)
    facts = dict(board.facts)
    assert facts["Most worn weapon"] == f"{isolated('Odo')} had 1 enemy on the 8"
    assert facts["Hardest hit"].startswith(f"{isolated('Odo')} took 14 from")
    done = {name: part.slain for name, part in board.deeds}
    assert done == {"Mara": (), "Odo": ("Kc", "As")}
    assert [name for name, _part in board.parts] == ["Mara"]


def test_whoever_left_and_did_nothing_is_not_told_of(code: str) -> None:
    play(code, "name:1:Pell", "leave:1", "hp:0:-3")
    assert [name for name, _part in board_of(code).deeds] == ["Mara"]


def test_everybody_of_whom_a_run_tells_stands_in_it(code: str) -> None:
    """However people leave, come and come back, and Undo takes that back."""
    deeds = ("weapon:{}:8:Kc", "fight:{}:As:bare", "equip:{}:9d", "fight:{}:2c:weapon", "hp:{}:-4")
    seats = ("leave:{}", "join:{}:Tess", "back:{}", "name:{}:Pell")
    texts = [text.format(n) for text in (*deeds, *seats) for n in range(3)]
    told = 0
    for seed in range(examples(40)):
        code = party_create(state=new_party(("Mara", "Odo", "Rook")))
        for ledger in played(code, random.Random(seed).choices([*texts, "undo", "redo"], k=20)):
            story = run_in_play(ledger.table()).story
            named = {each.player for each in (story.hardest, story.escape, story.worn) if each}
            assert named <= {part.number for part in story.everybody}, (seed, ledger.revision)
            assert sound(as_data(story)), (seed, ledger.revision)
            told += bool(story.gone)
    assert told


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("later", [0, 3])
def test_the_line_of_a_newcomer_begins_when_they_come(
    client: Client, seat: int, later: int
) -> None:
    code = party_create(state=new_party(("Mara", "Odo", "Pell", "Rook")))
    play(code, f"hp:{seat}:=2", "floor:=2", f"leave:{seat}", *["room:+1"] * later, "floor:=3")
    play(code, f"join:{seat}:Tess", f"hp:{seat}:-1")
    story = run_in_play(party_table(code)).story
    lines = {part.number: part.points for part in story.parts}
    assert lines.pop(seat) == ((5 + later, 20), (6 + later, 19))
    assert {points[0] for points in lines.values()} == {(0, 20)}
    tess = [part.number for part in story.parts].index(seat)
    assert [floor.hps[tess] for floor in story.floors] == [None, None, 19]
    assert paths(code)[tess] == f"M{5 + later} 0h1v1h0"
    assert picture_of(story)
    assert page_of(client, code).count('<td class="number"></td>') == 2
