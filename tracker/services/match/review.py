"""Looking back at a match: what each decision cost, which one lost the deal, and what the adviser
makes of it.

All are worked out in pieces and kept with the match. Where its deal can be won, the exact search
finds how (tracker/rules/advice/proof.py).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from time import monotonic
from typing import Any

from tracker import models
from tracker.rules.advice import PLANNERS, advice
from tracker.rules.advice.proof import winnable, winning_line
from tracker.rules.advice.review import MoveVerdict, reviewed, verdict
from tracker.rules.advice.search import OutOfPositions
from tracker.rules.protocol import Decision, Outcome
from tracker.rules.solved import can_be_won
from tracker.rules.words import Refused, gettext_noop
from tracker.services.codes import Missing
from tracker.services.match.advice import Answers, background_slot
from tracker.services.match.deals import first_state, shuffle_of, shuffle_with
from tracker.services.match.log import moves_not_undone, revealed_states
from tracker.services.match.match import DealtMatch, LoggedMove, dealt, decide, read_state
from tracker.services.match.rows import match_table
from tracker.services.reading import UNREADABLE
from tracker.services.writing import writing

SECONDS = 0.05
"""After so long no other decision is begun: one takes up to a third of a second."""
POSITIONS = 700
"""A state that is not decided after so many, a fifth of a second, leaves the proof open."""


@dataclass(frozen=True)
class Review:
    """The verdicts on the first `done` of `last` moves, by the number of the move, from 1.

    There is none on a computer's, and none on giving up. `state` is how it stood after those moves,
    None at the start. With every card known the game could still be won after as many moves as
    `span` says first, -1 at the start, and not after as many as it says second. No span where
    nothing is to be proved, or the search was too long.
    """

    done: int
    last: int
    verdicts: dict[int, MoveVerdict]
    state: Any = None
    span: tuple[int, int] | None = None

    @property
    def proved(self) -> bool:
        """Whether the move that lost the game is found, or will not be."""
        return not self.span or self.span[1] - self.span[0] == 1

    @property
    def whole(self) -> bool:
        return self.done >= self.last and self.proved


def reviews(match: DealtMatch) -> bool:
    """Whether its decisions can be reviewed, and its deal played by the adviser."""
    return bool(match.outcome) and not match.outdated and reviewed(match.game.key, match.revealed)


def match_review(match: DealtMatch, last: int) -> Review:
    """As far as it is worked out; a match that was taken up again is reviewed anew."""
    kept = match.review or {}
    state = read_state(match.game, kept.get("state", ""))
    span = _span(match, last)
    if kept.get("revision") != match.revision or state is None:
        return Review(0, last, {}, span=span)
    verdicts = {int(number): MoveVerdict(*values) for number, values in kept["verdicts"].items()}
    if "span" in kept:
        span = kept["span"] and (kept["span"][0], kept["span"][1])
    return Review(kept["done"], last, verdicts, state, span)


def _span(match: DealtMatch, last: int) -> tuple[int, int] | None:
    """The widest: nothing is known yet, but that the end of a lost game is lost."""
    if match.game.key not in PLANNERS or match.outcome == "won":
        return None
    return -1, last


def match_review_on(match: DealtMatch) -> Review:
    """One piece more of it. While too many are thinking already, nothing. Raises Unplayable."""
    moves = moves_not_undone(match)
    before = match_review(match, len(moves))
    with background_slot() as free:
        if before.whole or not free or not reviews(match):
            return before
        after = _further(match, moves, before)
    return _keep(match, before, after)


def _further(match: DealtMatch, moves: Sequence[LoggedMove], review: Review) -> Review:
    # A copy: the review from before is returned if this piece cannot be stored.
    end, verdicts, rest = monotonic() + SECONDS, dict(review.verdicts), moves[review.done :]
    if not rest:
        return _narrower(match, moves, review, end)
    later = revealed_states(match, rest, review.state)
    done, state = review.done, next(later)
    for done, move in enumerate(rest, review.done + 1):
        before, state = state, next(later)  # what no longer fits the rules cannot be judged
        if found := _verdict(match, before, move, done):
            verdicts[done] = found
        if monotonic() >= end:
            break
    return replace(review, done=done, verdicts=verdicts, state=state)


def _narrower(match: DealtMatch, moves: Sequence[LoggedMove], review: Review, end: float) -> Review:
    """Halves the span till time is up. What is lost stays lost, so nothing else can lie in it."""
    states = [*revealed_states(match, moves)]
    while review.span and not review.proved:
        won, lost = review.span
        middle = (won + lost) // 2
        answer = winnable(match.game, states[middle], POSITIONS)
        span = {True: (middle, lost), False: (won, middle), None: None}[answer]
        review = replace(review, span=span)
        if monotonic() >= end:
            break
    return review


def _verdict(match: DealtMatch, state: Any, move: LoggedMove, number: int) -> MoveVerdict | None:
    """Judges a move the same way at every look: its dice follow from the deal and the move."""
    if match.seats[move.seat].level or move.away:
        return None
    chance = Random(f"{match.deal}:{number}:review")
    return verdict(match.game.key, state, move.seat, move.text, shuffle_with(chance))


def dearest(review: Review) -> list[int]:
    """The numbers of the moves that cost something worth telling, the dearest first."""
    dear = [number for number, found in sorted(review.verdicts.items()) if found.dear]
    return sorted(dear, key=lambda number: -review.verdicts[number].cost)


ASKED = 5
"""So many of the dearest decisions are asked about."""


def questions(review: Review, every: bool) -> list[int]:
    """How many moves there were before each decision that is asked about: the dearest, or `every`
    one with something at stake."""
    staked = [number for number, found in review.verdicts.items() if found.at_stake]
    return sorted(number - 1 for number in (staked if every else dearest(review)[:ASKED]))


def verdict_on(
    match: DealtMatch, moves: Sequence[LoggedMove], review: Review, at: int, decision: Decision
) -> MoveVerdict | None:
    """Judges what could be done after `at` moves as the review judges what was; None while others
    think. Raises Unplayable."""
    made, own = moves[at], review.verdicts[at + 1]
    if decision == own.best:
        return own._replace(cost=0.0)
    if decision == made.text:
        return own
    *_, state = revealed_states(match, moves[:at])
    with background_slot() as free:
        return _verdict(match, state, replace(made, text=decision), at + 1) if free else None


def _keep(match: DealtMatch, before: Review, after: Review) -> Review:
    """Unless somebody else was first, or the match has gone on."""
    values = {
        "revision": match.revision,
        "done": after.done,
        "state": match.game.to_json(after.state),
        "verdicts": {number: list(found) for number, found in after.verdicts.items()},
        "span": after.span,
    }
    with writing():
        rows = models.Match.objects.select_for_update()
        row = rows.filter(id=match.id, revision=match.revision).first()
        kept = (row.review or {}) if row else {}
        # Another phone has stored a piece meanwhile: theirs stands.
        further = kept.get("revision") == match.revision and kept["done"] > before.done
        if row is None or further:
            return before
        row.review = values
        row.save(update_fields=["review"])
    return after


def reviews_audit() -> None:
    """Forgets each kept review that is none of its match, inside `writing`: it is made anew."""
    for code in list(models.Match.objects.exclude(review=None).values_list("code", flat=True)):
        if not _is_its_own(code):
            models.Match.objects.filter(code=code).update(review=None)


def _is_its_own(code: str) -> bool:
    try:
        match = match_table(code)
        if not reviews(match):
            return False
        moves = moves_not_undone(match)
        review, states = match_review(match, len(moves)), [*revealed_states(match, moves)]
        return (
            review.done in range(len(states))
            and review.state == states[review.done]
            and _narrows(review.span, _span(match, len(moves)))
            and all(
                number in range(1, review.done + 1)
                and found.best in match.game.decisions(states[number - 1], moves[number - 1].seat)
                and 0 <= found.low <= found.cost <= min(found.high, found.chance)
                and max(found.high, found.chance) <= 1
                for number, found in review.verdicts.items()
            )
        )
    except (*UNREADABLE, Missing, Refused):
        return False


def _narrows(span: tuple[int, int] | None, widest: tuple[int, int] | None) -> bool:
    if span is None or widest is None:
        return span is None
    won, lost = span
    return widest[0] <= won < lost <= widest[1] and type(won) is type(lost) is int


PAR_SECONDS = 0.1
"""After so long no other room is begun: one takes a quarter of a second at the most."""
MOST_FLOORS = 10
"""With two players or more the adviser hardly ever falls, and nobody waits for that."""


@dataclass(frozen=True)
class Par:
    """The deal as far as the adviser has played it; `over` when that was the end, or far enough."""

    match: DealtMatch
    over: bool


def match_par(match: DealtMatch) -> Par:
    """As far as it is played. Raises BadSetup."""
    kept = match.par or {}
    state = read_state(match.game, kept.get("state", "")) if kept else None
    if state is None:
        state = first_state(match.game, match.options, len(match.seats), match.deal)
    return _par(match, state)


def match_par_on(match: DealtMatch) -> Par:
    """One piece more of it. While too many are thinking already, nothing. Raises BadSetup."""
    par, end = match_par(match), monotonic() + PAR_SECONDS
    with background_slot() as free:
        if par.over or not free or not reviews(match):
            return par
        while not par.over:
            par = _par(match, _after_room(match, par.match.revealed))
            if monotonic() >= end:
                break
    state = match.game.to_json(par.match.revealed)
    with writing():
        models.Match.objects.filter(id=match.id).update(par={"state": state})
    return par


def _par(match: DealtMatch, state: Any) -> Par:
    outcome = match.game.outcome(state)
    enough = match.game.score(state).get("floors", 0) >= MOST_FLOORS
    return Par(_as_ended(match, state, outcome), bool(outcome) or enough)


def _as_ended(match: DealtMatch, state: Any, outcome: Outcome | None) -> DealtMatch:
    """The match as if the adviser had played it."""
    word, winner = outcome or Outcome("over")
    score = match.game.score(state)
    return match.standing_at(
        state, outcome=word, winner=winner, score=score, moves=(), undo_count=0
    )


def _after_room(match: DealtMatch, state: Any) -> Any:
    """As advised till new cards are dealt. Its dice follow from the deal: all get the same par."""
    game, seat = match.game, match.game.to_act(state)[0]
    text = game.to_json(state)
    chance = Random(f"{match.deal}:{text}:par")
    found = advice(game.key, game.view(state, seat), seat, shuffle_with(chance))
    for actor, decision in found.plan if found else ():
        state = game.apply(state, actor, decision, shuffle_of(game, match.deal))
    return state


SOLUTION_POSITIONS = 1_700
"""The search gives up after so many, half a second: for one deal in 150 they are too few."""

_solutions = Answers[tuple[str, str, str], tuple[Decision, ...]]()


class NotFound(Refused):
    """The search has no line of decisions, though there is one."""


def has_solution(match: DealtMatch) -> bool:
    """Whether the match is over, and its deal is known as one that can be won."""
    over = bool(match.outcome) and not match.outdated
    return over and can_be_won(match.game, match.options, match.deal) is True


def match_solution(match: DealtMatch) -> list[DealtMatch]:
    """How a match that has a solution stands at the start, and after each decision that wins.

    Raises NotFound.
    """
    game, options, seats = match.game, match.options, match.seats
    stages = [dealt(game=game, options=options, seats=seats, seed=match.deal)]
    for decision in _winning_decisions(match):
        stages.append(decide(stages[-1], 0, decision))
    return stages


def _winning_decisions(match: DealtMatch) -> tuple[Decision, ...]:
    asked = match.game.key, json.dumps(match.options), match.deal
    with suppress(KeyError):
        return _solutions[asked]
    start = first_state(match.game, match.options, 1, match.deal)
    with background_slot() as free, suppress(OutOfPositions):
        if free and (line := winning_line(match.game, start, SOLUTION_POSITIONS)):
            return _solutions.keep(asked, line)
    raise NotFound(gettext_noop("The search for a way to win took too long."))
