"""The games finished in terminals: a line each in a file beside the database."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from tracker.boards.match.records import records_board
from tracker.boards.words.names import labelled
from tracker.rules.games import GAMES
from tracker.rules.protocol import BadSetup
from tracker.rules.words import Refused
from tracker.services.match.match import DealtMatch
from tracker.services.match.summaries import COLUMNS, MatchSummary, data_of, sound
from tracker.services.reading import UNREADABLE, moment_of

FILE_NAME = "terminal.jsonl"
KEPT = [name for name in COLUMNS if name not in ("id", "game", "updated")]
ONCE = {"seconds": 0, "prefix_count": 0}
"""Fields that lines of earlier versions lack."""


def keep(folder: Path, match: DealtMatch, log: Sequence[tuple[int, str]]) -> None:
    """Adds a finished game, with all that was decided in it. Raises OSError."""
    line: dict[str, Any] = {name: getattr(match, name) for name in KEPT if name != "seed"}
    line["seed"] = match.deal
    line["game"], line["updated"] = match.game.key, match.updated.isoformat()
    line["names"] = [side.name for side in match.seats]
    line["levels"] = [side.level for side in match.seats]
    path = folder / FILE_NAME
    # A full disk may have cut the line before off.
    begun = path.exists() and not path.read_bytes().endswith(b"\n")
    with path.open("a", encoding="utf-8") as file:
        file.write("\n" * begun + json.dumps(line | {"log": log}) + "\n")


def finished(folder: Path) -> list[MatchSummary]:
    """All games that came to an end, oldest first; one that was given up does not count.

    A line that somebody has broken is passed over.
    """
    try:
        text = (folder / FILE_NAME).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    return [each for line in text.splitlines() for each in _read(line)]


def _read(line: str) -> Iterator[MatchSummary]:
    try:
        data = ONCE | json.loads(line)
        match = MatchSummary(
            **{name: data[name] for name in KEPT},
            game=GAMES[data["game"]],
            updated=moment_of(data["updated"]),
            names=tuple(data["names"]),
            levels=tuple(data["levels"]),
            seats=tuple(seat for seat, level in enumerate(data["levels"]) if not level),
        )
        if sound(data_of(match)):
            yield match
    except (*UNREADABLE, BadSetup, Refused):
        return


def record_lines(matches: Iterable[MatchSummary]) -> Iterator[str]:
    """Yields the results of finished games, in the words of the records page."""
    for record in records_board([*matches]).games:
        yield labelled(record.title, record.count)
        for score in record.scores:
            # Translators: a line of the records in a terminal: games won and lost, won in a row.
            words = _("{name}: {wins} won, {losses} lost, {streak} in a row now, {best} at best")
            line = words.format(
                name=score.name,
                wins=score.wins,
                losses=score.losses,
                streak=score.streak,
                best=score.best_streak,
            )
            yield f"  {line}"
        for run in record.runs:
            yield f"  {run.record}: {run.names} ({run.players}, {run.rules})"
