"""How long was played: in a room, on a floor, in an evening, with pauses left out."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tracker.parties import play
from tracker import models
from tracker.services.party.log import (
    active_time,
    recent_play_time,
    seconds_by_day,
    seconds_of,
)
from tracker.services.party.parties import party_table

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

BEGAN = datetime(2026, 3, 14, 19, tzinfo=UTC)


def at(*minutes: int) -> None:
    """The entries of the one party, in order, were made so many minutes after it began."""
    for number, minute in enumerate(minutes, 1):
        moment = BEGAN + timedelta(minutes=minute)
        models.Entry.objects.filter(number=number).update(created=moment)


@pytest.mark.parametrize(("minutes", "counted"), [(0, 0), (10, 10), (11, 0), (-3, 0)])
def test_a_pause_over_ten_minutes_is_not_played(minutes: int, counted: int) -> None:
    assert active_time(BEGAN, BEGAN + timedelta(minutes=minutes)) == timedelta(minutes=counted)


def test_nothing_is_played_before_anything_was_done(code: str) -> None:
    assert (seconds_of([]), seconds_of([BEGAN])) == (0, 0)
    assert recent_play_time(party_table(code)) == {"room": 0, "floor": 0, "evening": 0}


def test_room_floor_and_evening_each_have_their_time(code: str) -> None:
    play(code, "hp:0:-1", "room:+1", "floor:+1", "hp:0:-1", "room:+1", "hp:0:-1")
    at(0, 4, 6, 26, 29, 31)
    times = {"room": 120, "floor": 300, "evening": 11 * 60}
    assert recent_play_time(party_table(code)) == times


def test_a_night_begins_another_evening(code: str) -> None:
    play(code, "hp:0:-1", "hp:0:-1", "hp:0:-1", "hp:0:-1")
    at(0, 5, 6 * 60 + 6, 6 * 60 + 8)
    assert recent_play_time(party_table(code))["evening"] == 120


def test_days_are_counted_whole_or_not_at_all(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    play(code, *["hp:0:-1"] * 6)
    at(0, 5, 24 * 60, 24 * 60 + 2, 24 * 60 + 3, 24 * 60 + 9)
    days = {date(2026, 3, 14): 300, date(2026, 3, 15): 540}
    assert seconds_by_day(party_table(code), 3, 3) == days
    monkeypatch.setattr("tracker.services.party.log.REACH", 1)
    assert seconds_by_day(party_table(code), 4, 5) == {}
    assert seconds_by_day(party_table(code), 2, 2) == {date(2026, 3, 14): 300}


def test_the_history_says_how_long_a_room_and_a_day_were(client: Client, code: str) -> None:
    play(code, "hp:0:-1", "room:+1", "hp:1:-1", "floor:+1", "hp:0:-1")
    at(0, 4, 5, 12, 14)
    page = client.get(f"/p/{code}/history").content.decode()
    assert "14 min played" in page
    heads = [head.strip() for head in re.findall(r"<h3>([^<]*)</h3>", page)]
    assert heads == [
        "Floor 2 · room 1 · 2 min",
        "Floor 1 · room 2 · 8 min",
        "Floor 1 · room 1 · 4 min",
    ]


def test_a_stay_that_goes_on_elsewhere_has_no_time(client: Client, code: str) -> None:
    play(code, *["hp:0:-1", "hp:0:+1"] * 30, "room:+1", "hp:0:-1")
    at(*range(62))
    page = client.get(f"/p/{code}/history").content.decode()
    assert "Floor 1 · room 2 · 1 min<" in page
    assert "Floor 1 · room 1<" in page
    assert "1 h 1 min played" in page


@pytest.mark.parametrize("page", ["dungeon", "settings"])
def test_whoever_looks_for_it_finds_it(client: Client, code: str, page: str) -> None:
    assert "Time played" not in client.get(f"/p/{code}/{page}").content.decode()
    play(code, "hp:0:-1", "floor:+1", "room:+1", "hp:0:-1")
    at(0, 7, 10, 12)
    said = "This room 2 min, this floor 5 min, this evening 12 min"
    assert said in client.get(f"/p/{code}/{page}").content.decode()


@pytest.mark.parametrize("page", ["history", "settings", "dungeon"])
def test_a_long_log_costs_as_many_queries_as_a_short_one(
    client: Client, code: str, page: str
) -> None:
    play(code, "hp:0:-1")
    with CaptureQueriesContext(connection) as short:
        client.get(f"/p/{code}/{page}")
    play(code, *["hp:0:-1", "hp:0:+1"] * 90)
    with CaptureQueriesContext(connection) as long:
        client.get(f"/p/{code}/{page}")
    assert len(long) == len(short)
