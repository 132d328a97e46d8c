"""The counters that a party named itself, as the table and its sheets show them."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tracker.boards.words.isolation import isolated
from tracker.boards.words.names import player_name, signed
from tracker.rules.table.changes import path_of
from tracker.rules.table.party import Party, count_field
from tracker.rules.table.player import HIGHEST_COUNT, LOWEST_COUNT


@dataclass(frozen=True)
class TallyBox:
    """`steps` is the command that counts it, without the step; `called` names it with its player.

    The number stays between `low` and `high`.
    """

    name: str
    called: str
    count: int
    path: str
    steps: str
    low: int = LOWEST_COUNT
    high: int = HIGHEST_COUNT

    @property
    def text(self) -> str:
        return signed(self.count)

    @property
    def lowest(self) -> bool:
        return self.count == self.low

    @property
    def highest(self) -> bool:
        return self.count == self.high


def party_tallies(party: Party) -> tuple[TallyBox, ...]:
    """Those of the party."""
    return tuple(
        TallyBox(
            name=tally.name,
            called=tally.name,
            count=getattr(party, count_field(tally.number)),
            path=count_field(tally.number),
            steps=f"tally:{tally.number}",
        )
        for tally in party.tallies
        if not tally.each
    )


def player_tallies(party: Party, number: int) -> tuple[TallyBox, ...]:
    """Those that each player has, of this one."""
    return tuple(
        TallyBox(
            name=tally.name,
            # Translators: a player and a counter of theirs, as the name of a button.
            called=_("{name}, {tally}").format(
                name=isolated(player_name(party, number)), tally=isolated(tally.name)
            ),
            count=getattr(party.players[number], count_field(tally.number)),
            path=path_of(number, count_field(tally.number)),
            steps=f"own-tally:{number}:{tally.number}",
        )
        for tally in party.tallies
        if tally.each
    )
