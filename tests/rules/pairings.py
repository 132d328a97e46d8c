"""Computer players against each other: how often one wins, and what its decisions cost."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from time import process_time

from tests.rules.opponents import OPPONENTS
from tracker.rules.games import GAMES
from tracker.rules.players import PLAYERS, Computer

MOST = 3000
"""A game is stopped after so many decisions, and nobody has won it."""


@dataclass
class Pairing:
    """One player of the first kind against one or more of the second."""

    key: str
    first: str
    second: str
    seats: int = 2
    aim: float | None = None
    """The share of games the first should win at least."""
    costs: list[float] = field(default_factory=list)
    """Milliseconds of processor time of each decision of the first."""
    stopped: int = 0

    def __str__(self) -> str:
        return f"{self.key} {self.seats}: {self.first} against {self.second}"

    def player(self, level: str) -> Computer:
        return (PLAYERS[self.key] | OPPONENTS[self.key])[level]


def share(pairing: Pairing, games: int) -> float:
    """The share of games the first player wins, each deal played from every seat."""
    return sum(won(pairing, *divmod(n, pairing.seats)) for n in range(games)) / games


def won(pairing: Pairing, deal: int, place: int) -> bool:
    """Whether the first player, at this place, wins this deal."""
    game, chance = GAMES[pairing.key], Random(deal)
    deck = chance.sample(pack := game.pack(game.chosen({})), len(pack))
    state = game.setup({}, pairing.seats, deck, tuple)
    first, second = pairing.player(pairing.first), pairing.player(pairing.second)
    for _ in range(MOST):
        if outcome := game.outcome(state):
            return outcome.winner == place
        (seat,) = game.to_act(state)
        view, began = game.view(state, seat), process_time()
        decision = (first if seat == place else second)(view, seat, chance)
        if seat == place:
            pairing.costs.append((process_time() - began) * 1000)
        state = game.play(state, seat, decision, tuple)
    pairing.stopped += 1
    return False
