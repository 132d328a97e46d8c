"""The cost of seeing no card that lies face down, and what the adviser loses besides.

    python -m tools.solver.hidden --packs 200     # of 12, of 14 and of 16 cards
    python -m tools.solver.hidden --check 300     # small packs, against two slower programs

Packs are random cards of Scoundrel; the others lie in the discard. Health at first is any with
which the best play wins 5 to 95 % of the orders that the cards may lie in. The adviser plays one of
these orders. Its decisions cost what the exact chance falls by. The sum over a game is an unbiased
estimate of how much less the adviser wins than the best play. Needs g++.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import cache
from itertools import count, islice, permutations
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tools.endgame import Endgame, Piles
from tools.smoke import arguments
from tools.solver.exhaustive import unseen
from tools.solver.solver import Solver, compiled, solver
from tracker.rules.advice import advice
from tracker.rules.advice.prospect import Arms, Numbers, name_of, numbers
from tracker.rules.games.dungeon import LONE_PACK, MAX_HP, ROOM_SIZE
from tracker.rules.games.scoundrel import Scoundrel, ScoundrelState
from tracker.rules.protocol import Cards

SOURCE = Path(__file__).parent / "hidden.cpp"
GAME = Scoundrel()
SIZES = (12, 14, 16)
TINY = (8, 9, 10)
BY_THE_GAME = 8
"""Up to so many cards the game itself is asked about every order."""
FAIR = (0.05, 0.95)
ORDERS = 20
"""For so many orders of a pack it is found out whether open cards win."""


class HiddenCards(Endgame):
    """Endings of one pack, worked out by the program in this folder."""

    most = 16 - ROOM_SIZE

    def __init__(self, process: subprocess.Popen[str], cards: Cards) -> None:
        super().__init__()
        self.process = process
        self._by_health = cache(self._asked)
        print("pack", *map(name_of, numbers(cards)), file=process.stdin)

    def _work_out(self, hp: int, arms: Arms, carried: int, piles: Piles, skipped: bool) -> int:
        return self._by_health(arms, carried, piles, skipped)[hp - 1]

    def _asked(self, arms: Arms, carried: int, piles: Piles, skipped: bool) -> Numbers:
        face_down, under = piles
        cards = map(name_of, (*face_down, *under))
        words = (*arms, int(skipped), name_of(carried), len(face_down), *cards)
        assert self.process.stdout
        print(*words, file=self.process.stdin, flush=True)
        return tuple(map(int, self.process.stdout.readline().split()))

    def best(self, state: ScoundrelState) -> float:
        """The chance to win from here with the best play."""
        return float(max(self.chances(GAME.view(state, 0)).values()))


@contextmanager
def waiting(program: Path) -> Iterator[subprocess.Popen[str]]:
    """The program for hidden cards, waiting for packs."""
    pipe = subprocess.PIPE
    with subprocess.Popen([str(program)], stdin=pipe, stdout=pipe, text=True) as process:
        assert process.stdin
        yield process
        process.stdin.close()


def dealt(cards: Cards, hp: int) -> ScoundrelState:
    """The start of a game with these cards; the others of the pack lie in the discard."""
    gone = tuple(card for card in LONE_PACK if card not in cards)
    return replace(GAME.deal(GAME.chosen({}), 1, cards, tuple), hp=hp, discard=gone)


class Result(NamedTuple):
    """The shares of games won with one pack."""

    known: float
    """With open cards."""
    best: float
    """With hidden cards and the best play."""
    tried: float
    """So much less the adviser wins with all trials."""
    at_once: float
    """So much less it wins by the value alone."""


def results(size: int, process: subprocess.Popen[str], knowing: Solver) -> Iterator[Result]:
    for number in count():
        chance = Random(f"hidden {size} {number}")
        cards = tuple(chance.sample(LONE_PACK, size))
        hidden = HiddenCards(process, cards)
        for hp in chance.sample(range(1, MAX_HP + 1), MAX_HP):
            start = dealt(cards, hp)
            best = hidden.best(start)
            if FAIR[0] <= best <= FAIR[1]:
                costs = [cost(hidden, start, trials, chance) for trials in (None, 0)]
                known = fmean(won(knowing, cards, hp, chance) for _ in range(ORDERS))
                yield Result(known, best, *costs)
                break


def cost(hidden: HiddenCards, state: ScoundrelState, trials: int | None, chance: Random) -> float:
    """How much the adviser loses in a game. It is asked once in each room, as in bench.advice."""

    def shuffle(cards: Cards) -> list[str]:
        return chance.sample(cards, len(cards))

    lost = 0.0
    while GAME.to_act(state) and (best := hidden.best(state)):
        found = advice(GAME.key, GAME.view(state, 0), 0, shuffle, trials)
        assert found
        for _, decision in found.plan:
            before, state = state, GAME.apply(state, 0, decision, shuffle)
        lost += best - float(hidden.chances(GAME.view(before, 0))[decision])
    return lost


def won(knowing: Solver, cards: Cards, hp: int, chance: Random) -> bool:
    """Whether open cards win in an order that begins with the same room."""
    room, rest = cards[:ROOM_SIZE], cards[ROOM_SIZE:]
    return knowing.solve((*room, *chance.sample(rest, len(rest))), hp).answer == "won"


def points(values: Sequence[float]) -> str:
    """The mean in games of 100, with its interval of 95 %."""
    half = 1.96 * stdev(values) / sqrt(len(values))
    return f"{100 * fmean(values):.2f} ± {100 * half:.2f}"


def row(size: int, found: Sequence[Result]) -> str:
    return f"| {size} | {len(found)} | {' | '.join(map(points, zip(*found, strict=True)))} |"


def differences(packs: int, process: subprocess.Popen[str]) -> int:
    """How many of so many small packs end otherwise than the slower programs say."""
    wrong, slow = 0, Endgame()
    for number in range(packs):
        chance = Random(f"hidden cards {number}")
        cards = tuple(chance.sample(LONE_PACK, chance.choice(TINY)))
        state = dealt(cards, chance.randint(1, MAX_HP))
        view = GAME.view(state, 0)
        chances = HiddenCards(process, cards).chances(view)
        same = chances == slow.chances(view)
        if len(cards) <= BY_THE_GAME:
            orders = [replace(state, deck=deck) for deck in permutations(state.deck)]
            same &= unseen(GAME, orders) == max(chances.values()) * len(orders)
        wrong += not same
    return wrong


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("--packs", type=int, default=0, help="of each size")
    asked.add_argument("--sizes", default=",".join(map(str, SIZES)), help="12,14,16: some of them")
    asked.add_argument("--check", type=int, default=0, help="so many small packs")
    args = arguments(asked, packs=2, sizes="12", check=3)
    wrong = 0
    with TemporaryDirectory() as place, ExitStack() as programs:
        program = compiled("solo", Path(place), source=SOURCE)
        process = programs.enter_context(waiting(program))
        if args.check:
            wrong = differences(args.check, process)
            print(f"{args.check} small packs, {wrong} differences", flush=True)
        if args.packs:
            knowing = programs.enter_context(solver("solo", {}))
        for size in map(int, args.sizes.split(",")) if args.packs else ():
            found = [*islice(results(size, process, knowing), args.packs)]
            print(row(size, found), flush=True)
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
