"""Grades deals that can be won by how difficult they are, from 1 to 5 (docs/solved.md 3).

    python -m tools.solver.difficulty solo --file var/solo.games --keep
    python -m tools.solver.difficulty rascal --file var/rascal.games --keep

What is played goes into the file at once, so the work can be stopped and resumed. All 10,000 deals
take some ten minutes of a quiet core for Scoundrel and five for Rascal. `--keep` puts the grades
into solved.json. Needs g++.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen
from tempfile import TemporaryDirectory
from typing import Any

from tools.smoke import arguments
from tools.solver.__main__ import KEPT, keep
from tools.solver.solver import Solver, solver
from tools.train.__main__ import RECIPES, as_learned, compile_program, to_lines
from tracker.rules.advice import PLANNERS
from tracker.rules.advice.prospect import name_of, numbers
from tracker.rules.advice.weights import FOLDER
from tracker.rules.solved import HARDEST

NARROW, GAME = "narrow", "game"
"""First words of the lines of a file: `narrow DEAL ROOMS`, and `game DEAL NUMBER 0` or `1` for one
that the adviser lost or won."""
MOST_GAMES = 10
"""The adviser plays a deal till it first wins, but no more often."""
LOST_GAME = 2
"""A game that it lost counts as much as so many narrow rooms."""
FROM = (2, 5, 9, 14)
"""With so many points the difficulties 2 to 5 begin."""
TESTED = 300
"""So many deals of each difficulty it plays with other dice, to see how often it wins them."""

Play = Callable[[str, int], bool]


@contextmanager
def adviser(program: Solver) -> Iterator[Play]:
    """Plays a deal as often as it is asked to; the number says with which dice."""
    key = program.game.key
    data = json.loads((FOLDER / f"{key}.json").read_text())
    recipe = as_learned(RECIPES[key], data)
    with TemporaryDirectory() as place:
        lines = Path(place) / "lines"
        lines.write_text(to_lines(data))
        file = compile_program(recipe, Path(place))
        *thinking, _hurt = recipe.play
        words = [str(file), "given", str(lines), *thinking]
        with Popen(words, stdin=PIPE, stdout=PIPE, text=True) as playing:
            asked, said = playing.stdin, playing.stdout
            assert asked
            assert said

            def play(deal: str, number: int) -> bool:
                seed = number * 1_000_000 + int(deal)
                kinds = map(name_of, numbers(program.named(deal)))
                print(seed, *kinds, file=asked, flush=True)
                return said.readline().strip() == "1"

            yield play
            asked.close()


class Work:
    """Narrow rooms and games of the deals, which a file keeps."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.narrow = dict[str, int]()
        self.games = dict[tuple[str, int], bool]()
        for line in file.read_text().splitlines() if file.exists() else ():
            self._note(*line.split())

    def add(self, *words: object) -> None:
        with self.file.open("a") as lines:
            print(*words, file=lines)
        self._note(*map(str, words))

    def _note(self, what: str, deal: str, *figures: str) -> None:
        if what == NARROW:
            self.narrow[deal] = int(figures[0])
        else:
            self.games[deal, int(figures[0])] = figures[1] == "1"

    def lost(self, deal: str) -> int:
        """Games lost before the first win."""
        numbers = range(1, MOST_GAMES + 1)
        played = [self.games[deal, n] for n in numbers if (deal, n) in self.games]
        return played.index(True) if True in played else len(played)

    def grade(self, deal: str) -> int:
        points = self.narrow[deal] + LOST_GAME * self.lost(deal)
        return 1 + sum(points >= least for least in FROM)


def worked_out(work: Work, program: Solver, play: Play, deals: Iterable[str]) -> None:
    """Adds what is missing of these deals, all of which can be won."""
    for deal in deals:
        if deal not in work.narrow:
            work.add(NARROW, deal, program.narrow(program.named(deal)))
        for number in range(1, MOST_GAMES + 1):
            if (deal, number) not in work.games:
                work.add(GAME, deal, number, int(play(deal, number)))
            if work.games[deal, number]:
                break


def played_again(
    work: Work, play: Play, grades: Mapping[str, int], most: int = TESTED
) -> list[tuple[int, int]]:
    """Plays some deals of each difficulty with other dice: how many are won, of how many."""
    found = []
    for grade in range(1, HARDEST + 1):
        deals = [deal for deal in grades if grades[deal] == grade][:most]
        for deal in deals:
            if (deal, 0) not in work.games:
                work.add(GAME, deal, 0, int(play(deal, 0)))
        found.append((sum(work.games[deal, 0] for deal in deals), len(deals)))
    return found


def solved_entry(game: str) -> dict[str, Any]:
    """The deals of a game by the usual rules, as solved.json has them."""
    entries = json.loads(KEPT.read_text())
    return next(each for each in entries if each["game"] == game and not each["options"])


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("game", choices=[*PLANNERS], nargs="?", default="solo")
    asked.add_argument("--deals", type=int, default=10_000, help="so many, from the one called 1")
    asked.add_argument("--tested", type=int, default=TESTED, help="so many of each difficulty")
    asked.add_argument("--file", type=Path, help="what is played goes here; else it is forgotten")
    asked.add_argument("--keep", action="store_true", help="put the grades into solved.json")
    args = arguments(asked, deals=3, tested=1, file=None, keep=False)
    entry = solved_entry(args.game)
    deals = [*map(str, range(1, min(args.deals, entry["deals"]) + 1))]
    with TemporaryDirectory() as place, solver(args.game, {}) as program:
        work = Work(args.file or Path(place) / "games")
        with adviser(program) as play:
            won = [deal for deal in deals if deal not in entry["lost"]]
            worked_out(work, program, play, won)
            grades = {deal: work.grade(deal) for deal in won}
            tries = played_again(work, play, grades, args.tested)
    counts = Counter(grades.values())
    for grade, (wins, played) in enumerate(tries, 1):
        print(f"{args.game}: difficulty {grade}: {counts[grade]:,} deals; ", end="")
        print(f"the adviser wins {wins} of {played}")
    if args.keep:
        text = "".join(str(grades.get(deal, 0)) for deal in deals)
        keep(args.game, {}, {**entry, "grades": text, "tested": tries})
    return 0


if __name__ == "__main__":
    sys.exit(main())
