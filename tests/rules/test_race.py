"""The race of plans: on the same deals, the better half ever longer."""

from __future__ import annotations

from random import Random

from tracker.rules.advice.race import Entrant, race


def always() -> bool:
    return True


def entrants(*plans: int) -> list[Entrant[int]]:
    return [Entrant(plan, 0.0) for plan in plans]


def test_the_better_plan_wins_and_the_number_of_trials_is_kept() -> None:
    chance = Random(3)
    found = race(entrants(2, 5, 8), chance.random, lambda plan, x: x < plan / 10, 300, always)
    assert [each.plan for each in found] == [8, 5, 2]
    assert sum(each.trials for each in found) == 300
    assert found[0].trials > found[-1].trials


def test_all_that_are_still_in_the_race_meet_the_same_deals() -> None:
    deals, met = iter(range(1000)), dict[int, list[int]]()

    def trial(plan: int, deal: int) -> float:
        met.setdefault(plan, []).append(deal)
        return plan

    race(entrants(1, 2, 3, 4), lambda: next(deals), trial, 80, always)
    assert met[1] == met[2] == met[3][: len(met[1])]
    assert met[3] == met[4]


def test_a_race_stops_when_time_is_up() -> None:
    time = iter([True] * 7 + [False] * 1000)
    found = race(entrants(1, 2), int, lambda plan, deal: plan, 100, time.__next__)
    assert sum(each.trials for each in found) == 7
    assert found[0].plan == 2


def test_before_the_first_trial_what_was_expected_counts() -> None:
    found = race([Entrant("left", 0.2), Entrant("right", 0.9)], int, lambda *_: 0, 9, lambda: False)
    assert [(each.plan, each.mean) for each in found] == [("right", 0.9), ("left", 0.2)]
