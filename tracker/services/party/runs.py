"""The finished runs of a party: found in its log, kept with their story, played again, shared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any

from django.db.models import F, Max, QuerySet
from django.db.models.fields.json import KT
from django.db.models.functions import Coalesce

from tracker import models
from tracker.rules.table.room.changes import BEST, flat, from_flat
from tracker.rules.table.room.room import cleared
from tracker.rules.table.state.party import Party
from tracker.rules.table.verbs.commands import OPENERS
from tracker.services.codes import Missing
from tracker.services.party.ledger import Ledger, state_at
from tracker.services.party.parties import open_ledger, party_table
from tracker.services.party.rows import Rows
from tracker.services.party.story import Story, as_data, from_data, story_of
from tracker.services.party.table import LogEntry, Table
from tracker.services.register import give_out
from tracker.services.writing import writing

MOST_ENTRIES = 20_000  # of a run: the newest
MOST_FOUND = 300  # runs kept of what nobody has looked at for so long: the newest
MOST_AT_ONCE = 3_000  # entries that a look at several parties waits for
MOST_TRIES = 3  # to work runs out while others go on tapping
FALLEN, WON, LEFT = "fallen", "won", "left"
TAKEN_UP = "taken up"  # a shared run that goes on after all: its key opens it once it ends again
COLUMNS = (
    *("last", "floors", "rooms", "people", "players", "seconds", "began", "ended", "ending"),
    "story",
)
EXPORTED = ("began", "ended", "seconds", "floors", "rooms", "ending", "players", "people")
MOST_EXPORTED = 10_000
PAGE = 20
Record = tuple[int, int]  # floors and rooms
BEST_FIRST = ("-floors", "-rooms", "-ended", "-id")


@dataclass(frozen=True)
class RunSpan:
    """A run by the entries `first` to `last`; `last` is None where it may go on.

    `ending` is FALLEN where everybody fell, WON where one who played alone cleared the dungeon,
    LEFT where another run began before, "" where it is in progress. `share_code` leads to its
    public page, "" while there is none.
    """

    first: int
    last: int | None
    began: datetime | None
    ended: datetime | None
    ending: str
    share_code: str
    story: Story


@dataclass(frozen=True)
class RunNote:
    """A finished run as it is listed; `code` is its party's, `game` what was played."""

    code: str
    game: str
    first: int
    floors: int
    rooms: int
    people: str
    players: int
    seconds: int
    ended: datetime
    ending: str


NOTE = tuple(field.name for field in fields(RunNote) if field.name not in ("code", "game"))


@dataclass(frozen=True)
class Stretch:
    """The entries of one run, and the party after them; `starts` as in story_of."""

    entries: Sequence[LogEntry]
    state: Party
    starts: bool
    ends: bool
    """Whether another run began after it."""


def runs_follow(ledger: Ledger, before: Party) -> None:
    """Leaves the runs in doubt that ended with what was just added to the log, or go on after all.

    One that has ended may still be corrected. Costs nothing unless there may be such a run.
    """
    openers = [entry for n in ledger.additions if (entry := ledger.entries[n]).verb in OPENERS]
    doubtful = ledger.head.runs_found and (_end(before) or _end(ledger.state))
    if not openers and not doubtful:
        return
    since = min([*(entry.root or entry.number for entry in openers), ledger.revision + 1])
    # Only marked: working a run out here would make this one tap slow.
    models.Run.objects.filter(party=ledger.party_id, last__gte=since - 1).update(last=None)
    _found(ledger, False, _best(ledger, openers))


