"""Whether a lone game is won from here on with every card known: proved, not estimated.

All ways to leave each room are tried, the most promising first. The answer does not depend on that
order. docs/solved.md 2 says what keeps the search short.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from typing import Any, NamedTuple

from tracker.rules.advice.planner import Planner, PlannerRoom
from tracker.rules.advice.prospect import POTION, WEAPON, Arms, End, Numbers, Prospect
from tracker.rules.advice.rascal import THE_KNIFE
from tracker.rules.games.rascal import KNIFE_USES


class OutOfPositions(Exception):
    """The search was stopped: nothing is known."""


class OpenRoom(NamedTuple):
    """A room that lies open; `prospect` has the pile in its true order."""

    prospect: Prospect
    room: PlannerRoom
    may_leave: bool
    hp: int
    arms: Arms

    @property
    def pile(self) -> Numbers:
        return self.prospect.cards[self.prospect.place :]

    @property
    def held(self) -> Held:
        return self.hp, self.arms


Held = tuple[int, Arms]
"""Health and arms."""


class Search:
    """Remembers, for each room and pile, what is too little to win and what is enough."""

    def __init__(self, planner: Planner[Any], most: int) -> None:
        self.planner, self.left = planner, most
        self.known: dict[Any, tuple[list[Held], list[Held]]] = {}
        self.solo = planner.game.key == "solo"

    def line(self, here: OpenRoom) -> list[End] | None:
        """How to leave each room from here on to win; None if it is lost. Raises OutOfPositions."""
        return [*self._line(here)] if self.wins(here) else None

    def _line(self, here: OpenRoom) -> Iterator[End]:
        end = next(end for end in self._ways(here) if self.wins_after(here.prospect, end))
        yield end
        if there := dealt(here.prospect, end):
            yield from self._line(there)

    def answer(self, prospect: Prospect, end: End, most: int) -> bool | None:
        """`wins_after`; None if that takes more than so many positions, or than there are left."""
        spared = max(0, self.left - most)
        self.left -= spared
        try:
            return self.wins_after(prospect, end)
        except OutOfPositions:
            return None
        finally:
            self.left += spared

    def wins_after(self, prospect: Prospect, end: End) -> bool:
        """Whether the room can be left so and the game won. Raises OutOfPositions."""
        there = dealt(prospect, end)
        return there is None or self.wins(there)

    def wins(self, here: OpenRoom) -> bool:
        """Raises OutOfPositions."""
        if hopeless(here) if self.solo else hopeless_rascal(here, self.planner.options.knife):
            return False
        room = here.room
        if not here.may_leave:  # the order of a room counts only under the pile
            room = room._replace(cards=tuple(sorted(room.cards)))
        lost, won = self.known.setdefault((here.pile, room, here.may_leave), ([], []))
        if any(self._covers(held, here.held) for held in lost):
            return False
        if any(self._covers(here.held, held) for held in won):
            return True
        if not self.left:
            raise OutOfPositions
        self.left -= 1
        found = any(self.wins_after(here.prospect, end) for end in self._ways(here))
        (won if found else lost).append(here.held)
        return found

    def _ways(self, here: OpenRoom) -> list[End]:
        """The ways to leave a room, the most promising first."""
        ends = self.planner.ends(here.hp, here.arms, here.room)
        ways = [End(hp, arms, carried) for (arms, carried), hp in ends.items()]
        if here.may_leave and here.prospect:
            ways.append(End(here.hp, here.arms, under=here.room.cards))
        return [end for end, _ in here.prospect.rated(ways)]

    def _covers(self, mine: Held, others: Held) -> bool:
        """Whether who has these can do all that can be done with the others."""
        (hp, arms), (other_hp, other_arms) = mine, others
        if hp < other_hp:
            return False
        if arms == other_arms:
            return True
        if self.solo:
            # A weapon that must be used may hurt by its higher limit.
            free = self.planner.options.weapon != "auto"
            return free and arms[0] >= other_arms[0] and arms[1] >= other_arms[1]
        (edge, knife, slot), (other_edge, other_knife, other) = arms, other_arms
        return edge >= other_edge and knife >= other_knife and _as_good(slot, other)


def dealt(prospect: Prospect, end: End) -> OpenRoom | None:
    """The room after this end of one; None if there is none and the game is won."""
    prospect = copy(prospect)
    cards = prospect.next_room(end)
    room = PlannerRoom(cards, last=not prospect)
    return OpenRoom(prospect, room, not end.under, end.hp, end.arms) if cards else None


def _as_good(slot: int, other: int) -> bool:
    """Whether a card in the pocket is never worse than another; nothing replaces the knife."""
    if not other or slot == other:
        return True
    return other != THE_KNIFE and slot > other and (slot >= POTION) == (other >= POTION)


def _counted(cards: Sequence[int]) -> tuple[list[int], list[int], int]:
    """Monsters and weapons, each with the highest first, and what all potions heal."""
    falling = sorted(cards, reverse=True)
    potions = sum(card - POTION for card in falling if card >= POTION)
    weapons = [card - WEAPON for card in falling if WEAPON <= card < POTION]
    return [card for card in falling if card < WEAPON], weapons, potions


def hopeless(here: OpenRoom) -> bool:
    """Whether in any order more damage is to come than health and potions bear.

    A weapon fights each value once: of two equal monsters the second meets another weapon.
    """
    monsters, weapons, left = _counted(here.pile + here.room.cards)
    left += here.hp
    weapon, limit = here.arms
    fresh, worn = [*weapons, 0, 0], sorted([*weapons, weapon, 0], reverse=True)
    before, fought = 0, 0
    for monster in monsters:
        fought = fought + 1 if monster == before else 0
        stops = worn if monster < limit else fresh
        left -= max(0, monster - stops[min(fought, 1)])
        before = monster
    return left <= 0


def hopeless_rascal(here: OpenRoom, serves: bool) -> bool:
    """As `hopeless`, of Rascal; `serves`: whether there is a knife.

    An edge of n stops n, then n - 1 and so on; each use of the knife stops that much more. At best
    the highest monster meets the greatest of these, the next one the next.
    """
    edge, knife, slot = here.arms
    cards = here.pile + here.room.cards + ((slot,) if slot else ())
    monsters, weapons, left = _counted(cards)
    edges = [*weapons, max(0, edge)]
    stops = [stop for each in edges for stop in range(1, each + 1)]
    stops += [max(0, edge) + use for use in range(1, knife + 1)]
    if serves and THE_KNIFE in cards:
        stops += [max(edges) + use for use in range(1, KNIFE_USES + 1)]
    stops.sort(reverse=True)
    stops += [0] * len(monsters)
    left += here.hp
    return left <= sum(max(0, m - stop) for m, stop in zip(monsters, stops, strict=False))
