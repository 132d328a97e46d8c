"""Parties: making one, reading its table, and the codes it is reached by."""

from __future__ import annotations

from typing import Literal

from django.utils import timezone

from tracker import models
from tracker.rules.table.party import FIELDS, Party
from tracker.rules.table.player import PLAYER_FIELDS
from tracker.services.codes import Missing
from tracker.services.news import MOVED, announce, party_topic
from tracker.services.party.ledger import Ledger
from tracker.services.party.rows import Rows
from tracker.services.party.table import Table
from tracker.services.register import Taken, give_out
from tracker.services.writing import writing


def party_create(*, state: Party, code: str = "", watch_code: str = "") -> str:
    """A new party that begins with this state; returns its code, here made if none is given.

    Raises Taken where one of the codes was given out before.
    """
    now = timezone.now()
    with writing():
        row = models.Party.objects.create(
            code=give_out(code),
            watch_code=give_out(watch_code),
            created=now,
            updated=now,
            **{name: getattr(state, name) for name in FIELDS},
        )
        models.Player.objects.bulk_create(
            models.Player(
                party=row,
                number=number,
                **{name: getattr(player, name) for name in PLAYER_FIELDS},
            )
            for number, player in enumerate(state.players)
        )
    return row.code


def party_take_over(*, state: Party, code: str, watch_code: str) -> str:
    """A new party whose codes a phone has made, perhaps long before; returns its code.

    Who knows both of its codes has made it: sent again, they change nothing. Raises Taken where
    one of them opens, or opened, anything else; a deleted party does not come back.
    """
    try:
        return party_create(state=state, code=code, watch_code=watch_code)
    except Taken:
        if party_has(code, watch_code):
            return code
        raise


def party_has(code: str, watch_code: str) -> bool:
    """Whether there is a party of just these two codes."""
    return models.Party.objects.filter(code=code, watch_code=watch_code).exists()


def party_table(code: str) -> Table:
    """The party as it stands, with what its table shows. Raises Missing."""
    return open_ledger(code).table()


def party_watched(watch_code: str) -> Table:
    """The party that may be looked on with this code. Raises Missing."""
    return open_ledger(watch_code, by="watch_code").table()


def open_ledger(
    code: str, *, by: Literal["code", "watch_code"] = "code", lock: bool = False
) -> Ledger:
    """The party's ledger, nothing of its log read; with `lock` to write in. Raises Missing."""
    rows = Rows()
    found = rows.party(code, by=by, lock=lock)
    if found is None:
        raise Missing("No party has this code.")
    return Ledger(*found, rows)


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
    rows = models.Party.objects.filter(code=code)
    with writing():
        fresh = give_out()
        party = rows.values_list("id", flat=True).first()
        if party is None or not rows.update(code=fresh, watch_code=give_out(), phones=""):
            raise Missing("No party has this code.")
        announce(party_topic(party), MOVED)
    return fresh
