"""How many examples a law is tried with."""

import os

# Of so many examples one is tried where nobody waits for all, and on PostgreSQL, to which a law
# that has held on SQLite is told once more.
QUICK_PART, POSTGRESQL_PART = 4, 10


def examples(most: int) -> int:
    """All of them in CI; the run of every day takes a part, the same one each time."""
    if os.environ.get("TEST_DATABASE") == "postgresql":
        return max(1, most // POSTGRESQL_PART)
    return most if "CI" in os.environ else max(1, most // QUICK_PART)
