"""How strong the computer players are, one level against another.

`python3 -m bench.players` plays 4,000 games of each pairing, an argument says how many else and a
second one chooses pairings by a part of their name, as in `1000 castle`.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from random import Random
from statistics import median
from time import process_time

from tests.rules.opponents import OPPONENTS
from tracker.rules.players import PLAYERS, Player
from tracker.rules.registry import GAMES

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

    def player(self, level: str) -> Player:
        return (PLAYERS[self.key] | OPPONENTS[self.key])[level]


PAIRINGS = [
    Pairing("shiphead", "medium", "easy"),
    Pairing("shiphead", "strong", "easy"),
    Pairing("shiphead", "strong", "medium", aim=0.65),
    Pairing("shiphead", "strong", "thrifty"),
    Pairing("shiphead", "strong", "shiphead-program", aim=0.55),
    Pairing("shiphead", "strong", "medium", seats=3),
    Pairing("shiphead", "strong", "medium", seats=4),
    Pairing("castle", "medium", "easy"),
    Pairing("castle", "strong", "easy"),
    Pairing("castle", "strong", "medium", aim=0.57),
    Pairing("castle", "strong", "thrifty"),
    Pairing("castle", "strong", "castle-ai", aim=0.62),
]


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


def report(pairing: Pairing, games: int) -> None:
    rate = share(pairing, games)
    half = 1.96 * (rate * (1 - rate) / games) ** 0.5
    aim = f", aim {pairing.aim:.0%}" if pairing.aim else ""
    print(f"{pairing}: {rate:.1%}, 95 % interval {rate - half:.1%} to {rate + half:.1%}{aim}")
    cost, most, own = median(pairing.costs), max(pairing.costs), len(pairing.costs) / games
    print(f"    {cost:.2f} ms a decision, at most {most:.1f}; {own:.0f} decisions a game", end="")
    print(f", {pairing.stopped} games stopped", flush=True)


def main(games: str = "4000", part: str = "") -> None:
    for pairing in PAIRINGS:
        if part in str(pairing):
            report(pairing, int(games))


if __name__ == "__main__":
    main(*sys.argv[1:])
