"""A match again: its decisions that stand, and how it stood after each of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from tracker import models
from tracker.rules.protocol import BadSetup, Illegal
from tracker.rules.refusals import Malformed, Refused
from tracker.rules.words import gettext_noop
from tracker.services.match.deals import SIT, UNDO, first_state, shuffle_of
from tracker.services.match.match import MOVE, RECENT, Match, Move


class Unplayable(Refused):
    """The log of the match, or its deal, is not one of these rules."""


def standing(match: Match) -> list[Move]:
    """The moves whose decisions were not taken back, oldest first."""
    rows = models.Move.objects.filter(match=match.id).order_by("number")
    moves: list[Move] = []
    for values in rows.values_list(*MOVE):
        move = Move(*values)
        if move.text == UNDO:
            moves.pop()
        elif move.text != SIT:
            moves.append(move)
    return moves


def states(match: Match, moves: Sequence[Move], state: Any = None) -> Iterator[Any]:
    """How it stood before the first of these moves, and after each of them.

    They follow on `state`; where that is None, on the deal. Raises Unfinished before the end, and
    Unplayable.
    """
    match.check_over()
    game, shuffle = match.game, shuffle_of(match.game, match.deal)
    try:
        if state is None:
            state = first_state(game, match.options, len(match.chairs), match.deal)
        yield state
        for move in moves:
            state = game.apply(state, move.seat, move.text, shuffle)
            yield state
    except (Illegal, BadSetup):
        raise Unplayable(gettext_noop("The moves of this game no longer fit the rules.")) from None


def at_move(match: Match, moves: Sequence[Move], at: int) -> Match:
    """How it stood after `at` of its standing moves; as it ended, after all of them.

    Raises Malformed for a number that is none of them, Unfinished and Unplayable.
    """
    if not 0 <= at <= len(moves):
        raise Malformed(gettext_noop("This game has no move {number}."), number=at)
    recent = tuple(reversed(moves[max(0, at - RECENT) : at]))
    if at == len(moves):
        return replace(match, moves=recent)
    *_, state = states(match, moves[:at])
    number = recent[0].number if recent else 0
    return match.standing_at(state, revision=number, moves=recent, outcome="", winner=None)
