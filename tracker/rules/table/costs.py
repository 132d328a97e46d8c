"""What a command of a player costs besides hit points.

A phone shows what a command would do and sends it later. Others may have changed the party
meanwhile: then the same command may take another weapon, spend a shield or kill.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tracker.rules.table.commands import Command
from tracker.rules.table.party import Party
from tracker.rules.table.player import Player
from tracker.rules.table.strip import read_strip


@dataclass(frozen=True)
class Cost:
    """`weapon` is the rank of what is fought with, "" for bare hands and for all that is no fight.

    `spent` are the shields that answer, `lost` the weapon and enemies that go, in table order;
    `falls` whether the player goes from above 0 HP to 0 or below.
    """

    weapon: str
    spent: tuple[str, ...]
    lost: tuple[str, ...]
    falls: bool


def cost(command: Command, was: Player, now: Player) -> Cost:
    """What a command has cost the player it names, from before and after."""
    armed = command.verb == "fight" and command.how == "weapon"
    return Cost(
        weapon=(was.reading.weapon or "") if armed else "",
        spent=_gone(was.shield_cards, now.shield_cards),
        lost=_gone(_gear(was), _gear(now)),
        falls=now.fallen and not was.fallen,
    )


def cost_between(command: Command, before: Party, after: Party) -> Cost | None:
    """The cost of a command, from the party before and after it; None for nobody's command."""
    deed = command.deed
    if deed.player is None:
        return None
    return cost(deed, before.players[deed.player], after.players[deed.player])


def _gear(player: Player) -> tuple[str, ...]:
    """The weapon as a card, the enemies on it, and the knife with its own."""
    reading = player.reading
    weapon = (f"{reading.weapon}d",) if reading.weapon else ()
    return (*weapon, *reading.monsters, *read_strip(player.knife))


def _gone(before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    return tuple(card for card in before if card not in after)
