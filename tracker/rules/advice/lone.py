"""Advice for one player against the deck: plan the room, try the best plans on deals to come.

The reason says why this and not that. The best end is held against the best one that lacks a
trait: the room put back, another card carried on, the weapon spared or spent. The trait that is
worth most is the reason, in wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import inf
from typing import Any, NamedTuple

from tracker.rules.advice.answer import Advice, Reason
from tracker.rules.advice.planner import Judge, Planner, PlannerRoom, StateT
from tracker.rules.advice.prospect import NUMBER, End, Ends, Numbers, Prospect, numbers
from tracker.rules.advice.race import ENOUGH, Entrant, InTime, race
from tracker.rules.advice.search import OpenRoom, OutOfPositions, Search
from tracker.rules.protocol import BACK, Decision, Game, parts
from tracker.rules.words import gettext_noop, number_noop

Mixed = Sequence[int] | None
"""Nobody knows how the cards of a room lie that was put under a pile of real cards: so many of each
such room, the topmost first. None for dealt cards, whose order everybody has seen."""

A_TRIAL = 30
"""So many positions at most are searched for one trial, and for an answer without trials."""
ENTRANTS = 6
"""So many ends of a room are tried: with more, each has too few trials."""


def advise(
    planner: Planner[StateT],
    judge: Judge,
    view: StateT,
    trials: int,
    in_time: InTime,
    mixed: Mixed = None,
) -> Advice | None:
    """The first step to the best end of the room that lies open; None when the game is over."""
    decisions = planner.game.offered(view, 0)
    if not decisions:
        return None
    ways = ways_out(planner, view)
    if not ways:
        plan = ((0, decisions[0]),)
        return Advice(decisions[0], 0.0, "win", 0, (), plan, Reason(LOST))
    prospect = judge.prospect(*pile(planner.game, view))
    search = Search(planner, planner.positions if trials else A_TRIAL)
    # A single card that is left of a room lies where everybody knows.
    order_is_known = all(size < 2 for size in mixed or ())
    if order_is_known and (known := _known(search, prospect, ways)):
        reason = Reason(SURE if any(known.values()) else NO_WAY)
        return _advice(planner, view, ways, known, 0, reason)
    found = _race(planner, judge, prospect, [*ways], trials, search, in_time, mixed or ())
    tried = sum(entrant.trials for entrant in found)
    # The table of chances was fitted to full trials and is wrong for fewer.
    enough = tried >= ENOUGH * planner.trials
    said = {
        e.plan: judge.advised_chance(e.mean, mixed is not None) if enough and e.trials else None
        for e in found
    }
    reason = reason_of(planner, view, prospect, _figures(found[:ENTRANTS], said))
    return _advice(planner, view, ways, said, tried, reason)


def _known(search: Search, prospect: Prospect, ends: Iterable[End]) -> dict[End, float]:
    """Returns 1 for each end that wins and 0 for the others, those that win first.

    {} where cards lie face down, or where it takes too many positions to find a way to win, or
    that there is none.
    """
    if prospect.face_down:
        return {}
    known = dict[End, float]()
    rated = prospect.rated([*ends])
    with suppress(OutOfPositions):
        for end, _ in rated:
            known[end] = float(search.wins_after(prospect, end))
    if len(known) < len(rated) and not any(known.values()):
        return {}
    return {end: known[end] for end in sorted(known, key=lambda e: (-known[e], *_way(prospect, e)))}


def _way(prospect: Prospect, end: End) -> tuple[int, int]:
    """Sorts ends that win alike: at once with the most health, then without leaving the room."""
    if not (prospect or end.carried or end.under):
        return 0, -end.hp
    return (2 if end.under else 1), 0


def ways_out(
    planner: Planner[StateT], view: StateT, begun: Decision | None = None
) -> dict[End, Decision]:
    """The ends that can be reached from here alive, each with a first step to it; only those
    `begun` with a decision, if one is given."""
    most: dict[Any, tuple[End, Decision]] = {}
    for decision in planner.game.offered(view, 0) if begun is None else (begun,):
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


def _race(
    planner: Planner[Any],
    judge: Judge,
    prospect: Prospect,
    ends: Sequence[End],
    trials: int,
    search: Search,
    in_time: InTime,
    mixed: Sequence[int],
) -> list[Entrant[End]]:
    """The ends, the best first, after so many trials of the most promising."""
    rated = prospect.rated(ends)
    entrants = [Entrant(end, judge.chance(rate), judge.counts) for end, rate in rated]
    if not trials:
        return entrants
    raced = race(
        entrants[:ENTRANTS],
        # Only the order is unknown: which cards are to come everybody can count.
        lambda: _order(planner, prospect, mixed),
        lambda end, order: trial(planner, judge, end, prospect.deal(order), search),
        trials,
        in_time,
    )
    return raced + entrants[ENTRANTS:]


def _order(planner: Planner[Any], prospect: Prospect, mixed: Sequence[int]) -> Sequence[int]:
    """An order that the cards may lie in, those that nobody has seen and those that are mixed."""
    order = planner.shuffle(prospect.cards[: prospect.face_down])
    for size in mixed:
        room = prospect.cards[len(order) : len(order) + size]
        order = (*order, *planner.shuffle(room))
    return order


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
        choices = planner.game.offered(state, 0)
        decision = next(each for each in choices if end in reachable(planner, state, each))
        yield decision
        state = planner.game.play(state, 0, decision, tuple)


def open_room(planner: Planner[StateT], state: StateT, prospect: Prospect) -> OpenRoom:
    """The room of a state, with the pile as it lies."""
    may_leave = not {"skip", "flee"}.isdisjoint(planner.game.decisions(state, 0))
    return OpenRoom(prospect, planner.room(state), may_leave, state.hp, planner.arms(state))


def pile(game: Game[Any, Any], view: Any) -> tuple[Numbers, Numbers]:
    """The cards that lie face down, in no order, and those that were put under them openly."""
    bottom = tuple(card for card in view.deck if card != BACK)
    return numbers(game.unseen(view)), numbers(bottom)


def trial(
    planner: Planner[Any], judge: Judge, end: End, prospect: Prospect, search: Search
) -> float:
    """The chance to win after so many rooms, each left by the end that the judge rates best.

    Once every card is known, it is worked out whether the best play wins.
    """
    rooms = judge.rooms
    while True:
        if search.left and prospect.all_known(end):
            won = search.answer(prospect, end, A_TRIAL)
            if won is not None:
                return float(won)
        if not (room := prospect.next_room(end)):
            return 1.0
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


def wins(ends: Ends) -> bool:
    """Whether one of the ends of the last room leaves nothing to do."""
    return any(not carried for _, carried in ends)


SURE = gettext_noop("This wins for certain.")
LOST = gettext_noop("Every way out of this room is deadly.")
NO_WAY = gettext_noop("You've seen every card to come: this can't be won any more.")
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
        cards = [card for card in (*view.room, *view.pocket) if NUMBER[card] == best.carried]
        return (CARRY, {"card": cards[0]}) if cards else (CLEAR, {})
    return planner.reason(view, best.arms, rival.end.arms, rival.trait, prospect.monsters)
