"""Parties: making one, reading its table, and the codes it is reached by."""

from __future__ import annotations

from typing import Literal

from django.db import IntegrityError
from django.utils import timezone

from tracker import models
from tracker.rules.refusals import Refused
from tracker.rules.table.party import FIELDS, Party
from tracker.rules.table.player import PLAYER_FIELDS
from tracker.rules.words import gettext_noop
from tracker.services.codes import Missing, new_code
from tracker.services.news import MOVED, announce, party_topic
from tracker.services.party.ledger import Ledger
from tracker.services.party.rows import Rows
from tracker.services.party.table import Table
from tracker.services.writing import writing


class Taken(Refused):
    """The codes that a phone made are those of another party. Nothing was done."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop("Another party has this code already. Press Start again for a new one.")
        )


def party_create(*, state: Party, code: str = "", watch_code: str = "") -> str:
    """A new party that begins with this state; returns its code, here made if none is given."""
    code, now = code or new_code(), timezone.now()
    with writing():
        row = models.Party.objects.create(
            code=code,
            watch_code=watch_code or new_code(),
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
    return code


def party_take_over(*, state: Party, code: str, watch_code: str) -> str:
    """A new party whose codes a phone has made, perhaps long before; returns its code.

    Who knows both of its codes has made it: sent again, they change nothing. Raises Taken where
    one of them is another party's.
    """
    try:
        return party_create(state=state, code=code, watch_code=watch_code)
    except IntegrityError:
        if party_has(code, watch_code):
            return code
        raise Taken from None


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
    fresh = new_code()
    rows = models.Party.objects.filter(code=code)
    with writing():
        party = rows.values_list("id", flat=True).first()
        if party is None or not rows.update(code=fresh, watch_code=new_code(), phones=""):
            raise Missing("No party has this code.")
        announce(party_topic(party), MOVED)
    return fresh
