"""Results of this browser's finished games: by name, by game, the best runs, the streaks."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.boards.match.coop import BEST
from tracker.boards.match.frame import LEVELS, names_of
from tracker.boards.match.games import chosen_words
from tracker.boards.match.screen import Screen
from tracker.boards.match.screens import all_screens, screen_of
from tracker.boards.words.clock import clock_text
from tracker.boards.words.names import listed, record_text
from tracker.services.match.summaries import MatchSummary

MOST_BARS = 40
MOST_MONTHS = 24
MOST_ROWS = 20  # of any other list
WIDTH, GAP, HEIGHT = 8, 2, 30
MOST_ROOMS = 30  # a bar as high as it gets
STUMP = 4  # the height of the shortest run
HEADROOM = 6  # above a win and below a loss


@dataclass(frozen=True)
class Score:
    """One name in one game; `level` says how well a computer plays, "" for a person."""

    name: str
    level: str
    games: int
    wins: int
    losses: int
    streak: int
    best_streak: int


@dataclass(frozen=True)
class Bar:
    """One game in the chart: upwards won, downwards lost; a run is as high as it was long."""

    x: int
    y: int
    height: int
    kind: str


@dataclass(frozen=True)
class BestRun:
    """The best co-op run of so many players by the same house rules."""

    record: str
    players: str
    rules: str
    names: str
    beats: bool


@dataclass(frozen=True)
class Share:
    """Some of the games, by the same rules or of one month: `result` says what came of them,
    `time` how long they took, "" where nobody counted it."""

    label: str
    games: int
    result: str
    time: str


@dataclass(frozen=True)
class GameRecord:
    key: str
    title: str
    count: str
    scores: tuple[Score, ...]
    runs: tuple[BestRun, ...]
    by_rules: tuple[Share, ...]
    by_month: tuple[Share, ...]
    bars: tuple[Bar, ...]
    width: int
    speech: str


@dataclass(frozen=True)
class RecordsBoard:
    games: tuple[GameRecord, ...]
    best: str


def records_board(matches: Sequence[MatchSummary]) -> RecordsBoard:
    """`matches` are finished games, oldest first."""
    by_game = [(s, [match for match in matches if match.game.key == s.key]) for s in all_screens()]
    records = tuple(_record(screen, mine) for screen, mine in by_game if mine)
    return RecordsBoard(records, record_text(*BEST))


def _record(screen: Screen[Any], matches: Sequence[MatchSummary]) -> GameRecord:
    newest = matches[-MOST_BARS:]
    runs = screen.distance(matches[0].score) is not None
    most_played = sorted(_groups(matches, _rules_of), key=len, reverse=True)
    months = _groups(matches, _month_of)
    return GameRecord(
        key=screen.key,
        title=screen.title,
        count=_count_text(matches),
        scores=() if runs else tuple(_scores(matches)),
        runs=tuple(_runs(matches)) if runs else (),
        by_rules=tuple(_share(some, _rules_text) for some in most_played[:MOST_ROWS]),
        by_month=tuple(_share(some, _month_text) for some in months[-MOST_MONTHS:]),
        bars=tuple(_bar(match, place) for place, match in enumerate(newest)),
        width=MOST_BARS * (WIDTH + GAP),
        speech=ngettext("The last game", "The last {n} games, newest last", len(newest)).format(
            n=len(newest)
        ),
    )


def _count_text(matches: Sequence[MatchSummary]) -> str:
    """ "12 games, 3 h 5 min"."""
    count = len(matches)
    games = ngettext("{n} game", "{n} games", count).format(n=count)
    time = _time_of(matches)
    return _("{games}, {time}").format(games=games, time=time) if time else games


def _time_of(matches: Sequence[MatchSummary]) -> str:
    seconds = sum(match.seconds for match in matches)
    return clock_text(seconds) if seconds else ""


def _groups(
    matches: Sequence[MatchSummary], kind_of: Callable[[MatchSummary], Hashable]
) -> list[list[MatchSummary]]:
    """The games of each kind, in the order in which the first of it was played."""
    groups: dict[Hashable, list[MatchSummary]] = {}
    for match in matches:
        groups.setdefault(kind_of(match), []).append(match)
    return [*groups.values()]


def _share(some: Sequence[MatchSummary], text_of: Callable[[MatchSummary], str]) -> Share:
    return Share(text_of(some[0]), len(some), _result_of(some), _time_of(some))


def _rules_of(match: MatchSummary) -> Hashable:
    """The house rules that are not the usual ones; their words are slow, and few are shown."""
    usual = match.game.options
    # Read from JSON, several cards are a list.
    chosen = {n: tuple(v) if isinstance(v, list) else v for n, v in match.options.items()}
    return frozenset((n, v) for n, v in chosen.items() if n in usual and v != usual[n].default)


def _rules_text(match: MatchSummary) -> str:
    return " · ".join(chosen_words(match.game, match.options)) or _("no house rules")


def _month_of(match: MatchSummary) -> date:
    """The first day of the month it ended in, where this phone is."""
    return timezone.localdate(match.updated).replace(day=1)


def _month_text(match: MatchSummary) -> str:
    return date_format(_month_of(match), "YEAR_MONTH_FORMAT")


def _result_of(matches: Sequence[MatchSummary]) -> str:
    """The best run, or how many were won on this device."""
    if screen_of(matches[0].game).distance(matches[0].score):
        return record_text(*max(map(_way, matches)))
    won = sum(match.winner in match.seats for match in matches)
    return _("{percent}% won").format(percent=round(100 * won / len(matches)))


def _scores(matches: Sequence[MatchSummary]) -> Iterable[Score]:
    """The people who played most, the first of them most of all."""
    results: dict[tuple[str, str], list[bool]] = {}
    for match in matches:
        names = names_of(match.names, match.levels)
        for seat, player in enumerate(zip(names, match.levels, strict=True)):
            results.setdefault(player, []).append(match.winner == seat)
    most_played = sorted(results.items(), key=lambda item: len(item[1]), reverse=True)
    for (name, level), won in most_played[:MOST_ROWS]:
        streaks = [len(list(some)) for each, some in groupby(won) if each]
        now = streaks[-1] if won[-1] else 0
        yield Score(
            name=name,
            level=str(LEVELS.get(level, level)),
            games=len(won),
            wins=sum(won),
            losses=len(won) - sum(won),
            streak=now,
            best_streak=max(streaks, default=0),
        )


def _runs(matches: Sequence[MatchSummary]) -> Iterable[BestRun]:
    """The best of each number of players and house rules, best first."""
    best: dict[Hashable, MatchSummary] = {}
    for match in matches:
        group = len(match.names), _rules_of(match)
        if group not in best or _way(match) > _way(best[group]):
            best[group] = match
    for match in sorted(best.values(), key=_way, reverse=True)[:MOST_ROWS]:
        players = len(match.names)
        yield BestRun(
            record=record_text(*_way(match)),
            players=ngettext("{n} player", "{n} players", players).format(n=players),
            rules=_rules_text(match),
            names=listed(names_of(match.names, match.levels)),
            beats=_way(match) > BEST,
        )


def _way(match: MatchSummary) -> tuple[int, int]:
    return screen_of(match.game).distance(match.score) or (0, 0)


def _bar(match: MatchSummary, place: int) -> Bar:
    x = place * (WIDTH + GAP)
    if match.outcome == "over":
        rooms = min(match.score.get("total_rooms", 0), MOST_ROOMS)
        height = STUMP + (2 * HEIGHT - STUMP) * rooms // MOST_ROOMS
        return Bar(x, 2 * HEIGHT - height, height, "run")
    won = match.winner in match.seats
    high = HEIGHT - HEADROOM
    if won:
        return Bar(x, HEIGHT - high, high, "won")
    return Bar(x, HEIGHT, high, "lost")
