"""The parts of a piece of advice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tracker.rules.protocol import Decision

Step = tuple[int, Decision]
"""A seat and what it does."""


class Reason(NamedTuple):
    """A sentence, and what is filled in for its {names}: cards by their codes, whole numbers."""

    text: str
    details: Mapping[str, str | int] = {}


class Advice(NamedTuple):
    """The best decision found, and how sure that is. All figures are estimates."""

    decision: Decision
    chance: float | None
    """The probability of what `measure` names, if advice is followed from here on; None where too
    few games are known to say."""
    measure: str
    """`win`: to win. `ten rooms`: that nobody falls in this room and the ten after it."""
    tried: int
    """How many times the game was played on to find this out; 0 if it was only judged."""
    ranked: tuple[tuple[Decision, float | None], ...]
    """The decisions that were looked into, each with its chance, best first."""
    plan: tuple[Step, ...]
    """This step and those that should follow it, of all seats, until new cards are dealt."""
    reason: Reason
    """The strongest point in its favour."""
    plans: tuple[tuple[Step, ...], ...] = ()
    """The best plan that begins with each of `ranked`, where those were looked into."""
