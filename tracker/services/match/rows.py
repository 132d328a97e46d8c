"""What a decision makes of a match, and the computers' answer; nothing is stored here."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from random import Random
from typing import Any

from django.utils import timezone

from tracker.rules.players import decision_of
from tracker.rules.protocol import Decision, Outcome
from tracker.services.match.deals import changes, shuffle_of
from tracker.services.match.match import RECENT, Match, Move

MOST_IN_A_ROW = 400
"""Moves of computers after one another. No game comes near it before a person must decide; it only
keeps a fault in one from holding the database for ever."""


PAUSE_S = 10 * 60
"""Whoever makes no move for longer was doing something else."""


def remember(match: Match) -> Match:
    """The match with a note of where it stands, for showing what comes next move by move."""
    text = match.game.to_json(match.state)
    return replace(match, earlier_state=text, earlier_revision=match.revision)


def decide(match: Match, seat: int, decision: Decision) -> Match:
    """The match after a legal decision, with its move."""
    game, state = match.game, match.state
    after = game.play(state, seat, decision, shuffle_of(game, match.seed))
    match = replace(match, decision_count=match.decision_count + 1)
    return log_move(match, after, seat, decision, game.tale(state, seat, decision))


def log_move(match: Match, after: Any, seat: int, text: str, report: str) -> Match:
    """The match in its new state, with the move that led there on top of its log."""
    number, now = match.revision + 1, timezone.now()
    changed = changes(match.game, match.state, after)
    move = Move(number, seat, text, report, changed, now)
    outcome = match.game.outcome(after) or _left_to_computers(match, after)
    return replace(
        match,
        state=after,
        revision=number,
        seconds=match.seconds + _seconds_between(match.updated, now),
        updated=now,
        outcome=outcome.word if outcome else "",
        winner=outcome.winner if outcome else None,
        score=match.game.score(after) if outcome else {},
        moves=(move, *match.moves)[:RECENT],
    )


def _seconds_between(before: datetime, now: datetime) -> int:
    """Of time played: a pause is none of it."""
    seconds = round((now - before).total_seconds())
    return max(0, seconds) if seconds <= PAUSE_S else 0


def _left_to_computers(match: Match, state: Any) -> Outcome | None:
    """A table where only computers are alive is over: nobody is left to play for."""
    living = getattr(state, "living", None)
    if living is None or any(not match.chairs[seat].level for seat in living):
        return None
    return Outcome("over")


def let_computers_move(match: Match) -> tuple[Match, list[Move]]:
    """The match when a person must decide again, and the moves of computers till then.

    Each sees no more than its seat may see. Their dice follow from the deal too: whoever plays it
    meets the same opponents.
    """
    moves: list[Move] = []
    while len(moves) < MOST_IN_A_ROW and (seat := _computer_to_act(match)) is not None:
        level, chance = match.chairs[seat].level, Random(f"{match.seed}:{match.revision}")
        decision = decision_of(match.game.key, level, match.state, seat, chance)
        match = decide(match, seat, decision)
        moves.append(match.moves[0])
    return match, moves


def _computer_to_act(match: Match) -> int | None:
    """Where people may decide as well, computers leave it to them."""
    seats = match.to_act
    computers = [seat for seat in seats if match.chairs[seat].level]
    return computers[0] if computers and len(computers) == len(seats) else None
