"""Risk that the next room is deadly: one that the table cannot leave with everybody alive.

It holds for the best play short of running, so that it is a floor under the real risk.
For one player every room that may come is looked at; for more, rooms are drawn from the pile.
The question makes sense while no decision is left: between two rooms, and before the first.
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
from tracker.rules.games.rascal import RascalState
from tracker.rules.protocol import Cards, Dice
from tracker.rules.table.ahead.pictures import picture
from tracker.rules.table.ahead.safety import (
    CARD_KINDS,
    COOP,
    SOLO,
    SOLO_END,
    CardKind,
    Fighter,
    RoomRules,
    fighter_of,
    is_safe,
)
from tracker.rules.table.room.room import Draw, Pile, Room, new_cards, pass_lead
from tracker.rules.table.state.party import Party, rascal_of

MOST_POSITIONS = 20_000
"""The limit for one room if every room is looked at."""
FEWEST_ROOMS = 100
"""The least number of drawn rooms that makes a statement."""
DEVIATIONS = 1.959964
"""The deviations of a normal distribution between which 95 of 100 lie."""


class NextRoom(NamedTuple):
    """`people` in table order, `turn` the place of the leader; `new` cards come to `stays`.

    `rascal` is the player of that game, in an empty room; `last` says the pile is empty then.
    """

    people: tuple[Fighter, ...]
    stays: tuple[str, ...]
    pile: Pile
    new: int
    turn: int = 0
    game: RoomRules = COOP
    rascal: RascalState | None = None
    last: bool = False


def next_room_of(party: Party) -> NextRoom | None:
    """The next room; None inside a room, or if the search knows too little.

    It knows too little of a pile that nobody has counted or that holds no room, and of house rules
    on how shields answer (C15) or on weapons that have to be used (S3).
    """
    room = Room(party)
    if party.referee == "off" or not party.living or party.unsure or not _is_searched(room):
        return None
    fresh = _fresh(room)
    if fresh is None or fresh > room.pile:
        return None
    lead, last = (pass_lead(party, 1) if room.over else party).first, fresh == room.pile
    player = party.players[party.living[0]]
    return NextRoom(
        people=tuple(fighter_of(hero) for hero in picture(party).players if hero.hp > 0),
        turn=party.living.index(lead) if lead in party.living else 0,
        stays=tuple(room.places.lies),
        pile=_with_missing(room),
        new=room.missing + fresh,
        game=COOP if party.game == "coop" else SOLO_END if last else SOLO,
        rascal=rascal_of(player, room.rascal_options) if party.game == "rascal" else None,
        last=last,
    )


def _is_searched(room: Room) -> bool:
    if room.party.game == "coop":
        return room.options.shields == "stack"
    return room.party.game == "rascal" or room.solo_options.weapon == "choice"


def _fresh(room: Room) -> int | None:
    """The number of cards out of the pile; alone the last room may be small (S4, R11)."""
    if is_untouched(room):
        return 0
    if not room.over or not room.pile:
        return None
    return new_cards(room) if room.party.game == "coop" else min(new_cards(room), room.pile)


def coming(room: Room) -> tuple[Pile, int]:
    """The pile of the cards that lie open next, and their number.

    They are those of this room if it is untouched, else those of the next one, without the card
    that stays.
    """
    if is_untouched(room):
        return _with_missing(room), room.missing
    return room.draw_pile, min(new_cards(room), room.pile)


def is_untouched(room: Room) -> bool:
    """Whether no new card of it is named yet: at most the one that stayed lies there."""
    return not room.deeds and len(room.places.lies) <= 1 and room.missing > 0


def _with_missing(room: Room) -> Pile:
    """The pile with the unnamed cards of this room on top, where they lay."""
    pile = room.draw_pile
    return Pile(pile.top, min(len(pile.top), pile.depth + room.missing), pile.runs)


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


def exact_risk(next_room: NextRoom, in_time: InTime = for_ever) -> Risk | None:
    """The risk over every room of new cards and those that stay, each kind once.

    None where it is not found `in_time`.
    """
    verdicts, carried = Verdicts(), tuple(CARD_KINDS[card] for card in next_room.stays)
    for cards, times in _rooms(next_room.pile.draws(next_room.new)):
        if not in_time():
            return None
        safe = is_safe(next_room.people, (*carried, *cards), 0, MOST_POSITIONS, next_room.game)
        verdicts.add(safe, times)
    low = verdicts.deadly / verdicts.whole
    high = (verdicts.deadly + verdicts.unsettled) / verdicts.whole
    return Risk((low + high) / 2, low, high, verdicts.rooms, verdicts.unsettled)


def sample_risk(
    next_room: NextRoom, *, chance: Dice, rooms: int = 400, in_time: InTime = for_ever
) -> Risk | None:
    """The risk over rooms drawn from the pile, with the interval of Wilson at 95 %.

    The same dice draw the same rooms, so that choices can be compared. Drawing stops at `rooms`,
    or once it is not `in_time` any more: None where fewer than FEWEST_ROOMS were drawn by then.
    """
    verdicts, safe = Verdicts(), _judge(next_room)
    # Sets have no order of their own: unsorted, the same dice would draw other rooms.
    draws = [(sorted(cards), k) for cards, k in next_room.pile.draws(next_room.new)]
    while verdicts.rooms < rooms and in_time():
        fresh = [card for cards, k in draws for card in chance.sample(cards, k)]
        verdicts.add(safe((*next_room.stays, *fresh)))
    # No number is better than one that changes with every look.
    if verdicts.rooms < FEWEST_ROOMS:
        return None
    low, _ = wilson(verdicts.deadly, verdicts.rooms)
    _, high = wilson(verdicts.deadly + verdicts.unsettled, verdicts.rooms)
    # An unsettled room may be either; the bounds below count it as both.
    middle = (verdicts.deadly + verdicts.unsettled / 2) / verdicts.rooms
    return Risk(middle, low, high, verdicts.rooms, verdicts.unsettled)


def _judge(next_room: NextRoom) -> Callable[[Cards], bool | None]:
    """Says of a room whether it can be left alive, None where it does not know.

    In Rascal by every way its planner finds (rules.md 5.3); in the last room no card may stay.
    """
    player = next_room.rascal
    if player is None:
        people, turn, game = next_room.people, next_room.turn, next_room.game
        return lambda room: is_safe(people, [CARD_KINDS[c] for c in room], turn, game=game)
    planner = RascalPlanner(player.options, tuple)
    hp, arms = player.hp, planner.arms(player)
    return lambda room: bool(planner.ends(hp, arms, LoneRoom(numbers(room), last=next_room.last)))


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
