"""Reading a party's log."""

from __future__ import annotations

from django.db.models import Q, QuerySet

from tracker import models
from tracker.rules.table.changes import flat, from_flat, path_of
from tracker.rules.table.commands import VERBS
from tracker.rules.table.party import Party
from tracker.rules.table.player import PLAYER_FIELDS
from tracker.services.party.entry import Entry
from tracker.services.party.ledger import STRIDE
from tracker.services.party.rows import Rows
from tracker.services.party.table import Table


def history_page(
    table: Table, *, before: int | None = None, size: int = 50, player: int | None = None
) -> list[Entry]:
    """`size` entries of the log, newest first, those below number `before` if that is given.

    With a `player` those that are about them, and those by which the party went from room to
    room: all that the player had at each of them can be told from these alone.
    """
    last = table.revision if before is None else min(table.revision, before - 1)
    if player is None:
        return Rows().newest(table.party_id, first=1, last=last, most=size)
    some = _entries(table.party_id).filter(_about(player), number__lte=last).order_by("-number")
    numbers = list(some.values_list("number", flat=True)[:size])
    found = Rows().entries(table.party_id, numbers=numbers, keys=()) if numbers else []
    return sorted(found, key=lambda entry: -entry.number)


def _about(player: int) -> Q:
    """What changed something of the player's, names them, or changed floor or room."""
    paths = (path_of(player, field) for field in PLAYER_FIELDS)
    verbs = "|".join(verb for verb, kind in VERBS.items() if kind.of_player)
    named = rf"^(take:[^:]*:)?({verbs}):{player}(:|$)"
    return Q(changes__has_any_keys=[*paths, "floor", "room"]) | Q(text__regex=named)


def state_at(table: Table, number: int) -> Party:
    """The party as it stood right after entry `number`; 0 is the beginning."""
    return state_before(table.party_id, table.revision, table.state, number)


def state_before(party_id: int, revision: int, state: Party, number: int) -> Party:
    """Finds it by going back from a state that is known.

    That of a later `revision`, all of whose entries are stored, or one kept with an entry.
    """
    log = _entries(party_id)
    next_kept = max(1, -(-number // STRIDE)) * STRIDE
    nearest = log.filter(number=next_kept, state__isnull=False)
    start, kept = nearest.values_list("number", "state").first() or (revision, None)
    values = flat(state) | (kept or {})
    later = log.filter(number__gt=number, number__lte=start).order_by("-number")
    for changes in later.values_list("changes", flat=True).iterator():
        values |= {path: before for path, (before, _) in changes.items()}
    return from_flat(values)


def _entries(party_id: int) -> QuerySet[models.Entry]:
    return models.Entry.objects.filter(party=party_id)
