"""Advice on the next move, asked of the rules, which think about it for a moment."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from time import monotonic

from tracker.rules.advice import ADVISED, Advice, advice
from tracker.rules.players import PLAYERS
from tracker.rules.protocol import Cards, Decision
from tracker.services.match.match import DealtMatch

SECONDS = 0.5
"""Thinking ends after so long at the latest; a quiet core needs a fifth of it."""
THINKERS = 2
"""So many may think at once: it takes a whole core, and the site has others to serve."""
KEPT = 200

thinking = threading.BoundedSemaphore(THINKERS)
_looking_back = threading.BoundedSemaphore(1)
_answers: OrderedDict[tuple[str, int, int], Advice | None] = OrderedDict()
_answers_lock = threading.Lock()


def advises(match: DealtMatch) -> bool:
    """Whether there is advice on this game at all."""
    return match.game.key in ADVISED


@contextmanager
def afterthought() -> Iterator[bool]:
    """Whether there is time to think about what is over: one may, while few others think at all.

    Two at once would take turns, and each answer twice as long.
    """
    if not _looking_back.acquire(blocking=False):
        yield False
        return
    free = thinking.acquire(blocking=False)
    try:
        yield free
    finally:
        _looking_back.release()
        if free:
            thinking.release()


def match_advice(match: DealtMatch, seat: int) -> Advice | None:
    """The best decision for a seat, found from its view alone; None where there is none to make.

    While others are being advised the answer is what can be said at once.
    """
    if not advises(match) or seat not in match.to_act:
        return None
    asked = match.code, match.revision, seat
    with _answers_lock:
        if asked in _answers:
            return _answers[asked]
    if not thinking.acquire(blocking=False):
        return _advice(match, seat, trials=0)
    try:
        return _keep(asked, _advice(match, seat))
    finally:
        thinking.release()


def _keep(asked: tuple[str, int, int], found: Advice | None) -> Advice | None:
    """Keeps the answer, so that asking again before the next move gives the same one."""
    with _answers_lock:
        _answers[asked] = found
        while len(_answers) > KEPT:
            _answers.popitem(last=False)
    return found


def _advice(match: DealtMatch, seat: int, trials: int | None = None) -> Advice | None:
    chance, end = Random(f"{match.code}:{match.revision}"), monotonic() + SECONDS

    def shuffle(cards: Cards) -> list[str]:
        return chance.sample(cards, len(cards))

    def in_time() -> bool:
        return monotonic() < end

    return advice(match.game.key, match.seen_by(seat), seat, shuffle, trials, in_time)


def match_levels(match: DealtMatch, seat: int) -> dict[str, Decision]:
    """The decision of each computer level in this seat, easiest first; {} if it has no turn."""
    if seat not in match.to_act:
        return {}
    levels = PLAYERS.get(match.game.key, ())
    return {level: match.decision_of(level, seat) for level in levels}
