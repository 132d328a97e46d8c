"""Ways to leave a room, tried on the room that comes after it (docs/advice.md 4)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

from tracker.rules.advice.chances import chance_of
from tracker.rules.advice.coop.learned import CoopValue, LearnedCoopJudge
from tracker.rules.advice.coop.lines import CoopLine, Lines
from tracker.rules.advice.coop.people import People
from tracker.rules.advice.race import Entrant, InTime, race
from tracker.rules.advice.seen import unseen
from tracker.rules.games.coop.game import Coop
from tracker.rules.games.coop.state import CoopState
from tracker.rules.protocol import BACK, Cards, Shuffle

GAME = Coop()
TRIALS = {1: 48, 3: 48, 4: 48}
"""So many belong to one piece of advice, by the number of players; two are told at once."""
ENTRANTS = 3
"""So many ways out are tried."""
LINES_AHEAD = 1
"""In the room of a trial only the most promising line of play goes on."""


class CoopTrials:
    """Cards that may come to a table, and how it stands when they have."""

    def __init__(self, view: CoopState, value: CoopValue, shuffle: Shuffle) -> None:
        self.view, self.value, self.shuffle = view, value, shuffle
        self.hidden, self.face_down = unseen(GAME, view), view.deck.count(BACK)
        self.people = People(view.options, LearnedCoopJudge(value, view).moved)
        """The players' states in all trials, since many are met again and again."""
        self.begun: dict[CoopLine, CoopState] = {}
        """The table before the last step of a way out, as far as it has been asked."""

    @property
    def enough(self) -> bool:
        """Whether enough is known of the cards to deal them."""
        return len(self.hidden) >= self.face_down

    def race(
        self, found: Sequence[CoopLine], trials: int, in_time: InTime
    ) -> list[Entrant[CoopLine]]:
        """The ways out, the best first, after so many trials of those that promise most."""
        field = [Entrant(line, chance_of(line.rate)) for line in most_promising(found)]
        return race(field, self.deal, self.trial, trials, in_time)

    def deal(self) -> Cards:
        under = self.view.deck[self.face_down :]
        return (*tuple(self.shuffle(self.hidden))[: self.face_down], *under)

    def trial(self, line: CoopLine, deck: Cards) -> float:
        """Returns what the value says of a table that has also left the room after this one."""
        if line not in self.begun:
            self.begun[line] = self._before_the_end(line)
        state = replace(self.begun[line], deck=deck)
        state = GAME.play(state, *line.steps[-1], self.shuffle)
        seat = GAME.to_act(state)[0]
        view = GAME.view(state, seat)
        judge = LearnedCoopJudge(self.value, view)
        best = Lines(view, judge, LINES_AHEAD, self.people).found(seat)[0]
        worth = chance_of(best.rate) if len(best.spot.living) == len(view.living) else 0.0
        return worth if state.ran_last else self.value.with_room(worth)

    def _before_the_end(self, line: CoopLine) -> CoopState:
        state = self.view
        for seat, decision in line.steps[:-1]:
            state = GAME.play(state, seat, decision, self.shuffle)
        return state


def most_promising(found: Sequence[CoopLine]) -> list[CoopLine]:
    """The first of those that lead to different ends of the room, with as many alive."""
    ends: dict[Hashable, CoopLine] = {}
    for line in found:
        if len(line.spot.living) == len(found[0].spot.living):
            ends.setdefault(line.end, line)
    return [*ends.values()][:ENTRANTS]
