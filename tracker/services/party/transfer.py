"""A party as a file, to be carried to another installation."""

from __future__ import annotations

import json
from typing import Any

from django.utils import timezone
from django.utils.dateparse import parse_datetime

from tracker import models
from tracker.rules.refusals import Refused
from tracker.rules.table.changes import as_data, from_data, sound
from tracker.rules.table.notation import save_name_fault
from tracker.rules.table.party import Party
from tracker.services.party.parties import party_create, party_table
from tracker.services.party.saves import saves_of
from tracker.services.writing import writing

KIND = "scoundrel-tracker-party"
VERSION = 1
MOST_BYTES = 2_000_000
MOST_SAVES = 1_000


def party_export(code: str) -> dict[str, Any]:
    """The party as it stands and all its saves; codes and the log stay. Raises Missing."""
    saves = [
        {
            "name": save.name,
            "state": as_data(save.state),
            "created": save.created.isoformat(),
            "automatic": save.automatic,
        }
        for save in reversed(saves_of(code))
    ]
    state = as_data(party_table(code).state)
    return {"kind": KIND, "version": VERSION, "party": state, "saves": saves}


def party_import(data: bytes) -> str:
    """A new party out of an exported file; returns its code. Raises Refused, storing nothing."""
    if len(data) > MOST_BYTES:
        raise Refused("That file is too large to be a party.")
    try:
        content = json.loads(data)
    except (ValueError, RecursionError):
        raise Refused("That file cannot be read. Was it exported from here?") from None
    if not isinstance(content, dict) or content.get("kind") != KIND:
        raise Refused("That file is not a party exported from here.")
    if content.get("version") != VERSION:
        raise Refused("That file comes from a newer version. Update this tracker first.")
    state, saves = _read_state(content.get("party")), _read_saves(content.get("saves"))
    with writing():
        code = party_create(state=state)
        _store_saves(code, saves)
    return code


def _read_saves(saves: object) -> list[tuple[dict[str, Any], Party]]:
    if not isinstance(saves, list) or len(saves) > MOST_SAVES:
        raise Refused("The saves in that file cannot be read.")
    return [(save, _read_save(save)) for save in saves]


def _read_save(save: object) -> Party:
    """The state of a save whose other fields are sound."""
    if not isinstance(save, dict) or not isinstance(save.get("name"), str):
        raise Refused("The saves in that file cannot be read.")
    automatic, created = save.get("automatic"), save.get("created")
    named = save["name"].replace(" ", "_") if automatic is True else save["name"]
    if type(automatic) is not bool or save_name_fault(named) or not _moment(created):
        raise Refused("The saves in that file cannot be read.")
    return _read_state(save.get("state"))


def _read_state(data: object) -> Party:
    state = from_data(data)
    if not sound(state):
        raise Refused("That party has numbers or texts that cannot be.")
    return state


def _moment(text: object) -> Any:
    """The time a text says, if it is a whole one with its zone."""
    try:
        moment = parse_datetime(text) if isinstance(text, str) else None
    except ValueError:
        return None
    return moment if moment and timezone.is_aware(moment) else None


def _store_saves(code: str, saves: list[tuple[dict[str, Any], Party]]) -> None:
    """Each save with the log entry that a save always has."""
    party = models.Party.objects.get(code=code)
    now = timezone.now()
    models.Entry.objects.bulk_create(
        models.Entry(
            party=party, number=n, key=f"import-{n}", text=f"save:{save['name']}", changes={},
            created=now,
        )
        for n, (save, _) in enumerate(saves, 1)
    )  # fmt: skip
    models.Save.objects.bulk_create(
        models.Save(
            party=party, number=n, name=save["name"], state=as_data(state),
            created=_moment(save["created"]), automatic=save["automatic"],
        )
        for n, (save, state) in enumerate(saves, 1)
    )  # fmt: skip
    models.Party.objects.filter(pk=party.pk).update(revision=len(saves))
