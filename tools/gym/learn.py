"""A learner in a few lines: it finds out by itself how to clear more rooms of a co-op game alone.

    python -m tools.gym.learn [--games 600] [--seed 1]

Its policy is one layer: a weight for each pair of a feature and an action. After each game it makes
what it did likelier if the game went better than usual, and less likely if worse (REINFORCE). It
prints what a game came to on average, in rooms: at random some 2.8, after 600 games more.
"""

from __future__ import annotations

import argparse
from statistics import fmean

import numpy as np

from tools.gym.alone import DealtGame
from tools.smoke import arguments

RATE = 0.02
USUAL = 0.05
"""So much of each game goes into what is usual."""


class Learner:
    def __init__(self, game: DealtGame, seed: int) -> None:
        self.game, self.random = game, np.random.default_rng(seed)
        self.weights = np.zeros((game.features.size + 1, len(game.actions)))
        self.usual, self.seed = 0.0, seed

    def chances(self, seen: np.ndarray, mask: np.ndarray) -> np.ndarray:
        """How likely each action is to be chosen; those that are not open never."""
        scores = np.where(mask, np.append(seen, 1) @ self.weights, -np.inf)
        raised: np.ndarray = np.exp(scores - scores.max())
        shares: np.ndarray = raised / raised.sum()
        return shares

    def play(self) -> float:
        """One game, and what is learned from it; answers with its reward."""
        seen, info = self.game.reset(seed=int(self.random.integers(2**31)))
        slope, total, over = np.zeros_like(self.weights), 0.0, False
        while not over:
            chances = self.chances(seen, info["action_mask"])
            action = self.random.choice(len(chances), p=chances)
            wished = -chances
            wished[action] += 1
            slope += np.outer(np.append(seen, 1), wished)
            seen, reward, ended, cut, info = self.game.step(action)
            total, over = total + reward, ended or cut
        self.weights += RATE * (total - self.usual) * slope
        self.usual += USUAL * (total - self.usual)
        return total


def main(games: int, seed: int, report: int = 100) -> list[float]:
    """Returns what each game came to, in the order they were played."""
    learner, totals = Learner(DealtGame("coop"), seed), list[float]()
    for number in range(1, games + 1):
        totals.append(learner.play())
        if number % report == 0:
            print(f"games {number - report + 1} to {number}: {fmean(totals[-report:]):.2f} rooms")
    return totals


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description="Learns to clear rooms.")
    asked.add_argument("--games", type=int, default=600)
    asked.add_argument("--seed", type=int, default=1)
    given = vars(arguments(asked, games=20))
    main(given["games"], given["seed"], report=min(100, given["games"]))
