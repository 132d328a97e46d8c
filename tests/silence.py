"""A network before PostgreSQL that swallows what is sent and never says that it does."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from django.conf import settings


@dataclass
class Wire:
    """A connection through it; a silent one takes everything and passes on nothing."""

    near: socket.socket
    far: socket.socket
    silent: bool = False
    listens: bool = False

    def pump(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while part := source.recv(65536):
                self.listens |= b"LISTEN" in part
                if not self.silent:
                    target.sendall(part)
        if not self.silent:
            for end in (source, target):
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)


@dataclass
class Network:
    """The way to the PostgreSQL of the tests; `url` is that of a database of it by this way."""

    name: str
    listener: socket.socket = field(default_factory=lambda: socket.create_server(("127.0.0.1", 0)))
    wires: list[Wire] = field(default_factory=list)

    @property
    def url(self) -> str:
        port = self.listener.getsockname()[1]
        return f"postgresql://{settings.DATABASES['default']['USER']}@127.0.0.1:{port}/{self.name}"

    def swallow(self) -> None:
        """All that is said on the connections there are; new ones are well."""
        for wire in self.wires:
            wire.silent = True

    def listeners(self) -> list[Wire]:
        return [wire for wire in self.wires if wire.listens]

    def accept(self) -> None:
        folder = settings.DATABASES["default"]["HOST"]
        with suppress(OSError):
            while True:
                near, _ = self.listener.accept()
                far = socket.socket(socket.AF_UNIX)
                far.connect(f"{folder}/.s.PGSQL.5432")
                wire = Wire(near, far)
                self.wires.append(wire)
                for ends in ((near, far), (far, near)):
                    threading.Thread(
                        target=wire.pump, args=ends, daemon=True, name="network"
                    ).start()

    def close(self) -> None:
        with suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for wire in self.wires:
            wire.near.close()
            wire.far.close()


@contextmanager
def network(name: str) -> Iterator[Network]:
    way = Network(name)
    threading.Thread(target=way.accept, daemon=True).start()
    try:
        yield way
    finally:
        way.close()
