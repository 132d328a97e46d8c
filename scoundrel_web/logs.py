"""Log lines that can be shown to others: a party's code is its key, so no code is in them.

What a visitor or a database did is one line; a traceback stands only where this program is wrong.
"""

import logging
import re

from django.core.exceptions import SuspiciousOperation

from tracker.services import codes
from tracker.services.writing import PASSING

LONGEST = 1000  # characters of a message: a visitor writes a part of it

PATH = re.compile(r"/(live/(?:p|w|play)|live|p|w)/[^/\s?\"']+")
# Elsewhere, as in what a database says about a row.
CODE = re.compile(rf"(?<![0-9A-Za-z]){codes.CODE.pattern}(?![0-9A-Za-z])")


class Brief(logging.Filter):
    """Leaves out where in Django a wrong request or an absent database was noticed."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and isinstance(record.exc_info[1], (SuspiciousOperation, *PASSING)):
            record.exc_info = record.exc_text = None
        # Why a request was put off has been said already (tracker/web/middleware.py).
        return getattr(record, "status_code", 0) != 503


class CodeHidingFormatter(logging.Formatter):
    """Time, level and message with `/p/<code>` as `/p/…`, in tracebacks too."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        return CODE.sub("…", PATH.sub(r"/\1/…", super().format(record)))

    def formatMessage(self, record: logging.LogRecord) -> str:
        record.message = " ".join(record.message[:LONGEST].split())
        return super().formatMessage(record)
