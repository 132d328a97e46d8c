"""`--smoke`, which every script of bench/ and tools/ takes, so that a test may see it run."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any


def arguments(parser: ArgumentParser, **small: Any) -> Namespace:
    """The script's arguments; with `--smoke` these small numbers in place of its own.

    `smoke` itself is among them, for a script that then has something to leave alone.
    """
    parser.add_argument(
        "--smoke", action="store_true", help="small numbers: in some seconds, see that it runs"
    )
    given = parser.parse_args()
    if given.smoke:
        vars(given).update(small)
    return given
