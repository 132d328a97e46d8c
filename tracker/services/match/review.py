"""Every decision of a finished match with what it cost, worked out in pieces and kept with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Any

from tracker import models
from tracker.rules.advice.review import Verdict, reviewed, verdict
from tracker.rules.protocol import Cards
from tracker.services.match.advice import afterthought
from tracker.services.match.match import Match, Move, read_state
from tracker.services.match.replay import standing, states
from tracker.services.writing import writing

SECONDS = 0.05
"""After so long no other decision is begun: one takes up to a third of a second."""


@dataclass(frozen=True)
class Review:
    """The verdicts on the first `done` of `last` moves, by the number of the move, from 1.

    There is none on a computer's, and none on giving up. `state` is how it stood after those moves,
    None at the start.
    """

    done: int
    last: int
    verdicts: dict[int, Verdict]
    state: Any = None

    @property
    def whole(self) -> bool:
        return self.done >= self.last


def reviews(match: Match) -> bool:
    """Whether the decisions of this match can be reviewed."""
    return bool(match.outcome) and not match.outdated and reviewed(match.game.key, match.revealed)


def match_review(match: Match, last: int) -> Review:
    """As far as it is worked out; a match that was taken up again is reviewed anew."""
    kept = match.review or {}
    state = read_state(match.game, kept.get("state", ""))
    if kept.get("revision") != match.revision or state is None:
        return Review(0, last, {})
    verdicts = {int(number): Verdict(*values) for number, values in kept["verdicts"].items()}
    return Review(kept["done"], last, verdicts, state)


def match_review_on(match: Match) -> Review:
    """One piece more of it. While too many are thinking already, nothing. Raises Unplayable."""
    moves = standing(match)
    before = match_review(match, len(moves))
    with afterthought() as free:
        if before.whole or not free or not reviews(match):
            return before
        after = _further(match, moves, before)
    return _keep(match, before, after)


def _further(match: Match, moves: Sequence[Move], review: Review) -> Review:
    end, verdicts, rest = monotonic() + SECONDS, dict(review.verdicts), moves[review.done :]
    later = states(match, rest, review.state)
    done, state = review.done, next(later)
    for done, move in enumerate(rest, review.done + 1):
        if found := _verdict(match, state, move, done):
            verdicts[done] = found
        state = next(later)
        if monotonic() >= end:
            break
    return Review(done, review.last, verdicts, state)


def _verdict(match: Match, state: Any, move: Move, number: int) -> Verdict | None:
    """The same at every look: its dice follow from the deal and the move."""
    if match.chairs[move.seat].level:
        return None
    chance = Random(f"{match.deal}:{number}:review")

    def shuffle(cards: Cards) -> list[str]:
        return chance.sample(cards, len(cards))

    return verdict(match.game.key, state, move.seat, move.text, shuffle)


def _keep(match: Match, before: Review, after: Review) -> Review:
    """Unless somebody else was first, or the match has gone on."""
    values = {
        "revision": match.revision,
        "done": after.done,
        "state": match.game.to_json(after.state),
        "verdicts": {number: list(found) for number, found in after.verdicts.items()},
    }
    with writing():
        rows = models.Match.objects.select_for_update()
        row = rows.filter(id=match.id, revision=match.revision).first()
        kept = (row.review or {}) if row else {}
        further = kept.get("revision") == match.revision and kept["done"] > before.done
        if row is None or further:
            return before
        row.review = values
        row.save(update_fields=["review"])
    return after
