"""The code and links that bring another phone to the table, and the players it may belong to."""

from __future__ import annotations

from dataclasses import dataclass

import segno
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tracker.boards.words.names import isolated, listed, player_name
from tracker.services.party.table import Table

GROUP = 4


@dataclass(frozen=True)
class Link:
    address: str
    drawing: SafeString
    """Its QR code as SVG, with attributes only: the content security policy allows no style."""


@dataclass(frozen=True)
class InviteBoard:
    """`code` is in groups of four, to be read aloud; `came` says whose phones are here."""

    code: tuple[str, ...]
    came: str
    write: Link
    watch: Link


def invite_board(table: Table, *, write: str, watch: str) -> InviteBoard:
    return InviteBoard(
        code=code_groups(table.code),
        came=arrivals_text(table),
        write=link_to(write),
        watch=link_to(watch),
    )


def arrivals_text(table: Table) -> str:
    """Whose phones are at the table, "" for nobody's."""
    came = (number for number in table.state.seated if str(number) in table.phones)
    names = [isolated(player_name(table.state, number)) for number in came]
    return _("At the table: {names}").format(names=listed(names)) if names else ""


def invitation_is_over(table: Table, device: str) -> bool:
    """Nobody is waited for: the others have come, or they play already, or one plays alone.

    `device` is the number of the player whose phone asks, "" for one that has not said.
    """
    seated = [str(number) for number in table.state.seated]
    others = [number for number in seated if number in table.phones and number != device]
    return table.revision > 0 or len(others) >= len(seated) - 1


def code_groups(code: str) -> tuple[str, ...]:
    """The code as it is read aloud."""
    return tuple(code[start : start + GROUP] for start in range(0, len(code), GROUP))


def link_to(address: str) -> Link:
    """A link with its QR code."""
    drawing = segno.make(address, micro=False).svg_inline(
        border=2, omitsize=True, svgclass="qr", lineclass=None
    )
    return Link(address, mark_safe(drawing))
