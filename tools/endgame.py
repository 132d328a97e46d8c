"""Endings of Scoundrel worked out to the last card (rules.md 4).

Wherever the cards that lie face down may lie, whoever plays sees the room, what is to come and the
cards put under the pile, and no more; so each room is played before the next is dealt. The best
play wins on so many of the orders they may lie in, and every order is as likely as another.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import factorial, perm

from tracker.rules.advice.lone import pile, reachable
from tracker.rules.advice.planner import PlannerRoom
from tracker.rules.advice.prospect import Arms, End, Numbers
from tracker.rules.advice.solo import SoloPlanner
from tracker.rules.games.dungeon import ROOM_SIZE
from tracker.rules.games.scoundrel import ScoundrelState
from tracker.rules.protocol import Decision

MOST = 6
"""With more cards face down it takes too long."""

Piles = tuple[Numbers, Numbers]
"""The cards that lie face down, lowest first, and those put under them openly, in order."""


class Endgame:
    """Endings by the usual house rules; what has been worked out once is remembered."""

    most = MOST

    def __init__(self) -> None:
        self.planner: SoloPlanner = SoloPlanner(SoloPlanner.game.chosen({}), tuple)
        self._left = cache(self._work_out)

    def chances(self, view: ScoundrelState) -> dict[Decision, Fraction]:
        """The chance to win with each decision if everything after it is the best.

        Raises ValueError where too many cards lie face down, or other house rules hold.
        """
        face_down, under = pile(self.planner.game, view)
        if len(face_down) > self.most or view.options != self.planner.options:
            raise ValueError("no ending that can be worked out")
        # Sorted, so that the cache meets the same ending under one key.
        piles, orders = (tuple(sorted(face_down)), under), factorial(len(face_down))
        return {
            decision: Fraction(self._best(view, decision, piles), orders)
            for decision in self.planner.game.offered(view, 0)
        }

    def _best(self, view: ScoundrelState, decision: Decision, piles: Piles) -> int:
        ends = reachable(self.planner, view, decision)
        return max((self.wins(end, piles) for end in ends), default=0)

    def wins(self, end: End, piles: Piles) -> int:
        """On how many orders of the cards face down the best play wins from this end of a room."""
        face_down, under = piles
        if not (face_down or under or end.carried or end.under):
            return 1
        piles = face_down, (*under, *end.under)
        return self._left(end.hp, end.arms, end.carried, piles, bool(end.under))

    def _work_out(self, hp: int, arms: Arms, carried: int, piles: Piles, skipped: bool) -> int:
        wins = 0
        for room, rest, orders in rooms((carried,) if carried else (), piles):
            if skipped:  # never two rooms in a row (S5)
                wins += len(orders) * self._inside(hp, arms, room, rest)
            else:
                wins += self._inside_or_left(hp, arms, room, rest, orders)
        return wins

    def _inside_or_left(
        self, hp: int, arms: Arms, room: Numbers, rest: Piles, orders: list[Numbers]
    ) -> int:
        """The better of both; where a room goes under the pile its order counts."""
        inside, most = self._inside(hp, arms, room, rest), factorial(len(rest[0]))
        if inside == most:
            return len(orders) * inside
        return sum(max(inside, self.wins(End(hp, arms, under=each), rest)) for each in orders)

    def _inside(self, hp: int, arms: Arms, room: Numbers, rest: Piles) -> int:
        most, best = factorial(len(rest[0])), 0
        last = not (rest[0] or rest[1])
        ends = self.planner.ends(hp, arms, PlannerRoom(room, last=last))
        for (weapon, carried), left in ends.items():
            best = max(best, self.wins(End(left, weapon, carried), rest))
            if best == most:
                break
        return best


def rooms(carried: Numbers, piles: Piles) -> Iterator[tuple[Numbers, Piles, list[Numbers]]]:
    """Every room that may be dealt, with the piles after it and each order it may be dealt in.

    An order stands there once for each order of the drawn cards.
    """
    face_down, under = piles
    wanted = ROOM_SIZE - len(carried)
    drawn = min(wanted, len(face_down))
    open_cards, left = under[: wanted - drawn], under[wanted - drawn :]
    for places in combinations(range(len(face_down)), drawn):
        cards = tuple(face_down[place] for place in places)
        rest = tuple(c for place, c in enumerate(face_down) if place not in places)
        orders = [(*carried, *order, *open_cards) for order in permutations(cards)]
        assert len(orders) == perm(drawn)
        yield (*carried, *cards, *open_cards), (rest, left), orders
