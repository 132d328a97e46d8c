"""Run in a copy of the tree in which players can be poisoned: the whole site knows of it."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tracker import models
from tracker.rules.table.state.party import new_party
from tracker.services.backup import backup_restore, backup_write
from tracker.services.party.parties import party_create, party_table
from tracker.services.party.record import Envelope, party_record
from tracker.services.party.transfer import party_export

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = ("table", "history", "saves", "settings", "run")


@pytest.fixture
def code() -> str:
    return party_create(state=new_party(("Mara", "Odo")))


def play(code: str, *texts: str) -> None:
    party_record(code=code, commands=[Envelope(text) for text in texts], together=True)


def mara(code: str) -> tuple[int, bool]:
    """Her hit points, and whether she is poisoned; every page of the party opens."""
    for page in PAGES:
        assert Client().get(reverse(page, args=[code])).status_code == 200
    exported = party_export(code)["party"]["players"][0]
    return exported["hp"], exported["poisoned"]


def test_a_poison_is_changed_undone_and_done_again(code: str) -> None:
    play(code, "poison:0")
    assert mara(code) == (19, True)
    play(code, "undo:1")
    assert mara(code) == (20, False)
    play(code, "undo:2")
    assert mara(code) == (19, True)


def test_it_is_told_and_its_undo_too(client: Client, code: str) -> None:
    play(code, "poison:0")
    assert "Mara is poisoned: −1" in client.get(reverse("history", args=[code])).content.decode()
    play(code, "undo:1")
    assert "Undone: Mara poisoned" in client.get(reverse("history", args=[code])).content.decode()


def test_one_that_was_cured_since_is_not_undone(client: Client, code: str) -> None:
    play(code, "poison:0", "cure:0")
    r = client.post(reverse("entries", args=[code]), {"command": "undo:1"})
    assert r.status_code == 409
    assert "Mara has been poisoned or cured since." in r.content.decode()
    assert mara(code) == (19, False)


def test_it_is_saved_and_loaded(code: str) -> None:
    play(code, "poison:0", "save:ill", "cure:0", "load:ill")
    assert mara(code) == (19, True)


def test_it_goes_with_an_exported_party(client: Client, code: str) -> None:
    play(code, "poison:0", "save:ill", "cure:0")
    file = SimpleUploadedFile("party.json", json.dumps(party_export(code)).encode())
    assert client.post(reverse("party-import"), {"file": file}).status_code == 303
    other = models.Party.objects.latest("id").code
    assert mara(other) == (19, False)
    play(other, "load:ill")
    assert mara(other) == (19, True)


def test_it_goes_with_a_backup(code: str, tmp_path: Path) -> None:
    play(code, "poison:0")
    backup_write(tmp_path / "today.gz")
    backup_restore(tmp_path / "today.gz", replace=True)
    assert mara(code) == (19, True)
    play(code, "undo:1")
    assert mara(code) == (20, False)


def test_a_backup_of_yesterday_is_restored_and_played_on() -> None:
    backup_restore(Path(os.environ["BACKUP"]), replace=True)
    code = models.Party.objects.get().code
    assert mara(code) == (20, False)
    play(code, "poison:0", "load:before", "undo:5")
    assert mara(code) == (19, True)
    assert party_table(code).undo is not None
