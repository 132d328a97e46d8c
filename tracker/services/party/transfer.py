"""A party as a file, to be carried to another installation."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from django.utils import timezone

from tracker import models
from tracker.rules.table.room.changes import as_data, from_data, sound
from tracker.rules.table.state.party import Party
from tracker.rules.table.texts.save_names import save_name_fault
from tracker.rules.words import Refused, gettext_noop
from tracker.services.party.parties import party_create, party_table
from tracker.services.party.saves import ListedSave, newest_saves, save_count
from tracker.services.reading import UNREADABLE, moment_of
from tracker.services.register import is_made, make_once
from tracker.services.writing import writing

KIND = "scoundrel-tracker-party"
VERSION = 1
MOST_BYTES = 2_000_000
MOST_SAVES = 1_000
ROOM_FOR_PARTY = 100_000  # bytes of a file that its saves leave free


def party_export(code: str) -> dict[str, Any]:
    """The party as it stands and its saves; codes and the log stay. Raises Missing.

    Of more saves than a file may bring back the newest of each name go with it, then the newest
    of the others; `left_out` says how many stay.
    """
    table = party_table(code)
    chosen = list(_fitting(newest_saves(table, MOST_SAVES)))
    return {
        "kind": KIND,
        "version": VERSION,
        "party": as_data(table.state),
        "saves": [save for _, save in sorted(chosen, key=lambda some: some[0])],
        "left_out": save_count(table) - len(chosen),
    }


def file_of(content: dict[str, Any]) -> bytes:
    """Returns the file that `party_import` reads."""
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def _fitting(saves: Iterable[ListedSave]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The first ones, each with its number, as long as the file stays one that can be read."""
    left = MOST_BYTES - ROOM_FOR_PARTY
    for save in saves:
        data = {
            "name": save.name,
            "state": as_data(save.state),
            "created": save.created.isoformat(),
            "automatic": save.automatic,
        }
        left -= len(file_of(data)) + 1
        if left < 0:
            return
        yield save.number, data


def party_import(data: bytes, code: str = "") -> str:
    """A new party out of an exported file, the one of this `code` if that is there; returns its
    code. Raises Refused, storing nothing."""
    if len(data) > MOST_BYTES:
        raise Refused(gettext_noop("That file is too large to be a party."))
    try:
        content = json.loads(data)
    # Deep nesting breaks the parser in another way than wrong text.
    except (ValueError, RecursionError):
        raise Refused(gettext_noop("We can’t read that file. Was it exported from here?")) from None
    if not isinstance(content, dict) or content.get("kind") != KIND:
        raise Refused(gettext_noop("That file isn’t a party exported from here."))
    if content.get("version") != VERSION:
        raise Refused(
            gettext_noop("That file comes from a newer version. Update this tracker first.")
        )
    state, saves = _read_state(content.get("party")), _read_saves(content.get("saves"))
    return make_once(code, models.Party.objects.all(), partial(_store, state, saves))


def party_is_imported(code: str) -> bool:
    """Whether `party_import` finds the party of this code."""
    return is_made(code, models.Party.objects.all())


def _store(state: Party, saves: list[ListedSave], code: str) -> str:
    with writing():
        code = party_create(state=state, code=code)
        _store_saves(code, saves)
    return code


def _read_saves(saves: object) -> list[ListedSave]:
    try:
        if isinstance(saves, list) and len(saves) <= MOST_SAVES:
            return [_read_save(number, save) for number, save in enumerate(saves, 1)]
    except UNREADABLE:
        pass
    raise Refused(gettext_noop("We can’t read the saves in that file."))


def _read_save(number: int, save: dict[str, Any]) -> ListedSave:
    """A save whose every part is sound. Raises one of UNREADABLE, and Refused for its state."""
    name, automatic, created = save["name"], save["automatic"], moment_of(save["created"])
    # The automatic ones have a space in their name.
    fault = save_name_fault(name.replace(" ", "_") if automatic else name)
    if type(automatic) is not bool or fault:
        raise ValueError(name)
    return ListedSave(name, number, _read_state(save.get("state")), created, automatic)


def _read_state(data: object) -> Party:
    state = from_data(data)
    if not sound(state):
        raise Refused(gettext_noop("That party has impossible numbers or texts."))
    return state


def _store_saves(code: str, saves: list[ListedSave]) -> None:
    """Each save with the log entry that a save always has."""
    party = models.Party.objects.get(code=code)
    now = timezone.now()
    models.Entry.objects.bulk_create(
        models.Entry(
            party=party,
            number=save.number,
            key=f"import-{save.number}",
            text=f"save:{save.name}",
            changes={},
            created=now,
        )
        for save in saves
    )
    models.Save.objects.bulk_create(
        models.Save(
            party=party,
            number=save.number,
            name=save.name,
            state=as_data(save.state),
            created=save.created,
            automatic=save.automatic,
        )
        for save in saves
    )
    # The entries above were made past the one write path, which would count them.
    models.Party.objects.filter(pk=party.pk).update(revision=len(saves))
