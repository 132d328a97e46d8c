"""Django's PostgreSQL with an end to waiting.

A server that has vanished (a failover, a firewall that forgot the connection) never says so, and
the system asks for a quarter of an hour. A request that meets one is told to try again instead.
"""

from __future__ import annotations

import os
import socket
from typing import Any, TypeVar

import psycopg
from django.db.backends.postgresql import base
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus

from scoundrel_web.postgresql import thread_timeout

T = TypeVar("T")

INTERVAL = 0.1  # seconds between looks whether somebody wants to stop
SERVES = f"scoundrel {os.getpid()} {socket.gethostname()}"
"""Names the connections of this process in pg_stat_activity."""


class Connection(psycopg.Connection[Any]):
    """Closed, with an OperationalError, when an answer takes longer than its thread is patient."""

    def wait(self, gen: PQGen[T], interval: float = INTERVAL, timeout: float | None = None) -> T:
        try:
            return super().wait(gen, interval, timeout or thread_timeout())
        except psycopg.OperationalError:
            if self.pgconn.transaction_status == TransactionStatus.ACTIVE:
                self.close()
            raise


class DatabaseWrapper(base.DatabaseWrapper):
    def get_connection_params(self) -> dict[str, Any]:
        name = {"application_name": SERVES} if thread_timeout() else {}
        return super().get_connection_params() | name

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        self.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
        return Connection.connect(**conn_params)
