"""Taps cost few calls of the site's own functions: a count, no clock."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from types import FrameType

import pytest
from django.test import Client
from django.urls import reverse

from tracker.rules.table.party import new_party
from tracker.services.party.parties import party_create

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[2]
OURS = tuple(str(ROOT / folder) for folder in ("tracker", "scoundrel_web"))


@pytest.fixture
def table() -> str:
    """Three at the table, each armed, with a room laid out; the address that takes commands."""
    return reverse("entries", args=[party_create(state=new_party(("Mara", "Odo", "Pell")))])


def calls_of(client: Client, address: str, command: str, revision: int) -> Counter[str]:
    """How often each function was called, as a form sends what was chosen at that revision."""
    calls: Counter[str] = Counter()

    def count(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(OURS):
            calls[f"{Path(frame.f_code.co_filename).stem}.{frame.f_code.co_qualname}"] += 1

    sys.setprofile(count)
    try:
        r = client.post(address, {"command": command, "revision": revision})
    finally:
        sys.setprofile(None)
    assert r.status_code == 303
    return calls


@pytest.mark.parametrize(("command", "most"), [("fight:0:9c:weapon", 650), ("hp:1:-1", 200)])
def test_a_tap_calls_no_more_functions_than_it_needs(
    client: Client, table: str, command: str, most: int
) -> None:
    """Others have tapped since it was chosen, so that what it would cost is worked out twice."""
    for text in ("equip:0:8d", "deal:1.1:9cKd4h2s5s7d", command, "equip:0:8d", "hp:2:-1"):
        client.post(table, {"command": text})  # imports and caches are warm
    calls = calls_of(client, table, command, revision=4)
    assert calls.total() <= most, calls.most_common(40)
