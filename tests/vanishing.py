"""Somebody else deletes what a page is about while the page is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any, TypeVar

from django.db import connection

from tests.play.visitors import undone

T = TypeVar("T")


def answers_too_late(ask: Callable[[], T], vanish: Callable[[], object]) -> Iterator[T]:
    """Its answer with `vanish` before its first statement, before its second, and so on."""
    for number in count(1):
        with undone(), _before(number, vanish) as come:
            answer = ask()
        if not come:
            return
        yield answer


@contextmanager
def _before(number: int, vanish: Callable[[], object]) -> Iterator[list[None]]:
    """Fills the list if that statement comes."""
    come: list[None] = []
    outside, left = len(connection.atomic_blocks), number

    def execute(run: Callable[..., Any], *statement: Any) -> Any:
        nonlocal left
        # Inside a transaction nobody else can write, or what they write is not seen.
        if len(connection.atomic_blocks) == outside:
            left -= 1
            if not left:
                come.append(None)
                vanish()
        return run(*statement)

    with connection.execute_wrapper(execute):
        yield come
