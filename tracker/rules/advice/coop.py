"""Advice for the co-operative game: the room planned for all who play (rules.md 3).

Everything lies open until the room is left, so the whole table's turns are planned at once by the
rules themselves: of all lines of play only the most promising go on, one step at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from heapq import nlargest
from math import exp
from operator import attrgetter
from typing import NamedTuple

from tracker.rules.advice.answer import Advice, Step
from tracker.rules.cards import (
    BLACK_JOKER,
    BLACKSMITHS,
    POTIONS,
    RED_JOKER,
    WEAPONS,
    enemy_value,
    red_value,
    strength,
)
from tracker.rules.games.coop.game import Coop
from tracker.rules.games.coop.state import CoopState, Player
from tracker.rules.games.dungeon import MONSTERS
from tracker.rules.protocol import Cards, Decision, parts
from tracker.rules.table.player import MAX_HP

GAME = Coop()
NO_LIMIT = 15
LINES = 6
"""So many lines of play go on at every step."""

# The weights of a room's end, in hit points. Found by the cross-entropy method: they brought two
# players furthest in 200 games played with them.
DEATH = 24
LOW_HP, LOW_HP_COST = 7.54, 0.068
FRAIL_HP, FRAIL_HP_COST = 17.9, 0.002
ARMED, ARMED_POWER, CAUGHT, SHIELD = 0.419, 0.688, 0.058, 1.23
JOKER = 3.58
WEAR, MONSTER, ANY_MONSTER = 0.433, 0.734, 0.381
BETTER_WEAPON, ANY_WEAPON = 0.693, 0.148
POTION, HEALING, HEALER, ALL_HEALING = 0.42, 0.543, 0.378, 0.137
SMITH, LYING_SHIELD = 0.798, 1.26
RUN = 2.82

TEN_ROOMS = {
    1: (-0.94, 0.066, 40),
    2: (1.39, 0.049, 40),
    3: (-2.92, 0.147, 60),
    4: (-2.92, 0.147, 60),
}
"""For so many alive, the log odds that none of them falls in ten rooms: shift, slope by worth, and
the worth above which it makes no difference. Fitted to games played by the rule of thumb: 18,000
rooms of two players, 10,000 of one, 6,000 of three; in games of four nobody fell."""


class Line(NamedTuple):
    """Some steps in the room, what they lead to, and how good that is."""

    worth: float
    steps: tuple[Step, ...]
    state: CoopState
    left: bool = False
    """Whether the room has been left."""


def advise(view: CoopState, seat: int) -> Advice | None:
    """The first step of the best way found to leave the room; None if another seat is to act."""
    found = lines(view, seat)
    if not found:
        return None
    ranked: dict[Decision, float] = {}
    for line in found:
        ranked.setdefault(line.steps[0][1], survival(line, len(view.living)))
    decision, chance = next(iter(ranked.items()))
    return Advice(decision, chance, "ten rooms", 0, tuple(ranked.items()), found[0].steps)


def lines(view: CoopState, seat: int) -> list[Line]:
    """Ways to leave the room that begin with a decision of this seat, those of most worth first."""
    field, ended = _further([Line(0.0, (), view)], (seat,))
    while field:
        field, more = _further(field, ())
        ended += more
    return sorted(ended, key=attrgetter("worth"), reverse=True)


def _further(field: list[Line], seats: tuple[int, ...]) -> tuple[list[Line], list[Line]]:
    """One step on: the best lines that stay in the room, and those that leave it."""
    found = [each for line in field for each in _continued(line, seats or GAME.to_act(line.state))]
    inside = {_position(each.state): each for each in found if not each.left}
    best = nlargest(LINES, inside.values(), key=attrgetter("worth"))
    return best, [each for each in found if each.left]


def _position(state: CoopState) -> tuple[object, ...]:
    """All that matters for the rest of the room."""
    return state.players, state.room, state.turn, state.used


def _continued(line: Line, seats: tuple[int, ...]) -> Iterator[Line]:
    for seat in seats:
        for decision in GAME.decisions(line.state, seat):
            yield _run(line, seat) if decision == "offer" else _stepped(line, seat, decision)


def _stepped(line: Line, seat: int, decision: Decision) -> Line:
    """One step further. The last one deals a room, but its worth is that of what was left."""
    state = GAME.play(line.state, seat, decision, tuple)
    room = tuple(card for card in line.state.room if card != parts(decision)[1])
    left = len(room) <= 1 or not state.living
    worth = worth_of(state.players, room)
    return Line(worth, (*line.steps, (seat, decision)), state, left)


def _run(line: Line, seat: int) -> Line:
    """Everybody offers, one after the other."""
    state = line.state
    around = [*range(seat, len(state.players)), *range(seat)]
    offers = [n for n in around if n in state.living and n not in state.offers]
    steps = (*line.steps, *((n, "offer") for n in offers))
    return Line(worth_of(state.players, ()) - RUN, steps, state, True)


def survival(line: Line, living: int) -> float:
    """The chance that none of so many falls in this room and ten more, as far as worth tells."""
    if len(line.state.living) < living:
        return 0.0
    shift, slope, most = TEN_ROOMS[living]
    worth = line.worth + DEATH * (len(line.state.players) - living)
    return 1 / (1 + exp(-shift - slope * min(most, worth)))


def worth_of(players: tuple[Player, ...], room: Cards) -> float:
    """How well the table stands with these cards still in the room."""
    living = [player for player in players if player.hp > 0]
    if not living:
        return -1e6
    held = sum(map(_held, living)) - DEATH * (len(players) - len(living))
    return held + sum(_lying(card, living) for card in room)


@lru_cache(maxsize=4096)
def _held(player: Player) -> float:
    worth = player.hp + _use(player.weapon, _limit(player))
    worth -= LOW_HP_COST * max(0.0, LOW_HP - player.hp) ** 2
    worth -= FRAIL_HP_COST * max(0.0, FRAIL_HP - player.hp) ** 2
    worth += CAUGHT * sum(map(enemy_value, player.slain))
    return worth + SHIELD * sum(map(strength, player.shields))


def _lying(card: str, living: list[Player]) -> float:
    """What a card still in the room is good for; below 0 for a monster."""
    if card in MONSTERS:
        return -JOKER if card == BLACK_JOKER else _threat(enemy_value(card), living)
    if card in WEAPONS:
        fresh = _use(card, NO_LIMIT)
        better = max(fresh - _use(player.weapon, _limit(player)) for player in living)
        return BETTER_WEAPON * max(0, better) + ANY_WEAPON * fresh
    wounds = MAX_HP - min(player.hp for player in living)
    if card in POTIONS:
        return POTION * red_value(card) + HEALING * min(red_value(card), wounds)
    if card == RED_JOKER:
        return HEALER + ALL_HEALING * wounds
    return (SMITH if card in BLACKSMITHS else LYING_SHIELD) * strength(card)


def _threat(value: int, living: list[Player]) -> float:
    """What it costs whoever is best fit to fight the monster."""
    parried = [min(value, red_value(p.weapon)) for p in living if value < _limit(p)]
    cost = min([value, *(value - parry + WEAR * parry for parry in parried)])
    return -MONSTER * cost - ANY_MONSTER


def _limit(player: Player) -> int:
    if player.slain:
        return enemy_value(player.slain[-1])
    return NO_LIMIT if player.weapon else 0


@cache
def _use(weapon: str, limit: int) -> float:
    """What a weapon is good for until its limit, by all the monsters it could still parry."""
    value = red_value(weapon) if weapon else 0
    parried = sum(min(value, monster) for monster in range(2, limit))
    return ARMED * float(parried**ARMED_POWER)
