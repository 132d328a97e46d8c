"""Deals of which a complete search knows whether they can be won; docs/solved.md tells how.

They can be by somebody who sees every card. `tools/solver/` finds and checks what stands here, and
how difficult they are for somebody who does not.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tracker.rules.protocol import Game

FILE = Path(__file__).with_name("solved.json")
HARDEST = 5
HARD = (4, HARDEST)
"""Difficulties of the deals that are called hard."""


class Solved(NamedTuple):
    """The deals named 1 to `deals` under the same house rules; all but `lost` can be won.

    `grades` has a digit for each of the first: its difficulty, 0 for one that is lost.
    """

    game: str
    options: Mapping[str, Any]
    deals: int
    lost: frozenset[str]
    grades: str

    def names(self, deal: str) -> bool:
        """Whether it is one of these deals. Their names have no leading zeros."""
        return deal.isdecimal() and deal[0] != "0" and int(deal) <= self.deals

    def grade(self, deal: str) -> int | None:
        """Its difficulty from 1 to HARDEST, 0 if it is lost; None where that is not known."""
        known = self.names(deal) and int(deal) <= len(self.grades)
        return int(self.grades[int(deal) - 1]) if known else None


@cache
def solved_deals() -> tuple[Solved, ...]:
    kept = json.loads(FILE.read_text("utf-8"))
    return tuple(
        Solved(
            entry["game"],
            entry["options"],
            entry["deals"],
            frozenset(entry["lost"]),
            entry.get("grades", ""),
        )
        for entry in kept
        if not entry["undecided"]
    )


def solved_for(game: Game[Any, Any], options: Mapping[str, Any]) -> Solved | None:
    """The solved deals of a game under these house rules. Raises BadSetup."""
    chosen = game.chosen(options)
    same = (s for s in solved_deals() if s.game == game.key and game.chosen(s.options) == chosen)
    return next(same, None)


def can_be_won(game: Game[Any, Any], options: Mapping[str, Any], deal: str) -> bool | None:
    """None where nobody has looked."""
    solved = solved_for(game, options)
    return deal not in solved.lost if solved and solved.names(deal) else None


def difficulty(game: Game[Any, Any], options: Mapping[str, Any], deal: str) -> int | None:
    """As `Solved.grade`; None also where nobody has solved such deals."""
    solved = solved_for(game, options)
    return solved.grade(deal) if solved else None