def _best(ledger: Ledger, openers: Sequence[LogEntry]) -> Record:
    """How far the best run came, as far as can be told without looking at any."""
    best = (ledger.head.best_floors, ledger.head.best_rooms)
    for entry in openers:
        newest = ledger.newest(entry.number - 1)
        before, after = (state_at(ledger, entry.number - step, newest) for step in (1, 0))
        if entry.undoes and not entry.restores:
            # The run that is taken up again may have been the best, if it is just as it was.
            taken_up = best == after.record and entry.number == ledger.head.redo_top
            best = _best_before(ledger, entry.undoes) if taken_up else best
        elif _leads_on(entry.verb, before, after):
            root = ledger.entry(entry.root or entry.number)
            better = max(best, before.record, *_best_told(root)[1:])
            if entry.changes:
                ends = dict(zip(BEST, zip(best, better, strict=True), strict=True))
                ledger.entries[entry.number] = replace(entry, changes=entry.changes | ends)
            best = better
    return best


def _best_told(opener: LogEntry) -> list[Record]:
    """The best run without the one that this entry ended, and with it; [] in an older log."""
    floors, rooms = (opener.changes.get(path, ()) for path in BEST)
    return [(int(floor), int(room)) for floor, room in zip(floors, rooms, strict=True)]


def _best_before(ledger: Ledger, opener: int) -> Record:
    """The best run before the one that this entry ended."""
    if told := _best_told(ledger.entry(opener)):
        return told[0]
    return _best_settled(ledger)


def _best_settled(ledger: Ledger) -> Record:
    runs = models.Run.objects.filter(party=ledger.party_id).exclude(last=None).order_by(*BEST_FIRST)
    return runs.values_list("floors", "rooms").first() or (0, 0)


def _found(ledger: Ledger, all_of_them: bool, best: Record) -> None:
    """The party's row says whether its runs are all found, and how far the best one came.

    One that may go on after all is left out: Table.best adds it while it is over.
    """
    floors, rooms = best
    models.Party.objects.filter(pk=ledger.party_id).update(
        best_floors=floors, best_rooms=rooms, runs_found=all_of_them
    )
    ledger.head = replace(ledger.head, best_floors=floors, best_rooms=rooms)


def _end(state: Party) -> str:
    """How a run has ended that stands so, "" where it goes on."""
    if state.over:
        return FALLEN
    return WON if cleared(state) else ""


def runs_work_out(table: Table) -> None:
    """Has the party's runs worked out that are in doubt: beside all others, who go on writing.

    Where somebody of this very party does so each time, it is left to the next look.
    """
    for _ in range(MOST_TRIES):
        if table.runs_found:
            return
        entries = _unsettled(table)
        found = dict([*_finished(entries, table.state)][-MOST_FOUND:])
        with writing():
            ledger = open_ledger(table.code, lock=True)
            # Checked under the lock; if somebody tapped meanwhile, what was found is stale.
            if ledger.revision == table.revision:
                return _keep(ledger, found)
        table = ledger.table()


def _keep(ledger: Ledger, found: dict[int, dict[str, Any]]) -> None:
    """The runs in doubt that were found, by their first entry; of others no more than keys."""
    lost = models.Run.objects.filter(party=ledger.party_id, last=None).exclude(first__in=found)
    lost.filter(share_code="").delete()
    lost.update(ending=TAKEN_UP)
    # One that is found again keeps its public page.
    models.Run.objects.bulk_create(
        (
            models.Run(party_id=ledger.party_id, first=first, **values)
            for first, values in found.items()
        ),
        update_conflicts=True,
        unique_fields=["party", "first"],
        update_fields=COLUMNS,
    )
    _found(ledger, True, _best_settled(ledger))


def _unsettled(table: Table) -> list[LogEntry]:
    """The entries after the last settled run; such runs never change, so no more are read."""
    settled = models.Run.objects.filter(party=table.party_id).aggregate(last=Max("last"))
    first = 1 + (settled["last"] or 0)
    entries = Rows().newest(table.party_id, first=first, last=table.revision, most=MOST_ENTRIES)
    return entries[::-1]


