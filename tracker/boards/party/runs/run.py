"""A finished run: what it was like, how it went floor by floor, its chart and its replay.

The replay shows what was done moment by moment, and everybody's health after it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import Any
from urllib.parse import quote

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.boards.chart import HEALTH_MARKS, Chart, chart_through, percent
from tracker.boards.party.log.history import PastPlayer, past_player
from tracker.boards.party.log.lines import line_text
from tracker.boards.party.log.recent_change import Turn, undo_of
from tracker.boards.party.runs.achievements import ACHIEVEMENTS, achieved
from tracker.boards.picture import PictureLine, drawn
from tracker.boards.words.cards import card_face
from tracker.boards.words.clock import clock_text, day_text
from tracker.boards.words.forms import weapon_name
from tracker.boards.words.names import (
    card_name,
    distance_text,
    isolated,
    nameless,
    people_text,
    shortened,
    signed,
)
from tracker.rules.games.dungeon import MAX_HP
from tracker.rules.table.room.changes import path_of
from tracker.rules.table.state.party import Party
from tracker.services.party.runs import FALLEN, REPLAY_PAGE, WON, Moment, RunSpan
from tracker.services.party.story import Blow, Floor, PlayerStory, Story, Worn
from tracker.services.party.table import LogEntry, Table

Fact = tuple[str, str]
"""A fact worth telling of a run: "Hardest hit", and the sentence."""


@dataclass(frozen=True)
class RunBoard:
    """`undo` takes back the party's newest change, None for a run that is not in play."""

    number: int
    heading: str
    record: str
    summary: str
    """The players and the first two facts, for previews of a link."""
    over: bool
    ending: str
    span: str
    time: str
    parts: tuple[tuple[str, PlayerStory], ...]
    """How it went for each player who stayed, by their name."""
    deeds: tuple[tuple[str, PlayerStory], ...]
    """The parts of those who left too."""
    facts: tuple[Fact, ...]
    times: tuple[str, ...]
    """How long each of several players took; empty for a story that does not say."""
    achievements: tuple[str, ...]
    """The achievements of a finished run; while it is in play nothing is earned yet."""
    chart: RunChart | None
    floors: tuple[Floor, ...]
    undo: Turn | None


def run_board(run: RunSpan, table: Table | None = None) -> RunBoard:
    """`table` is the party's where the run is in play."""
    story, everybody = run.story, run.story.everybody
    return RunBoard(
        number=run.first,
        heading=story.title or people_text({part.number: part.name for part in story.parts}),
        record=distance_text(story.game, *story.record),
        summary=_summary(story),
        over=story.over,
        ending=_ending(run),
        span=_span(run.began, run.ended),
        time=clock_text(story.seconds) if story.count else "",
        parts=tuple((name_of(part), part) for part in story.parts),
        deeds=tuple((name_of(part), part) for part in everybody),
        facts=tuple(_facts(story)),
        times=tuple(_time_of(part) for part in everybody[1:] and everybody if part.seconds),
        achievements=tuple(str(ACHIEVEMENTS[key][0]) for key in achieved(story) if run.ending),
        chart=chart_of(story),
        floors=story.floors,
        undo=undo_of(table) if table else None,
    )


def _summary(story: Story) -> str:
    names = ", ".join(isolated(shortened(name_of(part))) for part in story.parts)
    # Translators: who played, and what is worth telling: "Hardest hit: Mara took 14 and fell."
    # They are sentences of one line, with a space between them.
    words = _("{names}."), _("{fact}: {sentence}.")
    facts = (words[1].format(fact=name, sentence=s) for name, s in islice(_facts(story), 2))
    return " ".join([words[0].format(names=names), *facts])


def name_of(part: PlayerStory) -> str:
    return part.name or nameless(part.number)


def _ending(run: RunSpan) -> str:
    if not run.ending:
        return _("Still going")
    if run.ending == WON:
        return _("The dungeon is cleared")
    # Translators: a run is a whole game, from 20 HP until all have fallen.
    return _("The run is over") if run.ending == FALLEN else _("Ended for a new run")


