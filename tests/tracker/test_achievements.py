"""Each achievement is earned by what it says, and not by a little less."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from tests.tracker.parties import play
from tracker.boards.party.runs.achievements import ACHIEVEMENTS, HOUR, achieved
from tracker.services.party.story import Blow, Floor, PlayerStory, Story, Worn

PART = PlayerStory(0, "Mara", 7, 7, (), 3, 0, 0, None, ((0, 20), (1, 7)))
OTHER = replace(PART, number=1, name="Odo", hp=5, lowest=5)
RUN = Story(
    title="",
    game="coop",
    count=9,
    seconds=0,
    over=False,
    start=(1, 1),
    end=(1, 2),
    parts=(PART, OTHER),
    floors=(Floor(1, 0, 0, 1, (7, 5)),),
    hardest=None,
    escape=None,
    worn=None,
    potions=1,
    wasted=1,
    shields=0,
    runs=1,
)
COURT = tuple(f"{rank}{suit}" for rank in "JQK" for suit in "cs")


def fought(*cards: str) -> dict[str, Any]:
    return {"parts": (replace(PART, slain=cards), OTHER)}


def left(*hps: int) -> dict[str, Any]:
    return {"floors": (Floor(1, 0, 0, 9, hps), Floor(2, 5, 0, 0, hps))}


def people(*parts: PlayerStory) -> dict[str, Any]:
    return {"parts": parts}


def deep(floor: int, **more: Any) -> dict[str, Any]:
    return {"end": (floor, 1), **more}


FALLEN = replace(OTHER, hp=-2, lowest=-2)
LED, HARDY = replace(PART, led=1), replace(PART, slain=("2c",) * 5)
EARNED: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "first-floor": (deep(2), deep(1)),
    "third-floor": (deep(4), deep(4, start=(2, 1))),
    "fifth-floor": (deep(6), deep(5)),
    "tenth-floor": (deep(11), deep(10)),
    "twentieth-floor": (deep(21), deep(20)),
    "first-blood": (fought("2c"), fought()),
    "fifty-enemies": (fought(*["2c"] * 50), fought(*["2c"] * 49)),
    "hundred-enemies": (fought(*["2c"] * 100), fought(*["2c"] * 99)),
    "both-aces": (fought("As", "Ac"), fought("As", "As")),
    "court": (fought(*COURT), fought(*COURT[1:])),
    "joker": (fought("JOKb"), fought("Kc")),
    "worn": ({"worn": Worn(0, "8", 5)}, {"worn": Worn(0, "8", 4)}),
    "worn-out": ({"worn": Worn(0, "8", 8)}, {"worn": Worn(0, "8", 7)}),
    "hair": ({"escape": Blow(0, 3, "", 1)}, {"escape": Blow(0, 3, "", 2)}),
    "ace-taken": ({"hardest": Blow(0, 14, "As", 1)}, {"hardest": Blow(0, 13, "Ks", 1)}),
    "dry": (deep(2, potions=0), deep(1, potions=0)),
    "careful": ({"potions": 5, "wasted": 0}, {"potions": 5, "wasted": 1}),
    "spilt": ({"wasted": 20}, {"wasted": 19}),
    "shields": ({"shields": 3}, {"shields": 2}),
    "brave": (deep(4, runs=0), deep(3, runs=0)),
    "runners": ({"runs": 5}, {"runs": 4}),
    "whole-floor": (left(20, 20), left(20, 19)),
    "last-standing": (people(PART, FALLEN), people(PART)),
    "together": (deep(4), deep(4, **people(PART, FALLEN))),
    "alone": (deep(4, **people(PART)), deep(4)),
    "each-led": (people(LED, LED), people(LED, OTHER)),
    "each-fought": (people(HARDY, HARDY), people(HARDY, OTHER)),
    "long-evening": ({"seconds": 3 * HOUR}, {"seconds": 3 * HOUR - 1}),
    "swift": (deep(4, seconds=HOUR), deep(4, seconds=HOUR + 1)),
    "cleared": ({"won": True}, {}),
    "cleared-hair": ({"won": True, **people(replace(PART, hp=1))}, {"won": True}),
    "cleared-whole": (
        {"won": True, **people(replace(PART, hp=20))},
        {"won": True, **people(replace(PART, hp=19))},
    ),
    "untouched": (deep(2, **people(PART, replace(OTHER, damage=0))), deep(2)),
}


def test_there_are_many_and_each_has_its_words() -> None:
    assert len(ACHIEVEMENTS) >= 24
    assert ACHIEVEMENTS.keys() == EARNED.keys()
    assert len({str(name) for name, _ in ACHIEVEMENTS.values()}) == len(ACHIEVEMENTS)


def test_a_run_that_hardly_began_has_earned_nothing() -> None:
    assert achieved(RUN) == []


@pytest.mark.parametrize("key", EARNED)
def test_it_is_earned_by_this_and_not_by_a_little_less(key: str) -> None:
    enough, less = (replace(RUN, **changed) for changed in EARNED[key])
    assert key in achieved(enough)
    assert key not in achieved(less)


GONE = {"gone": (replace(FALLEN, number=2),)}
FROM_FLOOR_2 = {"floors": (Floor(1, 0, 0, 9, (7, None)), Floor(2, 5, 0, 0, (7, 20)))}


@pytest.mark.parametrize(
    ("key", "others"), [("alone", GONE), ("together", GONE), ("untouched", FROM_FLOOR_2)]
)
def test_who_left_or_came_late_belongs_to_the_run_too(key: str, others: dict[str, Any]) -> None:
    earned = replace(RUN, **EARNED[key][0])
    assert key in achieved(earned)
    assert key not in achieved(replace(earned, **others))


@pytest.mark.django_db
def test_the_page_of_a_finished_run_names_them(client: Client, code: str) -> None:
    play(code, "fight:0:As:bare", "drink:0:4h", "floor:+1")
    assert "Took 14 or more" not in client.get(f"/p/{code}/run").content.decode()
    play(code, "new")
    page = client.get(f"/p/{code}/runs/1").content.decode()
    for told in ("Took 14 or more in one hit", "Finished a floor", "Fought an enemy"):
        assert told in page
    assert "Ran five times" not in page
