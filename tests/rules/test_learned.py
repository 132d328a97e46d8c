"""Learned values: sums of whole numbers side by side, files that may be broken, chances."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from operator import mul
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.rules.laws import shuffler, started
from tracker.rules.advice import advice, solo
from tracker.rules.advice import weights as weights_module
from tracker.rules.advice.coop.judges import LearnedCoopJudge, judge_of
from tracker.rules.advice.judges import LearnedJudge, LearnedProspect
from tracker.rules.advice.planner import Planner
from tracker.rules.advice.rascal import RascalPlanner
from tracker.rules.advice.solo import SoloPlanner, SoloValue
from tracker.rules.advice.weights import (
    FIRST,
    FOLDER,
    LANE,
    ROOM,
    SECOND,
    Chances,
    TwoLayers,
    Units,
    Weights,
    chance_of,
    learned,
    row,
)
from tracker.rules.games import GAMES
from tracker.rules.games.rascal import Rascal

FILES = sorted(FOLDER.glob("*.json"))


@pytest.mark.parametrize("seed", range(20))
def test_rows_add_up_as_lists_do(seed: int) -> None:
    chance = Random(seed)
    rows = [[chance.randint(-3000, 3000) for _ in range(64)] for _ in range(9)]
    counts = [chance.randint(-3, 26) for _ in rows]
    sums = [
        sum(n * each[place] for n, each in zip(counts, rows, strict=True)) for place in range(64)
    ]
    speaking_for = chance.randint(0, 64)
    above = [max(0, each) for each in sums]
    expected = sum(above[:speaking_for]) - sum(above[speaking_for:])
    total = sum(n * row(each) for n, each in zip(counts, rows, strict=True))
    assert Units(64, speaking_for).odds(total) == expected


@pytest.mark.parametrize("seed", range(20))
def test_two_layers_add_up_as_lists_do(seed: int) -> None:
    chance = Random(seed)
    first, second = ([chance.randint(-9999, 9999) for _ in range(n)] for n in (64, 64 * 16))
    rows = [second[16 * unit : 16 * unit + 16] for unit in range(64)]
    counts = [99 * max(0, each) for each in first]
    bias = [chance.randint(-(10**6), 10**6) for _ in range(16)]
    sums = [sum(map(mul, counts, column), b) for *column, b in zip(*rows, bias, strict=True)]
    above = [max(0, each) for each in sums]
    *rows_of_units, always = (row(each, SECOND) for each in (*rows, bias))
    layers = TwoLayers(rows_of_units, always, Units(16, 7, SECOND))
    assert layers.odds(99 * row(first, FIRST)) == sum(above[:7]) - sum(above[7:])


def test_a_number_that_does_not_fit_its_lane_is_refused() -> None:
    most = 1 << LANE - ROOM
    assert row([most, -most])
    with pytest.raises(ValueError, match="does not fit"):
        row([1, -most - 1])


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_file_of_weights_is_small_and_can_be_read(file: Path) -> None:
    assert file.stat().st_size <= 130_000
    assert Weights(json.loads(file.read_text())).chances(0.0) in (0, None)


def broken(told: dict[str, Any], **others: Any) -> str:
    return json.dumps(told | others)


def without(rows: dict[str, dict[str, Any]], end: str) -> dict[str, dict[str, Any]]:
    """All rows but those whose names end so."""
    return {
        part: {name: numbers for name, numbers in some.items() if not name.endswith(end)}
        for part, some in rows.items()
    }


BREAKS: dict[str, Callable[[dict[str, Any]], str]] = {
    "empty": lambda told: "",
    "cut off": lambda told: json.dumps(told)[:5000],
    "no object": lambda told: "[1, 2]",
    "deep": lambda told: "[" * 100_000,
    "a row too short": lambda told: broken(told, bias=[1, 2]),
    "a number too large": lambda told: broken(told, bias=[10**9] * told["units"]),
    "text for numbers": lambda told: broken(told, bias="x" * told["units"]),
    "a part missing": lambda told: broken(told, rows={}),
    "a card missing": lambda told: broken(told, rows=told["rows"] | {"hidden": {}}),
    "a card unknown": lambda told: broken(
        told, rows=told["rows"] | {"hidden": {"Kx": told["bias"]}}
    ),
    "a weapon missing": lambda told: broken(told, rows=without(told["rows"], ":2")),
    "chances that fall": lambda told: broken(
        told, chances={"table": [[0, 1], [1, 0]], "silent": []}
    ),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(weights_module, "FOLDER", tmp_path)
    learned.cache_clear()
    yield tmp_path
    learned.cache_clear()


@pytest.mark.parametrize("what", [None, *BREAKS])
@pytest.mark.parametrize("name", ["solo", "rascal", "coop-4"])
def test_without_weights_advice_goes_by_rule_of_thumb_and_says_so_once(
    folder: Path, name: str, what: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    if what:
        told = json.loads((FOLDER / f"{name}.json").read_text())
        (folder / f"{name}.json").write_text(BREAKS[what](told))
    key, _, seats = name.partition("-")
    game = GAMES[key]
    view = game.view(started(game, {}, int(seats or 1), Random(4)), 0)
    (seat, *_) = game.to_act(view)
    with caplog.at_level(logging.WARNING):
        found = [advice(key, view, seat, shuffler(Random(1)), trials=8) for _ in range(3)]
    assert found[0] is not None
    assert bool(found[0].tried) == (key != "coop")
    assert found[0].chance is None
    assert caplog.text.count("rule of thumb") == 1


def test_what_was_never_learned_of_is_judged_by_rule_of_thumb(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """No deal brings an enemy into the pocket."""
    game = GAMES["rascal"]
    view = replace(game.view(started(game, {}, 1, Random(4)), 0), inventory="Kc")
    found = advice("rascal", view, 0, shuffler(Random(1)), trials=0)
    assert found is not None
    assert found.chance is None
    assert "rule of thumb" in caplog.text


def test_between_two_pairs_a_chance_lies_on_a_straight_line() -> None:
    chances = Chances({"table": [[0, 0], [0.5, 0.8], [1, 1]], "silent": []})
    said = (0, 0.25, 0.5, 0.75, 1)
    assert [chances(each) for each in said] == pytest.approx([0, 0.4, 0.8, 0.9, 1])


def test_where_too_little_is_known_nothing_is_said() -> None:
    chances = Chances({"table": [[0, 0], [1, 1]], "silent": [3]})
    assert chances(0.35) is None
    assert chances(0.29) == 0.29


def test_odds_however_long_are_a_chance() -> None:
    assert chance_of(-1e6) == pytest.approx(0)
    assert chance_of(1e6) == 1
    assert chance_of(0) == 0.5


@pytest.mark.parametrize("seats", GAMES["coop"].seats)
def test_every_number_of_players_is_advised_by_what_was_learned(seats: int) -> None:
    judge = judge_of(GAMES["coop"].view(started(GAMES["coop"], {}, seats, Random(4)), 0))
    assert isinstance(judge, LearnedCoopJudge)


@pytest.mark.parametrize(
    ("planner", "house_rules"),
    [
        (SoloPlanner, {"skip": "reshuffle"}),
        (SoloPlanner, {"skip": "reshuffle", "weapon": "auto"}),
        (RascalPlanner, {"inventory": "any", "knife": False}),
    ],
)
def test_every_house_rule_moves_the_value_learned_for_house_rules(
    planner: type[Planner[Any]], house_rules: dict[str, Any]
) -> None:
    options = planner.game.chosen(house_rules)
    judge = planner(options, tuple).judge()
    assert isinstance(judge, LearnedJudge)
    assert {*judge.house_rules} == {f"{name}={value}" for name, value in house_rules.items()}
    rows = [judge.value.house[rule] for rule in judge.house_rules]
    usual, here = (
        LearnedProspect(judge.value, rules, (22, 7), (), None) for rules in ([], judge.house_rules)
    )
    assert here.base - usual.base == sum(rows) != 0


def test_a_house_rule_that_only_changes_the_pack_needs_no_row() -> None:
    judge = RascalPlanner(Rascal().chosen({"removed": ["2d"]}), tuple).judge()
    assert isinstance(judge, LearnedJudge)
    assert not [rule for rule in judge.house_rules if rule in judge.value.house]


def test_uses_of_a_weapon_are_remembered_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solo, "REMEMBERED", 5)
    value = learned("solo", SoloValue)
    assert value
    rows = solo.UseRows(value.weights.rows)
    for points in range(20):
        assert rows[3, points, 0] == value.of_use[3, points, 0]
        assert len(rows) <= 5
