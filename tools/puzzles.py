"""Mines the puzzles: endings of Scoundrel where exactly one first step wins for certain.

    python -m tools.puzzles [--count 240]

Deals named `puzzle-1`, `puzzle-2` and so on are played by the adviser at once until few cards are
left; what stands there is worked out to the last card (tools/endgame.py). A position
is a puzzle where one decision wins in whatever order the cards lie that are face down, and every
other one loses in at least one of these orders. Takes some minutes; the same puzzles come out each
time.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import factorial
from pathlib import Path
from random import Random
from typing import Any

from tools.endgame import MOST, Endgame
from tools.smoke import arguments
from tracker.rules.advice import advice
from tracker.rules.games.scoundrel import Scoundrel, ScoundrelState
from tracker.rules.protocol import Cards, Decision

FILE = Path(__file__).parents[1] / "tracker" / "rules" / "puzzles.json"
GAME = Scoundrel()
FEWEST_CHOICES = 4
MOST_CARDS = 8  # in the pile
SKIPPERS = 4  # in one deal of so many rooms are skipped, so that the order of cards is known
SKIPS = 6  # one answer of so many may be to skip


def positions(deal: int) -> Iterator[ScoundrelState]:
    """Yields the positions that a good player reaches near the end of a deal."""
    chance = Random(f"puzzle-{deal}")

    def shuffle(cards: Cards) -> list[str]:
        return chance.sample(cards, len(cards))

    state = GAME.setup({}, 1, shuffle(GAME.pack(GAME.chosen({}))), shuffle)
    while GAME.to_act(state):
        if 0 < len(state.deck) <= MOST_CARDS and len(state.deck) - state.bottom <= MOST:
            yield state
        found = advice(GAME.key, GAME.view(state, 0), 0, shuffle, 0)
        assert found is not None
        choices = [found.decision, *(decision for decision, _ in found.ranked)]
        plays = [decision for decision in choices if decision != "skip"] or choices
        state = GAME.apply(state, 0, (choices if deal % SKIPPERS == 0 else plays)[0], shuffle)


def puzzles(deal: int, endgame: Endgame) -> Iterator[tuple[ScoundrelState, Decision]]:
    for state in positions(deal):
        chances = endgame.chances(GAME.view(state, 0))
        sure = [decision for decision, chance in chances.items() if chance == 1]
        if len(sure) == 1 and len(chances) >= FEWEST_CHOICES:
            yield state, sure[0]


def line(state: ScoundrelState, decision: Decision, endgame: Endgame) -> Iterator[Decision]:
    """The steps that win, till new cards are dealt."""
    room, state = state.turn, GAME.view(state, 0)
    while True:
        yield decision
        state = GAME.play(state, 0, decision, tuple)
        if state.turn != room or GAME.outcome(state):
            return
        chances = endgame.chances(state)
        decision = next(each for each, chance in chances.items() if chance == 1)


def miss(
    state: ScoundrelState, decision: Decision, chance: Fraction, endgame: Endgame
) -> list[Any]:
    """How often it wins, of how many orders, and one in which whoever knew it could not win."""
    hidden = len(state.deck) - state.bottom
    orders = factorial(hidden)
    for order in permutations(state.deck[:hidden]):
        deck = (*order, *state.deck[hidden:])
        unveiled = replace(state, deck=deck, bottom=len(deck))
        if endgame.chances(unveiled)[decision] == 0:
            return [int(chance * orders), orders, order]
    return [int(chance * orders), orders, ()]


def proof(state: ScoundrelState, answer: Decision, endgame: Endgame) -> dict[str, Any]:
    """A puzzle as it stands in the file."""
    chances = endgame.chances(GAME.view(state, 0))
    return {
        "state": json.loads(GAME.to_json(state)),
        "line": [*line(state, answer, endgame)],
        "misses": {
            decision: miss(state, decision, chance, endgame)
            for decision, chance in chances.items()
            if decision != answer
        },
    }


def mined(count: int) -> Iterator[dict[str, Any]]:
    """One of a deal, rather one that is not to skip."""
    deal = found = skips = 0
    while found < count:
        deal, endgame = deal + 1, Endgame()
        ways = sorted(puzzles(deal, endgame), key=lambda puzzle: puzzle[1] == "skip")
        if not ways or (ways[0][1] == "skip" and skips * SKIPS >= found):
            continue
        (state, answer), found = ways[0], found + 1
        skips += answer == "skip"
        yield proof(state, answer, endgame)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--count", type=int, default=240)
    args = arguments(parser, count=1)
    found = [*mined(args.count)]
    lines = ",\n".join(json.dumps(puzzle, separators=(",", ":")) for puzzle in found)
    if not args.smoke:
        FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    hidden = sum(p["state"]["bottom"] < len(p["state"]["deck"]) for p in found)
    print(f"{len(found)} puzzles, {hidden} of them with cards face down, in {FILE.name}")


if __name__ == "__main__":
    main()
