"""What a table that names its cards is promised of those to come, against what came true.

Dealt games are told card by card; between two rooms fourteen questions are asked before the next
one is laid out. It prints how often each thing was promised and how often it came, and how many
standard deviations lie between; more than three for any question and it fails. The daily run asks
at fewer doors (tests/rules/test_knowledge.py).

    python -m bench.knowledge [--doors 6000]
"""

from __future__ import annotations

import argparse
import sys

from tests.rules.doors import kept
from tests.rules.test_knowledge import FAR


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--doors", type=int, default=6000)
    parser.add_argument("--seed", default="lantern")
    asked = parser.parse_args()
    records = kept(asked.seed, asked.doors)
    print(f"{'':38} {'doors':>6} {'promised':>9} {'came':>6} {'z':>6}")
    for text, (doors, promised, came, z) in records.items():
        print(f"{text:38} {doors:6} {promised:9.1f} {came:6} {z:6.2f}")
    return int(any(abs(record.z) > FAR for record in records.values()))


if __name__ == "__main__":
    sys.exit(main())
