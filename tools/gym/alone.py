"""One learner at a table, for Gymnasium; computers play the other seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete

from tools.gym.actions import Actions
from tools.gym.features import Features
from tools.programs import Bout
from tracker.rules.games import GAMES

ILLEGAL = -1.0
"""The reward for an action that is not open; it ends the game."""


class DealtGame(gymnasium.Env[np.ndarray, int]):
    """The learner has seat 0. What may be done now is 1 in `action_mask` of each info.

    `seats` is the least the game can be played by, `level` that of all computers. A game is cut
    off (truncated) where a Bout is stopped.
    """

    metadata: dict[str, Any] = {"render_modes": []}

    def __init__(
        self,
        key: str,
        seats: int | None = None,
        level: str = "medium",
        rules: Mapping[str, Any] | None = None,
    ) -> None:
        """`rules` are house rules by name. Raises KeyError for no game, BadSetup on `reset`."""
        self.game = GAMES[key]
        self.seats = seats or self.game.seats[0]
        self.rules = dict(rules or {})
        self.computers = dict.fromkeys(range(1, self.seats), level)
        self.actions = Actions(self.game)
        self.features = Features(self.game, self.seats)
        self.action_space = Discrete(len(self.actions))
        self.observation_space = Box(-1, 1, (self.features.size,), np.float32)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Deals a new game; the same seed deals the same ones in the same order."""
        super().reset(seed=seed)
        deal = str(self.np_random.integers(2**31))
        self.bout = Bout(self.game, deal, self.seats, self.rules, self.computers)
        return self._seen()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        decision = self.actions.decision(int(action), self.bout.decisions(0))
        if decision is None:
            seen, info = self._seen()
            return seen, ILLEGAL, True, False, info
        self.bout.decide(0, decision)
        seen, info = self._seen()
        over = not self.bout.to_act
        return seen, self.bout.rewards[0], over and not self.bout.stopped, self.bout.stopped, info

    def _seen(self) -> tuple[np.ndarray, dict[str, Any]]:
        view = self.game.view(self.bout.state, 0)
        mask = self.actions.mask(self.bout.decisions(0))
        return self.features.row(view, 0), {"action_mask": mask, "deal": self.bout.seed}
