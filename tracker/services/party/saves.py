"""Saves: named points in a party's story, and going back to one (rules.md 3.14).

There may be very many: they are read by the page."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from operator import itemgetter

from django.db.models import Count, F, Max, QuerySet, Window
from django.db.models.functions import RowNumber

from tracker import models
from tracker.rules.input import excerpt, whole_number
from tracker.rules.table.room.changes import as_data, from_data
from tracker.rules.table.state.party import Party
from tracker.rules.table.texts.save_names import (
    SAVE_NAME_LENGTH,
    floor_save_name,
    save_name_fault,
    stored_save_name,
)
from tracker.rules.words import Malformed, Refused, gettext_noop
from tracker.services.party.ledger import Ledger, state_at
from tracker.services.party.table import Table


def save_floor(ledger: Ledger) -> None:
    """The automatic save at a new floor, the best moment for one (rules.md 3.14.10)."""
    _keep(ledger, floor_save_name(ledger.state.floor), ledger.state, automatic=True)


def save(ledger: Ledger, name: str, key: str) -> None:
    """`save:NAME`: replaces an older save of that name, which stays and can be brought back."""
    fault = save_name_fault(name)
    if fault:
        raise Malformed(fault.template, **fault.details)
    ledger.write(f"save:{name}", key, ledger.state)
    _keep(ledger, name, ledger.state, automatic=False)


def load(ledger: Ledger, name: str, key: str) -> None:
    """`load:NAME`: all that the table shows is replaced; the party keeps its own title."""
    saves = models.Save.objects.filter(party=ledger.party_id).order_by("-number")
    # As typed first, then a floor's save by the name that it has today.
    found = saves.filter(name=name).first() or saves.filter(name=stored_save_name(name)).first()
    if found is None:
        raise Refused(gettext_noop("No save is called “{name}”."), name=excerpt(name))
    # The title names the party on lists, whatever moment its table shows.
    after = replace(from_data(found.state), title=ledger.state.title)
    ledger.read(numbers=[found.number])
    maker = ledger.entries.get(found.number)
    # Another entry may have kept an older state anew.
    source = found.number if maker and maker.verb != "resave" else 0
    ledger.write(f"load:{name}", key, after, source=source)


def resave(ledger: Ledger, number: str, key: str) -> None:
    """`resave:NUMBER`: the save made by that entry counts again under its name."""
    entry = whole_number(number) or 0
    found = models.Save.objects.filter(party=ledger.party_id, number=entry).first()
    if found is None:
        raise Refused(gettext_noop("There is no save to bring back there."))
    ledger.write(f"resave:{number}", key, ledger.state)
    _keep(ledger, found.name, from_data(found.state), automatic=found.automatic)


def go_back(ledger: Ledger, number: str, key: str) -> None:
    """`return:NUMBER`: the table is as it was after that entry; the party keeps its own title."""
    line = whole_number(number)
    if line is None or line > ledger.revision:
        raise Refused(
            gettext_noop("There is no entry {number} in this party’s history."),
            number=excerpt(number),
        )
    stored = ledger.revision - len(ledger.additions)  # of this batch nothing is yet
    after = replace(state_at(ledger, line, ledger.newest(stored)), title=ledger.state.title)
    ledger.write(f"return:{line}", key, after, source=line)


def _keep(ledger: Ledger, name: str, state: Party, *, automatic: bool) -> None:
    models.Save.objects.create(
        party_id=ledger.party_id,
        name=name,
        number=ledger.revision,
        state=as_data(state),
        created=ledger.head.updated,
        automatic=automatic,
    )


PAGE = 20
EARLIER = 5  # of a name, shown beside its newest save
MOST_NAMES = 500  # looked through for one that is near
# How many saves of the same name are newer, counted from 1.
PLACE = Window(RowNumber(), partition_by="name", order_by=F("number").desc())


@dataclass(frozen=True)
class ListedSave:
    """A point in a party's story; `number` is that of the entry that made it."""

    name: str
    number: int
    state: Party
    created: datetime
    automatic: bool


