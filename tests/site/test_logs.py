"""Whoever reads a log cannot join a party with it."""

import logging
import sys

import pytest

from scoundrel_web.logs import CodeHidingFormatter


def logged(message: str, *arguments: object, **details: object) -> str:
    record = logging.makeLogRecord({"msg": message, "args": arguments, **details})
    return CodeHidingFormatter().format(record)


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/p/kazubo-7342-mifa/", "/p/…/"),
        ("/p/kazubo-7342-mifa/entries?after=3", "/p/…/entries?after=3"),
        ("/w/kazubo-7342-mifa", "/w/…"),
        ("/live/kazubo-7342-mifa?after=3", "/live/…?after=3"),
        ("https://scoundrel.example/p/kazubo-7342-mifa/", "https://scoundrel.example/p/…/"),
    ],
)
def test_a_code_is_left_out_of_a_path(path: str, shown: str) -> None:
    assert logged("Not Found: %s", path).endswith(f"Not Found: {shown}")


def test_a_path_without_a_code_stays() -> None:
    assert logged("Not Found: %s", "/rules/scoundrel/").endswith("Not Found: /rules/scoundrel/")


def test_a_code_is_left_out_of_a_traceback() -> None:
    try:
        raise LookupError("nothing at /p/kazubo-7342-mifa/")
    except LookupError:
        line = logged("Internal Server Error", exc_info=sys.exc_info())
    assert "LookupError: nothing at /p/…/" in line
    assert "kazubo" not in line


def test_what_django_logs_goes_through_it() -> None:
    handlers = {
        handler
        for name in ("", "django", "django.request", "django.server")
        for handler in logging.getLogger(name).handlers
        if isinstance(handler, logging.StreamHandler) and handler.stream is sys.__stderr__
    }
    assert all(isinstance(handler.formatter, CodeHidingFormatter) for handler in handlers)
