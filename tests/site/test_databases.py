"""Tests of code that asks each database in a way of its own are played on PostgreSQL too."""

from __future__ import annotations

import re

import pytest

from tests.servers import ROOT

TESTS = ROOT / "tests"
OWN_WAY = re.compile(
    r"\.vendor\b|cursor\(|select_for_update|__regex|__has_\w|on_commit\(|psycopg|OperationalError"
    r"|\.distinct\(\)|\.iterator\(\)|\b(Cast|Concat|Count|Exists|KT|Max|Window)\("
)
# Each such file, and a test of it.
PLAYED_BY = {
    "scoundrel_web/hub.py": "site/test_hub.py",
    "scoundrel_web/postgresql/base.py": "site/test_silence.py",
    "scoundrel_web/postgresql/__init__.py": "site/test_failover.py",
    "scoundrel_web/settings.py": "site/test_failover.py",
    "tracker/services/backup.py": "tracker/test_backup.py",
    "tracker/services/health.py": "site/test_health.py",
    "tracker/services/match/play.py": "play/test_match_writers.py",
    "tracker/services/match/review.py": "play/test_match_writers.py",
    "tracker/services/match/rows.py": "play/test_match_writers.py",
    "tracker/services/match/summaries.py": "releases/test_releases.py",
    "tracker/services/news.py": "site/test_live.py",
    "tracker/services/party/ledger.py": "tracker/test_undo_chains.py",
    "tracker/services/party/log.py": "tracker/test_history.py",
    "tracker/services/party/parties.py": "tracker/test_deletion.py",
    "tracker/services/party/rows.py": "tracker/test_party_record.py",
    "tracker/services/party/runs.py": "tracker/test_runs.py",
    "tracker/services/party/saves.py": "tracker/test_saves_page.py",
    "tracker/services/register.py": "tracker/test_codes.py",
    "tracker/services/release_1_0.py": "tracker/test_undo_chains.py",
    "tracker/services/writing.py": "tracker/test_writers.py",
}
ORDER = re.compile(r"\border_by\(([^)]*)\)")
UNIQUE = ('id"', 'number"', 'newest"', "*BEST_FIRST")  # the last is `runs.BEST_FIRST`
WRITERS = re.compile(r"django_db\(transaction=True\)|\btransactional_db\b")
MARK = "pytest.mark.postgresql"
# Code that commits for another reason than to meet other writers.
ALONE = {
    "site/test_locked.py": "a file that another process holds",
    "site/test_restored_pages.py": "pages, whatever was restored",
    "tracker/test_numbers.py": "news that PostgreSQL passes on (site/test_live.py)",
    "tracker/poison/today.py": "a field that tests/tracker/test_new_field.py adds",
    "tracker/poison/yesterday.py": "the same, before it",
}


def test_each_file_with_sql_of_its_own_is_named() -> None:
    found = {
        file.relative_to(ROOT).as_posix()
        for folder in ("tracker", "scoundrel_web")
        for file in (ROOT / folder).rglob("*.py")
        if file.parent.name != "migrations" and OWN_WAY.search(file.read_text())
    }
    assert found == set(PLAYED_BY)


def test_no_order_is_left_to_the_database() -> None:
    """Rows of the same moment would come in any order: the last of an order's columns is unique."""
    orders = [
        (file.relative_to(ROOT).as_posix(), found)
        for file in (ROOT / "tracker").rglob("*.py")
        for found in ORDER.findall(file.read_text())
    ]
    assert len(orders) > 10
    assert [each for each in orders if not each[1].endswith(UNIQUE)] == []


@pytest.mark.parametrize("test", sorted(set(PLAYED_BY.values())))
def test_each_is_played_on_postgresql(test: str) -> None:
    assert MARK in (TESTS / test).read_text()


def test_writers_meet_on_postgresql_too() -> None:
    unmarked = {
        file.relative_to(TESTS).as_posix()
        for folder in TESTS.iterdir()
        if folder.is_dir() and folder.name != "browser"
        for file in folder.rglob("*.py")
        if WRITERS.search(file.read_text()) and MARK not in file.read_text()
    }
    assert unmarked == set(ALONE)
