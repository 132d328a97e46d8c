"""The table of docs/solved.md, of the deals in solved.json.

    python -m tools.solver.document

A test finds it up to date.
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path

from tools.smoke import arguments
from tools.solver.__main__ import KEPT, Result, share

DOCUMENT = Path(__file__).parents[2] / "docs" / "solved.md"
NAMES = {"solo": "Scoundrel", "rascal": "Rascal"}
END = "<!-- end -->"
TABLE = re.compile(rf"(<!-- solved -->\n\n\|.*\n\|.*)\n(?:\|.*\n)*{END}")


def row(result: Result) -> str:
    house = ", ".join(f"`{name}={value}`" for name, value in result["options"].items())
    deals, lost = result["deals"], len(result["lost"])
    counts = [deals, deals - lost - len(result["undecided"]), lost, len(result["undecided"])]
    positions = [round(result["positions"] / deals), result["most"]]
    cells = [NAMES[result["game"]], house or "the usual rules", *map("{:,}".format, counts)]
    return f"| {' | '.join([*cells, share(result), *map('{:,}'.format, positions)])} |"


def filled(text: str) -> str:
    """The document with the rows of its table as they should be."""
    rows = [*map(row, json.loads(KEPT.read_text()))]
    return re.sub(TABLE, lambda found: "\n".join([found[1], *rows, END]), text)


def main() -> None:
    parser = argparse.ArgumentParser(description="The table of docs/solved.md.")
    smoke = arguments(parser).smoke
    text = filled(DOCUMENT.read_text("utf-8"))
    if not smoke:
        DOCUMENT.write_text(text, "utf-8")
    print(f"{DOCUMENT.name}: {len(json.loads(KEPT.read_text()))} rows")


if __name__ == "__main__":
    main()
