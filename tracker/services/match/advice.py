"""Advice on the next move, asked of the rules, which think about it for a moment."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random
from time import monotonic
from typing import TypeVar

from tracker.rules.advice import ADVISED, Advice, InTime, advice
from tracker.rules.players import PLAYERS
from tracker.rules.protocol import Decision
from tracker.services.match.deals import shuffle_with
from tracker.services.match.match import DealtMatch

SECONDS = 0.5
"""Thinking ends after so long at the latest; a quiet core needs a fifth of it."""
THINKERS = 2
"""So many may think at once: it takes a whole core, and the site has others to serve."""
KEPT = 200

K = TypeVar("K")
V = TypeVar("V")

advice_slots = threading.BoundedSemaphore(THINKERS)
review_slot = threading.BoundedSemaphore(1)
_keeping = threading.Lock()


def advises(match: DealtMatch) -> bool:
    """Whether there is advice on this game at all."""
    return match.game.key in ADVISED


@contextmanager
def slot_of(slots: threading.Semaphore) -> Iterator[bool]:
    """Whether one of them is free; then it is taken inside."""
    free = slots.acquire(blocking=False)
    try:
        yield free
    finally:
        if free:
            slots.release()


@contextmanager
def background_slot() -> Iterator[bool]:
    """Whether there is time to think about what is over: one may, while few others think at all.

    Two at once would take turns, and each answer twice as long.
    """
    with slot_of(review_slot) as alone, slot_of(advice_slots) as free:
        yield alone and free


def clock(seconds: float) -> InTime:
    """Starts a clock that runs out after so long."""
    end = monotonic() + seconds
    return lambda: monotonic() < end


class Answers(OrderedDict[K, V]):
    """Answers that took long to work out, by what was asked; the newest KEPT stay."""

    def keep(self, asked: K, answer: V) -> V:
        """Keeps the answer, so that asking again gives the same one."""
        with _keeping:
            self[asked] = answer
            while len(self) > KEPT:
                self.popitem(last=False)
        return answer


_answers = Answers[tuple[str, int, str], Advice | None]()


def match_advice(match: DealtMatch, seat: int) -> Advice | None:
    """The best decision for a seat, found from its view alone; None where there is none to make.

    While others are being advised the answer is what can be said at once.
    """
    if not advises(match) or seat not in match.to_act:
        return None
    # Not its revision: after a restored backup another position may have the same.
    asked = match.code, seat, match.game.to_json(match.seen_by(seat))
    with suppress(KeyError):
        return _answers[asked]
    with slot_of(advice_slots) as free:
        found = _advice(match, seat, trials=None if free else 0)
    return _answers.keep(asked, found) if free else found


def _advice(match: DealtMatch, seat: int, trials: int | None = None) -> Advice | None:
    shuffle, in_time = shuffle_with(Random(f"{match.code}:{match.revision}")), clock(SECONDS)
    return advice(match.game.key, match.seen_by(seat), seat, shuffle, trials, in_time)


def match_levels(match: DealtMatch, seat: int) -> dict[str, Decision]:
    """The decision of each computer level in this seat, easiest first; {} if it has no turn."""
    if seat not in match.to_act:
        return {}
    levels = PLAYERS.get(match.game.key, ())
    return {level: match.decision_of(level, seat) for level in levels}
