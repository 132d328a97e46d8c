"""Odds of the next cards of the pile and the harm they do: exact, nothing drawn at random.

Each question is asked of the next `count` cards after `skip` others. A chance is a Fraction from
0 to 1; ValueError where the pile has not so many cards. The formulas are those of hands drawn
without putting back, a part of the pile at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb, lcm

from tracker.rules.cards import (
    BLACK_JOKER,
    ENEMIES,
    PACK,
    enemy_value,
    is_red,
)
from tracker.rules.games.coop.cards import effect_of
from tracker.rules.games.coop.state import Hero
from tracker.rules.games.dungeon import may_fight
from tracker.rules.games.rascal import RascalState
from tracker.rules.table.room.room import Pile
from tracker.rules.table.texts.card_rows import Sort

HITTING = frozenset(ENEMIES) - {BLACK_JOKER}
"""Enemies with a value; the black joker hits for nothing."""
RED = frozenset(filter(is_red, PACK))
LANE = 64
"""Bits: there are fewer hands than that of any size, whatever the pack."""


def none(pile: Pile, sort: Sort, count: int, skip: int = 0) -> Fraction:
    """The chance of no card of the sort: C(n - a, k) / C(n, k) for each part."""
    return _all_of(pile, lambda cards: cards - sort, count, skip)


def at_least_one(pile: Pile, sort: Sort, count: int, skip: int = 0) -> Fraction:
    """The chance of at least one card of the sort."""
    return 1 - none(pile, sort, count, skip)


def only(pile: Pile, sort: Sort, count: int, skip: int = 0) -> Fraction:
    """The chance of the sort alone: of a Red Room, asked with RED (rules.md 3.11)."""
    return _all_of(pile, lambda cards: cards & sort, count, skip)


def points(pile: Pile, count: int) -> list[Fraction]:
    """The chance of each sum of the values of the enemies that come, from 0 to the highest."""
    ways, hands = [1], 1
    for cards, k in pile.draws(count):
        values = [enemy_value(card) if card in HITTING else 0 for card in cards]
        ways = _sums(ways, _ways(values, k))
        hands *= comb(len(cards), k)
    while len(ways) > 1 and not ways[-1]:
        ways.pop()
    return [Fraction(way, hands) for way in ways]


def average(chances: Sequence[Fraction]) -> Fraction:
    """The mean of the chances of `points`."""
    ways, hands = _in_ways(chances)
    return Fraction(sum(value * way for value, way in enumerate(ways)), hands)


def reached_by(chances: Sequence[Fraction], share: Fraction) -> int:
    """The least value that this share of all rooms does not pass."""
    ways, hands = _in_ways(chances)
    totals = enumerate(accumulate(ways))
    return next((value for value, total in totals if total >= share * hands), len(ways) - 1)


def _all_of(pile: Pile, keep: Callable[[Sort], Sort], count: int, skip: int) -> Fraction:
    chance = Fraction(1)
    for cards, k in pile.draws(count, skip):
        chance *= Fraction(comb(len(keep(cards)), k), comb(len(cards), k))
    return chance


def _ways(values: Iterable[int], k: int) -> list[int]:
    """The number of hands of k cards with each sum, by card: ways[c][s] += ways[c-1][s-value].

    A row is one number with a lane of LANE bits for each sum: all sums are added at once.
    """
    values = sorted(values)
    most = sum(values[-k:]) if k else 0
    ways = [1] + [0] * k
    for place, value in enumerate(values, start=1):
        # Downwards, so that a card is not counted twice in one hand.
        for chosen in range(min(k, place), 0, -1):
            ways[chosen] += ways[chosen - 1] << LANE * value
    return [ways[k] >> LANE * total & (1 << LANE) - 1 for total in range(most + 1)]


def _in_ways(chances: Sequence[Fraction]) -> tuple[list[int], int]:
    """The chances as numbers of hands, and of all hands: they add up faster than fractions."""
    hands = lcm(*(chance.denominator for chance in chances))
    return [chance.numerator * (hands // chance.denominator) for chance in chances], hands


def _sums(one: Sequence[int], other: Sequence[int]) -> list[int]:
    """The number of ways in which two independent numbers have each sum."""
    total = [0] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        if a:
            for j, b in enumerate(other):
                total[i + j] += a * b
    return total


def harm(player: Hero, enemy: str, how: str, shields: str = "stack") -> int | None:
    """The hp a fight costs, shields counted; `how` is "weapon" or "bare".

    None if the rules do not allow it: no weapon, a weapon over its limit, the black joker with
    bare hands. `shields` is the house rule of that name (C15).
    """
    allowed = may_fight(player.weapon, player.slain, enemy) if how == "weapon" else enemy in HITTING
    if not allowed:
        return None
    return player.hp - effect_of(player, "fight", enemy, how, shields).player.hp


def least_harm(player: Hero, enemy: str, shields: str = "stack") -> int | None:
    """The harm of the less painful way; None if there is no way."""
    ways = [harm(player, enemy, how, shields) for how in ("weapon", "bare")]
    return min((way for way in ways if way is not None), default=None)


@lru_cache(maxsize=256)  # asked of each hand again for every span of cards
def fatal(player: Hero, shields: str = "stack") -> Sort:
    """The enemies that fell this player however they are fought."""
    return frozenset(
        enemy for enemy in HITTING if (least_harm(player, enemy, shields) or 0) >= player.hp
    )


def rascal_fatal(player: RascalState) -> Sort:
    """The enemies that fell a player of Rascal, whose weapon fights any enemy (R3)."""
    return frozenset(
        enemy for enemy in HITTING if enemy_value(enemy) - player.value >= max(1, player.hp)
    )


def beyond(players: Iterable[Hero]) -> Sort:
    """The enemies that nobody's weapon may fight."""
    players = list(players)
    return frozenset(
        enemy
        for enemy in HITTING
        if not any(may_fight(player.weapon, player.slain, enemy) for player in players)
    )
