"""A sixth game, whole. In earnest it is one file in tracker/rules/games and one line in GAMES."""

from dataclasses import dataclass, replace
from random import Random

from tests.rules.laws import keeps_the_laws, positions, started
from tracker.rules.cards import WEAPONS, red_value
from tracker.rules.protocol import BACK, Cards, Game, Options, Outcome, Shuffle, option


@dataclass(frozen=True, slots=True)
class Limit(Options):
    limit: int = option(15, 21)


@dataclass(frozen=True, slots=True)
class State:
    options: Limit
    deck: Cards
    taken: Cards = ()
    stopped: bool = False


class Greed(Game[Limit, State]):
    """Draw as often as you dare: up to the limit you win, beyond it you lose."""

    key, title, seats = "greed", "Greed", (1,)
    options_type, state_type = Limit, State

    def pack(self, options: Limit) -> Cards:
        return WEAPONS

    def deal(self, options: Limit, seats: int, deck: Cards, shuffle: Shuffle) -> State:
        return State(options, deck)

    def decisions(self, state: State, seat: int) -> Cards:
        return ("draw", "stop") if seat in self.to_act(state) else ()

    def play(self, state: State, seat: int, decision: str, shuffle: Shuffle) -> State:
        drawn = state.deck[:1] if decision == "draw" else ()
        left, taken = state.deck[len(drawn) :], state.taken + drawn
        return replace(state, deck=left, taken=taken, stopped=not drawn)

    def outcome(self, state: State) -> Outcome | None:
        if sum(map(red_value, state.taken)) > state.options.limit:
            return Outcome("lost")
        return Outcome("won", winner=0) if state.stopped else None

    def view(self, state: State, seat: int) -> State:
        return replace(state, deck=(BACK,) * len(state.deck))

    def summary(self, state: State) -> dict[str, object]:
        return {"taken": state.taken, "deck_n": len(state.deck)}


def test_a_sixth_game_keeps_the_laws_at_once() -> None:
    game, chance = Greed(), Random(6)
    for state in positions(game, started(game, {"limit": 21}, 1, chance), chance, most=20):
        keeps_the_laws(game, state)
