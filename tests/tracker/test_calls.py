"""Taps cost few calls of the site's own functions: a count, no clock."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.play.matches import dealt, phone
from tracker.rules.games import GAMES
from tracker.rules.table.state.party import new_party
from tracker.services.match.rows import match_table
from tracker.services.party.parties import party_create

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[2]
OURS = tuple(str(ROOT / folder) for folder in ("tracker", "scoundrel_web"))


@pytest.fixture
def table() -> str:
    """Three at the table, each armed, with a room laid out; the address that takes commands."""
    return reverse("entries", args=[party_create(state=new_party(("Mara", "Odo", "Pell")))])


def name_of(code: CodeType) -> str:
    """The file and the function in it."""
    return f"{Path(code.co_filename).relative_to(ROOT)}:{code.co_qualname}"


def calls_of(client: Client, address: str, fields: dict[str, Any], **headers: str) -> Counter[str]:
    """How often each function was called by a form that is sent."""
    calls: Counter[str] = Counter()

    def count(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(OURS):
            calls[name_of(frame.f_code)] += 1

    sys.setprofile(count)
    try:
        r = client.post(address, fields, headers=headers)
    finally:
        sys.setprofile(None)
    assert r.status_code in (200, 303)
    return calls


@pytest.mark.parametrize(
    ("command", "most", "files"), [("fight:0:9c:weapon", 500, 30), ("hp:1:-1", 175, 25)]
)
def test_a_tap_calls_no_more_functions_than_it_needs(
    client: Client, table: str, command: str, most: int, files: int
) -> None:
    """Others have tapped since it was chosen, so that what it would cost is worked out twice."""
    for text in ("equip:0:8d", "deal:1.1:9cKd4h2s5s7d", command, "equip:0:8d", "hp:2:-1"):
        client.post(table, {"command": text})  # imports and caches are warm
    calls = calls_of(client, table, {"command": command, "revision": 4})
    assert calls.total() <= most, calls.most_common(40)
    assert len({name.partition(":")[0] for name in calls}) <= files


@pytest.mark.parametrize("key", ["shiphead", "castle"])
def test_what_a_decision_brings_is_played_once(key: str) -> None:
    """The player who decides sees the match after each move as it was stored, not played again."""
    code = dealt(key, "medium")
    for _ in range(6):
        before = match_table(code)
        fields = {"seat": 0, "number": before.revision, "decision": before.decisions(0)[0]}
        calls = calls_of(phone(), f"/play/{code}/moves", fields, **{"HX-Request": "true"})
        played = type(GAMES[key]).play
        assert calls[name_of(played.__code__)] == match_table(code).revision - before.revision
