"""The cards of a match and the name of its deal are read in one module, and asked of it by seat."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.play.matches import PHONE, at_one_phone, dealt, decide, on_own_phones, played_on
from tests.site.test_imports import MODULES
from tracker.rules.games import GAMES
from tracker.services.match.match import Unfinished
from tracker.services.match.rows import match_table
from tracker.services.match.summaries import matches_of

OWNER = "tracker.services.match.match"
SECRETS = {"_state", "_seed", "_earlier_state"}
SOURCES = {
    name: path.read_text(encoding="utf-8")
    for name, path in MODULES.items()
    if not name.startswith("tests")
}


def secrets_read_in(source: str) -> Iterator[str]:
    """The attributes it reads or writes of another object than `self`, by name."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(value=ast.Name(id="self")):
                continue
            case ast.Attribute(attr=name) | ast.keyword(arg=name) | ast.Constant(value=name):
                if name in SECRETS:
                    yield name


def test_no_other_module_reads_the_secret_state() -> None:
    read = {name: [*secrets_read_in(source)] for name, source in SOURCES.items()}
    assert [name for name, secrets in read.items() if secrets] == [OWNER]


def test_whoever_read_it_would_be_seen() -> None:
    assert [*secrets_read_in("print(match._state)")] == ["_state"]
    assert [*secrets_read_in("getattr(sight.match, '_seed')")] == ["_seed"]
    assert [*secrets_read_in("replace(match, _earlier_state='')")] == ["_earlier_state"]
    assert [*secrets_read_in("self._state = 1")] == []


def test_only_services_read_the_rows_of_matches() -> None:
    readers = {
        name
        for name, source in SOURCES.items()
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute) and ast.unparse(node) == "models.Match"
    }
    assert readers
    assert [name for name in readers if not name.startswith("tracker.services.")] == []


@pytest.mark.django_db
@pytest.mark.parametrize("key", GAMES)
def test_the_whole_state_is_told_after_the_end_only(key: str) -> None:
    match = match_table(at_one_phone(key, GAMES[key].seats[0]))
    with pytest.raises(Unfinished):
        _ = match.revealed
    assert match.seen_by(0) == match.game.view(match._state, 0)
    assert match.seen_by(None) == match.game.view(match._state, -1)
    assert "_state" not in repr(match)
    assert match.deal == ("" if match.game.hands else "lantern")
    assert [each.seed for each in matches_of(PHONE)] == [""]


@pytest.mark.django_db
def test_an_ended_game_tells_its_deal_and_its_cards() -> None:
    code = dealt("solo")
    ended = decide(code, "quit")
    assert (ended.deal, ended.revealed) == ("lantern", ended._state)
    code = on_own_phones("castle", PHONE, "n" * 13)
    *_, ended = played_on(code, 2000)
    assert ended.outcome
    assert (ended.deal, ended.namable) == ("lantern", False)
