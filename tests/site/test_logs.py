"""A reader of a log cannot join a party with it."""

import logging
import sys

import pytest
from django.core.exceptions import DisallowedHost
from django.db import OperationalError

from scoundrel_web.logs import Brief, CodeHidingFormatter


def logged(message: str, *arguments: object, **details: object) -> str:
    record = logging.makeLogRecord({"msg": message, "args": arguments, **details})
    return CodeHidingFormatter().format(record)


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("/p/abcdefghjkmnp/", "/p/…/"),
        ("/p/abcdefghjkmnp/entries?after=3", "/p/…/entries?after=3"),
        ("/w/abcdefghjkmnp", "/w/…"),
        ("/live/p/abcdefghjkmnp?after=3", "/live/p/…?after=3"),
        ("/live/play/abcdefghjkmnp", "/live/play/…"),
        ("/live/abcdefghjkmnp", "/live/…"),
        ("https://scoundrel.example/p/abcdefghjkmnp/", "https://scoundrel.example/p/…/"),
    ],
)
def test_a_code_is_left_out_of_a_path(path: str, shown: str) -> None:
    assert logged("Not Found: %s", path).endswith(f"Not Found: {shown}")


def test_a_path_without_a_code_stays() -> None:
    assert logged("Not Found: %s", "/rules/scoundrel/").endswith("Not Found: /rules/scoundrel/")


def test_a_code_is_left_out_of_a_traceback() -> None:
    try:
        raise LookupError("nothing at /p/abcdefghjkmnp/")
    except LookupError:
        line = logged("Internal Server Error", exc_info=sys.exc_info())
    assert "LookupError: nothing at /p/…/" in line
    assert "abcdefghjkmnp" not in line


@pytest.mark.parametrize(
    "fault", [DisallowedHost("Invalid HTTP_HOST header: 'evil'."), OperationalError("is locked")]
)
def test_what_a_visitor_or_a_database_did_is_one_line(
    fault: Exception,
) -> None:
    (record,) = passed("x" * 5000 + "\n\r" + str(fault), fault)
    line = CodeHidingFormatter().format(record)
    assert len(line.splitlines()) == 1
    assert len(line) < 1200


def test_a_fault_of_this_program_keeps_its_traceback() -> None:
    (record,) = passed("Internal Server Error", LookupError("Mara"))
    assert "LookupError: Mara" in CodeHidingFormatter().format(record)


def test_why_a_request_was_put_off_is_said_once() -> None:
    assert passed("Service Unavailable: /", None, status_code=503) == []


def passed(message: str, fault: Exception | None, **details: object) -> list[logging.LogRecord]:
    """The record in a list if the filter of the log lets it through, else an empty list."""
    caught = (type(fault), fault, None) if fault else None
    record = logging.makeLogRecord({"msg": message, "exc_info": caught, **details})
    return [record] if Brief().filter(record) else []


def test_what_django_logs_goes_through_it() -> None:
    handlers = {
        handler
        for name in ("", "django", "django.request", "django.server")
        for handler in logging.getLogger(name).handlers
        if isinstance(handler, logging.StreamHandler) and handler.stream is sys.__stderr__
    }
    assert all(isinstance(handler.formatter, CodeHidingFormatter) for handler in handlers)
