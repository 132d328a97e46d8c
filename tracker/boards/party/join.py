"""What another phone needs to join: the link, its QR code, the code in groups, the seats."""

from __future__ import annotations

from dataclasses import dataclass

import segno
from django.utils.safestring import SafeString, mark_safe

from tracker.boards.words.names import player_name
from tracker.rules.table.party import Party

GROUP = 4


@dataclass(frozen=True)
class Link:
    address: str
    drawing: SafeString
    """Its QR code as SVG, with attributes only: the content security policy allows no style."""


@dataclass(frozen=True)
class Holder:
    """A player whose phone it may be; `device` is what the phone then says of itself."""

    device: str
    seat: int
    name: str
    chosen: bool


@dataclass(frozen=True)
class JoinBoard:
    """`of_player`: it is known whose phone this is, and that player sits at the table."""

    holders: tuple[Holder, ...]
    of_player: bool
    code: tuple[str, ...]
    write: Link
    watch: Link


def join_board(state: Party, code: str, device: str, *, write: str, watch: str) -> JoinBoard:
    holders = tuple(
        Holder(str(number), number + 1, player_name(state, number), device == str(number))
        for number in state.seated
    )
    return JoinBoard(
        holders=holders,
        of_player=any(holder.chosen for holder in holders),
        code=code_groups(code),
        write=link_to(write),
        watch=link_to(watch),
    )


def code_groups(code: str) -> tuple[str, ...]:
    """The code as it is read aloud."""
    return tuple(code[start : start + GROUP] for start in range(0, len(code), GROUP))


def link_to(address: str) -> Link:
    """A link with its QR code."""
    drawing = segno.make(address, micro=False).svg_inline(
        border=2, omitsize=True, svgclass="qr", lineclass=None
    )
    return Link(address, mark_safe(drawing))
