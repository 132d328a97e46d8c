"""Decides whether deals can be won by somebody who knows the order of the pile.

    python -m tools.solver solo --deals 10000           # the deals that the site calls 1, 2, 3, …
    python -m tools.solver rascal --options inventory=none,knife=False --deals 1000
    python -m tools.solver solo --deal lantern          # and prints the decisions that win

A deal is won by a line of decisions, lost when the search is complete, and undecided when its
budget of positions is out. `python -m tools.solver.check` has the engine play such lines. `--keep`
puts the result into solved.json, and `python -m tools.solver.document` from there into
docs/solved.md. Needs g++.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from tools.smoke import arguments
from tools.solver.solver import BUDGET, Solver, solver
from tracker.rules.advice import PLANNERS
from tracker.rules.games import GAMES
from tracker.rules.protocol import BadSetup
from tracker.rules.solved import FILE
from tracker.rules.table.ahead.risk import wilson
from tracker.services.match.deals import SEED

KEPT = FILE
Result = dict[str, Any]


def decided(program: Solver, deals: int) -> Result:
    """Decides the deals 1 to so many; every one that is not lost or undecided is won."""
    lost, undecided, positions = dict[str, int](), list[str](), list[int]()
    for name in map(str, range(1, deals + 1)):
        solved = program.solve(program.named(name))
        positions.append(solved.positions)
        if solved.answer == "lost":
            lost[name] = solved.positions
        elif solved.answer == "undecided":
            undecided.append(name)
    counts = {"positions": sum(positions), "most": max(positions)}
    return {"deals": deals, **counts, "lost": lost, "undecided": undecided}


def share(result: Result) -> str:
    """How many of the deals can be won, with the interval of all deals there are."""
    deals, undecided = result["deals"], len(result["undecided"])
    won = deals - len(result["lost"]) - undecided
    low, high = wilson(won, deals)[0], wilson(won + undecided, deals)[1]
    return f"{100 * won / deals:.2f} % ({100 * low:.2f} to {100 * high:.2f})"


def keep(game: str, options: dict[str, Any], result: Result) -> None:
    """Puts a result in the place of the one with the same house rules, whose grades stay."""
    results = json.loads(KEPT.read_text()) if KEPT.exists() else []
    same = [each for each in results if (each["game"], each["options"]) == (game, options)]
    before = same[0] if same else {}
    entry = {**before, "game": game, "options": options, **result}
    others = [each for each in results if each not in same]
    results = sorted(
        [*others, entry], key=lambda r: (r["game"] != "solo", *map(str, r["options"].items()))
    )
    lines = ",\n".join(json.dumps(each, separators=(",", ":")) for each in results)
    KEPT.write_text(f"[\n{lines}\n]\n")


def house_rules(game: str, text: str) -> dict[str, Any]:
    """`inventory=none,knife=False` as options; what is not allowed stays text, to be refused."""
    options = dict(each.partition("=")[::2] for each in text.split(",") if each)
    known = GAMES[game].options
    values = {name: {str(value): value for value in known[name].allowed} for name in known}
    return {name: values.get(name, {}).get(value, value) for name, value in options.items()}


def answer(program: Solver, name: str) -> None:
    """Prints whether this deal can be won, and how."""
    cards = program.named(name)
    solved = program.solve(cards)
    print(f"{name}: {solved.answer}, {solved.positions:,} positions")
    for decision in program.line(cards, solved.rooms) if solved.answer == "won" else ():
        print(decision)


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("game", choices=[*PLANNERS], nargs="?", default="solo")
    asked.add_argument("--deals", type=int, default=10_000, help="so many, from the one called 1")
    asked.add_argument("--deal", default="", help="only this one, and the decisions that win it")
    asked.add_argument("--options", default="", help="house rules: inventory=none,knife=False")
    asked.add_argument("--budget", type=int, default=BUDGET, help="positions for each deal")
    asked.add_argument("--keep", action="store_true", help="put the result into solved.json")
    args = arguments(asked, deals=20, keep=False)
    if args.deal and not SEED.fullmatch(args.deal):
        asked.error("a deal is called by small letters, digits and hyphens, 32 at most")
    options = house_rules(args.game, args.options)
    try:
        with solver(args.game, options, args.budget) as program:
            if args.deal:
                answer(program, args.deal)
                return 0
            result = decided(program, args.deals)
    except (BadSetup, ValueError) as error:
        asked.error(str(error))
    lost, undecided = len(result["lost"]), len(result["undecided"])
    print(f"{args.game} {args.options or 'default'}: {share(result)} can be won")
    print(f"{args.deals:,} deals, {lost} lost, {undecided} undecided", end=", ")
    print(f"{result['positions']:,} positions, at most {result['most']:,} for one deal")
    if args.keep:
        keep(args.game, options, result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