def _span(began: datetime | None, ended: datetime | None) -> str:
    """ "14 March 2026, 19:40 to 22:15", or the first and the last day."""
    if began is None or ended is None:
        return _("Not started yet")
    start, last = timezone.localtime(began), timezone.localtime(ended)
    if start.date() != last.date():
        # Translators: two days.
        return _("{first} to {last}").format(first=day_text(start), last=day_text(last))
    first, until = date_format(start, "H:i"), date_format(last, "H:i")
    # Translators: a day and two times: "14 March 2026, 19:40 to 22:15".
    return _("{day}, {first} to {last}").format(day=day_text(start), first=first, last=until)


def _time_of(part: PlayerStory) -> str:
    """ "Mara: 12 min"."""
    # Translators: a player, and how long their deeds took: "Mara: 12 min".
    return _("{name}: {time}").format(name=isolated(name_of(part)), time=clock_text(part.seconds))


def _facts(story: Story) -> Iterator[Fact]:
    names = {part.number: name_of(part) for part in story.everybody}
    if story.hardest:
        yield (_("Hardest hit"), _blow_text(story.hardest, names))
    if story.escape:
        yield (_("Closest escape"), _blow_text(story.escape, names))
    if story.worn:
        yield (_("Most worn weapon"), _worn_text(story.worn, names))
    if story.wasted:
        text = ngettext(
            "{count} potion drunk, {wasted} HP of it wasted",
            "{count} potions drunk, {wasted} HP of them wasted",
            story.potions,
        )
        yield (_("Potions"), text.format(count=story.potions, wasted=story.wasted))
    if story.shields:
        text = ngettext("{count} shield spent", "{count} shields spent", story.shields)
        yield (_("Shields"), text.format(count=story.shields))
    if story.runs:
        text = ngettext("All ran {count} time", "All ran {count} times", story.runs)
        # Translators: leaving rooms, a heading before "All ran 3 times".
        yield (_("Running"), text.format(count=story.runs))


def _blow_text(blow: Blow, names: dict[int, str]) -> str:
    """ "Rook took 14 from the Ace of Spades, with 6 HP left"."""
    texts = {
        (True, True): _("{name} took {amount} from the {card}, with {hp} HP left"),
        (True, False): _("{name} took {amount} from the {card} and fell"),
        (False, True): _("{name} took {amount}, with {hp} HP left"),
        (False, False): _("{name} took {amount} and fell"),
    }
    return texts[bool(blow.card), blow.left > 0].format(
        name=isolated(names.get(blow.player, nameless(blow.player))),
        amount=blow.amount,
        card=card_name(blow.card) if blow.card else "",
        hp=signed(blow.left),
    )


def _worn_text(worn: Worn, names: dict[int, str]) -> str:
    text = ngettext(
        # Translators: {weapon} is "the 8".
        "{name} had {count} enemy on {weapon}",
        "{name} had {count} enemies on {weapon}",
        worn.enemies,
    )
    name = isolated(names.get(worn.player, nameless(worn.player)))
    return text.format(name=name, count=worn.enemies, weapon=weapon_name(worn.weapon))


def picture_of(story: Story) -> bytes:
    """A PNG, with the same chart as its page."""
    lines = (PictureLine(part.number, name_of(part), tuple(part.points)) for part in story.parts)
    return drawn((distance_text(story.game, *story.record),), tuple(lines), story.count)


ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Scoundrel Tracker"
GAMES: dict[str, dict[str, Any]] = {
    "coop": {"name": "Scoundrel (co-operative)"},
    "solo": {"name": "Scoundrel", "bggId": 191095},
    "rascal": {"name": "Rascal"},
}


def bg_stats_link(run: RunSpan, party: str) -> str:
    """`party` tells parties apart (Table.storage_key); the link holds only what came of it."""
    if run.ended is None:
        return ""
    story = run.story
    play = {
        "sourceName": SOURCE,
        "sourcePlayId": _id(party, str(run.first)),
        "playDate": run.ended.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": story.seconds // 60,
        "board": distance_text(story.game, *story.record),
        "game": GAMES[story.game]
        | {"sourceGameId": story.game, "highestWins": True, "noPoints": False},
        "players": [_player(part, story) for part in story.parts],
    }
    return ADDRESS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _player(part: PlayerStory, story: Story) -> dict[str, Any]:
    """A player's entry; all who stand at the end have won, as far as an endless dungeon allows.

    Alone one clears it, and the health that is left is the score (rules.md 4.5, 5.4).
    """
    alone = story.game != "coop"
    name = name_of(part)
    return {
        "name": name,
        "sourcePlayerId": _id(name),
        "startPlayer": False,
        "score": part.hp if alone else story.record[0],
        "winner": story.won if alone else part.hp > 0,
    }


