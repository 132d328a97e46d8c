"""Risk that the next room is deadly: one that the table cannot leave with everybody alive.

It holds for the best play short of running, so that it is a floor under the real risk.
For one player every room that may come is looked at; for more, rooms are drawn from the pile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from math import comb, prod, sqrt
from typing import NamedTuple

from tracker.rules.advice.planner import PlannerRoom as LoneRoom
from tracker.rules.advice.prospect import numbers
from tracker.rules.advice.race import InTime, for_ever
from tracker.rules.advice.rascal import RascalPlanner
from tracker.rules.players.levels import Dice
from tracker.rules.protocol import Cards
from tracker.rules.table.ahead.next_room import NextRoom
from tracker.rules.table.ahead.safety import CARD_KINDS, CardKind, is_safe
from tracker.rules.table.room.pile import Draw

MOST_POSITIONS = 20_000
"""The limit for one room if every room is looked at."""
FEWEST_ROOMS = 100
"""The least number of drawn rooms that makes a statement."""
DEVIATIONS = 1.959964
"""The deviations of a normal distribution between which 95 of 100 lie."""


class Risk(NamedTuple):
    """The chance of a deadly room and the bounds it lies in, each from 0 to 1.

    `rooms` were looked at; `unsettled` of them took too long, and widen the bounds.
    """

    chance: float
    low: float
    high: float
    rooms: int
    unsettled: int


class Verdicts:
    """Counts rooms by whether they are deadly; one may stand for several."""

    def __init__(self) -> None:
        self.rooms = self.whole = self.deadly = self.unsettled = 0

    def add(self, safe: bool | None, times: int = 1) -> None:
        self.rooms += 1
        self.whole += times
        self.deadly += times * (safe is False)
        self.unsettled += times * (safe is None)


def exact_risk(coming: NextRoom, in_time: InTime = for_ever) -> Risk | None:
    """The risk over every room of new cards and those that stay, each kind once.

    None where it is not found `in_time`.
    """
    verdicts, carried = Verdicts(), tuple(CARD_KINDS[card] for card in coming.stays)
    for cards, times in _rooms(coming.pile.draws(coming.new)):
        if not in_time():
            return None
        safe = is_safe(coming.people, (*carried, *cards), 0, MOST_POSITIONS, coming.game)
        verdicts.add(safe, times)
    low = verdicts.deadly / verdicts.whole
    high = (verdicts.deadly + verdicts.unsettled) / verdicts.whole
    return Risk((low + high) / 2, low, high, verdicts.rooms, verdicts.unsettled)


def sample_risk(
    coming: NextRoom, *, chance: Dice, rooms: int = 400, in_time: InTime = for_ever
) -> Risk | None:
    """The risk over rooms drawn from the pile, with the interval of Wilson at 95 %.

    The same dice draw the same rooms, so that choices can be compared. Drawing stops at `rooms`,
    or once it is not `in_time` any more: None where fewer than FEWEST_ROOMS were drawn by then.
    """
    verdicts, safe = Verdicts(), _judge(coming)
    # Sets have no order of their own: unsorted, the same dice would draw other rooms.
    draws = [(sorted(cards), k) for cards, k in coming.pile.draws(coming.new)]
    while verdicts.rooms < rooms and in_time():
        fresh = [card for cards, k in draws for card in chance.sample(cards, k)]
        verdicts.add(safe((*coming.stays, *fresh)))
    # No number is better than one that changes with every look.
    if verdicts.rooms < FEWEST_ROOMS:
        return None
    low, _ = wilson(verdicts.deadly, verdicts.rooms)
    _, high = wilson(verdicts.deadly + verdicts.unsettled, verdicts.rooms)
    # An unsettled room may be either; the bounds below count it as both.
    middle = (verdicts.deadly + verdicts.unsettled / 2) / verdicts.rooms
    return Risk(middle, low, high, verdicts.rooms, verdicts.unsettled)


def _judge(coming: NextRoom) -> Callable[[Cards], bool | None]:
    """Says of a room whether it can be left alive, None where it does not know.

    In Rascal by every way its planner finds (rules.md 5.3); in the last room no card may stay.
    """
    player = coming.rascal
    if player is None:
        people, turn, game = coming.people, coming.turn, coming.game
        return lambda room: is_safe(people, [CARD_KINDS[c] for c in room], turn, game=game)
    planner = RascalPlanner(player.options, tuple)
    hp, arms = player.hp, planner.arms(player)
    return lambda room: bool(planner.ends(hp, arms, LoneRoom(numbers(room), last=coming.last)))


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """The interval that a share lies in, seen `hits` times in `trials`, 95 times in 100."""
    share, z2 = hits / trials, DEVIATIONS * DEVIATIONS
    middle = share + z2 / (2 * trials)
    half = DEVIATIONS * sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials))
    whole = 1 + z2 / trials
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


def _rooms(draws: Sequence[Draw]) -> Iterator[tuple[tuple[CardKind, ...], int]]:
    """Every room that may come, with how many rooms of cards look like it."""
    if not draws:
        yield (), 1
        return
    cards, k = draws[0]
    kinds = Counter(CARD_KINDS[card] for card in cards)
    for chosen in _choices(sorted(kinds.items()), k):
        times = prod(comb(kinds[kind], n) for kind, n in Counter(chosen).items())
        for rest, more in _rooms(draws[1:]):
            yield chosen + rest, times * more


def _choices(kinds: Sequence[tuple[CardKind, int]], k: int) -> Iterator[tuple[CardKind, ...]]:
    """Every choice of k kinds, none more often than there are cards of it."""
    if k == 0:
        yield ()
    elif kinds:
        (kind, most), rest = kinds[0], kinds[1:]
        for n in range(min(k, most) + 1):
            for chosen in _choices(rest, k - n):
                yield (kind,) * n + chosen
