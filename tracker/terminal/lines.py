"""Games as lines of JSON: a snapshot out, a decision in (docs/programs.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TextIO

from tracker.rules.protocol import Illegal
from tracker.terminal.bout import Bout, Snapshot

LONGEST_LINE = 1000


def play_lines(bouts: Iterable[Bout], source: TextIO, out: TextIO) -> None:
    """Plays one game after the other, until all are over or the lines end."""
    for bout in bouts:
        while bout.to_act:
            if not answered(bout, source, out):
                return
        say(out, bout.snapshot())


def answered(bout: Bout, source: TextIO, out: TextIO) -> bool:
    """Asks for a decision until one is made; False when there are no more lines."""
    snapshot = bout.snapshot()
    while True:
        say(out, snapshot)
        line = source.readline(LONGEST_LINE)
        if not line:
            return False
        try:
            bout.answer(line.strip())
        except Illegal as wrong:
            snapshot["error"] = str(wrong)
        else:
            return True


def say(out: TextIO, snapshot: Snapshot) -> None:
    out.write(json.dumps(snapshot, separators=(",", ":")) + "\n")
    out.flush()
