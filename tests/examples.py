"""How many examples a law is tried with."""

import os

QUICK_PART = 4  # of so many examples one is tried where nobody waits for all


def examples(most: int) -> int:
    """All of them in CI; the run of every day takes a part, the same one each time."""
    return most if "CI" in os.environ else max(1, most // QUICK_PART)
