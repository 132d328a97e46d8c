"""Deals of which a complete search knows whether they can be won; docs/solved.md tells how.

They can be by somebody who sees every card. `tools/solver/` finds and checks what stands here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from tracker.rules.protocol import Game

FILE = Path(__file__).with_name("solved.json")


class Solved(NamedTuple):
    """The deals named 1 to `deals` under the same house rules; all but `lost` can be won."""

    game: str
    options: Mapping[str, Any]
    deals: int
    lost: frozenset[str]

    def names(self, deal: str) -> bool:
        """Whether it is one of these deals. Their names have no leading zeros."""
        return deal.isdecimal() and deal[0] != "0" and int(deal) <= self.deals


@cache
def solved_deals() -> tuple[Solved, ...]:
    kept = json.loads(FILE.read_text("utf-8"))
    return tuple(
        Solved(entry["game"], entry["options"], entry["deals"], frozenset(entry["lost"]))
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
