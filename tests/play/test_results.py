"""Results of games as a file: exported, brought to another browser, counted there once."""

from __future__ import annotations

import copy
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client

from tests.play.matches import OTHER, PHONE, at_one_phone, dealt, finished, phone, played_on
from tests.site.test_restored_pages import spoilt
from tracker import models
from tracker.rules.games import GAMES
from tracker.rules.words import Refused
from tracker.services.match.play import match_delete
from tracker.services.match.rows import match_table
from tracker.services.match.summaries import (
    MOST_BYTES,
    MOST_RESULTS,
    finished_of,
    results_export,
    results_import,
    results_new,
    results_read,
)
from tracker.web.limits import THOUGHTS

pytestmark = pytest.mark.django_db

FILES = 6  # sent at once


def some_games() -> list[str]:
    codes = [dealt("solo"), dealt("castle", "easy"), at_one_phone("coop", 2)]
    for code in codes:
        for _ in played_on(code, 2000):
            pass
    return codes


def brought(phone: str, content: bytes) -> int:
    return results_import(phone, results_new(phone, results_read(content)))


def file_of(content: dict[str, Any]) -> bytes:
    return json.dumps(content).encode()


def sent(client: Client, content: bytes) -> Any:
    return client.post("/records/import", {"file": SimpleUploadedFile("r.json", content)})


def test_results_are_carried_to_another_browser_and_count_once() -> None:
    codes = some_games()
    r = phone().get("/records/export.json")
    assert not any(code in r.content.decode() for code in (*codes, PHONE))
    there = Client()
    for added in ("3 results were added", "0 results were added"):
        assert sent(there, r.content).status_code == 303
        page = there.get("/records/").content.decode()
        assert added in page
    for told in ("Solo Scoundrel", "Castle", "Co-operative Scoundrel", "Mara"):
        assert told in page
    assert models.Result.objects.count() == 3
    assert there.get("/records/export.json").json() == r.json()
    sent(phone(), r.content)
    assert len(finished_of(PHONE)) == 3


def test_what_was_brought_is_reset_and_undone_with_the_rest() -> None:
    some_games()
    brought(OTHER, file_of(results_export(PHONE)))
    other = phone(OTHER)
    other.post("/records/", {"do": "reset"})
    assert "No finished games yet" in other.get("/records/").content.decode()
    other.post("/records/", {"do": "undo"})
    assert "Castle" in other.get("/records/").content.decode()


def test_what_was_brought_is_deleted_for_good_and_no_more_than_that() -> None:
    some_games()
    content = file_of(results_export(PHONE))
    for whose in ("z" * 13, OTHER):
        brought(whose, content)
    dealt("solo", phone=OTHER)
    for _ in played_on(models.Match.objects.latest("id").code, 300):
        pass
    other = phone(OTHER)
    assert "Delete imported results" in other.get("/records/").content.decode()
    assert other.post("/records/", {"do": "delete"}).status_code == 303
    page = other.get("/records/").content.decode()
    assert "The imported results are deleted." in page
    assert "Delete imported results" not in page
    assert [match.key for match in finished_of(OTHER)] == [""]
    assert len(finished_of("z" * 13)) == 3
    assert "Delete imported results" not in phone().get("/records/").content.decode()
    Client().post("/records/", {"do": "delete"})
    assert models.Result.objects.count() == 3


BROKEN: dict[str, Any] = {
    "key": ["", "x" * 16, 7, "g" * 15, ["a"] * 16, {"a": 1}, "٣" * 16],
    "game": ["chess", None, [], "coop"],
    "options": [{"skip": "never"}, [], None, {"x": 1}],
    "seed": ["", "A B", None],
    "outcome": ["", "quit", None, []],
    "winner": [9, -1, "0", True],
    "score": [{}, None, {"hp": "much", "turns": 1}, {"hp": 1}, {"hp": 10**9, "turns": 1}],
    "names": [[], ["a", "b"], ["x" * 61], [None], "M", ["\0"]],
    "levels": [[], ["wizard"], None],
    "seats": [[], [1], ["0"], None, [0, 0], [0] * 10_000, {"0": 0}, [[]]],
    "seconds": [-1, 10**9, "5", None],
    "ended": ["", "yesterday", None, "1999-01-01T00:00:00+00:00", "2026-11-22T00:00:00"],
}
BROKEN["ended"] += ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", [], 10**400]
JUNK: list[Any] = [
    *(None, True, -1, 1e308, 10**400, "", "\0", "\ud800", "x" * 100_000, [], [[]], [{}], {}),
    *({"": None}, ["a"] * 16, [10**400], {"hp": 10**400}, "0001-01-01T00:00:00+14:00", ["\0"]),
]


