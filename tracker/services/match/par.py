"""Par: what the adviser makes of the deal of a day, played in pieces and kept with the match."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Any

from tracker import models
from tracker.rules.advice import advice
from tracker.rules.advice.review import reviewed
from tracker.rules.protocol import Cards, Outcome
from tracker.services.match.advice import afterthought
from tracker.services.match.deals import first_state, shuffle_of
from tracker.services.match.match import Match, read_state
from tracker.services.writing import writing

DAY = re.compile(r"\d{4}-\d\d-\d\d")
SECONDS = 0.1
"""After so long no other room is begun: one takes a quarter of a second at the most."""
MOST_FLOORS = 10
"""With two players or more the adviser hardly ever falls, and nobody waits for that."""


@dataclass(frozen=True)
class Par:
    """The deal as far as the adviser has played it; `over` when that was the end, or far enough."""

    match: Match
    over: bool


def has_par(match: Match) -> bool:
    """Whether it is a finished deal of a day, of a game that is advised."""
    day = DAY.fullmatch(match.deal) and bool(match.outcome) and not match.outdated
    return bool(day) and reviewed(match.game.key, match.revealed)


def match_par(match: Match) -> Par:
    """As far as it is played. Raises BadSetup."""
    kept = match.par or {}
    state = read_state(match.game, kept.get("state", "")) if kept else None
    if state is None:
        state = first_state(match.game, match.options, len(match.chairs), match.deal)
    return _par(match, state)


def match_par_on(match: Match) -> Par:
    """One piece more of it. While too many are thinking already, nothing. Raises BadSetup."""
    par, end = match_par(match), monotonic() + SECONDS
    with afterthought() as free:
        if par.over or not free or not has_par(match):
            return par
        while not par.over:
            par = _par(match, _after_room(match, par.match.revealed))
            if monotonic() >= end:
                break
    state = match.game.to_json(par.match.revealed)
    with writing():
        models.Match.objects.filter(id=match.id).update(par={"state": state})
    return par


def _par(match: Match, state: Any) -> Par:
    outcome = match.game.outcome(state)
    enough = match.game.score(state).get("floors", 0) >= MOST_FLOORS
    return Par(_as_ended(match, state, outcome), bool(outcome) or enough)


def _as_ended(match: Match, state: Any, outcome: Outcome | None) -> Match:
    """The match as if the adviser had played it."""
    word, winner = outcome or Outcome("over")
    score = match.game.score(state)
    return match.standing_at(
        state, outcome=word, winner=winner, score=score, moves=(), undo_count=0
    )


def _after_room(match: Match, state: Any) -> Any:
    """As advised till new cards are dealt. Its dice follow from the deal: all get the same par."""
    game, seat = match.game, match.game.to_act(state)[0]
    text = game.to_json(state)
    chance = Random(f"{match.deal}:{text}:par")

    def shuffle(cards: Cards) -> list[str]:
        return chance.sample(cards, len(cards))

    found = advice(game.key, game.view(state, seat), seat, shuffle)
    for actor, decision in found.plan if found else ():
        state = game.apply(state, actor, decision, shuffle_of(game, match.deal))
    return state
