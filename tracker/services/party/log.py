"""A party's log: reading it, which entries are told as one, and the time played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from itertools import pairwise

from django.db.models import Q
from django.utils.timezone import localdate

from tracker import models
from tracker.rules.table.room.changes import kind_of, path_of, place_of
from tracker.rules.table.state.party import PLAYER_FIELDS, TALLIES, count_field
from tracker.rules.table.verbs.commands import VERBS
from tracker.services.party.rows import Rows
from tracker.services.party.table import LogEntry, Table


def history_page(
    table: Table, *, before: int | None = None, size: int = 50, player: int | None = None
) -> list[LogEntry]:
    """`size` entries of the log, newest first, those below number `before` if that is given.

    With a `player` those that are about them, and those by which the party went from room to
    room: all that the player had at each of them can be told from these alone. They are looked for
    back to `history_reach`.
    """
    last = _last(table, before)
    if player is None:
        return Rows().newest(table.party_id, first=1, last=last, most=size)
    log = models.Entry.objects.filter(party=table.party_id)
    reach = history_reach(table, before)
    some = log.filter(_about(player), number__range=(reach, last)).order_by("-number")
    # Two steps: only Rows knows whether an entry is undone.
    numbers = list(some.values_list("number", flat=True)[:size])
    found = Rows().entries(table.party_id, numbers=numbers, keys=()) if numbers else []
    return sorted(found, key=lambda entry: -entry.number)


def history_reach(table: Table, before: int | None) -> int:
    """The number of the oldest entry that is looked at for a player's page."""
    return max(1, _last(table, before) - REACH + 1)


def _last(table: Table, before: int | None) -> int:
    return table.revision if before is None else min(table.revision, before - 1)


def _about(player: int) -> Q:
    """Finds entries that changed something of the player's, name them, or changed floor or room."""
    paths = (path_of(player, field) for field in PLAYER_FIELDS)
    verbs = "|".join(verb for verb, kind in VERBS.items() if kind.of_player)
    named = rf"^(take:[^:]*:)?({verbs}):{player}(:|$)"
    return Q(changes__has_any_keys=[*paths, "floor", "room"]) | Q(text__regex=named)


BURST = timedelta(seconds=2)  # changes closer together count as one
TAPPED = ("hp", *(count_field(int(number)) for number in TALLIES))


def bursts(entries: Iterable[LogEntry]) -> list[list[LogEntry]]:
    """Taps on one number that follow each other closely, together; other entries alone.

    Two people tapping at once make two bursts; any other entry ends them all.
    """
    found: list[list[LogEntry]] = []
    running: dict[str, list[LogEntry]] = {}
    for entry in entries:
        path = tapped(entry)
        # Anything else between two taps is an event that people would look for.
        if not path:
            running.clear()
        elif path in running and _belongs(entry, running[path][-1]):
            running[path].append(entry)
            continue
        found.append([entry])
        if path:
            running[path] = found[-1]
    return found


def tapped(entry: LogEntry) -> str:
    """The path of the number that a tap, or a tap taken back, moved; "" for other entries."""
    command = entry.command
    if command.path and command.amount[:1] in ("+", "-"):
        return command.path
    moved = [*filter(kind_of, entry.changes)] if entry.undoes else []
    return moved[0] if len(moved) == 1 and place_of(moved[0])[1] in TAPPED else ""


def _belongs(entry: LogEntry, later: LogEntry) -> bool:
    kind, other = ((some.undone, bool(some.undoes), some.device) for some in (entry, later))
    return kind == other and later.created - entry.created <= BURST


PAUSE = timedelta(minutes=10)  # a longer one is no time played
NIGHT = timedelta(hours=6)  # after which another evening begins
REACH = 2_000  # entries beyond those asked about: more than two evenings


def active_time(earlier: datetime, later: datetime) -> timedelta:
    """The time played between two entries."""
    between = later - earlier
    return between if timedelta() < between <= PAUSE else timedelta()


def seconds_of(moments: Sequence[datetime]) -> int:
    """Seconds from the first moment to the last, without the pauses."""
    played = sum((active_time(*pair) for pair in pairwise(moments)), timedelta())
    return round(played.total_seconds())


def recent_play_time(table: Table) -> dict[str, int]:
    """Seconds played in this `room`, on this `floor` and this `evening`, up to the newest entry.

    What came before the newest REACH entries is left out.
    """
    newest = models.Entry.objects.filter(party=table.party_id, number__gt=table.revision - REACH)
    # The database looks for both: what they changed may be long texts.
    began = newest.annotate(floor=Q(changes__has_key="floor"), room=Q(changes__has_key="room"))
    rows = list(began.order_by("-number").values_list("created", "floor", "room"))
    times = {"room": timedelta(), "floor": timedelta(), "evening": timedelta()}
    counted = [*times]
    for (later, floor, room), (earlier, *_) in pairwise(rows):
        # Older entries belong to another evening.
        if later - earlier > NIGHT:
            break
        over = ("room", "floor") if floor else ("room",) if room else ()
        counted = [name for name in counted if name not in over]
        for name in counted:
            times[name] += active_time(earlier, later)
    return {name: round(time.total_seconds()) for name, time in times.items()}


def seconds_by_day(table: Table, first: int, last: int) -> dict[date, int]:
    """Seconds played on each day of the entries `first` to `last`.

    A day that reaches further than REACH beyond them is left out: nobody has counted it whole.
    """
    low, high = first - REACH, last + REACH
    some = models.Entry.objects.filter(party=table.party_id, number__range=(low, high))
    moments = list(some.order_by("number").values_list("created", flat=True))
    times: Counter[date] = Counter()
    for earlier, later in pairwise(moments):
        times[localdate(earlier)] += round(active_time(earlier, later).total_seconds())
    # The first and the last day may go on beyond what was read.
    cut = moments[:1] * (low > 1) + moments[-1:] * (high < table.revision)
    return {day: seconds for day, seconds in times.items() if day not in map(localdate, cut)}
