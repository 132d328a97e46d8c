"""Putting right what the app believes of the pile: the people at the table are right."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tracker.boards.party.left import pile_text
from tracker.rules.table.room import Room
from tracker.services.party.table import Table


@dataclass(frozen=True)
class RightSheet:
    """`pile` as in LeftSheet; `pads` are what a pad is for, its name and a note."""

    code: str
    revision: int
    says: str
    pile: int | None
    most: int
    pads: tuple[tuple[str, str, str], ...]


def right_sheet(table: Table) -> RightSheet:
    room = Room(table.state)
    return RightSheet(
        code=table.code,
        revision=table.revision,
        says=pile_text(room),
        pile=None if table.state.unsure else room.pile,
        most=max(0, len(room.unseen) - room.missing),
        pads=(
            ("out", _("These cards are gone"), _("Dealt with, and nobody said so")),
            ("in", _("These cards are in the pile"), _("Named by mistake, or shuffled back")),
        ),
    )
