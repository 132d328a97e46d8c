"""The story that the log of a run tells: health, floors and the clock, and who did what.

A story is worked out from the entries alone. What was undone is seen in the health, as it was on
the table, but counts for nobody; nor does what was set by hand, and what a save brought back.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import reduce
from itertools import filterfalse, pairwise
from typing import Any, cast

from tracker.models import FIGURES
from tracker.rules.cards import ENEMIES, POTIONS, WEAPONS, red_value
from tracker.rules.games.rascal import INV
from tracker.rules.protocol import fields_of, revived
from tracker.rules.table.room.changes import path_of, place_of
from tracker.rules.table.room.room import cleared
from tracker.rules.table.state.party import FIELDS, HP, MAX_PLAYERS, NAME, Party
from tracker.rules.table.texts.notation import read_weapon
from tracker.services.party.log import active_time, bursts, seconds_of
from tracker.services.party.table import SHIELD_TEXTS, LogEntry

MOST_POINTS = 300
CLOSE = 5  # health, with which an escape is a close one
LONGEST_DEED = timedelta(minutes=5)  # what a deed took beyond that was a break
SET = ("new", "load", "return", "join")
"""Verbs that bring other numbers without a fight."""

Point = tuple[int, int]  # entry, health
Mark = tuple[int, int]  # entry, floor


@dataclass(frozen=True)
class Blow:
    """Damage that a player took at once; `card` is "" where none was named, `left` the health."""

    player: int
    amount: int
    card: str
    left: int


@dataclass(frozen=True)
class Worn:
    """The weapon with the most enemies on it that anybody had."""

    player: int
    weapon: str
    enemies: int


@dataclass(frozen=True)
class PlayerStory:
    """One player's part in a run. `slain` are the enemies by their cards, in order.

    `points` are the health before the first entry, or after the one a newcomer came with, and
    after some of the others: of each stretch the lowest and the last, MOST_POINTS at the most.
    `fell` is the entry with which a player fell who lies there at the end, else None. `led` counts
    the rooms. `seconds` went by before their deeds; 0 in stories older than this field.
    """

    number: int
    name: str
    hp: int
    lowest: int
    slain: tuple[str, ...]
    damage: int
    healed: int
    led: int
    fell: int | None
    points: tuple[Point, ...]
    seconds: int = 0


@dataclass(frozen=True)
class Floor:
    """`hps` are the players' health when it was left, `began` the entry; `rooms` were cleared.

    Newcomers have None for the floors before they came.
    """

    floor: int
    began: int
    seconds: int
    rooms: int
    hps: tuple[int | None, ...]


@dataclass(frozen=True)
class Story:
    """A run by the entries that followed the one it began with; `count` is their number.

    Of what the `potions` could heal `wasted` was lost; `shields` were spent, and the party went
    on `runs` times by running.
    `start` and `end` are floor and room before the first of them and after the last.
    """

    title: str
    game: str
    count: int
    seconds: int
    over: bool
    start: tuple[int, int]
    end: tuple[int, int]
    parts: tuple[PlayerStory, ...]
    floors: tuple[Floor, ...]
    hardest: Blow | None
    escape: Blow | None
    worn: Worn | None
    potions: int
    wasted: int
    shields: int
    runs: int
    won: bool = False
    """One who played alone has cleared the dungeon."""
    gone: tuple[PlayerStory, ...] = ()
    """The parts of those who left before the end and did something; empty in older stories."""

    @property
    def everybody(self) -> tuple[PlayerStory, ...]:
        return self.parts + self.gone

    @property
    def record(self) -> tuple[int, int]:
        """Floors finished and rooms cleared of the next (rules.md 3.12)."""
        return self.end[0] - 1, self.end[1] - 1


def story_of(entries: Sequence[LogEntry], state: Party, *, starts: bool) -> Story:
    """`entries` are a run's, oldest first, and `state` is the party after the last of them.

    `starts` says that the run began with the first of them, as a new run does.
    """
    later = entries[1:] if starts else entries
    floors, rooms = (series(later, path, getattr(state, path)) for path in ("floor", "room"))
    standing = [(place, entry) for place, entry in enumerate(later) if entry.stands]
    deeds = [entry for _place, entry in standing]
    came = _came(standing)
    left = {entry.command.player for entry in deeds if entry.command.verb == "leave"}
    away = sorted(n for n in left.difference(state.seated) if n is not None)
    lines = {n: _line(later, n, state, came[n]) for n in (*state.seated, *away)}
    theirs = [entry for place, entry in standing if place >= came[entry.command.player]]
    blows = list(_blows(theirs, lines))
    times = _times(entries, len(entries) - len(later), floors)
    led = _led(standing, later, state, came)
    draughts = _draughts(deeds)
    spent = _spent(entries, {entry.number for entry in theirs})
    parts = {n: _part(state, n, lines[n], theirs, led[n], spent[n]) for n in lines}
    return Story(
        title=state.title.strip(),
        game=state.game,
        count=len(later),
        seconds=seconds_of([entry.created for entry in entries]),
        over=state.over,
        start=(floors[0], rooms[0]),
        end=(floors[-1], rooms[-1]),
        parts=tuple(parts[n] for n in state.seated),
        floors=tuple(
            _floors([lines[n] for n in state.seated], floors, times, _cleared(floors, rooms))
        ),
        hardest=max(blows, key=lambda blow: blow.amount, default=None),
        escape=_escape(blows),
        worn=_worn(theirs, lines),
        potions=len(draughts),
        wasted=sum(draughts),
        shields=sum(_shields_spent(entry) for entry in deeds),
        runs=sum(entry.command.verb == "run" and bool(entry.changes) for entry in deeds),
        won=cleared(state),
        gone=tuple(parts[n] for n in away if led[n] or _touched(theirs, n)),
    )


def as_data(story: Story) -> Any:
    """The story as plain data, to be stored; `asdict` would copy every point."""
    return json.loads(json.dumps(story, default=fields_of))


def from_data(data: Any) -> Story:
    """The story that `as_data` wrote. Raises TypeError or LookupError where it is none."""
    return cast(Story, revived(Story, data))


def sound(data: Any) -> bool:
    """Whether this is a story that can be told. Raises one of UNREADABLE where it is none."""
    story = from_data(data)
    (_, _), (_, _) = story.start, story.end
    parts = story.everybody
    players = {part.number for part in parts}
    points = [point for part in parts for point in part.points]
    entries = [entry for entry, _hp in points] + [floor.began for floor in story.floors]
    entries += [part.fell or 0 for part in parts]
    return (
        FIELDS["title"].fits(story.title)
        and FIELDS["game"].fits(story.game)
        and story.count in FIGURES
        and bool(story.parts)
        and len(parts) == len(players & {*range(MAX_PLAYERS)})
        and all(NAME.fits(part.name) and part.points for part in parts)
        and all(HP.fits(hp) for _entry, hp in points)
        and all(0 <= entry <= story.count for entry in entries)
        and {blow.card for blow in (story.hardest, story.escape) if blow} <= {"", *ENEMIES}
        and (not story.worn or f"{story.worn.weapon}d" in WEAPONS)
    )


def series(entries: Sequence[LogEntry], path: str, now: int) -> list[int]:
    """The value before the first entry and after each; found from its end, which is known."""
    values = [now]
    for entry in reversed(entries):
        values.append(int(entry.changes[path][0]) if path in entry.changes else values[-1])
    return values[::-1]


def _times(entries: Sequence[LogEntry], skipped: int, floors: Sequence[int]) -> dict[int, int]:
    """Seconds played on each floor; `floors` stand before and after the entries not skipped."""
    times: Counter[int] = Counter()
    for place, (earlier, later) in enumerate(pairwise(entries), 1 - skipped):
        times[floors[place]] += round(active_time(earlier.created, later.created).total_seconds())
    return times


def _came(standing: Iterable[tuple[int, LogEntry]]) -> Mapping[int | None, int]:
    """Places of the entries with which newcomers sat down, by player; -1 for all others.

    Deeds before are those of somebody who sat there first, and is in the story no more.
    """
    joins = ((place, entry) for place, entry in standing if entry.command.verb == "join")
    return defaultdict(lambda: -1, {entry.command.player: place for place, entry in joins})


def _spent(entries: Sequence[LogEntry], deeds: Collection[int]) -> Counter[int]:
    """Seconds from the entry before to each of these deeds of a player, without breaks."""
    spent: Counter[int] = Counter()
    for earlier, later in pairwise(entries):
        number = later.command.player
        if number is not None and later.number in deeds and not _is_set(later):
            taken = min(active_time(earlier.created, later.created), LONGEST_DEED)
            spent[number] += round(taken.total_seconds())
    return spent


def _line(entries: Sequence[LogEntry], number: int, state: Party, came: int) -> list[Point]:
    """The health of a player since they `came`, as in _came."""
    values = series(entries, path_of(number, "hp"), state.players[number].hp)
    return [*enumerate(values)][came + 1 :]


def _part(
    state: Party,
    number: int,
    line: Sequence[Point],
    deeds: Sequence[LogEntry],
    led: int,
    seconds: int,
) -> PlayerStory:
    steps = list(_steps(deeds, number))
    return PlayerStory(
        number=number,
        name=state.players[number].name,
        hp=line[-1][1],
        lowest=min(hp for _entry, hp in line),
        slain=tuple(_slain(deeds, number)),
        damage=-sum(step for step in steps if step < 0),
        healed=sum(step for step in steps if step > 0),
        led=led,
        fell=_fell(line),
        points=tuple(_thin_out(line)),
        seconds=seconds,
    )


def _touched(deeds: Iterable[LogEntry], number: int) -> bool:
    """Whether anything of this player but the name has changed."""
    paths = (path for entry in deeds for path in entry.changes)
    return any(place_of(path)[0] == number and path != path_of(number, "name") for path in paths)


def _steps(deeds: Iterable[LogEntry], number: int) -> Iterator[int]:
    """Health lost and won, not set by hand."""
    path = path_of(number, "hp")
    for entry in deeds:
        if path in entry.changes and not _is_set(entry):
            before, after = entry.changes[path]
            yield int(after) - int(before)


def _is_set(entry: LogEntry) -> bool:
    return entry.command.verb in SET or entry.command.sign == "="


def _slain(deeds: Iterable[LogEntry], number: int) -> Iterator[str]:
    for entry in deeds:
        command = entry.command
        fought = command.player == number and command.verb in ("fight", "attach")
        if fought and command.card in ENEMIES:
            yield command.card


def _fell(line: Sequence[Point]) -> int | None:
    """The entry with which whoever lies there at the end fell for the last time."""
    if line[-1][1] > 0:
        return None
    return max((entry for entry, hp in line if hp > 0), default=-1) + 1


def _led(
    standing: Iterable[tuple[int, LogEntry]],
    later: Sequence[LogEntry],
    state: Party,
    came: Mapping[int | None, int],
) -> Counter[int]:
    """How many rooms each player led to their end."""
    leaders = series(later, "first", state.first)
    ends = ((leaders[place], place) for place, entry in standing if _ends_room(entry))
    return Counter(leader for leader, place in ends if place >= came[leader])


def _ends_room(entry: LogEntry) -> bool:
    """Whether the party went on to the next room or floor with it."""
    (floor, next_floor), (room, next_room) = (
        map(int, entry.changes.get(path, (0, 0))) for path in ("floor", "room")
    )
    return not _is_set(entry) and (next_floor, next_room) > (floor, room)


def _cleared(floors: Sequence[int], rooms: Sequence[int]) -> Counter[int]:
    """How many rooms were left behind on each floor, at the most."""
    furthest: Counter[int] = Counter()
    for floor, room in zip(floors, rooms, strict=True):
        furthest[floor] = max(furthest[floor], room - 1)
    return furthest


def _blows(deeds: Sequence[LogEntry], players: Collection[int]) -> Iterator[Blow]:
    """Every loss of health, oldest first; taps in a row are one."""
    for burst in reversed(bursts(reversed(deeds))):
        newest, oldest = burst[0], burst[-1]
        if _is_set(newest):
            continue
        for path in newest.changes:
            player, field = place_of(path)
            if field == "hp" and player is not None and player in players:
                left = int(newest.changes[path][1])
                amount = int(oldest.changes.get(path, newest.changes[path])[0]) - left
                if amount > 0:
                    yield Blow(player, amount, _card(newest), left)


def _card(entry: LogEntry) -> str:
    return entry.command.card if entry.command.card in ENEMIES else ""


def _escape(blows: Sequence[Blow]) -> Blow | None:
    """The blow that left least, where its player lived on: stood the next, or was healed."""
    closest: Blow | None = None
    last: dict[int, Blow] = {}
    for blow in blows:
        earlier = last.get(blow.player)
        if earlier and (blow.left > 0 or blow.left + blow.amount > earlier.left):
            closest = _closer(closest, earlier)
        last[blow.player] = blow
    return reduce(_closer, last.values(), closest)


def _closer(one: Blow | None, other: Blow) -> Blow | None:
    if not 0 < other.left <= CLOSE:
        return one
    return other if one is None or other.left < one.left else one


def _worn(deeds: Iterable[LogEntry], players: Collection[int]) -> Worn | None:
    most: Worn | None = None
    for entry in filterfalse(_is_set, deeds):
        for path, (_before, after) in entry.changes.items():
            player, field = place_of(path)
            if field != "weapon" or player is None or player not in players:
                continue
            reading = read_weapon(str(after))
            count = len(reading.monsters)
            if reading.weapon and count > (most.enemies if most else 0):
                most = Worn(player, reading.weapon, count)
    return most


def _draughts(deeds: Iterable[LogEntry]) -> list[int]:
    """The health that was wasted with each potion that was drunk."""
    lost = []
    for entry in deeds:
        command = entry.command
        if command.verb.removeprefix(INV) == "drink" and command.card in POTIONS:
            path = path_of(command.player or 0, "hp")
            before, after = entry.changes.get(path, (0, 0))
            lost.append(red_value(command.card) - (int(after) - int(before)))
    return lost


def _shields_spent(entry: LogEntry) -> int:
    if _is_set(entry) or entry.command.verb in SHIELD_TEXTS:
        return 0
    return sum(len(entry.shields_spent(number)) for number in range(MAX_PLAYERS))


def _marks(floors: Sequence[int]) -> list[Mark]:
    """The entries at which the floors began. One that was only touched by mistake is left out."""
    marks: list[Mark] = []
    for entry, floor in enumerate(floors):
        while marks and marks[-1][1] > floor:
            marks.pop()
        if not marks or marks[-1][1] < floor:
            marks.append((entry if marks else 0, floor))
    return marks


def _floors(
    lines: Iterable[Sequence[Point]],
    floors: Sequence[int],
    times: dict[int, int],
    rooms: dict[int, int],
) -> Iterator[Floor]:
    marks, hps = _marks(floors), [dict(line) for line in lines]
    ends = [entry for entry, _floor in marks[1:]] + [len(floors) - 1]
    for (began, floor), end in zip(marks, ends, strict=True):
        values = tuple(line.get(end) for line in hps)
        yield Floor(floor, began, times.get(floor, 0), rooms.get(floor, 0), values)


def _thin_out(points: Sequence[Point]) -> list[Point]:
    """At most MOST_POINTS of these: of each stretch the lowest and the last."""
    size = 1 if len(points) <= MOST_POINTS else -(-2 * len(points) // MOST_POINTS)
    left: list[Point] = []
    for start in range(0, len(points), size):
        stretch = points[start : start + size]
        left += dict.fromkeys((min(stretch, key=lambda point: point[1]), stretch[-1]))
    return left
