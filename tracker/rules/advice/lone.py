"""Advice for one player against the deck: plan the room, try the best plans on deals to come.

The reason says why this and not that. The best end is held against the best one that lacks a
trait: the room put back, another card carried on, the weapon spared or spent. The trait that is
worth most is the reason, in wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf
from typing import Any, NamedTuple

from tracker.rules.advice.answer import Advice, Reason
from tracker.rules.advice.planner import Judge, Planner, PlannerRoom, StateT
from tracker.rules.advice.prospect import NUMBER, End, Ends, Numbers, Prospect, numbers
from tracker.rules.advice.race import ENOUGH, Entrant, InTime, race
from tracker.rules.protocol import BACK, Decision, Game, parts
from tracker.rules.words import gettext_noop, number_noop

ENTRANTS = 6
"""So many ends of a room are tried: with more, each has too few trials."""


def advise(
    planner: Planner[StateT], judge: Judge, view: StateT, trials: int, in_time: InTime
) -> Advice | None:
    """The first step to the best end of the room that lies open; None when the game is over."""
    decisions = open_to(planner, view)
    if not decisions:
        return None
    ways = ways_out(planner, view)
    if not ways:
        plan = ((0, decisions[0]),)
        return Advice(decisions[0], 0.0, "win", 0, (), plan, Reason(LOST))
    prospect = judge.prospect(*pile(planner.game, view))
    if not prospect and (won := _with_nothing_left(ways)):
        chances = dict.fromkeys(sorted(won, reverse=True), 1.0)
        return _advice(planner, view, ways, chances, 0, Reason(SURE))
    found = _race(planner, judge, prospect, rated(prospect, [*ways]), trials, in_time)
    tried = sum(entrant.trials for entrant in found)
    # The table of chances was fitted to full trials and is wrong for fewer.
    enough = tried >= ENOUGH * planner.trials
    said = {e.plan: judge.advised_chance(e.mean) if enough and e.trials else None for e in found}
    reason = reason_of(planner, view, prospect, _figures(found[:ENTRANTS], said))
    return _advice(planner, view, ways, said, tried, reason)


def _with_nothing_left(ends: Iterable[End]) -> list[End]:
    """The ends that win the game when the pile is empty."""
    return [end for end in ends if not end.carried and not end.under]


def open_to(planner: Planner[StateT], state: StateT) -> tuple[Decision, ...]:
    return tuple(each for each in planner.game.decisions(state, 0) if each != "quit")


def ways_out(
    planner: Planner[StateT], view: StateT, begun: Decision | None = None
) -> dict[End, Decision]:
    """The ends that can be reached from here alive, each with a first step to it; only those
    `begun` with a decision, if one is given."""
    most: dict[Any, tuple[End, Decision]] = {}
    for decision in open_to(planner, view) if begun is None else (begun,):
        for end in reachable(planner, view, decision):
            # Among ends that differ in health alone the healthier is never worse.
            if end[1:] not in most or end.hp > most[end[1:]][0].hp:
                most[end[1:]] = end, decision
    return dict(most.values())


def reachable(planner: Planner[StateT], state: StateT, decision: Decision) -> Iterable[End]:
    """All ends of the room that are still open after a decision."""
    child = planner.game.play(state, 0, decision, tuple)
    over = planner.game.outcome(child)
    # The turn counts rooms here: one more means that this room was left.
    if child.turn > state.turn or (over and over.word == "won"):
        return (_left(planner, state, child, decision),)
    if over:
        return ()
    ends = planner.ends(child.hp, planner.arms(child), planner.room(child))
    return (End(hp, arms, carried) for (arms, carried), hp in ends.items())


def _left(planner: Planner[StateT], state: StateT, child: StateT, decision: Decision) -> End:
    do, card, how = parts(decision)
    if do in ("skip", "flee"):
        return End(child.hp, planner.arms(child), under=numbers(state.room))
    dropped = (card,) if how == "drop" else ()
    carried = tuple(other for other in state.room if other != card) + dropped
    return End(child.hp, planner.arms(child), carried=sum(numbers(carried)))  # one at most


def rated(prospect: Prospect, ends: Sequence[End]) -> list[tuple[End, float]]:
    """The ends with their rates, the best first."""
    inside, left = [e for e in ends if not e.under], [e for e in ends if e.under]
    rates = prospect.rates({(end.arms, end.carried): end.hp for end in inside})
    rates += [prospect.rate_of_leaving(end.hp, end.arms, end.under) for end in left]
    return sorted(zip(inside + left, rates, strict=True), key=lambda each: -each[1])


def _race(
    planner: Planner[Any],
    judge: Judge,
    prospect: Prospect,
    found: Sequence[tuple[End, float]],
    trials: int,
    in_time: InTime,
) -> list[Entrant[End]]:
    """The ends, the best first, after so many trials of the most promising."""
    entrants = [Entrant(end, judge.chance(rate)) for end, rate in found]
    if not trials:
        return entrants
    face_down = prospect.cards[: prospect.face_down]
    raced = race(
        entrants[:ENTRANTS],
        # Only the order is unknown: which cards are to come everybody can count.
        lambda: planner.shuffle(face_down),
        lambda end, order: trial(planner, judge, end, prospect.deal(order)),
        trials,
        in_time,
    )
    return raced + entrants[ENTRANTS:]


def _figures(found: Sequence[Entrant[End]], said: Mapping[End, float | None]) -> dict[End, float]:
    """The chances of the ends; where not all can be said, the means they were taken from."""
    chances = {e.plan: chance for e in found if (chance := said[e.plan]) is not None}
    return chances if len(chances) == len(found) else {e.plan: e.mean for e in found}


def _advice(
    planner: Planner[StateT],
    view: StateT,
    ways: Mapping[End, Decision],
    chances: Mapping[End, float | None],
    tried: int,
    reason: Reason,
) -> Advice:
    best = next(iter(chances))
    ranked: dict[Decision, float | None] = {}
    for end, chance in chances.items():
        ranked.setdefault(ways[end], at_most(chances[best], chance))
    plan = tuple((0, decision) for decision in path(planner, view, best))
    return Advice(ways[best], chances[best], "win", tried, tuple(ranked.items()), plan, reason)


def at_most(best: float | None, chance: float | None) -> float | None:
    """A chance of what came off worse: who left the race early may have a luckier figure."""
    return chance if best is None or chance is None else min(best, chance)


def path(planner: Planner[StateT], state: StateT, end: End) -> Iterator[Decision]:
    """Decisions that lead to this end of the room."""
    room = state.turn
    while state.turn == room and not planner.game.outcome(state):
        choices = open_to(planner, state)
        decision = next(each for each in choices if end in reachable(planner, state, each))
        yield decision
        state = planner.game.play(state, 0, decision, tuple)


def pile(game: Game[Any, Any], view: Any) -> tuple[Numbers, Numbers]:
    """The cards that lie face down, in no order, and those that were put under them openly."""
    bottom = tuple(card for card in view.deck if card != BACK)
    return numbers(game.unseen(view)), numbers(bottom)


def trial(planner: Planner[Any], judge: Judge, end: End, prospect: Prospect) -> float:
    """The chance to win after so many rooms, each left by the end that the judge rates best."""
    rooms = judge.rooms
    while room := prospect.next_room(end):
        ends = planner.ends(end.hp, end.arms, PlannerRoom(room, last=not prospect))
        # The pile is empty and the room can be cleared: the game is won.
        if not prospect and wins(ends):
            return 1.0
        rates = prospect.rates(ends)
        best, leaving = max(rates, default=-inf), -inf
        # Never two rooms in a row may be left.
        if prospect and not end.under:
            leaving = prospect.rate_of_leaving(end.hp, end.arms, room)
        if best == leaving == -inf:
            return 0.0
        rooms -= 1
        if rooms == 0:
            return judge.chance(max(best, leaving))
        if leaving > best:
            end = End(end.hp, end.arms, under=room)
        else:
            (arms, carried), hp = [*ends.items()][rates.index(best)]
            end = End(hp, arms, carried)
    return 1.0


def wins(ends: Ends) -> bool:
    """Whether one of the ends of the last room leaves nothing to do."""
    return any(not carried for _, carried in ends)


SURE = gettext_noop("This wins for certain.")
LOST = gettext_noop("Every way out of this room is deadly.")
ONLY = gettext_noop("Every other way out of this room is deadly.")
EVEN = gettext_noop("There are several good ways: they differ by less than one win in 100 games.")
LEAVE = number_noop(
    "With best play this room leaves {hp} HP and wins {points} fewer in 100 games.",
    "points",
)
STAY = number_noop("Putting the room back wins {points} fewer in 100 games.", "points")
# Translators: {points} is a number from 1 to 100.
CARRY = number_noop(
    "Leave the {card} for the next room: anything else wins {points} fewer in 100 games.",
    "points",
)
CLEAR = number_noop("Leave no card: anything else wins {points} fewer in 100 games.", "points")


class Rival(NamedTuple):
    """The best end that lacks a trait of the one advised."""

    trait: str
    end: End
    points: float
    """So many fewer of 100 games it wins."""


def reason_of(
    planner: Planner[Any], view: Any, prospect: Prospect, figures: Mapping[End, float]
) -> Reason:
    """The reason for the first of these ends, each with its chance, best first."""
    best = next(iter(figures))
    found = [*_rivals(planner, best, figures)]
    if not found:
        return Reason(ONLY)
    rival = max(found, key=lambda each: each.points)
    if round(rival.points) < 1:
        return Reason(EVEN)
    text, details = _sentence(planner, view, prospect, best, rival)
    return Reason(text, {**details, "points": round(rival.points)})


def _rivals(planner: Planner[Any], best: End, figures: Mapping[End, float]) -> Iterator[Rival]:
    own = traits(planner, best)
    for trait, value in own.items():
        for end, chance in figures.items():
            if traits(planner, end)[trait] != value:
                yield Rival(trait, end, 100 * (figures[best] - chance))
                break


def traits(planner: Planner[Any], end: End) -> dict[str, Any]:
    """The traits that tell ends apart. An end that leaves the room has no other trait but that."""
    if end.under:
        return dict.fromkeys(["left", "carried", *planner.gear(end.arms)], True)
    return {"left": False, "carried": end.carried} | planner.gear(end.arms)


def _sentence(
    planner: Planner[Any], view: Any, prospect: Prospect, best: End, rival: Rival
) -> tuple[str, dict[str, str | int]]:
    if best.under:
        return LEAVE, {"hp": rival.end.hp}
    if rival.end.under:
        return STAY, {}
    if rival.trait == "carried":
        cards = [card for card in (*view.room, *planner.slot(view)) if NUMBER[card] == best.carried]
        return (CARRY, {"card": cards[0]}) if cards else (CLEAR, {})
    return planner.reason(view, best.arms, rival.end.arms, rival.trait, prospect.monsters)
