"""The tables of docs/advice.md on what is learned, and on the games that were played with it.

    python -m tools.train.document

Each file of weights holds how its games went and what came true of what was said. This puts it
into the document, between two comments that name the table; a test finds them up to date.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tools.smoke import arguments
from tools.train.__main__ import RECIPES, Recipe
from tools.train.fit import Tenth
from tracker.rules.advice.weights import FOLDER

DOCUMENT = Path(__file__).parents[2] / "docs" / "advice.md"

NAMES = {
    "solo": "Scoundrel",
    "rascal": "Rascal",
    "coop-1": "co-op for one",
    "coop-2": "co-op for two",
    "coop-3": "co-op for three",
    "coop-4": "co-op for four",
}

END = "<!-- end -->"
TABLE = re.compile(rf"(<!-- (recipes|strength|tenths) -->\n\n\|.*\n\|.*)\n(?:\|.*\n)*{END}")
"""The two lines of its head, and the rows."""

Played = Mapping[str, Any]


def all_games() -> Iterator[tuple[str, Played]]:
    """By the name of a game, what its file holds of the games that were counted."""
    for name, title in NAMES.items():
        data = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
        for key, cards in (("played", ""), ("mixed_played", ", real cards")):
            if key in data:
                yield title + cards, data[key]


def recipe_row(name: str, recipe: Recipe) -> str:
    sums = f"{recipe.units} and {recipe.second}" if recipe.second else str(recipe.units)
    learning, _, playing = recipe.takes.removesuffix(" min").partition(" and ")
    return _row(f"`{name}`", recipe.games, sums, learning, recipe.deals or "", playing)


def strength(title: str, played: Played) -> str:
    fell = f"{100 * played['fell'] / played['games']:.0f} %" if title.startswith("co-op") else ""
    return _row(title, came_to(title, played), played["games"], fell)


def came_to(title: str, played: Played) -> str:
    mean, error = played["mean"], played["error"]
    if title.startswith("co-op"):
        return f"{mean:.1f} ± {error:.1f} floors"
    return f"{100 * mean:.1f} % ± {100 * error:.1f}"


def tenths(title: str, played: Played) -> Iterator[str]:
    for numbers in played["tenths"]:
        each = Tenth(*numbers)
        figures = [f"{100 * figure:.1f}" for figure in (each.said, each.true)]
        tenth = f"{10 * each.number} – {10 * each.number + 10} %"
        answer = "yes" if each.holds else "no"
        yield _row(title, tenth, *figures, each.decisions, each.games, answer)


def _row(*cells: str | int) -> str:
    return f"| {' | '.join(f'{cell:,}' if isinstance(cell, int) else cell for cell in cells)} |"


def rows(table: str) -> list[str]:
    if table == "recipes":
        return [recipe_row(*each) for each in RECIPES.items()]
    if table == "strength":
        return [strength(*each) for each in all_games()]
    return [row for each in all_games() for row in tenths(*each)]


def filled(text: str) -> str:
    """The document with the rows of its tables as they should be."""
    return re.sub(TABLE, lambda found: "\n".join([found[1], *rows(found[2]), END]), text)


def main() -> None:
    parser = argparse.ArgumentParser(description="The tables of docs/advice.md.")
    smoke = arguments(parser).smoke
    text = filled(DOCUMENT.read_text("utf-8"))
    if not smoke:
        DOCUMENT.write_text(text, "utf-8")
    print(f"{DOCUMENT.name}: {len(TABLE.findall(text))} tables of {len(RECIPES)} recipes")


if __name__ == "__main__":
    main()
