"""Parties: making one, reading its table, and the one way anything on it changes."""

from __future__ import annotations

import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from tracker import models
from tracker.rules.input import excerpt
from tracker.rules.refusals import Malformed, Refused
from tracker.rules.table.changes import FIELDS, PLAYER_FIELDS
from tracker.rules.table.commands import apply
from tracker.rules.table.party import Party, Player
from tracker.services.codes import Missing, new_code
from tracker.services.news import announce
from tracker.services.party import saves
from tracker.services.party.ledger import Ledger
from tracker.services.party.rows import ENTRY, Rows
from tracker.services.writing import writing

MOST_COMMANDS = 200
KEY = re.compile(r"[A-Za-z0-9._-]{1,64}")
UNDO = re.compile(r"undo:(\d{1,9})")


@dataclass(frozen=True)
class Command:
    """A command and the key that makes sending it again harmless."""

    text: str
    key: str = field(default_factory=lambda: uuid.uuid4().hex)


@dataclass(frozen=True)
class Recorded:
    """What became of some commands: the table now, the keys now in the log, the refusals by key."""

    table: Ledger
    done: list[str]
    refused: dict[str, Refused]


def party_create(*, state: Party) -> str:
    """A new party that begins with this state; returns its code."""
    code, now = new_code(), timezone.now()
    with writing():
        row = models.Party.objects.create(
            code=code,
            watch_code=new_code(),
            created=now,
            updated=now,
            **{name: getattr(state, name) for name in FIELDS},
        )
        models.Player.objects.bulk_create(
            models.Player(party=row, number=number, **_columns(player))
            for number, player in enumerate(state.players)
        )
    return code


def party_table(code: str) -> Ledger:
    """The party as it stands, with what its table shows. Raises Missing."""
    ledger = _opened(code=code)
    ledger.read(recent=True)
    return ledger


def party_record(
    *,
    code: str,
    commands: Sequence[Command],
    together: bool = False,
    device: str = "",
    page: bool = True,
) -> Recorded:
    """Carries out commands in order, each at most once by its key, all in one transaction.

    `device` is the number of the player whose phone it is, "" for one of the whole table. Without
    `page` only what the commands need is read, not what the table shows besides.

    A refused command changes nothing and is named with its reason; the others go on, but with
    `together` the first refusal is raised and nothing at all is done. Raises Missing, and
    Malformed where a key is malformed or there are none or too many commands.
    """
    if not 0 < len(commands) <= MOST_COMMANDS or not all(KEY.fullmatch(c.key) for c in commands):
        raise Malformed("That is not something this table can take in.")
    with writing():
        ledger = _opened(code=code, lock=True)
        ledger.read(recent=page, numbers=_undone(commands), keys=[c.key for c in commands])
        ledger.device = device
        before = ledger.state
        recorded = _carried_out(ledger, commands, together)
        _store(ledger, before)
    return recorded


def party_watched(watch_code: str) -> Ledger:
    """The party that may be looked on with this code. Raises Missing."""
    ledger = _opened(watch_code=watch_code)
    ledger.read(recent=True)
    return ledger


def watch_code_of(code: str) -> str:
    """The code to look on with. Raises Missing."""
    found = models.Party.objects.filter(code=code).values_list("watch_code", flat=True).first()
    if found is None:
        raise Missing("No party has this code.")
    return found


def party_relink(*, code: str) -> str:
    """New codes for a party whose link has leaked; returns the one to write.

    The old links are dead at once, and nothing brings them back: it is no entry. Raises
    Missing.
    """
    fresh = new_code()
    rows = models.Party.objects.filter(code=code)
    with writing():
        party = rows.values_list("id", "revision").first()
        if party is None or not rows.update(code=fresh, watch_code=new_code()):
            raise Missing("No party has this code.")
        announce(*party)
    return fresh


def _carried_out(ledger: Ledger, commands: Sequence[Command], together: bool) -> Recorded:
    recorded, known = Recorded(ledger, [], {}), set(ledger.known_keys())
    for command in commands:
        try:
            if command.key not in known:
                _carry_out(ledger, command)
                known.add(command.key)
            recorded.done.append(command.key)
        except Refused as reason:
            if together:
                raise
            recorded.refused[command.key] = reason
    return recorded


def _opened(*, lock: bool = False, **code: str) -> Ledger:
    rows = Rows()
    party = rows.party(lock=lock, **code)
    if party is None:
        raise Missing("No party has this code.")
    values = {name: party.pop(name) for name in FIELDS}
    party_id = party.pop("id")
    state = Party(players=rows.players(party_id), **values)
    return Ledger(party_id=party_id, state=state, rows=rows, **party)


def _undone(commands: Sequence[Command]) -> list[int]:
    return [int(match[1]) for c in commands if (match := UNDO.fullmatch(c.text))]


def _carry_out(ledger: Ledger, command: Command) -> None:
    verb, _, rest = command.text.partition(":")
    if verb == "undo":
        if not UNDO.fullmatch(command.text):
            raise Malformed("There is no line “{number}” to undo.", number=excerpt(rest))
        ledger.take_back(int(rest), command.key)
    elif verb in saves.VERBS:
        saves.VERBS[verb](ledger, rest, command.key)
    else:
        floor = ledger.state.floor
        ledger.write(command.text, command.key, apply(ledger.state, command.text))
        if ledger.state.floor > floor:
            saves.save_floor(ledger)


def _columns(player: Player) -> dict[str, Any]:
    return {name: getattr(player, name) for name in PLAYER_FIELDS}


def _store(ledger: Ledger, before: Party) -> None:
    """Writes the columns that changed and one Entry for each new line."""
    if not ledger.written:
        return
    ledger.rows.update_party(ledger.party_id, vars(ledger) | vars(ledger.state))
    for number, player in enumerate(ledger.state.players):
        if player != before.players[number]:
            ledger.rows.update_player(ledger.party_id, number, player)
    _store_lines(ledger)
    announce(ledger.party_id, ledger.revision)


def _store_lines(ledger: Ledger) -> None:
    older = [number for number in ledger.flipped if number not in ledger.written]
    for undone in (True, False):
        numbers = [number for number in older if ledger.lines[number].undone is undone]
        if numbers:
            entries = models.Entry.objects.filter(party=ledger.party_id, number__in=numbers)
            entries.update(undone=undone)
    written = [ledger.lines[number] for number in ledger.written]
    added = [tuple(getattr(line, name) for name in ENTRY) for line in written]
    ledger.rows.add_entries(ledger.party_id, added)
