"""Log lines that can be shown to others: a party's code is its key, so no code is in them."""

import logging
import re

from tracker.services import codes

PATH = re.compile(r"/(p|w|live)/[^/\s?\"']+")
# Elsewhere, as in what a database says about a row.
CODE = re.compile(rf"(?<![0-9A-Za-z]){codes.CODE.pattern}(?![0-9A-Za-z])")


class CodeHidingFormatter(logging.Formatter):
    """Time, level and message with `/p/<code>` as `/p/…`, in tracebacks too."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        return CODE.sub("…", PATH.sub(r"/\1/…", super().format(record)))
