"""Parties: making one, reading its table, and the one way anything on it changes."""

from __future__ import annotations

import re
import secrets
import threading
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any, cast

from django.db import connection, transaction
from django.db.models import Q, QuerySet
from django.http import Http404
from django.utils import timezone

from tracker import models
from tracker.rules.changes import FIELDS, PLAYER_FIELDS
from tracker.rules.commands import apply, shown
from tracker.rules.party import Malformed, Party, Player, Refused
from tracker.services import saves
from tracker.services.ledger import RECENT, Ledger

CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that looks like another
CODE_LENGTH = 13  # 64 random bits
MOST_COMMANDS = 200
KEY = re.compile(r"[A-Za-z0-9._-]{1,64}")
UNDO = re.compile(r"undo:(\d{1,9})")

_one_writer = threading.RLock()


class PartyMissing(Http404):
    """No party has this code."""


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


@contextmanager
def writing() -> Iterator[None]:
    """One transaction. SQLite has one writer, and queueing here is quicker than its busy wait."""
    queue = _one_writer if connection.vendor == "sqlite" else nullcontext()
    with queue, transaction.atomic():
        yield


def party_create(*, state: Party) -> str:
    """A new party that begins with this state; returns its code."""
    code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    now = timezone.now()
    with writing():
        row = models.Party.objects.create(
            code=code, created=now, updated=now, **{name: getattr(state, name) for name in FIELDS}
        )
        models.Player.objects.bulk_create(
            models.Player(party=row, number=number, **_columns(player))
            for number, player in enumerate(state.players)
        )
    return code


def party_table(code: str) -> Ledger:
    """The party as it stands, with what its table shows. Raises PartyMissing."""
    ledger = _opened(models.Party.objects.filter(code=code))
    ledger.read(_entries_in_reach(ledger, Q()))
    return ledger


def party_record(*, code: str, commands: Sequence[Command], together: bool = False) -> Recorded:
    """Carries out commands in order, each at most once by its key, all in one transaction.

    A refused command changes nothing and is named with its reason; the others go on, but with
    `together` the first refusal is raised and nothing at all is done. Raises PartyMissing, and
    Malformed where a key is malformed or there are none or too many commands.
    """
    if not 0 < len(commands) <= MOST_COMMANDS or not all(KEY.fullmatch(c.key) for c in commands):
        raise Malformed("That is not something this table can take in.")
    done: list[str] = []
    refused: dict[str, Refused] = {}
    with writing():
        ledger = _opened(models.Party.objects.select_for_update().filter(code=code))
        ledger.read(_entries_in_reach(ledger, _mentioned(commands)))
        before, known = ledger.state, set(ledger.known_keys())
        for command in commands:
            try:
                if command.key not in known:
                    _carry_out(ledger, command)
                    known.add(command.key)
                done.append(command.key)
            except Refused as reason:
                if together:
                    raise
                refused[command.key] = reason
        _store(ledger, before)
    return Recorded(ledger, done, refused)


def _opened(rows: QuerySet[models.Party]) -> Ledger:
    row = cast(dict[str, Any] | None, rows.values().first())
    if row is None:
        raise PartyMissing("No party has this code.")
    players = models.Player.objects.filter(party=row["id"]).order_by("number")
    state = Party(
        players=tuple(Player(*values) for values in players.values_list(*PLAYER_FIELDS)),
        **{name: row[name] for name in FIELDS},
    )
    kept = ("code", "revision", "undo_top", "redo_top", "created", "updated")
    return Ledger(party_id=row["id"], state=state, **{name: row[name] for name in kept})


def _entries_in_reach(ledger: Ledger, mentioned: Q) -> QuerySet[models.Entry]:
    """One query for all a tap needs: the newest lines, the tops of both piles, what is named."""
    near = Q(number__gt=ledger.revision - RECENT)
    tops = Q(number__in=[n for n in (ledger.undo_top, ledger.redo_top) if n])
    return models.Entry.objects.filter(near | tops | mentioned, party=ledger.party_id)


def _mentioned(commands: Sequence[Command]) -> Q:
    undone = [int(match[1]) for c in commands if (match := UNDO.fullmatch(c.text))]
    return Q(key__in=[c.key for c in commands]) | Q(number__in=undone)


def _carry_out(ledger: Ledger, command: Command) -> None:
    verb, _, rest = command.text.partition(":")
    if verb == "undo":
        if not UNDO.fullmatch(command.text):
            raise Malformed("There is no line “{number}” to undo.", number=shown(rest))
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
    state = ledger.state
    columns = {n: getattr(state, n) for n in FIELDS if getattr(state, n) != getattr(before, n)}
    models.Party.objects.filter(pk=ledger.party_id).update(
        revision=ledger.revision,
        undo_top=ledger.undo_top,
        redo_top=ledger.redo_top,
        updated=ledger.updated,
        **columns,
    )
    for number, player in enumerate(state.players):
        if player != before.players[number]:
            row = models.Player.objects.filter(party=ledger.party_id, number=number)
            row.update(**_columns(player))
    _store_lines(ledger)


def _store_lines(ledger: Ledger) -> None:
    older = [number for number in ledger.flipped if number not in ledger.written]
    for undone in (True, False):
        numbers = [number for number in older if ledger.lines[number].undone is undone]
        if numbers:
            entries = models.Entry.objects.filter(party=ledger.party_id, number__in=numbers)
            entries.update(undone=undone)
    models.Entry.objects.bulk_create(
        models.Entry(party_id=ledger.party_id, **vars(ledger.lines[number]))
        for number in ledger.written
    )
