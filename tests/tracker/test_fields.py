"""Laws of every value a party keeps: it can be changed, told, undone, refused, saved, carried on.

They ask what is declared (tracker/rules/table/state/fields.py), so a new field is held to them.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.tracker.parties import play
from tracker import models
from tracker.boards.party.log.lines import line_label, line_text
from tracker.rules.table.room.changes import (
    as_data,
    changes_between,
    flat,
    from_data,
    from_flat,
    kind_of,
    place_of,
    replay,
    rewind,
    sound,
    take_back,
)
from tracker.rules.table.state.fields import (
    Auto,
    AutoCounter,
    AutoFlag,
    AutoText,
    CardDeeds,
    CardPlaces,
    CardRow,
    Choice,
    Counter,
    Flag,
    HouseRules,
    Kind,
    LeadSeat,
    Numbers,
    Parts,
    Passes,
    Seating,
    Text,
    Value,
)
from tracker.rules.table.state.party import Party, new_party
from tracker.rules.table.verbs.settings import OF_THE_TABLE
from tracker.rules.words import Refused
from tracker.services.party.parties import party_create, party_table
from tracker.services.party.table import LogEntry
from tracker.services.party.transfer import party_export

START = new_party(("Mara", "Odo", "Pell"))
PATHS = list(flat(START))
PAGES = ("table", "history", "saves", "settings", "run", "join", "invite", "dungeon")
EACH_FIELD = [path for path in PATHS if place_of(path)[0] in (None, 1)]
each_path = pytest.mark.parametrize("path", PATHS)

VALUES: dict[type[Kind], tuple[Value, Value]] = {
    Counter: (7, 9),
    Text: ("Rook’s", "Tess’s"),
    AutoText: ("Kd", "Qd"),
    AutoCounter: (6, 8),
    Flag: (True, False),
    Seating: ("210", "102"),
    LeadSeat: (1, 2),
    AutoFlag: (True, False),
    Choice: ("room", "off"),
    HouseRules: ("jokers=False", "refill=through"),
    CardPlaces: ("Kc9d,4h,3s", "9d,Kc,3s/2s"),
    CardDeeds: ("9c0Kd~1", "9c14h-"),
    Numbers: ("21", "0"),
    Passes: ("2a", "0b"),
    CardRow: ("2d", "7h"),
}
YIELDING = (Counter, Parts, Auto)
"""Two values of each kind that differ from each other and, but for a flag, from the first one."""

NEVER: list[Any] = [None, [], {}, 1.5, "x" * 501, "a\0b", "\ud800", -10_000, 10**9, "", True, 1]


def kind_at(path: str) -> Kind:
    kind = kind_of(path)
    assert kind is not None
    return kind


def changed(path: str, which: int = 0) -> Party:
    own = {"game": ("solo", "rascal"), "knife": ("2d", "2dKc")}
    value = own.get(place_of(path)[1], VALUES[type(kind_at(path))])[which]
    return from_flat({**flat(START), path: value})


@each_path
def test_it_is_changed_and_nothing_else(path: str) -> None:
    after = changed(path)
    changes = changes_between(START, after)
    assert list(changes) == [path]
    assert (replay(START, changes), rewind(after, changes)) == (after, START)


@each_path
def test_it_is_taken_back(path: str) -> None:
    after = changed(path)
    assert take_back(after, changes_between(START, after)) == START


@each_path
def test_one_written_over_since_is_stepped_back_left_or_refused(path: str) -> None:
    first, second = changed(path), changed(path, 1)
    if isinstance(kind_at(path), YIELDING):
        assert sound(take_back(second, changes_between(START, first)))
        return
    with pytest.raises(Refused, match=r"^[^{]+ Undo that change first\.$"):
        take_back(second, changes_between(START, first))


@each_path
def test_its_undo_is_told_in_words(path: str) -> None:
    changes = changes_between(changed(path), START)
    entry = LogEntry(2, "k", "undo:1", changes, datetime.now(UTC), undoes=1, root=1)
    assert re.fullmatch(r"[^{]*\w[^{]* undone", line_label(entry, START))
    assert re.fullmatch(r"Undone: [^{]*\w[^{]*", line_text(entry, START))
    assert "something else" not in line_text(entry, START)


@each_path
def test_only_what_is_of_its_kind_is_sound(path: str) -> None:
    for value in NEVER:
        fits = kind_at(path).fits(value)
        assert not fits or type(value) is type(flat(START)[path]), value
        assert fits or not sound(from_flat({**flat(START), path: value})), value


@each_path
def test_it_is_saved_and_read_again(path: str) -> None:
    data = json.loads(json.dumps(as_data(changed(path))))
    assert from_data(data) == changed(path)
    assert sound(from_data(data))


def test_a_save_from_long_ago_lacks_and_has_fields_that_are_no_more() -> None:
    data = as_data(START)
    del data["players"][0]["shields"], data["title"]
    data |= {"mood": "grim"}
    data["players"][1]["mana"] = 7
    assert from_data(data) == START


@pytest.mark.parametrize(
    "data", [None, [], "", {}, {"players": 4}, {"players": ["", [], {}, None]}]
)
def test_what_is_no_party_is_refused(data: Any) -> None:
    with pytest.raises(Refused):
        from_data(data)


@each_path
@pytest.mark.postgresql
@pytest.mark.django_db
def test_its_column_keeps_it_as_it_is(path: str) -> None:
    code = party_create(state=changed(path))
    value = flat(party_table(code).state)[path]
    assert (value, type(value)) == (flat(changed(path))[path], type(flat(START)[path]))
    assert from_data(party_export(code)["party"]) == changed(path)


def party_with_saves(path: str) -> str:
    """A party at the start, with saves `first` and `second` that differ from it in one value."""
    saves = [
        {
            "name": name,
            "state": as_data(changed(path, which)),
            "created": "2025-01-05T20:00:00Z",
            "automatic": False,
        }
        for which, name in enumerate(("first", "second"))
    ]
    content = {**party_export(party_create(state=START)), "saves": saves}
    file = SimpleUploadedFile("party.json", json.dumps(content).encode())
    r = Client().post(reverse("party-import"), {"file": file})
    assert r.status_code == 303
    return str(models.Party.objects.latest("id").code)


def assert_all_pages_open(client: Client, code: str) -> None:
    for page in PAGES:
        assert client.get(reverse(page, args=[code])).status_code == 200


@pytest.mark.thorough
@pytest.mark.parametrize("path", [path for path in EACH_FIELD if path != "title"])
@pytest.mark.django_db
def test_every_page_opens_whatever_was_done_to_it(client: Client, path: str) -> None:
    """Loading a save changes this one value: every value but the title, which a party keeps."""
    code = party_with_saves(path)
    play(code, "load:first")
    assert party_table(code).state == changed(path)
    assert_all_pages_open(client, code)
    play(code, "undo:3")
    assert party_table(code).state == START
    assert_all_pages_open(client, code)
    play(code, "undo:4", "load:second")
    r = client.post(reverse("entries", args=[code]), {"command": "undo:3"})
    # The second save took the place of all but what every run keeps.
    kept = isinstance(kind_at(path), YIELDING) and path in OF_THE_TABLE
    assert r.status_code == (303 if kept else 409)
    assert_all_pages_open(client, code)


@pytest.mark.django_db
def test_a_log_with_fields_and_verbs_that_are_no_more_is_told_and_undone(client: Client) -> None:
    code = party_create(state=START)
    play(code, "hp:0:-3", "hp:1:-1")
    models.Entry.objects.filter(number=1).update(
        text="enchant:0:" + "x" * 9999,
        changes={"players.0.mana": [1, 2], "mood": ["", "grim"], "players.9.hp": [1, 2]},
    )
    assert_all_pages_open(client, code)
    before = party_table(code).state
    r = client.post(reverse("entries", args=[code]), {"command": "undo:1"})
    assert (r.status_code, party_table(code).state) == (303, before)
    assert_all_pages_open(client, code)
    history = client.get(reverse("history", args=[code])).content.decode()
    assert len(history) < 20_000


def test_a_lead_that_others_have_moved_is_left_where_it_is() -> None:
    changes = changes_between(START, changed("first"))
    assert take_back(changed("first", 1), changes) == changed("first", 1)


def test_a_leader_who_has_left_does_not_get_the_lead_back() -> None:
    changes = changes_between(replace(START, first=2), replace(START, first=0))
    with pytest.raises(Refused, match="leads this room now"):
        take_back(replace(START, seating="1", first=0), changes)
