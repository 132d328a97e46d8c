"""Log lines that can be shown to others: a party's address is its key, so its code is left out."""

import logging
import re

CODE = re.compile(r"/(p|w|live)/[^/\s?\"']+")


class CodeHidingFormatter(logging.Formatter):
    """Time, level and message with `/p/<code>` as `/p/…`, in tracebacks too."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        return CODE.sub(r"/\1/…", super().format(record))
