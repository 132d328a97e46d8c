"""Deals that lie open, decided by the program in this folder; a win as a line of decisions."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tools.train.__main__ import to_lines
from tracker.rules.advice import PLANNERS
from tracker.rules.advice.lone import path
from tracker.rules.advice.planner import Planner
from tracker.rules.advice.prospect import NUMBER, End, name_of, numbers
from tracker.rules.advice.weights import FOLDER
from tracker.rules.games import GAMES
from tracker.rules.games.dungeon import MAX_HP, LoneGame
from tracker.rules.protocol import Cards, Decision
from tracker.services.match.deals import shuffle_of

SOURCE = Path(__file__).parent / "solve.cpp"
FLAGS = ("-O2", "-march=native", "-ffast-math", "-std=c++17")
BYTES = 64_000_000
"""The memory for lost positions; the program takes some 5 MB besides."""
BUDGET = 2_000_000
"""Positions after which a deal is left undecided: some seconds."""
LEFT = "left"
CARDS = {name_of(number): number for number in (0, *NUMBER.values())}


class Solved(NamedTuple):
    answer: str
    """`won`, `lost` (the search is complete) or `undecided` (the budget is out)."""
    positions: int
    """Rooms entered by the search."""
    rooms: tuple[str, ...] = ()
    """How each room of a win is left: health, arms, and the card carried on or `left`."""


class Solver:
    """Decides deals of one game by one choice of house rules. Made by `solver`."""

    def __init__(self, game: LoneGame[Any, Any], options: Any, process: subprocess.Popen[str]):
        self.game, self.options, self.process = game, options, process

    def start(self, cards: Cards, hp: int = MAX_HP) -> Any:
        return replace(self.game.deal(self.options, 1, cards, tuple), hp=hp)

    def named(self, name: str) -> Cards:
        """The cards of the deal that the site calls so."""
        return tuple(shuffle_of(self.game, name)(self.game.pack(self.options)))

    def solve(self, cards: Cards, hp: int = MAX_HP) -> Solved:
        head, *rooms = self._answer(cards, hp).split("; ")
        answer, positions = head.split()
        return Solved(answer, int(positions), tuple(rooms))

    def narrow(self, cards: Cards, hp: int = MAX_HP) -> int:
        """In so many rooms of the line that wins, only one of several ways out still wins.

        ValueError if the budget is out.
        """
        if (rooms := int(self._answer(cards, hp, "narrow"))) < 0:
            raise ValueError("the budget is out")
        return rooms

    def _answer(self, cards: Cards, hp: int, *question: str) -> str:
        asked, said = self.process.stdin, self.process.stdout
        assert asked
        assert said
        kinds = map(name_of, numbers(cards))
        print(*question, house_of(self.options), hp, *kinds, file=asked, flush=True)
        return said.readline().strip()

    def line(self, cards: Cards, rooms: Sequence[str], hp: int = MAX_HP) -> list[Decision]:
        """The decisions of a win, played by the engine. ValueError if they do not win."""
        planner = PLANNERS[self.game.key](self.options, tuple)
        state, line = self.start(cards, hp), list[Decision]()
        for room in rooms:
            for decision in path(planner, state, end_of(planner, state, room)):
                state = self.game.apply(state, 0, decision, tuple)
                line.append(decision)
        outcome = self.game.outcome(state)
        if not outcome or outcome.word != "won":
            raise ValueError("the line does not win")
        return line


@contextmanager
def solver(
    key: str, options: dict[str, Any], budget: int = BUDGET, program: Path | None = None
) -> Iterator[Solver]:
    """A program that waits for deals, compiled if it is not given.

    Raises BadSetup for a house rule that the game does not have, ValueError where a skipped room
    is shuffled into the pile: then no order is known.
    """
    game: Any = GAMES[key]
    chosen = game.chosen(options)
    if getattr(chosen, "skip", "") == "reshuffle":
        raise ValueError("a pile that is shuffled again has no known order")
    usual = house_of(chosen) == house_of(game.chosen({}))
    with TemporaryDirectory() as place:
        value = Path(place) / "value"
        name = key if usual else f"{key}-house"
        value.write_text(to_lines(json.loads((FOLDER / f"{name}.json").read_text())))
        file = program or compiled(key, Path(place))
        words = [str(file), str(value), "default" if usual else "house", str(budget), str(BYTES)]
        pipe = subprocess.PIPE
        with subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True) as process:
            assert process.stdin
            yield Solver(game, chosen, process)
            process.stdin.close()


def compiled(key: str, place: Path, flags: Sequence[str] = FLAGS, source: Path = SOURCE) -> Path:
    program = place / source.stem
    defines = [f"-D{key.upper()}", "-DUNITS=128"]
    subprocess.run(["g++", *flags, *defines, str(source), "-o", str(program)], check=True)
    return program


def house_of(options: Any) -> str:
    """House rules in the words of the program."""
    if hasattr(options, "weapon"):
        return "auto" if options.weapon == "auto" else "default"
    return f"{options.inventory},{'sharp' if options.knife else 'dull'}"


def end_of(planner: Planner[Any], state: Any, room: str) -> End:
    """The words of the program, as the adviser calls them."""
    hp, value, second, *slot, carried = room.split()
    arms = (int(value), int(second), *map(CARDS.__getitem__, slot))
    if carried == LEFT:
        return End(int(hp), arms, under=numbers(state.room))
    return End(int(hp), arms, CARDS[carried])