def test_nothing_broken_is_taken_in_and_nothing_breaks() -> None:
    code = dealt("solo")
    for _ in played_on(code, 300):
        pass
    whole = results_export(PHONE)
    for name, values in BROKEN.items():
        for value in values:
            content = copy.deepcopy(whole)
            content["results"][0][name] = value
            with pytest.raises(Refused):
                brought(OTHER, file_of(content))
    others: list[Any] = [{}, [], None, whole | {"kind": "x"}, whole | {"results": {"a": 1}}]
    for strange in others:
        with pytest.raises(Refused):
            brought(OTHER, json.dumps(strange).encode())
    for text in (b"", b"{", b"\xff", b"[" * 100_000):
        with pytest.raises(Refused):
            brought(OTHER, text)
    assert models.Result.objects.count() == 0


@pytest.mark.thorough
@pytest.mark.parametrize("name", BROKEN)
def test_no_part_of_a_file_can_be_anything_that_breaks_the_page(name: str) -> None:
    """In any game, and whatever part of that part it is."""
    for key in GAMES:
        code = finished(key)
        whole = results_export(PHONE)
        match_delete(code=code, phone=PHONE)
        (one,) = whole["results"]
        for junk in JUNK:
            for part in spoilt(one[name], junk):
                with suppress(Refused):
                    brought(OTHER, file_of(whole | {"results": [one | {name: part}]}))
                    THOUGHTS.reset()
                    assert phone(OTHER).get("/records/").status_code == 200, (key, part)
                models.Result.objects.all().delete()


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_the_same_file_sent_twice_at_once_counts_once() -> None:
    some_games()
    content = file_of(results_export(PHONE))
    together = threading.Barrier(FILES)

    def send() -> int:
        with closing(connection):  # of this thread
            together.wait(30)
            return brought(OTHER, content)

    with ThreadPoolExecutor(FILES) as phones:
        counts = [phones.submit(send) for _ in range(FILES)]
    assert sorted(count.result() for count in counts)[-1] == 3
    assert models.Result.objects.filter(phone=OTHER).count() == 3


HUGE = b" " * (MOST_BYTES + 1)


def test_a_broken_file_is_told_on_the_page() -> None:
    for content, said in (
        (b"x", "read any results in that file"),
        (b"", "That file is empty"),
        (HUGE, "too large"),
    ):
        r = sent(Client(), content)
        assert (r.status_code, said in r.content.decode()) == (400, True)
    assert Client().post("/records/import").status_code == 400
    assert Client().get("/records/import").status_code == 405


def test_there_is_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    some_games()
    content = results_export(PHONE)
    monkeypatch.setattr("tracker.services.match.summaries.MOST_RESULTS", 2)
    with pytest.raises(Refused):
        brought(OTHER, file_of(content))
    assert MOST_RESULTS >= 1000


def test_time_played_leaves_pauses_out_and_is_told_by_rules_and_month() -> None:
    code = dealt("solo")
    for seconds in (120, 3600, 300):
        row = models.Match.objects.get(code=code)
        row.updated -= timedelta(seconds=seconds)
        row.save(update_fields=["updated"])
        next(played_on(code, 1))
    for _ in played_on(code, 300):
        pass
    assert 420 <= match_table(code).seconds < 480
    page = phone().get("/records/").content.decode()
    assert "1 game, 7 min" in page
    assert "no house rules" in page
    assert "0% won" in page


def test_a_network_brings_only_so_many_results_an_hour() -> None:
    for _ in played_on(dealt("solo"), 300):
        pass
    whole = results_export(PHONE)
    (one,) = whole["results"]
    whole["results"] = [one | {"key": f"{number:016x}"} for number in range(MOST_RESULTS)]
    answers = [sent(Client(), file_of(whole)) for _ in range(4)]
    assert [r.status_code for r in answers] == [303, 303, 303, 400]
    assert "Too many results from your network" in answers[-1].content.decode()
    assert models.Result.objects.count() == 3 * MOST_RESULTS
