"""A database of any day comes to the same tables: new, of a release, of the days between."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.apps import apps
from django.db.migrations.loader import MigrationLoader

from tests.databases import fresh
from tests.releases.databases import RELEASES, record, run, stored
from tests.servers import ROOT

TABLES = [model._meta.db_table for model in apps.get_app_config("tracker").get_models()]
RELEASED = ("0001_initial", "0002_live", "0003_matches")
SINCE_1_0 = (
    *("0004_match_version", "0005_undo_chains", "0006_returning_cards", "0007_cards"),
    *("0008_phones", "0009_earlier_states", "0010_knife_and_pocket", "0011_runs"),
    *("0012_tallies_and_marker", "0013_dealt_games", "0014_results", "0015_codes"),
)

pytestmark = [pytest.mark.postgresql(in_ci=True), pytest.mark.thorough]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A new database, migrated."""
    folder = tmp_path_factory.mktemp("new")
    new = fresh("migrations") or f"sqlite:///{folder / 'new.sqlite3'}"
    at_home = {"DATABASE_URL": new, "VAR_DIR": str(folder)}
    run("migrate", **at_home)
    return at_home


def tables(site: dict[str, str]) -> list[str]:
    """Every column with its kind; their order is that in which they came."""
    return sorted(run("inspectdb", *TABLES, **site).splitlines())


def before(site: dict[str, str], *names: str) -> None:
    """The database as migrations that were called so left it."""
    record([("tracker", name) for name in names], site["DATABASE_URL"])


def test_a_new_database_takes_one_migration_a_release() -> None:
    assert {name for app, name in MigrationLoader(None).graph.nodes if app == "tracker"} == {
        "0001_release_1_0",
        "0002_release_1_1",
    }


def test_a_new_database_has_what_the_models_say(site: dict[str, str]) -> None:
    assert "No changes detected" in run("makemigrations", "--check", **site)


@pytest.mark.parametrize("release", RELEASES, ids=lambda folder: folder.name)
def test_a_database_of_a_release_gets_the_tables_of_a_new_one(
    release: Path, site: dict[str, str], tmp_path: Path
) -> None:
    old = {**site, "DATABASE_URL": stored(release, tmp_path)}
    run("migrate", **old)
    assert tables(old) == tables(site)
    assert "No migrations to apply" in run("migrate", **old)


def test_a_database_with_every_step_since_then_needs_nothing(site: dict[str, str]) -> None:
    before(site, *RELEASED, *SINCE_1_0)
    assert "No migrations to apply" in run("migrate", **site)
    before(site, *RELEASED)
    assert "tracker.0002_release_1_1" in run("migrate", "--plan", **site)


def test_nothing_else_reads_what_release_1_0_stored() -> None:
    readers = {
        file.name
        for file in (ROOT / "tracker").rglob("*.py")
        if "import release_1_0" in (text := file.read_text()) or "release_1_0 import" in text
    }
    assert readers == {"0002_release_1_1.py", "backup.py"}
