"""Several learners at one table, for PettingZoo."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Discrete
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from tools.gym.actions import LEAVE, Actions
from tools.gym.alone import ILLEGAL
from tools.gym.features import Features
from tools.programs import Bout
from tracker.rules.games import GAMES
from tracker.rules.protocol import Decision


class DealtTable(AECEnv[str, np.ndarray, int]):
    """Each agent is a seat. What may be done now is 1 in `action_mask` of the agent's info.

    In a Red Room, where all may act (rules.md 3.11), they are asked one after the other, and each
    may leave it to the next. An action that is not open ends the game for all.
    """

    def __init__(
        self, key: str, seats: int | None = None, rules: Mapping[str, Any] | None = None
    ) -> None:
        """`rules` are house rules by name. Raises KeyError for no game, BadSetup on `reset`."""
        super().__init__()
        self.game = GAMES[key]
        self.metadata = {"name": key, "render_modes": [], "is_parallelizable": False}
        self.render_mode = None
        self.rules = dict(rules or {})
        self.possible_agents = [f"player_{n}" for n in range(seats or self.game.seats[-1])]
        self.actions = Actions(self.game)
        self.features = Features(self.game, len(self.possible_agents))
        box = Box(-1, 1, (self.features.size,), np.float32)
        self.observation_spaces = dict.fromkeys(self.possible_agents, box)
        self.action_spaces = {agent: Discrete(len(self.actions)) for agent in self.possible_agents}
        self.random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> Box:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals a new game; the same seed deals the same ones in the same order."""
        if seed is not None:
            self.random, _ = seeding.np_random(seed)
        self.agents = [*self.possible_agents]
        deal = str(self.random.integers(2**31))
        self.bout = Bout(self.game, deal, len(self.agents), self.rules)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._ask(self.bout.to_act[0])

    def observe(self, agent: str) -> np.ndarray:
        seat = self.possible_agents.index(agent)
        return self.features.row(self.game.view(self.bout.state, seat), seat)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._act(seat, self.actions.decision(action or 0, self._open(seat)))
        self._accumulate_rewards()

    def _act(self, seat: int, decision: Decision | None) -> None:
        if decision == LEAVE:
            return self._ask(self._following(seat))
        if decision is None:
            self.rewards[self.possible_agents[seat]] = ILLEGAL
            self.terminations = dict.fromkeys(self.agents, True)
            return None
        self.bout.decide(seat, decision)
        self.rewards = dict(zip(self.possible_agents, self.bout.rewards, strict=True))
        if to_act := self.bout.to_act:
            return self._ask(to_act[0])
        ends = self.truncations if self.bout.stopped else self.terminations
        ends.update(dict.fromkeys(self.agents, True))
        return self._ask(seat)

    def _following(self, seat: int) -> int:
        """The next of those who may act."""
        to_act = self.bout.to_act
        return to_act[(to_act.index(seat) + 1) % len(to_act)]

    def _open(self, seat: int) -> tuple[Decision, ...]:
        several = len(self.bout.to_act) > 1
        return (*self.bout.decisions(seat), *[LEAVE] * several)

    def _ask(self, seat: int) -> None:
        self.agent_selection = self.possible_agents[seat]
        self.infos = {
            agent: {"action_mask": self.actions.mask(self._open(n) if n == seat else ())}
            for n, agent in enumerate(self.possible_agents)
        }
