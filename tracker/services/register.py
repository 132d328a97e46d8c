"""The register of codes: each opens one thing for ever, and nothing else once that is gone.

Parties, matches and what is shared of them have columns of their own for their codes; the
register holds all that were ever given out, so no new thing takes a code that leads, or led,
somewhere else. Reading a code never asks it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.db import IntegrityError, connection
from django.db.models import QuerySet

from tracker import models
from tracker.rules.words import Refused, gettext_noop
from tracker.services.codes import code_of, new_code

COLUMNS = (
    ("tracker_party", "code"),
    ("tracker_party", "watch_code"),
    ("tracker_run", "share_code"),
    ("tracker_match", "code"),
    ("tracker_match", "share_code"),
)
"""Every column that holds a code, with its table."""
MOST_AGAIN = 10  # times that one form makes a thing anew, each time after the last was deleted


class Taken(Refused):
    """Something else has or had this code. Nothing was done."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop("This code has been used before. Press Start again for a new one.")
        )


def give_out(code: str = "") -> str:
    """Registers a code, here made if none is given, inside `writing`; returns it.

    Raises Taken for a code that was ever given out, also where another transaction does so at the
    same moment.
    """
    code = code or new_code()
    try:
        # No look beforehand: between look and insert another request could take it.
        models.Code.objects.create(text=code)
    except IntegrityError:
        raise Taken from None
    return code


def make_once(code: str, there: QuerySet[Any], make: Callable[[str], str]) -> str:
    """Makes a thing under this code, unless it is `there`; returns its code.

    Once what the code opened is there no more, it is made again under the code that follows, and
    under any in the end.
    """
    for each in _codes_from(code):
        try:
            return make(each)
        except Taken:
            if there.filter(code=each).exists():
                return each
    return make("")


def is_made(code: str, there: QuerySet[Any]) -> bool:
    """Whether make_once would find what it makes."""
    return there.filter(code__in=[*_codes_from(code)]).exists()


def _codes_from(code: str) -> Iterator[str]:
    for _ in range(MOST_AGAIN):
        yield code
        code = code_of(code)


def register_all() -> None:
    """Registers the codes of everything there is: a backup may be older than the register."""
    with connection.cursor() as cursor:
        for table, column in COLUMNS:
            cursor.execute(
                f"INSERT INTO tracker_code (text) SELECT {column} FROM {table}"
                f" WHERE {column} <> '' ON CONFLICT DO NOTHING"
            )
