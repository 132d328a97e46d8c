"""Data of an earlier release is migrated, restored and played on, for ever."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.db import models as fields
from django.db.models import Exists, OuterRef
from django.test import Client

from tests.play.matches import phone, played_on, where_its_log_leads
from tests.releases.databases import (
    RELEASES,
    backup_after_migrating,
    columns_of,
    pages_of,
    pages_of_match,
    rows_of,
)
from tests.releases.story import Teller, tell
from tracker import models
from tracker.rules.games import GAMES
from tracker.rules.table.verbs.commands import VERBS
from tracker.services.backup import backup_restore
from tracker.services.match.match import DealtMatch
from tracker.services.match.play import match_share, match_sit, match_undo
from tracker.services.match.rows import match_table
from tracker.services.party.ledger import state_at
from tracker.services.party.parties import party_table
from tracker.services.party.record import Envelope, party_record
from tracker.services.party.runs import run_share, runs_of
from tracker.services.release_1_0 import RENAMED
from tracker.web.limits import MOVES

MODELS = {model._meta.db_table: model for model in apps.get_app_config("tracker").get_models()}

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql(in_ci=True), pytest.mark.thorough]
of_every_release = pytest.mark.usefixtures("restored")


@pytest.fixture(scope="session", params=RELEASES, ids=lambda folder: folder.name)
def release(request: pytest.FixtureRequest) -> Path:
    return Path(request.param)


@pytest.fixture(
    scope="session", params=["restored", pytest.param("migrated", marks=pytest.mark.thorough)]
)
def backup(
    request: pytest.FixtureRequest, release: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The backup of that release; or of its database, which has been migrated."""
    if request.param == "restored":
        return release / "backup.gz"
    return backup_after_migrating(release, tmp_path_factory.mktemp("release"))


@pytest.fixture
def restored(backup: Path) -> None:
    backup_restore(backup)


def log_of(party: models.Party) -> list[tuple[Any, ...]]:
    lines = models.Entry.objects.filter(party=party).order_by("number")
    return list(lines.values_list("number", "text", "changes"))


def matches() -> list[DealtMatch]:
    return [match_table(code) for code in models.Match.objects.values_list("code", flat=True)]


def playable() -> list[DealtMatch]:
    """The matches whose game still has the rules they were dealt by."""
    return [opened for opened in matches() if not opened.outdated]


def phones(opened: DealtMatch) -> Client:
    """The browser that one of its people plays on."""
    return phone(next(side.phone for side in opened.seats if side.phone))


def columns_now(table: str) -> dict[str, Any]:
    return {field.attname: field for field in MODELS[table]._meta.concrete_fields}


def read(column: Any, kept: Any) -> Any:
    """A value out of a backup, as the models read it."""
    if isinstance(column, fields.JSONField):
        return json.loads(kept)
    return (
        datetime.fromisoformat(f"{kept}+00:00")
        if isinstance(column, fields.DateTimeField)
        else kept
    )


@of_every_release
def test_every_value_is_what_it_was(release: Path) -> None:
    for table, rows in rows_of(release).items():
        columns, now = columns_now(table), MODELS[table]._default_manager.order_by("id")
        for before, after in zip(rows, now, strict=True):
            for old, kept in before.items():
                name = RENAMED.get(table, {}).get(old, old)
                assert getattr(after, name) == read(columns[name], kept)


def test_a_newer_column_is_filled_by_the_database(release: Path) -> None:
    """Older backups have no value for it, and restoring goes past the models: db_default."""
    for table, before in columns_of(release).items():
        for name, column in columns_now(table).items():
            renamed = name in RENAMED.get(table, {}).values()
            filled = renamed or column.null or column.has_db_default()
            assert name in before or filled, f"{table}.{name}"


@of_every_release
def test_every_page_of_a_party_opens(client: Client) -> None:
    for party in models.Party.objects.all():
        for page in pages_of(party):
            assert client.get(page).status_code == 200


