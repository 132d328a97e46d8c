"""Finished runs for other programs: spreadsheets, BG Stats; and very many of them."""

from __future__ import annotations

import codecs
import csv
import html
import io
import json
import re
from typing import Any
from urllib.parse import unquote

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from tests.screens import ALL_44
from tests.tracker.parties import play
from tracker import models
from tracker.rules.table.state.party import new_party
from tracker.services.party.parties import party_create, party_table
from tracker.services.party.runs import COLUMNS

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

MANY = 2_000


def play_of(client: Client, code: str, number: int = 1) -> dict[str, Any]:
    """The play that BG Stats would receive."""
    page = client.get(f"/p/{code}/runs/{number}").content.decode()
    found = re.search(r'href="https://app.bgstatsapp.com/createPlay.html\?data=([^"]+)"', page)
    assert found is not None
    told: dict[str, Any] = json.loads(unquote(html.unescape(found[1])))
    return told


def test_all_runs_are_told_as_csv_and_as_json(client: Client, code: str) -> None:
    play(code, "floor:=3", "room:=4", "new", "hp:0:=-2", "hp:1:=0")
    r = client.get(f"/p/{code}/runs.csv")
    assert r.content.startswith(codecs.BOM_UTF8)  # else Excel garbles names
    lines = list(csv.DictReader(io.StringIO(r.content.decode("utf-8-sig"))))
    kept = [(line["floors"], line["rooms"], line["ending"], line["people"]) for line in lines]
    assert kept == [("2", "3", "left", "Mara, Odo"), ("0", "0", "fallen", "Mara, Odo")]
    told = client.get(f"/p/{code}/runs.json").json()
    assert [run["floors"] for run in told] == [2, 0]
    assert 'filename="runs.csv"' in r["Content-Disposition"]


def test_no_name_is_a_sum_in_a_spreadsheet(client: Client) -> None:
    code = party_create(state=new_party(("=2+5", "@Odo")))
    play(code, "floor:=3", "new")
    text = client.get(f"/p/{code}/runs.csv").content.decode()
    assert '"\'=2+5, @Odo"' in text


def test_a_party_without_runs_has_an_empty_file(client: Client, code: str) -> None:
    assert client.get(f"/p/{code}/runs.json").json() == []
    assert client.get(f"/p/{code}/runs.csv").content.decode().count("\n") == 1


def test_bg_stats_is_told_what_came_of_a_run(client: Client, code: str) -> None:
    play(code, "floor:=3", "hp:1:=-2", "new")
    told = play_of(client, code)
    assert told["game"]["name"] == "Scoundrel (co-operative)"
    assert told["board"] == "2 floors, 0 rooms"
    players = [(each["name"], each["winner"], each["score"]) for each in told["players"]]
    assert players == [("Mara", True, 2), ("Odo", False, 2)]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", told["playDate"])


def test_bg_stats_knows_the_published_game_by_its_number(client: Client) -> None:
    code = party_create(state=new_party(("Mara",)))
    play(code, "game:solo", "room:=4", "hp:0:=0")
    assert play_of(client, code)["game"]["bggId"] == 191095


def test_bg_stats_is_told_who_cleared_the_dungeon_alone(client: Client) -> None:
    code = party_create(state=new_party(("Mara",)))
    play(code, "game:rascal", "hp:0:=7", f"out:{ALL_44}")
    (mara,) = play_of(client, code)["players"]
    assert (mara["winner"], mara["score"]) == (True, 7)


def test_what_bg_stats_is_told_names_no_code(client: Client, code: str) -> None:
    play(code, "floor:=3", "new", "floor:=4", "new")
    told = json.dumps(play_of(client, code))
    assert code not in told
    assert party_table(code).watch_code not in told
    assert party_table(code).storage_key not in told
    assert play_of(client, code)["sourcePlayId"] != play_of(client, code, 2)["sourcePlayId"]


@pytest.mark.parametrize("page", ["runs", "runs?skip=1980", "runs.csv", "runs.json", "run"])
def test_many_runs_cost_as_many_queries_as_one(
    client: Client, code: str, page: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    play(code, "floor:=3", "new", "floor:=2")
    client.get(f"/p/{code}/runs")  # the first look works them out
    with CaptureQueriesContext(connection) as one:
        client.get(f"/p/{code}/{page}")
    run = models.Run.objects.get()
    alike = {name: getattr(run, name) for name in ("party_id", *COLUMNS)}
    models.Run.objects.bulk_create(models.Run(first=9 + n, **alike) for n in range(MANY))
    with django_assert_num_queries(len(one)):
        assert client.get(f"/p/{code}/{page}").status_code == 200
