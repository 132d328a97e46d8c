"""Whether a lone game can still be won by somebody who knows every card, and how."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tracker.rules.advice import PLANNERS
from tracker.rules.advice.lone import open_room, path
from tracker.rules.advice.planner import Planner
from tracker.rules.advice.prospect import numbers
from tracker.rules.advice.search import OpenRoom, OutOfPositions, Search
from tracker.rules.protocol import Decision, Game


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
    return search.wins(_open_room(search.planner, state))


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
    return open_room(planner, state, pile)
