"""Django's SQLite, for a file that somebody may replace while the site runs.

SQLite takes the newest pages beside a file for its own: a thread that opens another file in its
place, even only to read, removes the pages that the other threads have just written.
"""

from __future__ import annotations

import sqlite3
from typing import Any

from django.db.backends.sqlite3 import base

from tracker.services.writing import refuse_another_file, remember_file


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> sqlite3.Connection:
        """Refuses another file than that of the other threads."""
        refuse_another_file(self)
        found: sqlite3.Connection = super().get_new_connection(conn_params)
        remember_file(self)
        return found
