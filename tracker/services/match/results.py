"""Results of finished matches as a file, to be carried to another browser or installation."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from datetime import UTC
from hashlib import sha256
from typing import Any

from tracker import models
from tracker.rules.input import MAX_NAME, text_of
from tracker.rules.players import PLAYERS
from tracker.rules.protocol import BadSetup
from tracker.rules.refusals import Refused
from tracker.rules.registry import GAMES
from tracker.rules.words import gettext_noop
from tracker.services.match.deals import SEED, AnyGame, first_state
from tracker.services.match.summaries import MatchSummary, finished_of
from tracker.services.reading import UNREADABLE, moment_of
from tracker.services.writing import writing

KIND = "scoundrel-tracker-results"
VERSION = 1
MOST_BYTES = 2_000_000
MOST_RESULTS = 3_000
"""So many of one browser are kept of those that it has brought along."""
MOST_SECONDS = 10**7
KEY_LENGTH = 16
KEY = re.compile(rf"[0-9a-f]{{{KEY_LENGTH}}}", re.ASCII)
BROKEN = gettext_noop("That file holds no results that can be read. Nothing was changed.")

Data = dict[str, Any]


def results_export(phone: str) -> Data:
    """All finished matches of a browser, the newest last, without their codes."""
    results = [_data_of(match) for match in finished_of(phone)]
    return {"kind": KIND, "version": VERSION, "results": results[-MOST_RESULTS:]}


def results_import(phone: str, results: list[Data]) -> int:
    """Adds what a file brings; how many are new. What is here already counts once.

    Raises Refused, and adds nothing, where a browser would have more than it may.
    """
    present = {_data_of(match)["key"] for match in finished_of(phone)}
    fresh = {each["key"]: each for each in results if each["key"] not in present}
    brought = models.Result.objects.filter(phone=phone)
    with writing():
        before = brought.count()
        # The same file may have been sent twice at once: whatever it brought first counts.
        models.Result.objects.bulk_create(
            (
                models.Result(phone=phone, key=key, ended=moment_of(data["ended"]), data=data)
                for key, data in fresh.items()
            ),
            ignore_conflicts=True,
        )
        after = brought.count()
        if after > MOST_RESULTS:
            raise Refused(
                gettext_noop("There is no room for so many results: {most} fit."), most=MOST_RESULTS
            )
    return after - before


def results_brought(phone: str) -> bool:
    """Whether this browser has brought any along."""
    return bool(phone) and models.Result.objects.filter(phone=phone).exists()


def results_delete(phone: str) -> None:
    """Deletes for good what this browser has brought along; the games played on it stay."""
    with writing():
        models.Result.objects.filter(phone=phone).delete()


def _data_of(match: MatchSummary) -> Data:
    return {
        "key": match.key or sha256(match.code.encode()).hexdigest()[:KEY_LENGTH],
        "game": match.game.key,
        "options": match.options,
        "seed": match.seed,
        "outcome": match.outcome,
        "winner": match.winner,
        "score": match.score,
        "names": list(match.names),
        "levels": list(match.levels),
        "seats": list(match.seats),
        "seconds": match.seconds,
        "ended": match.updated.astimezone(UTC).isoformat(),
    }


def results_read(content: bytes) -> list[Data]:
    """The results in an exported file. Raises Refused where any part of it cannot be."""
    try:
        file = json.loads(content)
        right = file["kind"] == KIND and file["version"] == VERSION
        results = file["results"]
        if right and len(results) <= MOST_RESULTS and all(map(sound, results)):
            return list(results)
    except (*UNREADABLE, BadSetup, Refused):
        pass
    raise Refused(BROKEN)


def sound(data: Data) -> bool:
    """Whether every part of a result is one that a match could have. Raises one of UNREADABLE,
    BadSetup or Refused where a part is no such thing at all."""
    game = GAMES[data["game"]]
    players = range(len(data["names"]))
    checks: Mapping[str, Callable[[Any], bool]] = {
        "key": lambda key: type(key) is str and bool(KEY.fullmatch(key)),
        "game": lambda key: True,
        "options": lambda options: _plays(game, options, len(players), data["score"]),
        "seed": lambda seed: bool(SEED.fullmatch(seed)),
        "outcome": {"won", "lost", "over"}.__contains__,
        "winner": lambda winner: winner is None or _in(winner, players),
        "score": lambda score: all(_in(n, models.FIGURES) for n in score.values() if n is not None),
        "names": lambda names: all(type(n) is str and text_of(n, MAX_NAME) == n for n in names),
        "levels": lambda levels: _levels(game, levels, len(players)),
        "seats": lambda seats: bool(seats) and _each_once(seats, players),
        "seconds": lambda seconds: _in(seconds, range(MOST_SECONDS)),
        "ended": lambda text: bool(moment_of(text)),
    }
    lists = all(type(data[name]) is list for name in ("names", "levels", "seats"))
    whole = data.keys() == checks.keys() and lists
    return whole and all(check(data[name]) for name, check in checks.items())


def _in(value: Any, allowed: range) -> bool:
    return type(value) is int and value in allowed


def _each_once(seats: list[Any], allowed: range) -> bool:
    return all(_in(seat, allowed) for seat in seats) and len(seats) == len(set(seats))


def _levels(game: AnyGame, levels: Any, count: int) -> bool:
    names = {"", *PLAYERS.get(game.key, ())}
    return len(levels) == count and all(level in names for level in levels)


def _plays(game: AnyGame, options: Any, seats: int, score: Mapping[str, Any]) -> bool:
    """Whether it can be played so, and ends with such a score."""
    return score.keys() == game.score(first_state(game, options, seats, "result")).keys()
