"""Holds the solver to two searches that know nothing but the engine (tools/solver/exhaustive.py).

    python -m tools.solver.check --packs 2000     # small packs against a plain search
    python -m tools.solver.check --lost 500       # deals of the whole pack that it calls lost
    python -m tools.solver.check --lines 10000    # wins of the deals 1, 2, 3, … are played

Packs have 12 to 20 random cards, any health and random house rules; of those drawn, the packs
count that the plain search finishes. Lost deals are taken in the order of their names, 1, 2, 3, …;
those count that the wide search finishes.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from tools.smoke import arguments
from tools.solver.__main__ import house_rules
from tools.solver.exhaustive import TooMany, plain, widely
from tools.solver.solver import Solver, compiled, solver
from tracker.rules.games.dungeon import LONE_PACK, MAX_HP

HOUSES: dict[str, list[dict[str, Any]]] = {
    "solo": [{}, {"weapon": "auto"}],
    "rascal": [
        {"inventory": slot, "knife": knife}
        for slot in ("standard", "none", "carry", "any")
        for knife in (True, False)
    ],
}
FEWEST, MOST = 12, 20
DECISIONS = 4_000
"""A plain search is given up after so many: a tenth of a second."""
SIDE_BY_SIDE = 3_000
"""And a wide one with so many positions at a time."""


def packs(program: Solver, decisions: int) -> Iterator[tuple[str, bool]]:
    """Random packs that a plain search finishes: what both searches answer."""
    for seed in count():
        chance = Random(f"{program.game.key} {program.options} {seed}")
        cards = tuple(chance.sample(LONE_PACK, chance.randint(FEWEST, MOST)))
        hp = chance.randint(1, MAX_HP)
        try:
            won = plain(program.game, program.start(cards, hp), decisions)
        except TooMany:
            continue
        solved = program.solve(cards, hp)
        if solved.answer == "won":
            program.line(cards, solved.rooms, hp)
        yield solved.answer, won


def compared(
    game: str, wanted: int, program: Path, decisions: int = DECISIONS
) -> Counter[tuple[str, bool]]:
    """Counts the answers of both searches, for so many packs with each house rule in turn."""
    found = Counter[tuple[str, bool]]()
    with ExitStack() as programs:
        solvers = [programs.enter_context(solver(game, h, program=program)) for h in HOUSES[game]]
        sources = [packs(each, decisions) for each in solvers]
        for number in range(wanted):
            found[next(sources[number % len(sources)])] += 1
    return found


def lost_deals(program: Solver, wanted: int, most: int = SIDE_BY_SIDE) -> Counter[str]:
    """Counts the answers of the wide search to so many deals that the solver calls lost."""
    found = Counter[str]()
    for name in map(str, count(1)):
        cards = program.named(name)
        if program.solve(cards).answer != "lost":
            continue
        try:
            found["won" if widely(program.game, program.start(cards), most) else "lost"] += 1
        except TooMany:
            found["given up"] += 1
        if found["won"] + found["lost"] >= wanted:
            return found
    raise AssertionError


def lines(program: Solver, deals: int) -> int:
    """How many of the deals are won, each by a line that the engine has played. Else ValueError."""
    won = 0
    for name in map(str, range(1, deals + 1)):
        cards = program.named(name)
        solved = program.solve(cards)
        if solved.answer == "won":
            program.line(cards, solved.rooms)
            won += 1
    return won


def different(found: Counter[tuple[str, bool]]) -> int:
    return sum(
        n for (said, won), n in found.items() if (said == "won") != won or said == "undecided"
    )


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("game", choices=[*HOUSES], nargs="?", default="solo")
    asked.add_argument("--packs", type=int, default=0)
    asked.add_argument("--lost", type=int, default=0)
    asked.add_argument("--lines", type=int, default=0)
    asked.add_argument("--options", default="", help="house rules of these lines")
    args = arguments(asked, packs=4, lost=1, lines=5)
    differences = 0
    with TemporaryDirectory() as place:
        program = compiled(args.game, Path(place))
        if args.packs:
            found = compared(args.game, args.packs, program)
            differences += different(found)
            won = sum(number for (_, won), number in found.items() if won)
            print(f"{args.game}: {args.packs:,} small packs, {won:,} won; ", end="")
            print(f"{different(found)} differences", flush=True)
        if args.lost:
            with solver(args.game, {}, program=program) as solving:
                lost = lost_deals(solving, args.lost)
            differences += lost["won"]
            print(f"{args.game}: {args.lost:,} lost deals, {lost['won']} differences; ", end="")
            print(f"{lost['given up']} more were given up", flush=True)
        if args.lines:
            options = house_rules(args.game, args.options)
            with solver(args.game, options, program=program) as solving:
                won = lines(solving, args.lines)
            print(
                f"{args.game}: {won:,} of {args.lines:,} deals won by lines that the engine played"
            )
    return min(differences, 1)


if __name__ == "__main__":
    sys.exit(main())
