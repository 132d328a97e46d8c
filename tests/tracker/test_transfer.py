"""A party carried away in a file and brought in from one."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.commands_at_random import BEGINNINGS, command, played, story
from tests.examples import examples
from tests.tracker.parties import play
from tracker import models
from tracker.rules.input import MAX_NAME, MAX_TEXT
from tracker.rules.table.room.changes import as_data, sound
from tracker.rules.table.state.party import MAX_COUNT, Party, new_party
from tracker.rules.words import Refused
from tracker.services.party.parties import party_create, party_table
from tracker.services.party.transfer import MOST_BYTES, MOST_SAVES, file_of, party_export

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


@pytest.fixture
def code() -> str:
    return party_create(state=new_party(("Mara", "Odo"), "The Low Lantern"))


def told(page: str) -> list[str]:
    """The messages beside the boxes that were refused."""
    return re.findall(r'<ul class="errorlist"[^>]*><li>(.*?)</li>', page)


def upload(client: Client, data: bytes) -> tuple[int, list[str]]:
    r = client.post("/import", {"file": SimpleUploadedFile("party.json", data)})
    return r.status_code, told(r.content.decode())


def test_an_exported_party_comes_in_with_its_saves(client: Client, code: str) -> None:
    play(code, "hp:0:-6", "weapon:0:8:KcJs", "save:Ann_Bob")
    play(code, "tally-add:each:Torches", "own-tally:0:0:+3", "marker:on", "turn:1")
    assert upload(client, json.dumps(party_export(code)).encode()) == (303, [])
    new = models.Party.objects.exclude(code=code).get()
    assert party_table(new.code).state == party_table(code).state
    assert models.Save.objects.filter(party=new, name="Ann_Bob").exists()


def test_a_file_sent_again_comes_in_again_only_as_another_one(client: Client, code: str) -> None:
    def brought() -> str:
        file = SimpleUploadedFile("party.json", file_of(party_export(code)))
        return str(client.post("/import", {"file": file, "key": "c0ffee"})["Location"])

    first = brought()
    assert brought() == first
    play(code, "hp:0:-6")
    assert brought() != first
    assert models.Party.objects.count() == 3


def test_an_automatic_save_that_came_along_is_told_by_its_floor(client: Client, code: str) -> None:
    play(code, "floor:+1")
    upload(client, file_of(party_export(code)))
    new = models.Party.objects.latest("id").code
    page = client.get(reverse("history", args=[new])).content.decode()
    assert re.search("Saved as .?Floor 2", page)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "That file is empty. Choose another one."),
        (b"{broken", "We can’t read that file. Was it exported from here?"),
        (b"\xff\xfe\x00", "We can’t read that file. Was it exported from here?"),
        (b"[" * 100_000, "We can’t read that file. Was it exported from here?"),
        (b"[1, 2]", "That file isn’t a party exported from here."),
        (b" " * (MOST_BYTES + 1), "That file is too large to be a party."),
    ],
)
def test_a_file_that_is_no_party_stores_nothing(client: Client, data: bytes, reason: str) -> None:
    assert upload(client, data) == (400, [reason])
    assert not models.Party.objects.exists()


def test_a_file_of_a_newer_version_stores_nothing(client: Client, code: str) -> None:
    data = json.dumps({**party_export(code), "version": 2}).encode()
    reason = "That file comes from a newer version. Update this tracker first."
    assert upload(client, data) == (400, [reason])
    assert models.Party.objects.count() == 1


SAVED = {"name": "Ann", "state": as_data(Party()), "created": "2025-01-05", "automatic": False}


@pytest.mark.parametrize(
    "created",
    [
        None, 7, "", "yesterday", "2025-01-05", "2025-01-05T20:00:00",
        "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+00:00",
        "1999-12-31T23:59:59+00:00", "2101-01-01T00:00:00+00:00",
    ],
)  # fmt: skip
def test_a_save_made_at_no_time_anybody_lives_in_is_refused(
    client: Client, code: str, created: object
) -> None:
    content = {**party_export(code), "saves": [{**SAVED, "created": created}]}
    reason = "We can’t read the saves in that file."
    assert upload(client, json.dumps(content).encode()) == (400, [reason])


@pytest.mark.parametrize("created", ["2000-01-01T00:00:00+00:00", "2100-12-31T23:59:59+00:00"])
def test_saves_are_shown_in_every_zone(client: Client, code: str, created: str) -> None:
    content = {**party_export(code), "saves": [{**SAVED, "created": created}]}
    assert upload(client, json.dumps(content).encode()) == (303, [])
    page = reverse("saves", args=[models.Party.objects.latest("id").code])
    for zone in ("Pacific/Kiritimati", "Etc/GMT+12"):
        client.cookies["zone"] = zone
        assert client.get(page).status_code == 200


@pytest.mark.parametrize("field", ["title", "name"])
def test_a_name_longer_than_any_form_takes_is_refused(
    client: Client, code: str, field: str
) -> None:
    content = party_export(code)
    place = content["party"] if field == "title" else content["party"]["players"][0]
    place[field] = "x" * (MAX_NAME + 1)
    reason = "That party has impossible numbers or texts."
    assert upload(client, json.dumps(content).encode()) == (400, [reason])


@pytest.mark.sqlite
def test_a_party_with_very_many_saves_is_carried_with_the_newest(client: Client, code: str) -> None:
    typed = "🗡" * MAX_TEXT
    play(code, *(f"weapon:{number}:{typed}" for number in range(4)), "save:first")
    for start in range(0, 400, 50):
        play(code, *(f"save:evening-{n % 200}" for n in range(start, start + 50)))
    data = client.get(reverse("export", args=[code])).content
    exported = json.loads(data)
    assert len(data) <= MOST_BYTES
    assert exported["left_out"] == 401 - len(exported["saves"])
    assert {save["name"] for save in exported["saves"]} >= {"first", "evening-0", "evening-199"}
    assert upload(client, data) == (303, [])
    new = models.Party.objects.latest("id")
    assert party_table(new.code).state == party_table(code).state
    assert json.loads(file_of(party_export(new.code)))["saves"] == exported["saves"]


def test_of_more_saves_than_a_file_brings_back_the_rest_is_counted(
    client: Client, code: str
) -> None:
    for start in range(0, MOST_SAVES + 20, 170):
        play(code, *(f"save:{n % 20}" for n in range(start, start + 170)))
    exported = party_export(code)
    assert len(exported["saves"]) == MOST_SAVES
    assert exported["left_out"] == 20
    assert upload(client, file_of(exported)) == (303, [])


FEW = (("leave", "back", "join", "game"), ("tally-add", "tally-drop", "tally-name"))
"""Verbs that meet each other too seldom among all."""


def story_of_few(chance: Random, verbs: tuple[str, ...], most: int) -> list[str]:
    """Every third text undoes one of the lines before it."""
    done = (command(chance.choice(verbs))(chance) for _ in range(most))
    return [f"undo:{chance.randint(1, n)}" if n % 3 == 2 else text for n, text in enumerate(done)]


@pytest.mark.thorough
def test_whatever_is_done_and_undone_leaves_a_party_that_files_may_hold() -> None:
    """A backup is refused as a whole for one value that does not fit its column."""
    for seed in range(examples(900)):
        chance = Random(seed)
        begun = chance.choice(BEGINNINGS)
        text = "x" * (MAX_TEXT - chance.randrange(4))
        ends = (begun, replace(begun, room=MAX_COUNT), replace(begun, used=text))
        code = party_create(state=chance.choice(ends))
        few = chance.choice(((), *FEW))
        texts = story_of_few(chance, few, 30) if few else story(chance, 16)
        for ledger in played(code, texts):
            state = ledger.state
            assert sound(state), seed
            assert state.game == "coop" or len(state.seated) == 1, seed


AT_THE_ENDS = {
    "words": (f"used:={'x' * MAX_TEXT}", "used:+Kh"),
    "words and a fight": (f"used:={'x' * (MAX_TEXT - 3)}", "weapon:0:8", "fight:0:JOKb:weapon"),
    "rooms": ("room:=9999", "run:1.9999"),
}


@pytest.mark.parametrize("commands", AT_THE_ENDS.values(), ids=AT_THE_ENDS)
def test_a_party_at_its_ends_comes_in_again(
    client: Client, code: str, commands: tuple[str, ...]
) -> None:
    for text in commands:
        with suppress(Refused):
            play(code, text)
    assert upload(client, json.dumps(party_export(code)).encode()) == (303, [])


def test_a_text_that_is_too_long_already_may_lose_cards(code: str) -> None:
    long = f"{'x' * MAX_TEXT} Kh Jh"
    models.Party.objects.filter(code=code).update(used=long)
    assert play(code, "used:-Jh").used == f"{'x' * MAX_TEXT} Kh "