@of_every_release
def test_every_party_goes_on_and_is_taken_back_to_its_beginning() -> None:
    for party in models.Party.objects.all():
        beginning = state_at(party_table(party.code), 0)
        party_record(code=party.code, commands=[Envelope("hp:0:-1"), Envelope("fight:0:2c:bare")])
        while (last := party_table(party.code).undo) is not None:
            undo = Envelope(f"undo:{last.number}")
            party_record(code=party.code, commands=[undo], together=True)
        assert party_table(party.code).state == beginning


@of_every_release
def test_every_save_is_loaded() -> None:
    saves = models.Save.objects.select_related("party").order_by("party", "name", "number")
    newest = {(save.party.code, save.name): save.state for save in saves}
    assert newest
    for (code, name), state in newest.items():
        party_record(code=code, commands=[Envelope(f"load:{name}")], together=True)
        assert [player.hp for player in party_table(code).state.players] == [
            player["hp"] for player in state["players"]
        ]


@of_every_release
def test_every_run_that_was_shared_still_is_and_others_can_be(client: Client) -> None:
    """Runs that nobody had kept by then are found in the log."""
    found = 0
    for party in models.Party.objects.all():
        for note in runs_of(party_table(party.code)):
            kept = models.Run.objects.get(party=party, first=note.first).share_code
            shared = run_share(code=party.code, first=note.first)
            assert kept in ("", shared)
            assert client.get(f"/r/{shared}/").status_code == 200
            found += 1
    assert found


@of_every_release
def test_every_match_that_was_shared_still_is_and_others_can_be(client: Client) -> None:
    finished = [opened for opened in playable() if opened.outcome]
    assert finished
    for opened in finished:
        owner = next(side.phone for side in opened.seats if side.phone)
        match_share(code=opened.code, phone=owner)
        key = match_table(opened.code).share_code
        assert opened.share_code in ("", key)
        for page in ("", "replay?at=1", "picture.png"):
            assert client.get(f"/m/{key}/{page}").status_code == 200
        assert phones(opened).get(f"/play/{opened.code}/story").status_code == 200


@of_every_release
def test_no_code_of_it_is_given_out_again() -> None:
    registered = models.Code.objects.filter(text=OuterRef("code"))
    for some in (models.Party.objects, models.Match.objects):
        assert some.exists()
        assert not some.exclude(Exists(registered)).exists()


@of_every_release
def test_every_match_stands_where_its_log_leads() -> None:
    for opened in playable():
        assert where_its_log_leads(opened.code) == opened._state


@of_every_release
def test_every_page_of_a_match_opens() -> None:
    for opened in matches():
        for page in pages_of_match(opened.code):
            assert phones(opened).get(page).status_code == 200


@of_every_release
def test_every_match_is_played_on() -> None:
    for opened in playable():
        for side in opened.seats:
            if side.free:
                match_sit(code=opened.code, seat=side.number, phone="n" * 13, name="Odo")
        for later in played_on(opened.code, 25, Random(opened._seed)):
            assert later.revision > opened.revision
        assert where_its_log_leads(opened.code) == match_table(opened.code)._state


@of_every_release
def test_whoever_plays_alone_takes_a_decision_back() -> None:
    lone = [opened for opened in playable() if opened.may_undo]
    assert any(opened.outcome for opened in lone)
    for opened in lone:
        seat = opened.seats[0]
        undone = match_undo(code=opened.code, phone=seat.phone, number=opened.revision)
        assert undone._state == where_its_log_leads(opened.code) != opened._state


@pytest.mark.thorough
@pytest.mark.sqlite
def test_the_next_release_can_be_recorded_and_has_every_command() -> None:
    tell(Teller(Client(), wait=lambda seconds: MOVES.reset()))
    verbs = {text.partition(":")[0] for text in models.Entry.objects.values_list("text", flat=True)}
    assert verbs == {*VERBS}
    assert {*models.Match.objects.values_list("game", flat=True)} == {*GAMES}
