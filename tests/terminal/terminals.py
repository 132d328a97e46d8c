"""`manage.py play` at a terminal of its own, as somebody types there."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.servers import ROOT, production

PATIENCE_S = 60
CTRL_C, CTRL_D = "\x03", "\x04"
PROMPT = r"q leave: $"


@dataclass
class Terminal:
    process: subprocess.Popen[bytes]
    master: int
    printed: str = ""

    def until(self, pattern: str) -> str:
        """Reads what is printed from now on until `pattern` stands at its end."""
        new = ""
        while not re.search(pattern, new):
            part = self._read()
            assert part, f"it ended without {pattern!r}:\n{self.printed}"
            new += part
        return new

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def end(self) -> int:
        """Its exit code, after all that it still prints."""
        while self._read():
            pass
        return self.process.wait(PATIENCE_S)

    def _read(self) -> str:
        ready, _, _ = select.select([self.master], [], [], PATIENCE_S)
        assert ready, f"nothing for {PATIENCE_S} seconds:\n{self.printed}"
        try:
            part = os.read(self.master, 65536).decode(errors="replace")
        except OSError:  # Linux says so when the other end is closed
            return ""
        self.printed += part
        return part


@contextmanager
def terminal(
    var_dir: Path, arguments: Sequence[str], columns: int = 60, **variables: str
) -> Iterator[Terminal]:
    """One of so many columns, until it is left."""
    import fcntl
    import pty
    import struct
    import termios

    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    inherited = production(VAR_DIR=str(var_dir), TERM="xterm", LC_ALL="C.UTF-8")
    for name in ("COLUMNS", "NO_COLOR"):
        inherited.pop(name, None)
    process = subprocess.Popen(
        [sys.executable, "manage.py", "play", *arguments],
        cwd=ROOT,
        env=inherited | variables,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        preexec_fn=_own_terminal,
    )
    os.close(slave)
    try:
        yield Terminal(process, master)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE_S)
        os.close(master)


def _own_terminal() -> None:
    """Ctrl-C at this terminal reaches the process, whatever started the tests."""
    import fcntl
    import termios

    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell's background ignores it
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
