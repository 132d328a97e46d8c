"""Why this and not that: the trait of the best end that is worth most, from the figures alone.

The best end is held against the best one that lacks a trait: the room put back, another card
carried on, the weapon spared or spent. What that one is worth less is the reason, in wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tracker.rules.advice.answer import Reason
from tracker.rules.advice.numbers import NUMBER
from tracker.rules.advice.planner import Planner
from tracker.rules.advice.prospect import End, Prospect
from tracker.rules.words import gettext_noop, number_noop

SURE = gettext_noop("This wins for certain.")
LOST = gettext_noop("Every way out of this room is deadly.")
ONLY = gettext_noop("Every other way out of this room is deadly.")
EVEN = gettext_noop("There are several good ways: the others win less than one fewer in 100 games.")
LEAVE = number_noop(
    "With best play this room leaves {hp} HP and wins {points} fewer in 100 games.",
    "points",
)
STAY = number_noop("Putting the room back wins {points} fewer in 100 games.", "points")
# Translators: {points} is a number from 1 to 100.
CARRY = number_noop(
    "Leave the {card} for the next room: anything else wins {points} fewer in 100 games.",
    "points",
)
CLEAR = number_noop("Leave no card: anything else wins {points} fewer in 100 games.", "points")


class Rival(NamedTuple):
    """The best end that lacks a trait of the one advised."""

    trait: str
    end: End
    points: float
    """So many fewer of 100 games it wins."""


def reason_of(
    planner: Planner[Any], view: Any, prospect: Prospect, figures: Mapping[End, float]
) -> Reason:
    """The reason for the first of these ends, each with its chance, best first."""
    best = next(iter(figures))
    found = [*_rivals(planner, best, figures)]
    if not found:
        return Reason(ONLY)
    rival = max(found, key=lambda each: each.points)
    if round(rival.points) < 1:
        return Reason(EVEN)
    text, details = _sentence(planner, view, prospect, best, rival)
    return Reason(text, {**details, "points": round(rival.points)})


def _rivals(planner: Planner[Any], best: End, figures: Mapping[End, float]) -> Iterator[Rival]:
    own = traits(planner, best)
    for trait, value in own.items():
        for end, chance in figures.items():
            if traits(planner, end)[trait] != value:
                yield Rival(trait, end, 100 * (figures[best] - chance))
                break


def traits(planner: Planner[Any], end: End) -> dict[str, Any]:
    """The traits that tell ends apart. An end that leaves the room has no other trait but that."""
    if end.under:
        return dict.fromkeys(["left", "carried", *planner.gear(end.arms)], True)
    return {"left": False, "carried": end.carried} | planner.gear(end.arms)


def _sentence(
    planner: Planner[Any], view: Any, prospect: Prospect, best: End, rival: Rival
) -> tuple[str, dict[str, str | int]]:
    if best.under:
        return LEAVE, {"hp": rival.end.hp}
    if rival.end.under:
        return STAY, {}
    if rival.trait == "carried":
        cards = [card for card in (*view.room, *planner.slot(view)) if NUMBER[card] == best.carried]
        return (CARRY, {"card": cards[0]}) if cards else (CLEAR, {})
    return planner.reason(view, best.arms, rival.end.arms, rival.trait, prospect.monsters)
