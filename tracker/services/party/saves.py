"""Saves: named points in a party's story, and going back to one (rules.md 3.14)."""

from __future__ import annotations

from dataclasses import replace

from tracker import models
from tracker.rules.input import excerpt, whole_number
from tracker.rules.refusals import Malformed, Refused
from tracker.rules.table.changes import as_data, from_data
from tracker.rules.table.floor_saves import floor_save_name, stored_save_name
from tracker.rules.table.notation import save_name_fault
from tracker.rules.table.party import Party
from tracker.rules.words import gettext_noop
from tracker.services.party.history import state_before
from tracker.services.party.ledger import Ledger


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
    found = saves.filter(name=name).first() or saves.filter(name=stored_save_name(name)).first()
    if found is None:
        raise Refused(gettext_noop("No save is called “{name}”."), name=excerpt(name))
    after = replace(from_data(found.state), title=ledger.state.title)
    ledger.write(f"load:{name}", key, after)


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
            gettext_noop("There is no line {number} in this party’s log."), number=excerpt(number)
        )
    stored = min([*ledger.additions, ledger.revision + 1]) - 1  # of this batch nothing is yet
    then = ledger.state_at(max(line, stored))
    if line < stored:
        then = state_before(ledger.party_id, stored, then, line)
    after = replace(then, title=ledger.state.title)
    ledger.write(f"return:{line}", key, after)


def _keep(ledger: Ledger, name: str, state: Party, *, automatic: bool) -> None:
    models.Save.objects.create(
        party_id=ledger.party_id,
        name=name,
        number=ledger.revision,
        state=as_data(state),
        created=ledger.head.updated,
        automatic=automatic,
    )
