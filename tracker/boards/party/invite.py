"""What another phone needs to come to the table: the link, its QR code, the code in groups."""

from __future__ import annotations

from dataclasses import dataclass

import segno
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tracker.boards.words.isolation import isolated
from tracker.boards.words.names import listed, player_name
from tracker.rules.table.party import Party
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


def invite_board(table: Table, phones: str, *, write: str, watch: str) -> InviteBoard:
    """`phones` are the numbers of the players whose phones are at the table."""
    return InviteBoard(
        code=code_groups(table.code),
        came=came_text(table.state, phones),
        write=link_to(write),
        watch=link_to(watch),
    )


def came_text(state: Party, phones: str) -> str:
    """Whose phones are at the table, "" for nobody's."""
    names = [
        isolated(player_name(state, number)) for number in state.seated if str(number) in phones
    ]
    return _("At the table: {names}").format(names=listed(names)) if names else ""


def invitation_is_over(table: Table, phones: str, device: str) -> bool:
    """Nobody is waited for: the others have come, or they play already, or one plays alone.

    `device` is the number of the player whose phone asks, "" for one that has not said.
    """
    seated = [str(number) for number in table.state.seated]
    others = [number for number in seated if number in phones and number != device]
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