def _stretches(entries: Sequence[LogEntry], state: Party) -> Iterator[Stretch]:
    """The runs among these entries, the last of which is in play; `state` is after them all."""
    values = flat(state)
    for entry in reversed(entries):
        # Back to the beginning first, then forward: only the newest state is known.
        values |= {path: before for path, (before, _) in entry.changes.items()}
    start, starts = 0, False
    for place, entry in enumerate(entries):
        # The state is copied only where a run may begin: there are thousands of entries.
        may_open = entry.stands and entry.command.verb in OPENERS
        before = dict(values) if may_open else values
        values |= {path: after for path, (_, after) in entry.changes.items()}
        if may_open and _leads_on(entry.command.verb, from_flat(before), from_flat(values)):
            if place > start:
                yield Stretch(entries[start:place], from_flat(before), starts, ends=True)
            start, starts = place, True
    if entries:
        yield Stretch(entries[start:], state, starts, ends=False)


def _leads_on(verb: str, before: Party, after: Party) -> bool:
    """Whether a run begins with it: a new one, or one that no path leads to from the last."""
    return verb == "new" or bool(_end(before)) or after.record > before.record


def _finished(entries: Sequence[LogEntry], state: Party) -> Iterator[tuple[int, dict[str, Any]]]:
    """The runs that are over, or were left for another once a room or more was played."""
    for stretch in _stretches(entries, state):
        story = story_of(stretch.entries, stretch.state, starts=stretch.starts)
        if _end(stretch.state) or (stretch.ends and story.end > story.start):
            yield stretch.entries[0].number, _columns(stretch, story)


def _columns(stretch: Stretch, story: Story) -> dict[str, Any]:
    first, last = stretch.entries[0], stretch.entries[-1]
    floors, rooms = story.record
    return {
        "last": last.number if stretch.ends else None,
        "floors": floors,
        "rooms": rooms,
        "people": people_of(stretch.state),
        "players": len(stretch.state.seated),
        "seconds": story.seconds,
        "began": first.created,
        "ended": last.created,
        "ending": _end(stretch.state) or LEFT,
        "story": as_data(story),
    }


def people_of(state: Party) -> str:
    """Lists the players in an order independent of seats; "" where nobody gave a name."""
    if not any(state.players[number].name.strip() for number in state.seated):
        return ""
    return ", ".join(sorted(map(state.name, state.seated), key=str.casefold))


def _over() -> QuerySet[models.Run]:
    """The finished runs of all parties, as far as they are worked out."""
    return models.Run.objects.exclude(ending=TAKEN_UP)


def runs_of(table: Table, *, skip: int = 0) -> list[RunNote]:
    """A page of the party's finished runs, and one more where there are more; the best first."""
    runs_work_out(table)
    runs = _over().filter(party=table.party_id)
    return _notes(runs.order_by(*BEST_FIRST)[skip : skip + PAGE + 1])


def runs_of_parties(codes: Sequence[str], most: int) -> list[RunNote]:
    """The best finished runs of these parties, so many at the most.

    Runs in doubt are worked out for a few parties at each look, those with the least to read first.
    """
    in_doubt = models.Party.objects.filter(code__in=codes, runs_found=False)
    # Every party's, after an upgrade: the start page must not wait for them all.
    unread = in_doubt.annotate(count=F("revision") - Coalesce(Max("runs__last"), 0))
    read = 0
    for code, count in unread.order_by("count", "id").values_list("code", "count"):
        if read and read + count > MOST_AT_ONCE:
            break
        with suppress(Missing):  # somebody may have deleted it since
            runs_work_out(party_table(code))
        read += count
    runs = _over().filter(party__code__in=codes)
    return _notes(runs.order_by(*BEST_FIRST)[:most])


def run_finished(table: Table, first: int) -> RunSpan | None:
    """The party's finished run that began with this entry."""
    runs_work_out(table)
    row = _over().filter(party=table.party_id, first=first).first()
    return None if row is None else run_of_row(row)


