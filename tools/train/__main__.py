"""Learns a value and writes it where the site reads it.

    python -m tools.train solo        # or another one of those below, or all
    python -m tools.train solo --only-chances     # keeps the weights, fits what is said anew

What takes hours can be done in pieces. Games are added to a file as they end, each run with a seed
of its own, and what is said is fitted to all of them, of several files too:

    python -m tools.train rascal --play var/rascal.games --seed 22 --deals 5000
    python -m tools.train rascal --fit var/rascal.games

With real cards nobody knows in which order a skipped room lies, so they have chances of their own:
`--mixed` plays, or fits, for these.

Whether other trials would win more often is weighed in far fewer games than are played: each way is
so many trials, rooms, positions and ends. The first one plays, and the others' choices are held
against its.

    python -m tools.train solo --deals 100 --weigh 350,4,500,6 600,4,500,6 600,5,500,6

Needs g++ and nothing else. Every program has one thread and a fixed seed: the same compiler on the
same processor gives the same weights; another one rounds otherwise and gives weights as strong.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple
from operator import add, sub
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tools.smoke import arguments
from tools.train.fit import fitted
from tools.train.played import GAME, HURT, SEED, read
from tracker.rules.advice.coop.lines import TRIALS
from tracker.rules.advice.judges import LoneValue
from tracker.rules.advice.planner import Planner
from tracker.rules.advice.rascal import RascalPlanner, RascalValue
from tracker.rules.advice.solo import SoloPlanner, SoloValue
from tracker.rules.advice.weights import FOLDER, NOTHING_SAID

SOURCES = Path(__file__).parent
FLAGS = ("-O3", "-march=native", "-ffast-math", "-std=c++17")
LEARN_SEED, PLAY_SEED = 1, 21
"""Seeds of the games that are learned from, and of those that are played afterwards."""
AT_ONCE = ("default", "0", "3", "0", "0", "0")
"""Plays by the value alone."""


class Recipe(NamedTuple):
    source: str
    defines: tuple[str, ...]
    units: int
    second: int
    """So many units in a second layer; 0 for none."""
    games: int
    learn: tuple[str, ...]
    """Arguments of `learn` besides the number of games and the seed."""
    deals: int
    """So many games are played to find out what comes true; 0 where nothing is said."""
    play: tuple[str, ...]
    """Arguments of `play` besides the number of deals and the seed; last, how many are hurt."""
    takes: str
    """The time of one quiet core: to learn, and to play."""
    later: float = 0
    """The worth of survival a room later; 0 where a win is what counts."""


def lone(
    planner: type[Planner[Any]],
    value: type[LoneValue],
    games: int,
    deals: int,
    takes: str,
    hurt: int = 0,
) -> Recipe:
    """Returns a recipe whose games are played with the thinking of the site."""
    define = (planner.game.key.upper(),)
    play = ("default", *map(str, (planner.trials, value.rooms, planner.positions, 0, hurt)))
    return Recipe("lone.cpp", define, 128, 0, games, ("default",), deals, play, takes)


def with_real_cards(recipe: Recipe) -> Recipe:
    """Returns a recipe whose games leave it open in which order a skipped room lies."""
    *thinking, _, hurt = recipe.play
    return recipe._replace(play=(*thinking, "1", hurt))


def house(game: str, games: int, takes: str) -> Recipe:
    return Recipe("lone.cpp", (game,), 128, 0, games, ("house",), 0, (), takes)


def coop(seats: int, patience: float, games: int, deals: int, takes: str, hurt: int = 0) -> Recipe:
    """Returns a recipe whose `patience` is the worth of survival a card later.

    Near 1 the distant future counts most. So many more deals are played by `hurt` players.
    """
    later = patience ** (2 * seats + 1)
    play = ("100", str(TRIALS[seats]), str(later), str(hurt))
    return Recipe(
        "coop.cpp", (f"SEATS={seats}",), 64, 16, games, (str(later),), deals, play, takes, later
    )


RECIPES = {
    "solo": lone(SoloPlanner, SoloValue, 3_000_000, 20_000, "2 and 10 min"),
    "solo-house": house("SOLO", 3_000_000, "4 min"),
    "rascal": lone(RascalPlanner, RascalValue, 1_200_000, 50_000, "1 and 25 min", hurt=20_000),
    "rascal-house": house("RASCAL", 1_500_000, "3 min"),
    "coop-1": coop(1, 0.995, 400_000, 4_000, "5 and 12 min"),
    "coop-2": coop(2, 0.998, 40_000, 500, "5 and 6 min", hurt=10_000),
    "coop-3": coop(3, 0.998, 150_000, 500, "5 and 3 min"),
    "coop-4": coop(4, 0.999, 100_000, 500, "5 and 3 min"),
}


def compile_program(recipe: Recipe, folder: Path, flags: tuple[str, ...] = FLAGS) -> Path:
    program = folder / "program"
    sizes = (f"UNITS={recipe.units}", f"SECOND={recipe.second}")
    defines = [f"-D{each}" for each in (*recipe.defines, *sizes)]
    source = str(SOURCES / recipe.source)
    subprocess.run(["g++", *flags, *defines, source, "-o", str(program)], check=True)
    return program


def learn(program: Path, recipe: Recipe, file: Path, seed: int = LEARN_SEED) -> None:
    command = [str(program), "learn", str(file), str(recipe.games), str(seed), *recipe.learn]
    subprocess.run(command, check=True)


def play_games(program: Path, recipe: Recipe, file: Path, seed: int = PLAY_SEED) -> Iterator[str]:
    """The lines of each game, as it ends; what a decision cost is told on the way."""
    command = [str(program), "play", str(file), str(recipe.deals), str(seed), *recipe.play]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as playing:
        assert playing.stdout
        game = ""
        for line in playing.stdout:
            game += line
            if line.startswith((GAME, HURT)):
                yield game
                game = ""
    if playing.returncode:
        raise subprocess.CalledProcessError(playing.returncode, command)


def add_games(games: Iterable[str], seed: int, kept: Path) -> None:
    """Writes games to those a file keeps. ValueError for a seed whose games are among them."""
    head = f"{SEED} {seed}"
    if kept.exists() and head in kept.read_text().splitlines():
        raise ValueError(f"the games of {head} are in {kept} and would count twice")
    with kept.open("a") as lines:
        print(head, file=lines)
        for game in games:
            print(game, end="", file=lines, flush=True)


def from_lines(text: str) -> dict[str, Any]:
    """The lines of a program as a file of weights holds them."""
    data: dict[str, Any] = {"rows": {}}
    for line in text.splitlines():
        part, name, *numbers = line.split()
        row = [*map(int, numbers)]
        if part in ("scale", "out", "for"):
            (data[part],) = row
        elif part == "bias":
            data[part] = row
        elif part == "second":
            data.setdefault(part, {})[name] = row
        else:
            data["rows"].setdefault(part, {})[name] = row
    return data


def to_lines(data: Mapping[str, Any]) -> str:
    lines = [(part, part, [data[part]]) for part in ("scale", "out", "for")]
    lines.append(("bias", "bias", data["bias"]))
    lines += [("second", name, row) for name, row in data.get("second", {}).items()]
    lines += [
        (part, name, row) for part, rows in data["rows"].items() for name, row in rows.items()
    ]
    return "".join(f"{part} {name} {' '.join(map(str, row))}\n" for part, name, row in lines)


def level(data: Mapping[str, Any], part: str) -> dict[str, Any]:
    """Returns the value in fewer digits; exactly one row of this part counts in every sum.

    What its rows have in common then stands in the bias.
    """
    rows = data["rows"][part]
    common = [round(median(numbers)) for numbers in zip(*rows.values(), strict=True)]
    less = {name: [*map(sub, row, common)] for name, row in rows.items()}
    bias = [*map(add, data["bias"], common)]
    return {**data, "bias": bias, "rows": {**data["rows"], part: less}}


def chances_of(text: str, recipe: Recipe) -> dict[str, Any]:
    said, strength = read(text)
    table, tested = fitted(said)
    print(strength)
    played = strength._asdict() | {"asked": recipe.play, "tenths": [*map(astuple, tested)]}
    return {"chances": table, "played": played}


def as_learned(recipe: Recipe, data: Mapping[str, Any]) -> Recipe:
    """The recipe of a file of weights, which may be an earlier one."""
    second = len(data["second"]["0"]) if "second" in data else 0
    return recipe._replace(units=data["units"], second=second)


def make(name: str, folder: Path) -> None:
    """Learns a value and finds out what it may say."""
    recipe = RECIPES[name]
    with TemporaryDirectory() as place:
        lines = Path(place) / "lines"
        learn(compile_program(recipe, Path(place)), recipe, lines)
        data: dict[str, Any] = {"name": name, "units": recipe.units}
        data |= {"later": recipe.later} if recipe.later else {}
        data |= {"learned": {"games": recipe.games, "seed": LEARN_SEED}}
        data |= from_lines(lines.read_text())
        if recipe.source == "lone.cpp":
            data = level(data, "arms")
    write(folder, name, data | {"chances": NOTHING_SAID})
    if recipe.deals:
        find_chances(name, folder)
        if recipe.source == "lone.cpp":
            find_chances(name, folder, mixed=True)


def find_chances(name: str, folder: Path, *, mixed: bool = False) -> None:
    with TemporaryDirectory() as place:
        kept = Path(place) / "games"
        play(name, folder, kept, PLAY_SEED, RECIPES[name].deals, mixed=mixed)
        fit(name, folder, [kept], mixed=mixed)


def play(
    name: str, folder: Path, kept: Path, seed: int, deals: int, *, mixed: bool = False
) -> None:
    """Adds so many games, played by the weights there are, to a file."""
    data = json.loads((folder / f"{name}.json").read_text())
    recipe = as_learned(RECIPES[name], data)._replace(deals=deals)
    if mixed:
        recipe = with_real_cards(recipe)
    with TemporaryDirectory() as place:
        program, lines = compile_program(recipe, Path(place)), Path(place) / "lines"
        lines.write_text(to_lines(data))
        add_games(play_games(program, recipe, lines, seed), seed, kept)


def fit(name: str, folder: Path, kept: Sequence[Path], *, mixed: bool = False) -> None:
    """Fits what is said to the games of all these files."""
    data = json.loads((folder / f"{name}.json").read_text())
    games = "".join(file.read_text() for file in kept)
    recipe = with_real_cards(RECIPES[name]) if mixed else RECIPES[name]
    found = chances_of(games, recipe)
    write(folder, name, data | {f"mixed_{key}" if mixed else key: found[key] for key in found})


def weigh(name: str, folder: Path, seed: int, deals: int, ways: Sequence[str]) -> None:
    """Prints how many more of 100 games each way of thinking would win than the first of them."""
    data = json.loads((folder / f"{name}.json").read_text())
    recipe = as_learned(RECIPES[name], data)._replace(source="weigh.cpp")
    with TemporaryDirectory() as place:
        program, lines = compile_program(recipe, Path(place)), Path(place) / "lines"
        lines.write_text(to_lines(data))
        subprocess.run([str(program), str(lines), str(deals), str(seed), *ways], check=True)


def write(folder: Path, name: str, data: Mapping[str, Any]) -> None:
    file = folder / f"{name}.json"
    file.write_text(json.dumps(data, separators=(",", ":")) + "\n")
    print(f"{file}: {file.stat().st_size:,} bytes")


def smoke(name: str, deals: int) -> int:
    """Learns from a few games and plays some, and writes nothing that the site reads."""
    recipe = RECIPES[name]._replace(units=16, games=2000, deals=deals, play=AT_ONCE)
    with TemporaryDirectory() as place:
        lines = Path(place) / "lines"
        program = compile_program(recipe, Path(place), ("-O1", "-std=c++17"))
        learn(program, recipe, lines)
        games = sum(1 for _ in play_games(program, recipe, lines))
    print(f"{name}: {recipe.games:,} games learned from, {games} played")
    return 0


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("name", choices=[*RECIPES, "all"], nargs="?")
    asked.add_argument("--only-chances", action="store_true", help="keep the weights")
    asked.add_argument("--play", type=Path, help="only add games to this file")
    asked.add_argument("--seed", type=int, default=PLAY_SEED, help="of these games")
    asked.add_argument("--deals", type=int, help="so many games; those of the recipe if not said")
    asked.add_argument("--fit", type=Path, nargs="+", help="only fit to the games in these files")
    asked.add_argument("--weigh", nargs="+", help="only weigh ways to think, as 350,4,500,6")
    asked.add_argument("--mixed", action="store_true", help="play or fit for real cards")
    asked.add_argument("--folder", type=Path, default=FOLDER, help="of the weights")
    args = arguments(asked, name="rascal", deals=20)
    if args.smoke:
        return smoke(args.name, args.deals)
    if not args.name:
        asked.error("which value is to be learned?")
    for name in RECIPES if args.name == "all" else [args.name]:
        print(f"{name}: expected to take {RECIPES[name].takes} of one quiet core", flush=True)
        if args.play:
            deals = args.deals or RECIPES[name].deals
            play(name, args.folder, args.play, args.seed, deals, mixed=args.mixed)
        elif args.fit:
            fit(name, args.folder, args.fit, mixed=args.mixed)
        elif args.weigh:
            deals = args.deals or RECIPES[name].deals
            weigh(name, args.folder, args.seed, deals, args.weigh)
        elif args.only_chances:
            find_chances(name, args.folder, mixed=args.mixed)
        else:
            make(name, args.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
