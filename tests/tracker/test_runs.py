"""Every finished run stays: in the hall, with its story, and only while it is finished."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from django.core import signing
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.commands_at_random import ONE, played
from tests.examples import examples
from tests.long_logs import party_of
from tests.screens import ALL_44
from tests.tracker.parties import play
from tracker import models
from tracker.rules.table.state.party import new_party
from tracker.services.party.parties import party_create, party_table
from tracker.services.party.runs import RunSpan, run_finished, runs_of
from tracker.services.party.story import Blow, Worn, as_data, from_data
from tracker.web.browser import PARTIES_COOKIE

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

FALL = ("hp:0:=-2", "hp:1:=0")


def kept(code: str) -> list[tuple[int, int, str]]:
    """First entry, floors finished and ending of each run in the hall, the best first."""
    return [(run.first, run.floors, run.ending) for run in runs_of(party_table(code))]


def newest(code: str) -> RunSpan:
    run = run_finished(party_table(code), runs_of(party_table(code))[0].first)
    assert run is not None
    return run


def remembered(client: Client, *codes: str) -> Client:
    client.cookies[PARTIES_COOKIE] = signing.dumps(list(codes), salt=PARTIES_COOKIE, compress=True)
    return client


def test_a_run_stays_when_a_new_one_begins(code: str) -> None:
    play(code, "floor:=3", "room:=4", "new")
    assert kept(code) == [(1, 2, "left")]
    assert party_table(code).best == (2, 3)


def test_a_run_is_finished_when_all_have_fallen(code: str) -> None:
    play(code, "floor:=3", "hp:0:=-2")
    assert kept(code) == []
    play(code, "hp:1:=0")
    assert kept(code) == [(1, 2, "fallen")]


def test_a_run_that_went_nowhere_is_not_kept(code: str) -> None:
    play(code, "hp:0:-3", "new", "new")
    assert kept(code) == []


def test_one_who_clears_the_dungeon_alone_has_won(client: Client) -> None:
    code = party_create(state=new_party(("Mara",)))
    play(code, "game:solo", "room:+1", "hp:0:=1", f"out:{ALL_44}")
    assert kept(code) == [(1, 0, "won")]
    assert newest(code).story.won
    hall = client.get(f"/p/{code}/runs").content.decode()
    assert "<span>won</span>" in hall
    assert "1 room<" in hall
    story = client.get(f"/p/{code}/runs/1").content.decode()
    assert all(told in story for told in ("The dungeon is cleared", "Won with one health left"))
    play(code, "undo:4")
    assert kept(code) == []
    play(code, "undo:5", "new")
    assert kept(code) == [(1, 0, "won")]


def test_whoever_gets_up_again_plays_on(code: str) -> None:
    play(code, *FALL)
    play(code, "undo:2")
    assert kept(code) == []
    play(code, "undo:3")
    assert kept(code) == [(1, 0, "fallen")]


def test_what_is_corrected_after_the_fall_is_right_in_the_hall(code: str) -> None:
    play(code, *FALL)
    assert kept(code) == [(1, 0, "fallen")]
    play(code, "floor:=3", "name:0:Mira")
    assert kept(code) == [(1, 2, "fallen")]
    assert runs_of(party_table(code))[0].people.startswith("Mira")


def test_a_new_run_after_the_fall_keeps_one_run_not_two(code: str) -> None:
    play(code, *FALL, "name:0:Mira", "new")
    assert kept(code) == [(1, 0, "fallen")]


def test_undoing_the_new_run_takes_the_old_one_up_again(code: str) -> None:
    play(code, "floor:=3", "new")
    play(code, "undo:2")
    assert kept(code) == []
    assert party_table(code).best == (0, 0)
    play(code, "undo:3")
    assert kept(code) == [(1, 2, "left")]


def test_the_best_run_is_the_best_in_the_hall_whether_or_not_anybody_opens_that() -> None:
    """Whatever Undo and Redo take back; without saves, and without undoing old entries."""
    texts = ("floor:+1", "room:+1", "hp:0:=0", "hp:0:=9", "new", "undo", "undo", "redo", "redo")
    for seed in range(examples(60)):
        chance, code = Random(seed), party_create(state=ONE)
        for ledger in played(code, chance.choices(texts, k=20)):
            told = ledger.table().best
            with transaction.atomic():
                runs = runs_of(party_table(code))
                transaction.set_rollback(chance.random() < 0.7)
            best = max(((run.floors, run.rooms) for run in runs), default=(0, 0))
            assert told == party_table(code).best == best, (seed, ledger.revision)


def test_undoing_a_new_run_does_not_forget_the_runs_before(code: str) -> None:
    play(code, "floor:=3", "new", "floor:=4", "new")
    play(code, "undo:4")
    assert party_table(code).best == (2, 0)


def test_the_second_run_begins_where_the_first_ended(code: str) -> None:
    play(code, "floor:=3", "new", "hp:0:-4", "floor:=5", *FALL)
    assert kept(code) == [(2, 4, "fallen"), (1, 2, "left")]
    assert newest(code).story.parts[0].damage == 4


def test_a_save_brings_a_fallen_party_to_another_run(code: str) -> None:
    play(code, "floor:=3", "save:door", *FALL, "load:door", "floor:=4", *FALL)
    assert kept(code) == [(5, 3, "fallen"), (1, 2, "fallen")]


def test_a_save_that_leads_back_stays_in_the_run(code: str) -> None:
    play(code, "floor:=3", "save:door", "hp:0:-9", "room:+1", "load:door", "floor:=4", "new")
    assert kept(code) == [(1, 3, "left")]


def test_nobody_is_credited_with_floors_a_save_brought(code: str) -> None:
    play(code, "floor:=9", "save:deep", "new", "room:+1", "load:deep", "new")
    assert kept(code) == [(1, 8, "left"), (3, 0, "left")]


def test_runs_of_before_they_were_kept_are_found_once(client: Client, code: str) -> None:
    play(code, "floor:=3", "new", "floor:=5", *FALL)
    models.Run.objects.all().delete()
    models.Party.objects.update(runs_found=False, best_floors=0)
    page = client.get(f"/p/{code}/runs").content.decode()
    assert "4 floors, 0 rooms" in page
    assert "2 floors, 0 rooms" in page
    models.Run.objects.all().delete()
    assert "4 floors, 0 rooms" not in client.get(f"/p/{code}/runs").content.decode()


def test_the_hall_lists_the_best_first_and_leads_to_the_story(client: Client, code: str) -> None:
    play(code, "floor:=3", "new", "floor:=5", "room:=2", "new")
    page = client.get(f"/p/{code}/runs").content.decode()
    assert page.index("4 floors, 1 room") < page.index("2 floors, 0 rooms")
    assert page.count("The best") == 1
    story = client.get(f"/p/{code}/runs/2").content.decode()
    assert "4 floors, 1 room" in story
    assert 'value="new"' not in story


@pytest.mark.parametrize("number", ["2", "0", "99999999999999999999"])
def test_a_number_no_run_has_leads_nowhere(client: Client, code: str, number: str) -> None:
    play(code, "floor:=3", "new")
    assert client.get(f"/p/{code}/runs/{number}").status_code == 404


@pytest.mark.parametrize("skip", ["-1", "x", "999999999999", ""])
def test_an_odd_page_of_the_hall_is_a_page(client: Client, code: str, skip: str) -> None:
    play(code, "floor:=3", "new")
    assert client.get(f"/p/{code}/runs?skip={skip}").status_code == 200


def test_the_runs_of_all_my_parties_stand_by_who_played(client: Client, code: str) -> None:
    other = party_create(state=new_party(("Odo", "Mara")))
    third = party_create(state=new_party(("Pell", "Rook")))
    for each, floor in ((code, 3), (other, 7), (third, 5)):
        play(each, f"floor:={floor}", "new")
    page = remembered(client, code, other).get("/runs").content.decode()
    assert page.count("<h2") == 1
    assert "Mara, Odo" in page
    assert page.index("6 floors") < page.index("2 floors")
    assert "4 floors" not in page
    assert "6 floors" in client.get("/").content.decode()


def test_one_look_waits_for_a_few_long_logs_and_the_next_ones_for_the_rest(client: Client) -> None:
    codes = [party_of(entries, 500) for entries in (1_000, 1_500, 4_000)]
    remembered(client, *codes)
    in_doubt = models.Party.objects.filter(runs_found=False)
    left = []
    for _ in range(3):
        client.get("/")
        left.append([*in_doubt.values_list("code", flat=True)])
    assert left == [codes[2:], [], []]
    runs = models.Run.objects.filter(party__code__in=codes)
    assert runs.count() == sum((1_000, 1_500, 4_000)) // 500


def test_the_table_marks_the_best_run_and_says_when_it_is_passed(client: Client, code: str) -> None:
    play(code, "floor:=3", "room:=4", "new")
    page = client.get(f"/p/{code}/").content.decode()
    assert ' best">' in page
    play(code, "floor:=3", "room:=4")
    assert "Further than ever" not in client.get(f"/p/{code}/").content.decode()
    play(code, "room:+1")
    assert "Further than ever: 2 floors, 4 rooms" in client.get(f"/p/{code}/").content.decode()
    play(code, "room:+1")
    assert "Further than ever" not in client.get(f"/p/{code}/").content.decode()
    assert "Best run: 2 floors, 3 rooms" in client.get(f"/p/{code}/dungeon").content.decode()


def test_pauses_are_not_played(code: str) -> None:
    play(code, "hp:0:-1", "floor:=2", "hp:0:-1", "floor:=3", "new")
    began, minutes = datetime(2026, 3, 14, 19, tzinfo=UTC), (0, 5, 125, 126, 130)
    for number, minute in enumerate(minutes, 1):
        models.Entry.objects.filter(number=number).update(created=began + timedelta(minutes=minute))
    play(code, "undo:5")
    play(code, "undo:6")
    story = newest(code).story
    assert story.seconds == 6 * 60
    assert [(floor.floor, floor.seconds) for floor in story.floors] == [(1, 300), (2, 60), (3, 0)]


def test_the_story_says_how_long_each_took(client: Client, code: str) -> None:
    """From the entry before to the deed, five minutes at most, and nothing after a long pause."""
    play(code, "hp:0:-1", "fight:1:5s:bare", "room:+1", "fight:0:4c:bare", "fight:1:9s:bare")
    play(code, "drink:1:3h", "hp:0:=7", "fight:0:2c:bare", "new")
    began, minutes = datetime(2026, 3, 14, 19, tzinfo=UTC), (0, 2, 3, 7, 13, 14, 17, 47, 48)
    for number, minute in enumerate(minutes, 1):
        models.Entry.objects.filter(number=number).update(created=began + timedelta(minutes=minute))
    assert [part.seconds for part in newest(code).story.parts] == [4 * 60, (2 + 5 + 1) * 60]
    page = client.get(f"/p/{code}/runs/1").content.decode()
    assert "Mara: 4 min" in page
    assert "Odo: 8 min" in page


def test_the_story_tells_who_did_what(code: str) -> None:
    play(code, "equip:0:8d", "fight:0:Kc:weapon", "fight:0:5s:weapon", "fight:1:As:bare")
    play(code, "drink:1:9h", "drink:1:10h", "room:+1", "hp:0:-3", "new")
    story = newest(code).story
    mara, odo = story.parts
    assert (mara.slain, odo.slain) == (("Kc", "5s"), ("As",))
    assert (mara.damage, odo.damage, odo.healed) == (8, 14, 14)
    assert story.hardest == Blow(1, 14, "As", 6)
    assert story.worn == Worn(0, "8", 2)
    assert (story.potions, story.wasted) == (2, 5)
    assert (mara.led, odo.led) == (1, 0)


def test_what_was_undone_counts_for_nobody(code: str) -> None:
    play(code, "fight:0:As:bare", "room:+1")
    play(code, "undo:1")
    play(code, "new")
    story = newest(code).story
    assert (story.parts[0].slain, story.parts[0].damage, story.hardest) == ((), 0, None)


def test_taps_in_a_row_are_one_hit_and_one_too_many_is_none(code: str) -> None:
    play(code, *["hp:0:-1"] * 5, "hp:0:+1", "room:+1", "new")
    assert newest(code).story.hardest == Blow(0, 4, "", 16)


def test_an_escape_is_lived_through(code: str) -> None:
    play(code, "hit:0:18", "hit:1:19", "hit:1:5", "hp:0:+3", "room:+1", "new")
    assert newest(code).story.escape == Blow(0, 18, "", 2)


def test_a_story_survives_its_storing(code: str) -> None:
    play(code, "equip:0:8d", "fight:0:Kc:weapon", "hp:1:=-3", "floor:+1", "hp:0:=0")
    story = newest(code).story
    assert from_data(as_data(story)) == story


def test_a_tap_asks_nothing_of_the_runs(code: str) -> None:
    play(code, "floor:=3", "new", "hp:0:-1")
    with CaptureQueriesContext(connection) as tap:
        play(code, "hp:0:-1")
    assert tap.captured_queries
    assert not any("tracker_run" in query["sql"] for query in tap.captured_queries)
