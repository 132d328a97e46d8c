"""Matches as lists show them: those of a browser, of the same deal, and results as a file.

A file of results is carried to another browser or installation."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

from django.db.models import Q

from tracker import models
from tracker.rules.games import GAMES
from tracker.rules.input import MAX_NAME, text_of
from tracker.rules.players import PLAYERS
from tracker.rules.protocol import BadSetup
from tracker.rules.words import Refused, gettext_noop
from tracker.services.codes import Missing
from tracker.services.match.deals import SEED, AnyGame, first_state
from tracker.services.match.log import moves_not_undone
from tracker.services.match.match import DealtMatch, LoggedMove
from tracker.services.match.rows import match_table
from tracker.services.reading import UNREADABLE, moment_of
from tracker.services.writing import writing

MOST_LISTED = 40


@dataclass(frozen=True, kw_only=True)
class MatchSummary:
    """A match without its log; `seats` are those played on the browser that asks.

    `seed` is "" as long as it is not over.
    """

    code: str = ""
    game: AnyGame
    version: int
    options: dict[str, Any]
    seed: str
    revision: int = 0
    undo_count: int = 0
    outcome: str
    winner: int | None
    score: dict[str, Any]
    prefix_count: int = 0
    seconds: int
    updated: datetime
    names: tuple[str, ...]
    levels: tuple[str, ...]
    seats: tuple[int, ...]
    key: str = ""
    """The key of a match that was brought from elsewhere and has no code here."""

    @property
    def going_on(self) -> bool:
        """Whether it can still be played, by the rules it was dealt by."""
        return not self.outcome and self.version == self.game.version


LISTS = ("names", "levels", "seats")
"""Fields of a summary that have a value for each seat."""
KEPT = ("options", "seed", "outcome", "winner", "score", "seconds")
"""Fields that a result in a file has as they stand in a summary."""
OF_ROW = [each.name for each in fields(MatchSummary) if each.name not in (*LISTS, "key")]
COLUMNS = ("id", *OF_ROW)
"""The columns of its row that a list shows."""


def matches_of(phone: str) -> list[MatchSummary]:
    """The newest matches in progress with a seat on this browser, and the newest finished ones;
    the one played last first."""
    unfinished = Q(outcome="")
    kinds = (models.Match.objects.filter(which) for which in (unfinished, ~unfinished))
    found = [match for rows in kinds for match in _summaries(phone, rows, MOST_LISTED)]
    return sorted(found, key=lambda match: match.updated, reverse=True)


def finished_of(phone: str, since: datetime | None = None) -> list[MatchSummary]:
    """All that came to an end, oldest first; one that was given up does not count, nor one that
    went on from another."""
    rows = models.Match.objects.filter(prefix_count=0).exclude(outcome__in=("", "quit"))
    brought = models.Result.objects.filter(phone=phone) if phone else models.Result.objects.none()
    if since:
        rows, brought = rows.filter(updated__gt=since), brought.filter(ended__gt=since)
    values = brought.order_by("id").values_list("data", "ended")
    results = itertools.starmap(_summary_of, values.iterator())
    found = [*reversed([*_summaries(phone, rows)]), *results]
    return sorted(found, key=lambda match: match.updated)


def name_on(phone: str) -> str:
    """The last name of the player on this browser, "" if that is not known."""
    seats = models.Seat.objects.filter(phone=phone, number=0).order_by("-id") if phone else None
    return (seats.values_list("name", flat=True).first() or "") if seats is not None else ""


def _summary_of(data: dict[str, Any], ended: datetime) -> MatchSummary:
    game = GAMES[data["game"]]
    by_seat: dict[str, Any] = {name: tuple(data[name]) for name in LISTS}
    return MatchSummary(
        game=game,
        version=game.version,
        updated=ended,
        key=data["key"],
        **{name: data[name] for name in KEPT},
        **by_seat,
    )


def _summaries(phone: str, matches: Any, most: int | None = None) -> Iterable[MatchSummary]:
    if not phone:  # free seats bear none
        return
    seated = models.Seat.objects.filter(phone=phone).values("match")
    mine = matches.filter(id__in=seated, game__in=GAMES)
    rows = list(mine.order_by("-updated", "-id").values(*COLUMNS)[:most])
    sides: dict[int, list[tuple[str, str, str]]] = {row["id"]: [] for row in rows}
    seats = models.Seat.objects.filter(match__in=sides).order_by("number")
    for match, name, level, where in seats.values_list("match", "name", "level", "phone"):
        sides[match].append((name, "" if where else level, where))
    for row in rows:
        if not (seated_there := sides[row.pop("id")]):  # deleted since
            continue
        names, levels, phones = zip(*seated_there, strict=True)
        here = tuple(n for n, where in enumerate(phones) if where == phone)
        if not row["outcome"]:
            row["seed"] = ""
        game = GAMES[row.pop("game")]
        yield MatchSummary(**row, game=game, names=names, levels=levels, seats=here)


MOST_RIVALS = 3
MOST_LOOKED_AT = 60  # of a deal that many have played, the newest


Rival = tuple[DealtMatch, list[LoggedMove]]


def rivals_of(match: DealtMatch, phone: str = "") -> list[Rival]:
    """The newest finished matches with the deal of this one that are played on this browser or
    are shared, with their moves; of the others nobody is told."""
    seen = Q(share_code__gt="")
    if phone:
        seen |= Q(seats__phone=phone)
    rows = models.Match.objects.filter(seen, seed=match.deal, game=match.game.key, prefix_count=0)
    rows = rows.exclude(outcome__in=("", "quit")).exclude(id=match.id)
    return list(_alike(match, rows.distinct().order_by("-updated", "-id")[:MOST_LOOKED_AT]))


def _alike(match: DealtMatch, rows: Iterable[models.Match]) -> Iterator[Rival]:
    """Yields the matches by the same house rules, for as many players."""
    chosen, left = match.game.chosen(match.options), MOST_RIVALS
    for row in rows:
        if left and row.version == match.version and match.game.chosen(row.options) == chosen:
            with suppress(Missing):  # deleted since
                other = match_table(row.code)
                if not other.outdated and len(other.seats) == len(match.seats):
                    yield other, moves_not_undone(other)
                    left -= 1


KIND = "scoundrel-tracker-results"
VERSION = 1
MOST_BYTES = 2_000_000
MOST_RESULTS = 3_000
"""So many of one browser are kept of those that it has brought along."""
MOST_SECONDS = 10**7
KEY_LENGTH = 16
KEY = re.compile(rf"[0-9a-f]{{{KEY_LENGTH}}}", re.ASCII)
BROKEN = gettext_noop("We can’t read any results in that file. Nothing was changed.")

Data = dict[str, Any]


def results_export(phone: str) -> Data:
    """All finished matches of a browser, the newest last, without their codes."""
    results = [data_of(match) for match in finished_of(phone)]
    return {"kind": KIND, "version": VERSION, "results": results[-MOST_RESULTS:]}


def results_new(phone: str, results: list[Data]) -> list[Data]:
    """The results that this browser has not yet, each once."""
    present = {data_of(match)["key"] for match in finished_of(phone)}
    return [*{each["key"]: each for each in results if each["key"] not in present}.values()]


def results_import(phone: str, fresh: list[Data]) -> int:
    """Adds what a file brings that is new; how many.

    Raises Refused, and adds nothing, where a browser would have more than it may.
    """
    brought = models.Result.objects.filter(phone=phone)
    with writing():
        before = brought.count()
        # One file may have been sent twice at once: whatever it brought first counts.
        models.Result.objects.bulk_create(
            (
                models.Result(
                    phone=phone, key=each["key"], ended=moment_of(each["ended"]), data=each
                )
                for each in fresh
            ),
            ignore_conflicts=True,
        )
        after = brought.count()
        if after > MOST_RESULTS:
            raise Refused(
                gettext_noop("That’s too many results: at most {most} fit."), most=MOST_RESULTS
            )
    return after - before


def results_brought(phone: str) -> bool:
    """Whether this browser has brought any along."""
    return bool(phone) and models.Result.objects.filter(phone=phone).exists()


def results_delete(phone: str) -> None:
    """Deletes for good what this browser has brought along; the games played on it stay."""
    with writing():
        models.Result.objects.filter(phone=phone).delete()


def data_of(match: MatchSummary) -> Data:
    """The result of a finished match as a file has it; see `sound`."""
    return {
        "key": match.key or sha256(match.code.encode()).hexdigest()[:KEY_LENGTH],
        "game": match.game.key,
        "ended": match.updated.astimezone(UTC).isoformat(),
        **{name: getattr(match, name) for name in KEPT},
        **{name: list(getattr(match, name)) for name in LISTS},
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
        "score": lambda score: all(_in(n, models.FIGURES) for n in score.values()),
        "names": lambda names: all(type(n) is str and text_of(n, MAX_NAME) == n for n in names),
        "levels": lambda levels: _levels(game, levels, len(players)),
        "seats": lambda seats: bool(seats) and _each_once(seats, players),
        "seconds": lambda seconds: _in(seconds, range(MOST_SECONDS)),
        "ended": lambda text: bool(moment_of(text)),
    }
    lists = all(type(data[name]) is list for name in LISTS)
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
