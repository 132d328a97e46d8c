"""The tables of docs/solved.md, of the deals in solved.json.

    python -m tools.solver.document

A test finds it up to date.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from tools.smoke import arguments
from tools.solver.__main__ import KEPT, Result, share
from tracker.rules.table.ahead.risk import wilson

DOCUMENT = Path(__file__).parents[2] / "docs" / "solved.md"
NAMES = {"solo": "Scoundrel", "rascal": "Rascal"}
END = "<!-- end -->"


def row(result: Result) -> str:
    house = ", ".join(f"`{name}={value}`" for name, value in result["options"].items())
    deals, lost = result["deals"], len(result["lost"])
    counts = [deals, deals - lost - len(result["undecided"]), lost, len(result["undecided"])]
    positions = [round(result["positions"] / deals), result["most"]]
    cells = [NAMES[result["game"]], house or "the usual rules", *map("{:,}".format, counts)]
    return f"| {' | '.join([*cells, share(result), *map('{:,}'.format, positions)])} |"


def difficulties(result: Result) -> Iterator[str]:
    """The rows of a game whose deals are graded."""
    counts, graded = Counter[str](result["grades"]), len(result["grades"])
    for grade, (won, played) in enumerate(result["tested"], 1):
        low, high = wilson(won, played)
        wins = f"{100 * won / played:.0f} % ({100 * low:.0f} to {100 * high:.0f}) of {played}"
        deals = counts[str(grade)]
        cells = [NAMES[result["game"]], str(grade), f"{deals:,}", f"{100 * deals / graded:.1f} %"]
        yield f"| {' | '.join([*cells, wins])} |"


def filled(text: str) -> str:
    """The document with the rows of its tables as they should be."""
    results = json.loads(KEPT.read_text())
    graded = [each for each in results if "grades" in each]
    text = _with_rows(text, "solved", map(row, results))
    return _with_rows(text, "difficulty", chain.from_iterable(map(difficulties, graded)))


def _with_rows(text: str, table: str, rows: Iterable[str]) -> str:
    head = rf"(<!-- {table} -->\n\n\|.*\n\|.*)\n(?:\|.*\n)*{END}"
    return re.sub(head, lambda found: "\n".join([found[1], *rows, END]), text)


def main() -> None:
    parser = argparse.ArgumentParser(description="The tables of docs/solved.md.")
    smoke = arguments(parser).smoke
    text = filled(DOCUMENT.read_text("utf-8"))
    if not smoke:
        DOCUMENT.write_text(text, "utf-8")
    print(f"{DOCUMENT.name}: {len(json.loads(KEPT.read_text()))} rows")


if __name__ == "__main__":
    main()
