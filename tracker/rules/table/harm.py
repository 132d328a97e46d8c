"""What an enemy would do to somebody, asked of the engine of the dealt game (rules.md 3.5, 3.6)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from tracker.rules.cards import enemy_value
from tracker.rules.games.coop.cards import effect_of
from tracker.rules.games.coop.state import Hero
from tracker.rules.games.dungeon import may_fight
from tracker.rules.games.rascal import RascalState
from tracker.rules.table.odds import HITTING
from tracker.rules.table.pile import Sort


def harm(player: Hero, enemy: str, how: str, shields: str = "stack") -> int | None:
    """What a fight takes off the hp, shields counted; `how` is "weapon" or "bare".

    None where the rules do not allow it: no weapon, a weapon over its limit, the black joker with
    bare hands. `shields` is the house rule of that name (C15).
    """
    allowed = may_fight(player.weapon, player.slain, enemy) if how == "weapon" else enemy in HITTING
    if not allowed:
        return None
    return player.hp - effect_of(player, "fight", enemy, how, shields).player.hp


def least_harm(player: Hero, enemy: str, shields: str = "stack") -> int | None:
    """The less painful of both ways; None where there is none."""
    ways = [harm(player, enemy, how, shields) for how in ("weapon", "bare")]
    return min((way for way in ways if way is not None), default=None)


@lru_cache(maxsize=256)  # asked of each hand again for every span of cards
def fatal(player: Hero, shields: str = "stack") -> Sort:
    """The enemies that fell this player however they are fought."""
    return frozenset(
        enemy for enemy in HITTING if (least_harm(player, enemy, shields) or 0) >= player.hp
    )


def rascal_fatal(player: RascalState) -> Sort:
    """The same in Rascal, where the weapon fights anything while it is worth something (R3)."""
    return frozenset(
        enemy for enemy in HITTING if enemy_value(enemy) - player.value >= max(1, player.hp)
    )


def fatal_to_all(players: Iterable[Hero], shields: str = "stack") -> Sort:
    """The enemies that fell whoever fights them."""
    sorts = [fatal(player, shields) for player in players]
    return frozenset.intersection(*sorts) if sorts else frozenset()


def beyond(players: Iterable[Hero]) -> Sort:
    """The enemies that nobody's weapon may fight."""
    players = list(players)
    return frozenset(
        enemy
        for enemy in HITTING
        if not any(may_fight(player.weapon, player.slain, enemy) for player in players)
    )
