"""The worked vectors of the referee (tests/traces/referee.json), in the words of the rules."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

from tracker.rules.cards import PACK
from tracker.rules.table.odds import RED, SORTS, strong
from tracker.rules.table.pile import Pile, Sort, pile_of

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "traces" / "referee.json").read_text(encoding="utf-8")
)
_CARD = re.compile("|".join(sorted(PACK, key=len, reverse=True)))


def cards(text: str) -> tuple[str, ...]:
    return tuple(_CARD.findall(text))


def pile(about: dict[str, Any]) -> Pile:
    runs = [cards(run) for run in about["runs"]]
    return pile_of(cards(about["top"]), about["deep"], runs)


def sort(text: str) -> Sort:
    """A sort by its name, `enemy>=11`, or the cards themselves."""
    if text.startswith("enemy>="):
        return strong(int(text.removeprefix("enemy>=")))
    return RED if text == "red" else SORTS.get(text) or frozenset(cards(text))


def fractions(answer: Any) -> Any:
    if isinstance(answer, dict):
        return {int(value): Fraction(chance) for value, chance in answer.items()}
    if isinstance(answer, list):
        return [Fraction(chance) for chance in answer]
    return None if answer is None else Fraction(answer)


def named(part: str) -> Any:
    """The vectors of this part, with their names for pytest."""
    return {"argvalues": VECTORS[part], "ids": [vector["id"] for vector in VECTORS[part]]}
