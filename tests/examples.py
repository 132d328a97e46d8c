"""How many examples a law is tried with."""

import os

# One of so many examples is tried: by day, in CI, and on PostgreSQL, to which a law that has held
# on SQLite is told once more.
QUICK_PART, CI_PART, POSTGRESQL_PART = 6, 3, 12


def examples(most: int) -> int:
    """All of them by night; any other run takes a part, the same one each time."""
    if os.environ.get("TEST_DATABASE") == "postgresql":
        return max(1, most // POSTGRESQL_PART)
    if "NIGHTLY" in os.environ:
        return most
    return max(1, most // (CI_PART if "CI" in os.environ else QUICK_PART))
