"""Reading what a file brings: somebody may have edited it, or another program made it."""

from __future__ import annotations

from datetime import UTC, datetime

from django.utils.dateparse import parse_datetime

UNREADABLE = (ValueError, TypeError, LookupError, AttributeError, RecursionError, OverflowError)
"""Errors raised by reading something that means nothing."""
YEARS = range(2000, 2101)  # in which anybody played: others no calendar can show everywhere


def moment_of(text: str) -> datetime:
    """The time a text says, with its zone. Raises one of UNREADABLE."""
    found = parse_datetime(text)
    if found is None or found.tzinfo is None:
        raise ValueError(text)
    moment = found.astimezone(UTC)
    if moment.year not in YEARS:
        raise ValueError(text)
    return moment
