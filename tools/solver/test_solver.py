"""The solver: what it says holds, in searches that know nothing but the engine."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.programs import needs
from tests.scripts import assert_prints_its_figure, assert_says_what_it_takes, run
from tools.solver.__main__ import KEPT, house_rules, keep, share
from tools.solver.check import HOUSES, compared, different, lost_deals
from tools.solver.difficulty import MOST_GAMES, Work, played_again, worked_out
from tools.solver.document import DOCUMENT, filled
from tools.solver.exhaustive import TooMany, plain, widely
from tools.solver.solver import BYTES, Solver, compiled, end_of, solver
from tools.test_scripts import SCRIPTS
from tracker.rules.advice.lone import path, ways_out
from tracker.rules.advice.proof import winnable
from tracker.rules.advice.prospect import End
from tracker.rules.advice.solo import SoloPlanner
from tracker.rules.games.dungeon import LONE_PACK
from tracker.rules.games.rascal import Rascal
from tracker.rules.games.scoundrel import Scoundrel, ScoundrelState
from tracker.rules.protocol import BadSetup, Cards
from tracker.services.match.deals import first_state

compiles = needs("g++")
QUICK = ("-O1", "-std=c++17", "-Wno-psabi")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled("solo", tmp_path_factory.mktemp("solo"), QUICK)


@pytest.fixture
def solo(program: Path) -> Iterator[Solver]:
    with solver("solo", {}, program=program) as opened:
        yield opened


@compiles
def test_small_packs_of_scoundrel_end_as_a_plain_search_says(program: Path) -> None:
    found = compared("solo", 20, program, 500)
    assert different(found) == 0
    assert len(found) == 2, "some are won, some lost"


@compiles
@pytest.mark.thorough
def test_small_packs_of_rascal_end_as_a_plain_search_says(tmp_path: Path) -> None:
    found = compared("rascal", 40, compiled("rascal", tmp_path, QUICK), 500)
    assert different(found) == 0
    assert len(found) == 2, "some are won, some lost"


@compiles
def test_a_deal_called_lost_is_lost_in_a_search_of_another_kind(solo: Solver) -> None:
    assert lost_deals(solo, 2) == {"lost": 2}


@compiles
def test_a_win_is_a_line_that_the_engine_plays(solo: Solver) -> None:
    cards = solo.named("lantern")
    solved = solo.solve(cards)
    state = first_state(Scoundrel(), {}, 1, "lantern")
    for decision in solo.line(cards, solved.rooms):
        state = solo.game.apply(state, 0, decision, tuple)
    assert solo.game.outcome(state).word == "won"  # type: ignore[union-attr]


@compiles
def test_a_line_that_does_not_win_is_refused(solo: Solver) -> None:
    cards = solo.named("lantern")
    rooms = solo.solve(cards).rooms
    with pytest.raises(ValueError, match="does not win"):
        solo.line(cards, rooms[:-1])


@compiles
def test_clubs_and_spades_of_a_rank_are_one(solo: Solver) -> None:
    cards = solo.named("1")
    other = {"c": "s", "s": "c"}
    swapped = tuple(card[:-1] + other.get(card[-1], card[-1]) for card in cards)
    assert solo.solve(swapped) == solo.solve(cards)


def narrow_rooms(solo: Solver, cards: Cards, hp: int) -> int:
    """Counts them by a search of its own for each way out."""
    planner, state = SoloPlanner(solo.options, tuple), solo.start(cards, hp)
    found = 0
    for room in solo.solve(cards, hp).rooms:
        after = {end: left_by(planner, state, end) for end in ways_out(planner, state)}
        wins = [bool(winnable(solo.game, then, 5_000)) for then in after.values()]
        found += len(wins) > 1 and sum(wins) == 1
        state = after[end_of(planner, state, room)]
    return found


def left_by(planner: SoloPlanner, state: ScoundrelState, end: End) -> ScoundrelState:
    for decision in path(planner, state, end):
        state = planner.game.play(state, 0, decision, tuple)
    return state


@compiles
def test_rooms_are_narrow_of_which_a_search_wins_in_one_way(solo: Solver) -> None:
    found = Counter[int]()
    for seed in range(12):
        chance = Random(f"narrow {seed}")
        cards, hp = tuple(chance.sample(LONE_PACK, 26)), chance.randint(12, 20)
        found[solo.narrow(cards, hp)] += 1
        assert solo.narrow(cards, hp) == narrow_rooms(solo, cards, hp)
    assert len(found) > 2


@compiles
def test_a_search_out_of_its_budget_says_so(program: Path) -> None:
    with solver("solo", {}, budget=5, program=program) as hasty:
        solved = hasty.solve(hasty.named("1"))
        assert solved == ("undecided", 5, ())
        assert hasty.solve(hasty.named("2458")).answer == "lost", "it needs two positions"
    with solver("solo", {}, budget=60, program=program) as hasty:
        assert hasty.solve(hasty.named("7")).answer == "won"
        with pytest.raises(ValueError, match="budget"):
            hasty.narrow(hasty.named("7"))


@compiles
def test_its_memory_keeps_to_its_limit(solo: Solver) -> None:
    solo.solve(solo.named("1"))
    status = Path(f"/proc/{solo.process.pid}/status").read_text()
    peak = int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0]) * 1024
    assert BYTES / 2 < peak < 100_000_000


def test_a_house_rule_that_is_none_is_refused() -> None:
    assert house_rules("rascal", "knife=False,inventory=any") == {
        "knife": False,
        "inventory": "any",
    }
    for text in ("shoe=1", "weapon=club"):
        with pytest.raises(BadSetup), solver("solo", house_rules("solo", text)):
            pass
    with pytest.raises(ValueError, match="no known order"), solver("solo", {"skip": "reshuffle"}):
        pass


@pytest.mark.parametrize("search", [plain, widely])
@pytest.mark.parametrize("game", [Scoundrel(), Rascal()])
def test_the_searches_that_check_it_know_a_win_from_a_loss(game: Any, search: Any) -> None:
    won = replace(game.deal(game.chosen({}), 1, ("5c", "6d", "2c"), tuple), hp=3)
    assert search(game, won, 5_000)
    assert not search(game, replace(won, hp=1, room=("5c", "4s", "3d")), 5_000)
    with pytest.raises(TooMany):
        search(game, won, 0)


def kept() -> dict[tuple[str, str], dict[str, Any]]:
    results = json.loads(KEPT.read_text())
    return {(each["game"], json.dumps(each["options"])): each for each in results}


def test_whoever_may_choose_wins_all_that_others_win() -> None:
    """House rules from the freest to the strictest."""
    slots = [{"inventory": "any"}, {"inventory": "carry"}, {}, {"inventory": "none"}]
    knife = [{}, {"knife": False}]
    for game, houses in (("solo", HOUSES["solo"]), ("rascal", slots), ("rascal", knife)):
        lost = [{*kept()[game, json.dumps(house)]["lost"]} for house in houses]
        assert all(free <= strict for free, strict in pairwise(lost))


@compiles
def test_what_is_kept_is_what_comes_out(solo: Solver) -> None:
    result = kept()["solo", "{}"]
    for name in Random(1).sample([*result["lost"]], 10):
        assert solo.solve(solo.named(name)) == ("lost", result["lost"][name], ())
    for name in map(str, range(1, 20)):
        assert (solo.solve(solo.named(name)).answer == "won") == (name not in result["lost"])


def test_a_result_takes_the_place_of_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tools.solver.__main__.KEPT", tmp_path / "solved.json")
    for lost in ({}, {"3": 7}):
        for game in ("rascal", "solo"):
            keep(game, {}, {"deals": 10, "lost": lost, "undecided": []})
    found = json.loads((tmp_path / "solved.json").read_text())
    assert [(each["game"], each["lost"]) for each in found] == [("solo", lost), ("rascal", lost)]


def test_a_new_result_leaves_the_grades(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.solver.__main__.KEPT", tmp_path / "solved.json")
    keep("solo", {}, {"deals": 2, "lost": {}, "grades": "12"})
    keep("solo", {}, {"deals": 3, "lost": {}})
    (found,) = json.loads((tmp_path / "solved.json").read_text())
    assert (found["deals"], found["grades"]) == (3, "12")


@pytest.mark.parametrize(
    ("narrow", "games", "grade"),
    [
        (1, [1], 1),
        (2, [1], 2),
        (0, [0, 1], 2),
        (4, [1], 2),
        (3, [0, 1], 3),
        (9, [1], 4),
        (1, [0, 0, 0, 0, 1], 4),
        (12, [0, 1], 5),
        (0, [0] * MOST_GAMES, 5),
    ],
)
def test_narrow_rooms_and_lost_games_make_a_deal_difficult(
    tmp_path: Path, narrow: int, games: list[int], grade: int
) -> None:
    work = Work(tmp_path / "games")
    work.add("narrow", "7", narrow)
    for number, won in enumerate(games, 1):
        work.add("game", "7", number, won)
    work.add("game", "7", 0, 0)  # with other dice, it does not count
    assert Work(tmp_path / "games").grade("7") == work.grade("7") == grade


@compiles
def test_nothing_is_worked_out_twice(solo: Solver, tmp_path: Path) -> None:
    played = list[tuple[str, int]]()

    def play(deal: str, number: int) -> bool:
        played.append((deal, number))
        return number == 3

    for _ in range(2):
        work = Work(tmp_path / "games")
        worked_out(work, solo, play, ["1", "2"])
        assert played_again(work, play, {"1": 1, "2": 2}, 1)[:3] == [(0, 1), (0, 1), (0, 0)]
    assert played == [(deal, number) for deal in "12" for number in (1, 2, 3)] + [
        ("1", 0),
        ("2", 0),
    ]


def test_an_undecided_deal_may_be_won_or_lost() -> None:
    decided = share({"deals": 100, "lost": {"1": 9}, "undecided": []})
    assert decided == "99.00 % (94.55 to 99.82)"
    assert share({"deals": 100, "lost": {}, "undecided": ["1"]}) == "99.00 % (94.55 to 100.00)"


def test_the_document_says_what_is_kept() -> None:
    text = DOCUMENT.read_text("utf-8")
    assert filled(text) == text
    assert KEPT.stat().st_size < 60_000


@compiles
@pytest.mark.parametrize("script", [each for each in SCRIPTS if each.startswith("tools.solver.")])
def test_its_scripts_run_and_print_their_figures(script: str) -> None:
    assert_says_what_it_takes(script)
    assert_prints_its_figure(script)


@compiles
def test_a_name_that_no_deal_has_is_refused_in_a_sentence() -> None:
    done = run("tools.solver", "--deal=A b")
    assert done.returncode == 2
    assert "a deal is called by small letters" in done.stderr