def run_in_play(table: Table) -> RunSpan:
    """The run that the party is at; what all have fallen in is one too."""
    runs_work_out(table)
    entries = _unsettled(table)
    nothing = Stretch((), table.state, starts=False, ends=False)
    *_, stretch = nothing, *_stretches(entries, table.state)
    story = story_of(stretch.entries, table.state, starts=stretch.starts)
    began, ended = (stretch.entries[end].created if stretch.entries else None for end in (0, -1))
    first = stretch.entries[0].number if stretch.entries else 1
    return RunSpan(first, None, began, ended, _end(table.state), "", story)


def run_starts(table: Table) -> list[int]:
    """The first entries of the party's runs but the first, as far as another was played before."""
    runs_work_out(table)
    ends = models.Run.objects.filter(party=table.party_id).values_list("last", flat=True)
    return sorted(last + 1 for last in ends if last is not None)


def _notes(rows: QuerySet[models.Run]) -> list[RunNote]:
    found = rows.values(*NOTE, code=F("party__code"), game=KT("story__game"))
    return [RunNote(**row) for row in found]


def run_of_row(row: models.Run) -> RunSpan:
    """The run that a row keeps."""
    columns = {each.name: getattr(row, each.name) for each in fields(RunSpan)}
    return RunSpan(**columns | {"story": from_data(row.story)})


def run_numbered(table: Table, first: int) -> RunSpan | None:
    """The run that began with this entry, finished or in play."""
    playing = run_in_play(table) if (found := run_finished(table, first)) is None else None
    return playing if playing and playing.first == first and playing.story.count else found


def runs_exported(table: Table) -> list[dict[str, Any]]:
    """The party's finished runs, oldest first, MOST_EXPORTED of the newest; without their codes."""
    runs_work_out(table)
    rows = _over().filter(party=table.party_id).order_by("-ended", "-id")
    return list(rows.values(*EXPORTED)[:MOST_EXPORTED])[::-1]


REPLAY_PAGE = 100  # entries looked at for a page; those that changed nothing are passed over

Moment = tuple[LogEntry, Party]


def moments(table: Table, run: RunSpan, begin: int) -> Iterator[Moment]:
    """The run's entries from `begin` on that changed or noted something, a page, oldest first."""
    last = min(begin + REPLAY_PAGE - 1, run.last or table.revision)
    entries = Rows().newest(table.party_id, first=begin, last=last, most=REPLAY_PAGE)[::-1]
    values = flat(state_at(table, begin - 1)) if entries else {}
    for entry in entries:
        values |= {path: after for path, (_, after) in entry.changes.items()}
        if entry.changes or entry.command.verb == "note":
            yield entry, from_flat(values)


def run_share(*, code: str, first: int) -> str:
    """The key to the run's public page, made if there is none. Raises Missing."""
    runs_work_out(party_table(code))
    with writing():
        # Two phones that share at once must get one code.
        rows = _over().filter(party__code=code, first=first)
        row = rows.select_for_update(of=("self",)).first()
        if row is None:
            raise Missing("No run of this party began there.")
        if not row.share_code:
            row.share_code = give_out()
            row.save(update_fields=["share_code"])
    return row.share_code


def run_withdraw(*, code: str, first: int) -> None:
    """The page is gone, and its key opens nothing ever again. Raises Missing."""
    with writing():
        # One that is taken up again too: its key must not come back.
        rows = models.Run.objects.filter(party__code=code, first=first)
        if not rows.update(share_code=""):
            raise Missing("No run of this party began there.")


def run_shared(share_code: str) -> RunSpan:
    """The run behind the key. Raises Missing."""
    shared = models.Run.objects.filter(share_code=share_code).exclude(share_code="")
    row = shared.select_related("party").first()
    if row and not row.party.runs_found:
        runs_work_out(party_table(row.party.code))
        row = shared.first()
    if row is None or row.ending == TAKEN_UP:
        raise Missing("No run is shared under this key.")
    return run_of_row(row)
