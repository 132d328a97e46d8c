"""Who a phone at the table may belong to."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.boards.words.names import player_name
from tracker.rules.table.party import Party


@dataclass(frozen=True)
class Holder:
    """A player whose phone it may be; `device` is what the phone then says of itself."""

    device: str
    seat: int
    name: str
    chosen: bool


@dataclass(frozen=True)
class JoinBoard:
    """`whole`: this phone has said that it serves the whole table."""

    holders: tuple[Holder, ...]
    whole: bool


def join_board(state: Party, device: str | None) -> JoinBoard:
    """`device` is what this phone has said it is, None before it has said anything."""
    return JoinBoard(
        holders=tuple(
            Holder(str(number), number + 1, player_name(state, number), device == str(number))
            for number in state.seated
        ),
        whole=device == "",
    )
