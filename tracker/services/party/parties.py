"""Parties: making, reading and deleting one, and the codes and phones that reach it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Literal

from django.db.models import Value
from django.db.models.functions import Concat
from django.utils import timezone

from tracker import models
from tracker.rules.table.room.changes import as_data
from tracker.rules.table.state.fields import NUMBERS
from tracker.rules.table.state.party import FIELDS, PLAYER_FIELDS, Party, Player
from tracker.services.codes import Missing, code_of
from tracker.services.news import DELETED, MOVED, announce, party_topic
from tracker.services.party.ledger import Ledger, state_at
from tracker.services.party.rows import Rows
from tracker.services.party.table import STORAGE_KEY, Table
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


def codes_for(*, state: Party, code: str, watch_code: str) -> dict[str, str]:
    """The codes of the party that begins so, on a form with these two.

    They are others once the form has made a party that began otherwise: somebody has come back to
    it and chosen again. How a party plays is no choice on a form.
    """
    with suppress(Missing):  # it may have been deleted since
        if party_has(code, watch_code):
            begun = state_at(open_ledger(code), 0)
            if replace(begun, referee=state.referee) != state:
                code, watch_code = (code_of(each, as_data(state)) for each in (code, watch_code))
    return {"code": code, "watch_code": watch_code}


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


def party_relink(*, code: str, fresh: str = "") -> str:
    """New codes for a party whose link has leaked; returns the one to write, here made if none is
    given.

    The old links are dead at once, and nothing brings them back: it is no entry. Who knows the
    `fresh` one has asked for it: sent again, it changes nothing. Raises Missing, and Taken where
    that was given out before.
    """
    rows = models.Party.objects.filter(code=code)
    with writing():
        party = rows.values_list("id", flat=True).first()
        if party is None and models.Party.objects.filter(code=fresh or None).exists():
            return fresh
        fresh = give_out(fresh)
        if party is None or not rows.update(code=fresh, watch_code=give_out(), phones=""):
            raise Missing("No party has this code.")
        announce(party_topic(party), MOVED)
    return fresh


def phone_arrive(*, code: str, number: str) -> None:
    """The phone of the player of that number has come; that of the whole table is nobody's."""
    if number in NUMBERS:
        with writing():
            # Checked in the statement itself: two phones may arrive at once.
            absent = models.Party.objects.filter(code=code).exclude(phones__contains=number)
            absent.update(phones=Concat("phones", Value(number)))


@dataclass(frozen=True)
class Summary:
    """A party as it is listed, without its log."""

    code: str
    state: Party
    updated: datetime


def party_summaries(codes: Sequence[str]) -> list[Summary]:
    """The parties with these codes, in this order; a code nobody has any more is passed over."""
    parties = models.Party.objects.filter(code__in=codes).in_bulk(field_name="code")
    players: dict[int, list[Player]] = {party.pk: [] for party in parties.values()}
    for row in models.Player.objects.filter(party__in=players).order_by("number"):
        values = {name: getattr(row, name) for name in PLAYER_FIELDS}
        players[row.party_id].append(Player(**values))
    # One that was deleted in between is left without players.
    found = (parties[code] for code in codes if code in parties)
    return [_summary(party, players) for party in found if players[party.pk]]


def _summary(party: models.Party, players: dict[int, list[Player]]) -> Summary:
    values = {name: getattr(party, name) for name in FIELDS}
    return Summary(party.code, Party(players=tuple(players[party.pk]), **values), party.updated)


def party_delete(*, code: str) -> None:
    """Nothing of the party is left, and its open pages are told. Raises Missing."""
    with writing():
        party = models.Party.objects.select_for_update().filter(code=code).first()
        if party is None:
            raise Missing("No party has this code.")
        # Before the delete, which takes the id away.
        announce(party_topic(party.pk), DELETED)
        party.delete()  # and whatever belongs to it


def party_is_deleted(storage_key: str) -> bool:
    """Whether the party is no more that a phone keeps taps for under this key (Table.storage_key).

    That its code leads nowhere does not say so: it may have new links. What is no key names none.
    """
    key = STORAGE_KEY.fullmatch(storage_key)
    if key is None:
        return False
    # After a restore another party may have this id: the time tells them apart.
    second = datetime.fromtimestamp(int(key[2]), UTC)
    made_then = models.Party.objects.filter(
        id=int(key[1]), created__gte=second, created__lt=second + timedelta(seconds=1)
    )
    return not made_then.exists()


def save_delete(*, code: str, number: int) -> bool:
    """Deletes the save that this entry made, if it is still there; an earlier one of its name
    takes its place. The log goes on telling that it was made.
    """
    with writing():
        deleted, _ = models.Save.objects.filter(party__code=code, number=number).delete()
    return bool(deleted)
