"""The cost of hidden cards: chances are exact, and costs add up to the games that are lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from random import Random
from statistics import fmean
from subprocess import Popen

import pytest

from tests.programs import needs
from tools.solver.hidden import GAME, SOURCE, HiddenCards, cost, dealt, differences, points, waiting
from tools.solver.solver import compiled
from tracker.rules.advice import advice
from tracker.rules.games.scoundrel import ScoundrelState
from tracker.rules.protocol import Cards

compiles = needs("g++")
CARDS: Cards = ("5c", "Qs", "As", "4h", "5s", "3d", "2c", "9d", "3c")
HP = 7


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Popen[str]]:
    quick = ("-O1", "-std=c++17", "-Wno-psabi")
    with waiting(compiled("solo", tmp_path_factory.mktemp("hidden"), quick, SOURCE)) as program:
        yield program


@compiles
def test_small_packs_end_as_slower_programs_say(process: Popen[str]) -> None:
    assert differences(6, process) == 0


@compiles
def test_the_costs_of_all_orders_are_what_the_adviser_wins_less(process: Popen[str]) -> None:
    """By the value alone, so that no luck of trials is in it."""
    hidden, start, chance = HiddenCards(process, CARDS), dealt(CARDS, HP), Random(1)
    orders = [replace(start, deck=deck) for deck in permutations(start.deck)]
    lost = fmean(cost(hidden, order, 0, chance) for order in orders)
    assert lost > 0
    assert lost == pytest.approx(hidden.best(start) - fmean(map(adviser_wins, orders)))


def adviser_wins(state: ScoundrelState) -> bool:
    while not (over := GAME.outcome(state)):
        found = advice(GAME.key, GAME.view(state, 0), 0, tuple, 0)
        assert found
        for _, decision in found.plan:
            state = GAME.apply(state, 0, decision, tuple)
    return over.word == "won"


def test_a_mean_has_an_interval() -> None:
    assert points([0.0, 0.5, 1.0]) == "50.00 ± 56.58"
