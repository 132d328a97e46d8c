"""Learns a value and writes it where the site reads it.

    python -m tools.train solo        # or another one of those below, or all
    python -m tools.train solo --only-chances     # keeps the weights, fits what is said anew

Needs g++ and nothing else. Every program has one thread and a fixed seed: the same compiler on the
same processor gives the same weights; another one rounds otherwise and gives weights as strong.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tools.train.fit import Tenth, fitted, read
from tracker.rules.advice.weights import FOLDER

SOURCES = Path(__file__).parent
FLAGS = ("-O3", "-march=native", "-ffast-math", "-std=c++17")
SCALE = 256
SEED, OTHER_SEED = 1, 21
"""Of the games that are learned from, and of those that are played afterwards."""


class Recipe(NamedTuple):
    source: str
    defines: tuple[str, ...]
    units: int
    games: int
    learn: tuple[str, ...]
    """What `learn` is asked for besides the number of games and the seed."""
    deals: int
    """So many games are played to find out what comes true; 0 where nothing is said."""
    play: tuple[str, ...]
    """What `play` is asked for besides the number of deals and the seed."""
    takes: str
    """Of one quiet core: to learn, and to play."""


def lone(game: str, games: int, deals: int, trials: int, rooms: int, takes: str) -> Recipe:
    thinking = (str(trials), str(rooms), "default")
    return Recipe("lone.cpp", (game,), 128, games, ("default",), deals, thinking, takes)


def house(game: str, games: int, takes: str) -> Recipe:
    return Recipe("lone.cpp", (game,), 128, games, ("house",), 0, (), takes)


def coop(seats: int, units: int, games: int, deals: int, takes: str) -> Recipe:
    defines = (f"SEATS={seats}",)
    return Recipe("coop.cpp", defines, units, games, (), deals, ("100",), takes)


RECIPES = {
    "solo": lone("SOLO", 3_000_000, 20_000, 250, 4, "4 and 10 min"),
    "solo-house": house("SOLO", 3_000_000, "4 min"),
    "rascal": lone("RASCAL", 1_200_000, 100_000, 140, 3, "2 and 50 min"),
    "rascal-house": house("RASCAL", 1_500_000, "3 min"),
    "coop-1": coop(1, 64, 250_000, 4_000, "5 and 5 min"),
    "coop-2": coop(2, 64, 20_000, 200, "5 and 10 min"),
    "coop-3": coop(3, 64, 60_000, 100, "10 and 10 min"),
    "coop-4": coop(4, 64, 40_000, 50, "15 and 10 min"),
}


def compile_program(recipe: Recipe, folder: Path, flags: tuple[str, ...] = FLAGS) -> Path:
    program = folder / "program"
    defines = [f"-D{each}" for each in (*recipe.defines, f"UNITS={recipe.units}")]
    source = str(SOURCES / recipe.source)
    subprocess.run(["g++", *flags, *defines, source, "-o", str(program)], check=True)
    return program


def learn(program: Path, recipe: Recipe, file: Path, seed: int = SEED) -> None:
    command = [str(program), "learn", str(file), str(recipe.games), str(seed), *recipe.learn]
    subprocess.run(command, check=True)


def play_games(program: Path, recipe: Recipe, file: Path, seed: int = OTHER_SEED) -> str:
    """What was said and what came true, a line each; how it went is told on the way."""
    command = [str(program), "play", str(file), str(recipe.deals), str(seed), *recipe.play]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def from_lines(text: str) -> dict[str, Any]:
    """The lines of a program as a file of weights holds them."""
    data: dict[str, Any] = {"rows": {}}
    for line in text.splitlines():
        part, name, *numbers = line.split()
        row = [*map(int, numbers)]
        if part in ("out", "for", "bias"):
            data[part] = row if part == "bias" else row[0]
        else:
            data["rows"].setdefault(part, {})[name] = row
    return data


def to_lines(data: Mapping[str, Any]) -> str:
    lines = [("out", "out", [data["out"]]), ("for", "for", [data["for"]])]
    lines.append(("bias", "bias", data["bias"]))
    lines += [
        (part, name, row) for part, rows in data["rows"].items() for name, row in rows.items()
    ]
    return "".join(f"{part} {name} {' '.join(map(str, row))}\n" for part, name, row in lines)


def chances(program: Path, recipe: Recipe, file: Path) -> dict[str, Any]:
    if not recipe.deals:
        return {"table": [(0, 0), (1, 1)], "silent": [*range(10)]}
    table, tested = fitted([*read(play_games(program, recipe, file))])
    report(tested)
    return {"asked": " ".join(recipe.play), "games": recipe.deals} | table


def report(tested: list[Tenth]) -> None:
    for each in tested:
        cells = [f"{10 * each.number}-{10 * each.number + 10} %"]
        cells += [f"{100 * figure:.1f}" for figure in (each.said, each.true)]
        cells += [f"{each.decisions:,}", f"{each.games:,}", "yes" if each.holds else "silent"]
        print(f"| {' | '.join(cells)} |")


def make(name: str, only_chances: bool, folder: Path) -> None:
    recipe, file = RECIPES[name], folder / f"{name}.json"
    if only_chances:  # the weights may be of an earlier recipe
        recipe = recipe._replace(units=json.loads(file.read_text())["units"])
    with TemporaryDirectory() as place:
        program, lines = compile_program(recipe, Path(place)), Path(place) / "lines"
        if only_chances:
            lines.write_text(to_lines(json.loads(file.read_text())))
        else:
            learn(program, recipe, lines)
        data = {"name": name, "scale": SCALE, "units": recipe.units}
        data |= {"learned": {"games": recipe.games, "seed": SEED}}
        data |= from_lines(lines.read_text()) | {"chances": chances(program, recipe, lines)}
    file.write_text(json.dumps(data, separators=(",", ":")) + "\n")
    print(f"{file}: {file.stat().st_size:,} bytes")


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("name", choices=[*RECIPES, "all"])
    asked.add_argument("--only-chances", action="store_true", help="keep the weights")
    asked.add_argument("--folder", type=Path, default=FOLDER, help="where to write")
    args = asked.parse_args()
    for name in RECIPES if args.name == "all" else [args.name]:
        print(f"{name}: expected to take {RECIPES[name].takes} of one quiet core", flush=True)
        make(name, args.only_chances, args.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