@dataclass(frozen=True)
class SavesOfName:
    """The save a name stands for, the newest of those it replaced, and how many it replaced."""

    save: ListedSave
    earlier: tuple[ListedSave, ...]
    count: int


def saves_by_name(table: Table, *, automatic: bool, before: int | None = None) -> list[SavesOfName]:
    """A page of names, and one more where there are more; newest first, those before a number."""
    saves = models.Save.objects.filter(party=table.party_id, automatic=automatic)
    names = saves.values("name").annotate(newest=Max("number"), count=Count("id"))
    if before is not None:
        names = names.filter(newest__lt=before)
    counts = dict(names.order_by("-newest").values_list("name", "count")[: PAGE + 1])
    found: dict[str, list[ListedSave]] = {name: [] for name in counts}
    ranked = saves.filter(name__in=counts).annotate(place=PLACE).filter(place__lte=1 + EARLIER)
    for save in _numbered(saves, ranked.values_list("number", flat=True)):
        found[save.name].append(save)
    # All of a name may have been deleted since they were counted.
    return [
        SavesOfName(newest, tuple(earlier), counts[name] - 1)
        for name, (newest, *earlier) in filter(itemgetter(1), found.items())
    ]


def saves_of_name(table: Table, name: str, *, before: int | None = None) -> list[ListedSave]:
    """A page of the saves under one name, and one more where there are more, newest first."""
    saves = models.Save.objects.filter(party=table.party_id, name=name).order_by("-number")
    if before is not None:
        saves = saves.filter(number__lt=before)
    return _read(saves[: PAGE + 1])


def save_made_by(table: Table, number: int) -> ListedSave | None:
    """The save that this entry made, if it did and the save is still there."""
    return next(iter(_read(models.Save.objects.filter(party=table.party_id, number=number))), None)


def code_of_save(codes: Sequence[str], name: str) -> str | None:
    """The code of the party that has the newest save of exactly this name, among these."""
    saves = models.Save.objects.filter(party__code__in=codes, name=name, automatic=False)
    return saves.order_by("-created", "-id").values_list("party__code", flat=True).first()


def near_names(codes: Sequence[str], name: str) -> list[str]:
    """Save names of these parties a person may have meant: other case first, then near misses."""
    saves = models.Save.objects.filter(party__code__in=codes, automatic=False)
    newest = saves.values("name").annotate(newest=Max("id")).order_by("-newest")[:MOST_NAMES]
    names = sorted(row["name"] for row in newest)
    typed = name[: SAVE_NAME_LENGTH + 1].casefold()
    by_fold = {each.casefold(): each for each in names}
    same = [each for each in names if each.casefold() == typed]
    close = difflib.get_close_matches(typed, by_fold, n=5, cutoff=0.6)
    return list(dict.fromkeys([*same, *(by_fold[each] for each in close)]))[:5]


def newest_saves(table: Table, most: int) -> list[ListedSave]:
    """At most so many saves: the newest of each name before any that it replaced."""
    saves = models.Save.objects.filter(party=table.party_id)
    ranked = saves.annotate(place=PLACE).order_by("place", "-number")
    numbers = list(ranked.values_list("number", flat=True)[:most])
    order = {number: place for place, number in enumerate(numbers)}
    return sorted(_numbered(saves, numbers), key=lambda save: order[save.number])


def save_count(table: Table) -> int:
    return models.Save.objects.filter(party=table.party_id).count()


def _numbered(saves: QuerySet[models.Save], numbers: Iterable[int]) -> list[ListedSave]:
    """Numbers are found first: of many saves only those that are wanted are read whole."""
    return _read(saves.filter(number__in=list(numbers)).order_by("-number"))


def _read(saves: Iterable[models.Save]) -> list[ListedSave]:
    return [
        ListedSave(row.name, row.number, from_data(row.state), row.created, row.automatic)
        for row in saves
    ]
