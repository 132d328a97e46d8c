"""Whatever is sent: an answer in the player's words, never a crash, never half a change."""

from __future__ import annotations

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.examples import examples
from tracker import models
from tracker.rules.table.room.changes import replay
from tracker.rules.table.state.party import new_party
from tracker.rules.table.verbs.commands import VERBS
from tracker.services.party.parties import party_create, party_table
from tracker.services.party.transfer import party_export
from tracker.web.limits import COMMANDS, PARTIES, WRONG_CODES

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

START = new_party(("Mara", "Odo"))
NEW_FIELDS = [
    *("players", "title", "floor", "used", "hp_1", "name_1", "weapon_2"),
    *("code", "watch_code"),
]
HTMX = {"HX-Request": "true"}
some = settings(
    max_examples=examples(80), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
text = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
command = st.one_of(text, st.builds("{}:{}".format, st.sampled_from([*VERBS]), text))
json_value = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | text,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(text, inner, max_size=4),
    max_leaves=10,
)


@pytest.fixture(autouse=True)
def _no_limit_is_met(monkeypatch: pytest.MonkeyPatch) -> None:
    for limit in (COMMANDS, PARTIES, WRONG_CODES):
        monkeypatch.setattr(limit, "burst", 10**9)


@some
@given(st.lists(command, max_size=3), text, st.none() | text, text, st.booleans())
def test_any_post_to_a_table_is_answered_and_replays(
    client: Client, texts: list[str], key: str, value: str | None, page: str, htmx: bool
) -> None:
    code = party_create(state=START)
    fields = {"command": texts, "key": key, "next": page}
    fields |= {} if value is None else {"value": value}
    r = client.post(reverse("entries", args=[code]), fields, headers=HTMX if htmx else {})
    assert r.status_code in (200, 303, 400, 409)
    state = START
    for entry in models.Entry.objects.filter(party__code=code).order_by("number"):
        state = replay(state, entry.changes)
    assert party_table(code).state == state


@some
@given(st.dictionaries(st.sampled_from(NEW_FIELDS), text))
def test_any_new_party_is_made_or_told_why_not(client: Client, fields: dict[str, str]) -> None:
    assert client.post(reverse("party-new"), fields).status_code in (302, 303, 400)


@some
@given(text)
def test_any_code_or_save_name_is_answered(client: Client, typed: str) -> None:
    for name, field in (("party-open", "code"), ("save-open", "name")):
        assert client.post(reverse(name), {field: typed}).status_code in (400, 404)


@some
@given(st.binary(max_size=200) | st.builds(lambda data: json.dumps(data).encode(), json_value))
def test_any_file_is_imported_or_told_why_not(client: Client, data: bytes) -> None:
    file = SimpleUploadedFile("party.json", data)
    assert client.post(reverse("party-import"), {"file": file}).status_code == 400


@some
@given(st.data())
def test_a_party_file_changed_anywhere_is_whole_or_refused(
    client: Client, data: st.DataObject
) -> None:
    content = party_export(party_create(state=START))
    place = data.draw(st.sampled_from([content, content["party"], content["party"]["players"][0]]))
    place[data.draw(st.sampled_from(sorted(place)))] = data.draw(json_value)
    file = SimpleUploadedFile("party.json", json.dumps(content).encode())
    before = models.Party.objects.count()
    r = client.post(reverse("party-import"), {"file": file})
    assert models.Party.objects.count() == before + (r.status_code in (302, 303))


@pytest.mark.parametrize("path", ["?before=x", "?before=-1", "?before=9999999999999999999"])
def test_any_page_of_the_history_is_answered(client: Client, path: str) -> None:
    code = party_create(state=START)
    assert client.get(reverse("history", args=[code]) + path).status_code in (200, 400, 404)


def test_a_file_of_a_newer_version_says_so(client: Client) -> None:
    content = party_export(party_create(state=START)) | {"version": 2}
    file = SimpleUploadedFile("party.json", json.dumps(content).encode())
    r = client.post(reverse("party-import"), {"file": file})
    assert r.status_code == 400
    assert "comes from a newer version" in r.content.decode()
