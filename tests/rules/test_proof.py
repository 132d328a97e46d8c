"""A proof about a lone game agrees with searches that know nothing but the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice, pairwise, tee
from random import Random
from statistics import fmean
from typing import Any

import pytest

from tools.solver.check import FEWEST, HOUSES, MOST
from tools.solver.exhaustive import TooMany, plain
from tracker.rules.advice import Advice, advice
from tracker.rules.advice.lone import LOST, NO_WAY, SURE
from tracker.rules.advice.proof import winnable, winning_line
from tracker.rules.advice.search import OutOfPositions
from tracker.rules.games import GAMES
from tracker.rules.games.dungeon import LONE_PACK, MAX_HP
from tracker.rules.solved import solved_for
from tracker.services.match.deals import first_state

pytestmark = pytest.mark.thorough

BUDGET = 400
LONE = pytest.mark.parametrize("key", ["solo", "rascal"])


def small(key: str, options: dict[str, Any], chance: Random) -> Any:
    game: Any = GAMES[key]
    cards = tuple(chance.sample(LONE_PACK, chance.randint(FEWEST, MOST)))
    start = game.deal(game.chosen(options), 1, cards, tuple)
    return replace(start, hp=chance.randint(MAX_HP // 3, MAX_HP))


def played(key: str, state: Any, chance: Random) -> Iterator[Any]:
    """Every state of a game that is played by chance."""
    game: Any = GAMES[key]
    yield state
    while not game.outcome(state):
        decision = chance.choice([d for d in game.decisions(state, 0) if d != "quit"])
        state = game.play(state, 0, decision, tuple)
        yield state


def searched(key: str) -> Iterator[tuple[Any, bool]]:
    """States of small games under each house rule, and what a plain search finds of them."""
    for seed in count():
        chance = Random(f"proof {key} {seed}")
        start = small(key, HOUSES[key][seed % len(HOUSES[key])], chance)
        for state in played(key, start, chance):
            try:
                won = plain(GAMES[key], state, 400)  # type: ignore[arg-type]
            except TooMany:
                continue
            if not GAMES[key].outcome(state):
                yield state, won


FOUND = {key: searched(key) for key in HOUSES}


def known(key: str) -> Iterator[tuple[Any, bool]]:
    """Returns these states from the first on, each searched once."""
    FOUND[key], again = tee(FOUND[key])
    return again


@LONE
def test_states_of_small_games_end_as_a_plain_search_says(key: str) -> None:
    found = Counter[Any]()
    for state, won in islice(known(key), 150):
        assert winnable(GAMES[key], state, 10_000) == won, state
        in_the_middle = state.taken > 0 if key == "solo" else not state.at_entry
        found[won, in_the_middle] += 1
    assert len(found) == 4
    assert min(found.values()) >= 5


@LONE
def test_advice_is_certain_where_every_card_has_been_seen(key: str) -> None:
    """A room that was put under the pile was seen, and its order is known."""
    found = Counter[Any]()
    for state, won in islice(known(key), 150):
        said = seen_through(key, state)
        certain = said.reason.text in (SURE, NO_WAY, LOST)
        assert not certain or said.chance == won, state
        found[certain, won] += 1
    assert found[True, True] + found[True, False] >= 135, found
    assert min(found[True, True], found[True, False]) >= 10, found


@LONE
def test_who_follows_advice_that_is_certain_wins(key: str) -> None:
    game: Any = GAMES[key]
    states = islice((state for state, won in known(key) if won), 40)
    sure = [state for state in states if seen_through(key, state).reason.text == SURE]
    assert len(sure) >= 30
    for state in sure:
        while not game.outcome(state):
            for _, decision in seen_through(key, state).plan:
                state = game.play(state, 0, decision, tuple)
        assert game.outcome(state).word == "won"


def seen_through(key: str, state: Any) -> Advice:
    """Advice for somebody who has seen every card of the pile, and knows which are in no game."""
    game: Any = GAMES[key]
    seen = game.view(replace(state, bottom=len(state.deck)), 0)
    seen = replace(seen, discard=(*seen.discard, *game.unseen(seen)))
    said = advice(key, seen, 0, tuple)
    assert said
    return said


@LONE
def test_the_deals_that_are_solved(key: str) -> None:
    game: Any = GAMES[key]
    solved = solved_for(game, {})
    assert solved
    names = {*map(str, range(1, 111))} - solved.lost
    for deals, wrong in ((solved.lost, True), (names, False)):
        answers = Counter(winnable(game, first_state(game, {}, 1, d), BUDGET) for d in deals)
        assert not answers[wrong]
        assert answers[None] <= len(deals) / 8, answers


@LONE
def test_what_is_lost_stays_lost(key: str) -> None:
    chance, share = Random(f"law {key}"), list[float]()
    for deal in range(5):
        states = played(key, first_state(GAMES[key], {}, 1, f"law-{deal}"), chance)
        said = [winnable(GAMES[key], state, BUDGET) for state in states]
        decided = [answer for answer in said if answer is not None]
        assert all(before or not after for before, after in pairwise(decided)), said
        assert decided[-1] is False
        share.append(len(decided) / len(said))
    assert fmean(share) > 0.7


@LONE
def test_a_line_that_wins_is_played_by_the_engine(key: str) -> None:
    game: Any = GAMES[key]
    found = 0
    for state, won in islice(known(key), 60):
        line = winning_line(game, state, 10_000)
        assert (line is not None) == won
        for decision in line or ():
            state = game.apply(state, 0, decision, tuple)
        assert not won or game.outcome(state).word == "won"
        found += won
    assert found > 5


def test_nothing_is_said_of_a_pile_that_is_shuffled_again_or_of_too_long_a_search() -> None:
    game = GAMES["solo"]
    shuffled = first_state(game, {"skip": "reshuffle"}, 1, "lantern")
    assert winnable(game, shuffled, BUDGET) is None
    lantern = first_state(game, {}, 1, "lantern")
    assert winnable(game, lantern, 1) is None
    with pytest.raises(OutOfPositions):
        winning_line(game, lantern, 1)
