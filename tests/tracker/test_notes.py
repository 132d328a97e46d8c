"""A note is a line of the log: it changes nothing, stays as typed, and is told with the run."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tracker.parties import play
from tracker.rules.words import Malformed
from tracker.services.party.parties import party_table

pytestmark = pytest.mark.django_db

TEXT = "Odo’s dice: <b>7</b> : 3"


def test_a_note_changes_nothing_and_stands_in_the_history(client: Client, code: str) -> None:
    before = party_table(code).state
    fields = {"command": "note:", "value": TEXT, "next": "history"}
    assert client.post(f"/p/{code}/entries", fields).status_code == 303
    assert party_table(code).state == before
    page = client.get(f"/p/{code}/history").content.decode()
    assert "Note: Odo’s dice: &lt;b&gt;7&lt;/b&gt; : 3" in page


def test_undo_passes_a_note_over(code: str) -> None:
    play(code, "hp:0:-3", f"note:{TEXT}")
    undo = party_table(code).undo
    assert undo is not None
    assert undo.number == 1


@pytest.mark.parametrize("text", ["", "   ", "x" * 501])
def test_a_note_has_words_and_not_too_many(code: str, text: str) -> None:
    with pytest.raises(Malformed):
        play(code, f"note:{text}")
    assert party_table(code).revision == 0


def test_the_replay_of_a_run_tells_its_notes(client: Client, code: str) -> None:
    play(code, "hp:0:-3", f"note:{TEXT}", "save:door", "floor:+1", "new")
    page = client.get(f"/p/{code}/runs/1/replay").content.decode()
    assert "Note: Odo’s dice" in page
    assert "Saved as" not in page
