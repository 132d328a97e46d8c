"""Games that programs play, stored nowhere: what a seat sees, may do and is paid, as plain values.

Needs neither Django nor a database; docs/programs.md says what stands in a snapshot.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from tracker.rules.players import decision_of
from tracker.rules.protocol import Decision, Illegal
from tracker.services.match.deals import AnyGame, first_state, shuffle_of

MOST_DECISIONS = 3000
"""A game is stopped after so many: two who play at random could play Shiphead for ever."""

Snapshot = dict[str, Any]


class Bout:
    """One game. Computers decide by themselves until a program must, or the game is over."""

    def __init__(
        self,
        game: AnyGame,
        seed: str,
        seats: int,
        options: Mapping[str, Any] | None = None,
        computers: Mapping[int, str] | None = None,
    ) -> None:
        """`computers` are levels by seat. Raises BadSetup."""
        self.game, self.seed, self.seats = game, seed, seats
        self.computers = computers or {}
        self.shuffle = shuffle_of(game, seed)
        self.state = first_state(game, options or {}, seats, seed)
        self.number = 0
        """So many decisions have been made, those of computers too."""
        self.rewards = [0.0] * seats
        """The pay of each seat for the newest decision of a program and all it led to."""
        self._let_computers_decide()

    @property
    def programs(self) -> tuple[int, ...]:
        """The seats that no computer plays."""
        return tuple(seat for seat in range(self.seats) if seat not in self.computers)

    @property
    def stopped(self) -> bool:
        """Too long, or only computers are alive: nobody is left to play for."""
        living = getattr(self.state, "living", None) or self.programs
        return self.number >= MOST_DECISIONS or not {*living} - {*self.computers}

    @property
    def to_act(self) -> tuple[int, ...]:
        """The programs' seats that owe a decision; none when the game is over or stopped."""
        if self.stopped:
            return ()
        return tuple(seat for seat in self.game.to_act(self.state) if seat not in self.computers)

    def decisions(self, seat: int) -> tuple[Decision, ...]:
        """One of those that come to the same. Nobody is offered to give up, though they may."""
        return offered(self.game, self.state, seat) if seat in self.to_act else ()

    def decide(self, seat: int, decision: Decision) -> None:
        """Makes a decision of a program, then those of computers. Raises Illegal."""
        if seat not in self.to_act:
            raise Illegal(f"seat {seat} owes no decision")
        before = self.state
        self._play(self.game.apply(self.state, seat, decision, self.shuffle))
        self._let_computers_decide()
        self.rewards = paid(self.game, before, self.state, self.seats)

    def _play(self, after: Any) -> None:
        self.state, self.number = after, self.number + 1

    def _let_computers_decide(self) -> None:
        while not self.to_act and not self.stopped and self.game.to_act(self.state):
            seat = self.game.to_act(self.state)[0]
            chance = Random(f"{self.seed}:{self.number}")
            decision = decision_of(self.game.key, self.computers[seat], self.state, seat, chance)
            self._play(self.game.play(self.state, seat, decision, self.shuffle))

    def snapshot(self, seat: int | None = None) -> Snapshot:
        """The game as a seat may see it; without one, as the first that is to act does."""
        able = self.to_act
        eyes = seat if seat is not None else next(iter(able or self.programs), 0)
        return {
            "game": self.game.key,
            "deal": None if able else self.seed,
            "number": self.number,
            "seat": eyes,
            "to_act": [*able],
            "state": json.loads(self.game.to_json(self.game.view(self.state, eyes))),
            "decisions": [*self._offered(eyes, able)],
            "rewards": self.rewards,
            "result": None if able else self.game.result(self.state),
        }

    def _offered(self, eyes: int, able: Iterable[int]) -> Iterable[str]:
        """One's own decisions; then those of others, where all may act (rules.md 3.11)."""
        yield from self.decisions(eyes)
        for seat in able:
            if seat != eyes:
                yield from (f"{seat}/{decision}" for decision in self.decisions(seat))

    def answer(self, text: str) -> None:
        """Makes the decision that a program has written. Raises Illegal for any other text."""
        seat, slash, decision = text.partition("/")
        if slash and seat in map(str, self.to_act):
            self.decide(int(seat), decision)
        else:
            self.decide(self.to_act[0], text)


def offered(game: AnyGame, state: Any, seat: int) -> tuple[Decision, ...]:
    """The decisions of a seat but for giving up: who wants no more simply leaves."""
    return tuple(each for each in game.distinct(state, seat) if each != "quit")


def paid(game: AnyGame, before: Any, after: Any, seats: int) -> list[float]:
    """Returns what each seat is paid for what has happened.

    1 to who has won and -1 to who has lost; in a co-operative game 1 to everybody for each room.
    """
    if hasattr(after, "total_rooms"):
        return [float(after.total_rooms - before.total_rooms)] * seats
    outcome = game.outcome(after)
    if outcome is None:
        return [0.0] * seats
    return [1.0 if seat == outcome.winner else -1.0 for seat in range(seats)]
