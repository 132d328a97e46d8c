"""Saves: named points in a party's story, and going back to one (rules.md 3.14)."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from tracker import models
from tracker.rules.input import excerpt, whole_number
from tracker.rules.refusals import Malformed, Refused
from tracker.rules.table.changes import as_data, from_data
from tracker.rules.table.notation import save_name_fault
from tracker.rules.table.party import Party
from tracker.services.party.ledger import Ledger


@dataclass(frozen=True)
class SaveRow:
    """A save as it is listed; `replaced` when a newer one has taken its name."""

    code: str
    name: str
    number: int
    state: Party
    created: datetime
    automatic: bool
    replaced: bool = False


def save_floor(ledger: Ledger) -> None:
    """The automatic save at a new floor, the best moment for one (rules.md 3.14.10)."""
    _keep(ledger, f"Floor {ledger.state.floor}", ledger.state, automatic=True)


def saves_of(code: str) -> list[SaveRow]:
    """Every save of a party, newest first."""
    rows: list[SaveRow] = []
    names: set[str] = set()
    for save in models.Save.objects.filter(party__code=code).order_by("-number"):
        rows.append(replace(_row(save, code), replaced=save.name in names))
        names.add(save.name)
    return rows


def save_named(codes: Sequence[str], name: str) -> SaveRow | None:
    """The newest save of exactly this name among these parties."""
    saves = models.Save.objects.filter(party__code__in=codes, name=name, automatic=False)
    save = saves.select_related("party").order_by("-created").first()
    return _row(save, save.party.code) if save else None


def near_names(codes: Sequence[str], name: str) -> list[str]:
    """Save names of these parties a person may have meant: other case first, then near misses."""
    saves = models.Save.objects.filter(party__code__in=codes, automatic=False)
    names = sorted(set(saves.values_list("name", flat=True)))
    folded = {known.casefold(): known for known in names}
    same = [known for known in names if known.casefold() == name.casefold()]
    close = difflib.get_close_matches(name[:64].casefold(), folded, n=5, cutoff=0.6)
    return list(dict.fromkeys([*same, *(folded[known] for known in close)]))[:5]


def save(ledger: Ledger, name: str, key: str) -> None:
    """`save:NAME`: replaces an older save of that name, which stays and can be brought back."""
    fault = save_name_fault(name)
    if fault:
        raise Malformed("{fault}", fault=fault)
    ledger.write(f"save:{name}", key, ledger.state)
    _keep(ledger, name, ledger.state, automatic=False)


def load(ledger: Ledger, name: str, key: str) -> None:
    """`load:NAME`: all that is excerpt is replaced; the party keeps its own title."""
    saves = models.Save.objects.filter(party=ledger.party_id, name=name)
    found = saves.order_by("-number").first()
    if found is None:
        raise Refused("No save is called “{name}”.", name=excerpt(name))
    after = replace(from_data(found.state), title=ledger.state.title)
    ledger.write(f"load:{name}", key, after)


def resave(ledger: Ledger, number: str, key: str) -> None:
    """`resave:NUMBER`: the save made by that entry counts again under its name."""
    entry = whole_number(number) or 0
    found = models.Save.objects.filter(party=ledger.party_id, number=entry).first()
    if found is None:
        raise Refused("There is no save to bring back there.")
    ledger.write(f"resave:{number}", key, ledger.state)
    _keep(ledger, found.name, from_data(found.state), automatic=found.automatic)


def _keep(ledger: Ledger, name: str, state: Party, *, automatic: bool) -> None:
    models.Save.objects.create(
        party_id=ledger.party_id,
        name=name,
        number=ledger.revision,
        state=as_data(state),
        created=ledger.head.updated,
        automatic=automatic,
    )


def _row(save: models.Save, code: str) -> SaveRow:
    state = from_data(save.state)
    return SaveRow(code, save.name, save.number, state, save.created, save.automatic)