def _id(*parts: str) -> str:
    """An id that is equal for equal parts and from which nothing can be read."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


GATE_GAP = 0.11  # of the width, between two floors that are named


@dataclass(frozen=True)
class RunChart(Chart):
    """`floors` are lines drawn in the box; `below` is how much of the height lies below zero.

    `gates` are the floors' numbers with their places, the newest first. `falls` is where each who
    lies there at the end fell for the last time: seat, and place.
    """

    floors: str
    below: str
    gates: tuple[tuple[str, int], ...]
    falls: tuple[tuple[int, str], ...]


def chart_of(story: Story) -> RunChart | None:
    """The chart of a run; None if nothing has happened yet."""
    width = story.count
    lines = {part.number + 1: part.points for part in story.parts}
    chart = chart_through(lines, HEALTH_MARKS, width)
    if chart is None:
        return None
    height = int(chart.box.rpartition(" ")[2])
    return RunChart(
        **vars(chart),
        floors="".join(f"M{floor.began} 0v{height}" for floor in story.floors),
        below=percent(height - MAX_HP, height),
        gates=_gates(story.floors, width),
        falls=tuple(
            (part.number + 1, percent(part.fell, width))
            for part in story.parts
            if part.fell is not None
        ),
    )


def _gates(floors: Sequence[Floor], width: int) -> tuple[tuple[str, int], ...]:
    """The floors, as many as can be named side by side; the last one always."""
    named: list[Floor] = []
    for floor in reversed(floors):
        if not named or named[-1].began - floor.began >= GATE_GAP * width:
            named.append(floor)
    return tuple((percent(floor.began, width), floor.floor) for floor in named)


NEWEST = 6  # enemies on a weapon that are drawn


@dataclass(frozen=True)
class PlayerAtMoment(PastPlayer):
    """`touched` by what was done; of the enemies on the weapon `cards` has only the newest."""

    touched: bool


@dataclass(frozen=True)
class MomentRow:
    number: int
    words: str
    created: datetime
    undone: bool
    floor: int
    room: int
    players: tuple[PlayerAtMoment, ...]


@dataclass(frozen=True)
class RunReplayBoard:
    """`earlier` and `later` are the entries with which the pages beside this one begin."""

    number: int
    moments: tuple[MomentRow, ...]
    earlier: int | None
    later: int | None


def replay_board(run: RunSpan, moments: Iterable[Moment], begin: int, last: int) -> RunReplayBoard:
    """The page that begins with entry `begin`; `last` is the newest of the run."""
    return RunReplayBoard(
        number=run.first,
        moments=tuple(_moment_row(entry, state) for entry, state in moments),
        earlier=max(run.first, begin - REPLAY_PAGE) if begin > run.first else None,
        later=begin + REPLAY_PAGE if begin + REPLAY_PAGE <= last else None,
    )


def _moment_row(entry: LogEntry, state: Party) -> MomentRow:
    return MomentRow(
        number=entry.number,
        words=line_text(entry, state),
        created=entry.created.replace(microsecond=0),
        undone=entry.undone,
        floor=state.floor,
        room=state.room,
        players=tuple(_player_at_moment(entry, state, number) for number in state.seated),
    )


def _player_at_moment(entry: LogEntry, state: Party, number: int) -> PlayerAtMoment:
    arms = state.players[number].hero.arms
    cards = tuple(map(card_face, arms[:1] + arms[1:][-NEWEST:]))
    touched = any(path.startswith(path_of(number, "")) for path in entry.changes)
    return PlayerAtMoment(**vars(past_player(state, number)) | {"cards": cards}, touched=touched)
