"""Whether a lone game can still be won by somebody who knows every card: proved, not estimated.

All ways to leave each room are tried, the most promising first. The answer does not depend on that
order. docs/solved.md 2 says what keeps the search short.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any, NamedTuple

from tracker.rules.advice import PLANNERS
from tracker.rules.advice.lone import open_to, path, rated
from tracker.rules.advice.planner import Planner, PlannerRoom
from tracker.rules.advice.prospect import POTION, WEAPON, Arms, End, Numbers, Prospect, numbers
from tracker.rules.advice.rascal import THE_KNIFE
from tracker.rules.games.rascal import KNIFE_USES
from tracker.rules.protocol import Decision, Game


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


def winnable(game: Game[Any, Any], state: Any, most: int) -> bool | None:
    """Whether some line of decisions wins from this very state; None after so many positions, or
    where a room that is left is shuffled into the pile."""
    found = each_winnable(game, (state,), most)
    return found[0] if found else None


def each_winnable(
    game: Game[Any, Any], states: Sequence[Any], most: int
) -> tuple[bool, ...] | None:
    """`winnable` of one or more states of a game; None after so many positions for all of them."""
    search = Search(PLANNERS[game.key](states[0].options, tuple), most)
    try:
        return tuple(_winnable(search, state) for state in states)
    except OutOfPositions:
        return None


def _winnable(search: Search, state: Any) -> bool:
    if over := search.planner.game.outcome(state):
        return bool(over.word == "won")
    return search.line(_open_room(search.planner, state)) is not None


def winning_line(game: Game[Any, Any], state: Any, most: int) -> tuple[Decision, ...] | None:
    """Decisions that win from this very state, which is not over; None if it is lost.

    Raises OutOfPositions after so many, or where a room that is left is shuffled into the pile.
    """
    planner = PLANNERS[game.key](state.options, tuple)
    ends, line = Search(planner, most).line(_open_room(planner, state)), list[Decision]()
    for end in ends or ():
        for decision in path(planner, state, end):
            state = game.play(state, 0, decision, tuple)
            line.append(decision)
    return None if ends is None else tuple(line)


def _open_room(planner: Planner[Any], state: Any) -> OpenRoom:
    """Raises OutOfPositions where a room that is left is shuffled into the pile."""
    if getattr(state.options, "skip", "") == "reshuffle":
        raise OutOfPositions
    hidden = len(state.deck) - state.bottom
    pile = planner.judge().prospect(numbers(state.deck[:hidden]), numbers(state.deck[hidden:]))
    may_leave = not {"skip", "flee"}.isdisjoint(open_to(planner, state))
    return OpenRoom(pile, planner.room(state), may_leave, state.hp, planner.arms(state))


class Search:
    """Remembers the positions that cannot be won: room and pile, then health and arms."""

    def __init__(self, planner: Planner[Any], most: int) -> None:
        self.planner, self.left = planner, most
        self.lost: dict[Any, list[tuple[int, Arms]]] = {}
        self.solo = planner.game.key == "solo"

    def line(self, here: OpenRoom) -> list[End] | None:
        """How to leave each room from here on to win; None if it is lost. Raises OutOfPositions."""
        if hopeless(here) if self.solo else hopeless_rascal(here, self.planner.options.knife):
            return None
        room = here.room
        if not here.may_leave:  # the order of a room counts only under the pile
            room = room._replace(cards=tuple(sorted(room.cards)))
        lost = self.lost.setdefault((here.pile, room, here.may_leave), [])
        if any(self._covers(hp, arms, here) for hp, arms in lost):
            return None
        if not self.left:
            raise OutOfPositions
        self.left -= 1
        for end, _ in rated(here.prospect, self._ways(here)):
            if (rest := self._line_after(here, end)) is not None:
                return [end, *rest]
        lost.append((here.hp, here.arms))
        return None

    def _ways(self, here: OpenRoom) -> list[End]:
        ends = self.planner.ends(here.hp, here.arms, here.room)
        ways = [End(hp, arms, carried) for (arms, carried), hp in ends.items()]
        if here.may_leave and here.prospect:
            ways.append(End(here.hp, here.arms, under=here.room.cards))
        return ways

    def _line_after(self, here: OpenRoom, end: End) -> list[End] | None:
        prospect = copy(here.prospect)
        cards = prospect.next_room(end)
        if not cards:
            return []
        room = PlannerRoom(cards, last=not prospect)
        return self.line(OpenRoom(prospect, room, not end.under, end.hp, end.arms))

    def _covers(self, hp: int, arms: Arms, here: OpenRoom) -> bool:
        """Whether who had these could do all that can be done here."""
        if hp < here.hp:
            return False
        if arms == here.arms:
            return True
        if self.solo:
            # A weapon that must be used may hurt by its higher limit.
            free = self.planner.options.weapon != "auto"
            return free and arms[0] >= here.arms[0] and arms[1] >= here.arms[1]
        (edge, knife, slot), (other_edge, other_knife, other) = arms, here.arms
        return edge >= other_edge and knife >= other_knife and _as_good(slot, other)


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
