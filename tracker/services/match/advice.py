"""What would you do? Asked of the rules, which think about it for a moment."""

from __future__ import annotations

import threading
from random import Random
from time import monotonic

from tracker.rules.advice import ADVISED, Advice, advice
from tracker.rules.protocol import Cards
from tracker.rules.refusals import Refused
from tracker.services.match.rows import Match

SECONDS = 0.6
WAIT = 0.5  # seconds for somebody else's advice to be found: thinking takes a whole core

_thinking = threading.Lock()


def advises(match: Match) -> bool:
    return match.game.key in ADVISED


def match_advice(match: Match, seat: int) -> Advice | None:
    """The best decision for a seat, found from its view alone; None where there is none to make.

    Raises Refused while the site thinks for others.
    """
    if not advises(match) or seat not in match.to_act:
        return None
    if not _thinking.acquire(timeout=WAIT):
        raise Refused("Somebody else is being advised. Ask again in a moment.")
    try:
        return _thought_out(match, seat)
    finally:
        _thinking.release()


def _thought_out(match: Match, seat: int) -> Advice | None:
    chance, began = Random(f"{match.code}:{match.revision}"), monotonic()

    def shuffle(cards: Cards) -> list[str]:
        return chance.sample(cards, len(cards))

    def spent() -> float:
        return (monotonic() - began) / SECONDS

    view = match.game.view(match.state, seat)
    return advice(match.game.key, view, seat, shuffle, spent)
