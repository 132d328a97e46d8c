"""Every puzzle is what it says: one first step wins in every order, each other loses in one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import permutations
from math import factorial

import pytest

from tools.endgame import Endgame
from tracker.rules.games.scoundrel import Scoundrel, ScoundrelState
from tracker.rules.protocol import Decision
from tracker.rules.puzzles import Miss, Puzzle, all_puzzles, by_difficulty, puzzle_of_day

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
    days = [date(2026, 11, 26) + timedelta(days=n) for n in range(len(all_puzzles()))]
    assert {puzzle_of_day(day).number for day in days} == {p.number for p in all_puzzles()}


def test_too_much_to_work_out_is_refused() -> None:
    state = GAME.setup({}, 1, GAME.pack(GAME.chosen({})), tuple)
    with pytest.raises(ValueError, match="no ending"):
        Endgame().chances(GAME.view(state, 0))
