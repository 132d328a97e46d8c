"""Every puzzle is what it says: one first step wins in every order, each other loses in one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import count, islice, permutations
from math import factorial
from random import Random
from typing import Any

import pytest

from tests.rules.test_proof import played
from tests.rules.test_proof import small as small_game
from tools.endgame import Endgame
from tools.solver.check import HOUSES
from tools.solver.exhaustive import TooMany, plain
from tracker.rules.games import GAMES
from tracker.rules.games.scoundrel import Scoundrel, ScoundrelState
from tracker.rules.protocol import BACK, Decision
from tracker.rules.puzzles import (
    EVERY,
    FEW,
    NOTHING,
    OVER,
    SEVERAL,
    Miss,
    NoPuzzle,
    Puzzle,
    all_puzzles,
    by_difficulty,
    open_puzzle,
    puzzle_of_day,
)
from tracker.services.match.deals import first_state

GAME = Scoundrel()
SAMPLE = 12  # of the puzzles, every so many


def hidden(state: ScoundrelState) -> int:
    return len(state.deck) - state.bottom


def orders(state: ScoundrelState) -> list[ScoundrelState]:
    """All positions that look alike to a player who sees no card that lies face down."""
    face_down, under = state.deck[: hidden(state)], state.deck[hidden(state) :]
    return [replace(state, deck=(*order, *under)) for order in permutations(face_down)]


def choices(state: ScoundrelState) -> list[Decision]:
    return [each for each in GAME.decisions(state, 0) if each != "quit"]


def wins(states: Sequence[ScoundrelState]) -> int:
    """In so many of these, which look the same, the best play wins. Knows the game alone."""
    outcome = GAME.outcome(states[0])
    if outcome:
        return len(states) if outcome.word == "won" else 0
    return max(wins_after(states, decision) for decision in choices(states[0]))


def wins_after(states: Sequence[ScoundrelState], decision: Decision) -> int:
    alike = defaultdict(list)
    for state in states:
        after = GAME.play(state, 0, decision, tuple)
        alike[GAME.to_json(GAME.view(after, 0))].append(after)
    return sum(map(wins, alike.values()))


def check(puzzle: Puzzle) -> None:
    state = puzzle.state
    chances = Endgame().chances(puzzle.view)
    assert {decision for decision, chance in chances.items() if chance == 1} == {puzzle.answer}
    assert chances.keys() - {puzzle.answer} == puzzle.misses.keys()
    for decision, miss in puzzle.misses.items():
        assert miss.orders == factorial(hidden(state))
        assert chances[decision] * miss.orders == miss.wins < miss.orders
        if miss.order:
            deck = (*miss.order, *state.deck[len(miss.order) :])
            known = replace(state, deck=deck, bottom=len(deck))
            assert Endgame().chances(known)[decision] == 0


def small() -> list[Puzzle]:
    """The puzzles with the fewest cards face down: the game itself can be asked everything."""
    some = [puzzle for puzzle in all_puzzles() if hidden(puzzle.state) and not puzzle.state.bottom]
    return sorted(some, key=lambda each: len(each.state.deck) + len(each.state.room))


def test_there_are_enough_and_no_two_alike() -> None:
    assert len(all_puzzles()) >= 200
    assert len({puzzle.state for puzzle in all_puzzles()}) == len(all_puzzles())
    assert sum(hidden(puzzle.state) > 0 for puzzle in all_puzzles()) >= 60


def test_a_sample_is_proved_again() -> None:
    for puzzle in all_puzzles()[::SAMPLE]:
        check(puzzle)


@pytest.mark.thorough
def test_all_are_proved_again() -> None:
    for puzzle in all_puzzles():
        check(puzzle)


@pytest.mark.parametrize("puzzle", small()[:2], ids=lambda puzzle: str(puzzle.number))
def test_the_game_itself_says_the_same(puzzle: Puzzle) -> None:
    states, chances = orders(puzzle.state), Endgame().chances(puzzle.view)
    for decision in choices(puzzle.state):
        assert wins_after(states, decision) == chances[decision] * len(states)


def test_the_line_wins_or_leads_to_the_next_room() -> None:
    for puzzle in all_puzzles():
        state = puzzle.state
        for decision in puzzle.line:
            assert state.turn == puzzle.state.turn
            state = GAME.apply(state, 0, decision, tuple)
        outcome = GAME.outcome(state)
        assert state.turn > puzzle.state.turn or (outcome and outcome.word == "won")


def test_more_steps_and_luckier_misses_are_more_difficult() -> None:
    first = all_puzzles()[0]
    for misses, grade in (
        ({"a": Miss(0, 6, ()), "b": Miss(0, 6, ())}, 1),
        ({name: Miss(0, 6, ()) for name in "abcd"}, 2),
        ({name: Miss(3, 6, ()) for name in "abc"}, 3),
        ({name: Miss(0, 6, ()) for name in "abcdefghi"}, 5),
    ):
        assert first._replace(misses=misses).grade == grade
    assert {puzzle.grade for puzzle in all_puzzles()} == {1, 2, 3, 4, 5}
    assert [puzzle.grade for puzzle in by_difficulty()] == sorted(p.grade for p in all_puzzles())


def test_each_puzzle_has_its_day() -> None:
    days = range(739_000, 739_000 + len(all_puzzles()))
    assert {puzzle_of_day(day).number for day in days} == {p.number for p in all_puzzles()}


def test_too_much_to_work_out_is_refused() -> None:
    state = GAME.setup({}, 1, GAME.pack(GAME.chosen({})), tuple)
    with pytest.raises(ValueError, match="no ending"):
        Endgame().chances(GAME.view(state, 0))


def positions(key: str) -> Iterator[tuple[Any, set[Decision]]]:
    """Positions of small games under each house rule, and the steps that win by a plain search."""
    game: Any = GAMES[key]
    for seed in count():
        chance = Random(f"asked {key} {seed}")
        start = small_game(key, HOUSES[key][seed % len(HOUSES[key])], chance)
        for state in played(key, start, chance):
            steps = game.offered(state, 0)
            with suppress(TooMany):
                after = {step: game.play(state, 0, step, tuple) for step in steps}
                yield state, {step for step in steps if plain(game, after[step], 150)}


def sentence(steps: int, wins: int) -> str:
    """Why it is no puzzle, "" where it is one."""
    if steps == 0:
        return OVER
    if wins in (0, steps):
        return EVERY if wins else NOTHING
    if wins > 1:
        return SEVERAL
    return FEW if steps == 2 else ""


@pytest.mark.parametrize("key", ["solo", "rascal"])
def test_a_position_is_a_puzzle_exactly_where_a_plain_search_finds_one_step(key: str) -> None:
    game: Any = GAMES[key]
    kinds = Counter[str]()
    for state, wins in islice(positions(key), 200):
        steps = {*game.offered(state, 0)}
        why = sentence(len(steps), len(wins))
        kinds[why] += 1
        if why:
            with pytest.raises(NoPuzzle) as reason:
                open_puzzle(game, state, 10_000)
            assert reason.value.reason == why, state
        else:
            puzzle = open_puzzle(game, state, 10_000)
            assert ({puzzle.answer}, {*puzzle.misses}) == (wins, steps - wins)
            assert BACK not in puzzle.view.deck
    assert kinds.keys() == {"", OVER, EVERY, NOTHING, SEVERAL, FEW}
    assert kinds[""] >= 3


@pytest.mark.parametrize(("options", "most"), [({}, 1), ({"skip": "reshuffle"}, 700)])
def test_what_is_not_decided_is_no_puzzle(options: dict[str, str], most: int) -> None:
    with pytest.raises(NoPuzzle, match="could not be worked out"):
        open_puzzle(GAME, first_state(GAME, options, 1, "lantern"), most)
