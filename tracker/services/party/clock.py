"""Time played, worked out from when the entries of a log were made: pauses are left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import pairwise

from django.utils import timezone

from tracker import models
from tracker.services.party.table import Table

PAUSE = timedelta(minutes=10)  # a longer one is no time played
NIGHT = timedelta(hours=6)  # after which another evening begins
REACH = 2_000  # entries beyond those asked about: more than two evenings


@dataclass(frozen=True)
class Lately:
    """Seconds played in this room, on this floor and this evening, up to the newest entry."""

    room: int = 0
    floor: int = 0
    evening: int = 0


NOT_YET = Lately()


def gap(earlier: datetime, later: datetime) -> timedelta:
    """The time played between two entries."""
    between = later - earlier
    return between if timedelta() < between <= PAUSE else timedelta()


def seconds_of(moments: Sequence[datetime]) -> int:
    """Seconds from the first moment to the last, without the pauses."""
    return round(sum((gap(*pair) for pair in pairwise(moments)), timedelta()).total_seconds())


def lately_of(table: Table) -> Lately:
    """What the newest REACH entries tell of the clock."""
    newest = models.Entry.objects.filter(party=table.party_id, number__gt=table.revision - REACH)
    rows = list(newest.order_by("-number").values_list("created", "changes"))
    times = {"room": timedelta(), "floor": timedelta(), "evening": timedelta()}
    counted = [*times]
    for (later, changes), (earlier, _changes) in pairwise(rows):
        if later - earlier > NIGHT:
            break
        ended = {"floor": ("room", "floor"), "room": ("room",)}
        over = {name for path, names in ended.items() if path in changes for name in names}
        counted = [name for name in counted if name not in over]
        for name in counted:
            times[name] += gap(earlier, later)
    return Lately(**{name: round(time.total_seconds()) for name, time in times.items()})


def seconds_by_day(table: Table, first: int, last: int) -> dict[date, int]:
    """Seconds played on each day of the entries `first` to `last`.

    A day that reaches further than REACH beyond them is left out: nobody has counted it whole.
    """
    low, high = first - REACH, last + REACH
    some = models.Entry.objects.filter(party=table.party_id, number__range=(low, high))
    moments = list(some.order_by("number").values_list("created", flat=True))
    times: Counter[date] = Counter()
    for earlier, later in pairwise(moments):
        times[_day(earlier)] += round(gap(earlier, later).total_seconds())
    cut = [moments[0]] * (low > 1) + [moments[-1]] * (high < table.revision)
    return {day: seconds for day, seconds in times.items() if day not in map(_day, cut)}


def _day(moment: datetime) -> date:
    return timezone.localtime(moment).date()
