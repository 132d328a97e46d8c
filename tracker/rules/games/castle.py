"""Castle for two (rules.md 7). The stack is the centre, the face-up cards are the shown ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tracker.rules.cards import LOW_TO_HIGH
from tracker.rules.games.shedding import (
    RANK,
    Holding,
    SheddingGame,
    SheddingState,
    flips,
    four_alike,
    take,
)
from tracker.rules.protocol import Cards, Decision, Options, Shuffle, option, parts
from tracker.rules.words import gettext_noop

VALUE = {card: LOW_TO_HIGH.index(rank) for card, rank in RANK.items()}
"""Only who is higher matters (rules.md 1.1)."""
PHASES = {"hand": "hand", "shown": "face_up", "hidden": "hidden"}


@dataclass(frozen=True, slots=True)
class CastleOptions(Options):
    """rules.md 7.4; the other values are the published program."""

    voluntary_pickup: bool = option(False, True)  # K1
    second_seat_table_eight: str = option("burns", "stays")  # K3


@dataclass(frozen=True, slots=True, kw_only=True)
class CastleState(SheddingState):
    """rules.md 7.2."""

    options: CastleOptions


class Castle(SheddingGame[CastleOptions, CastleState]):
    key = "castle"
    title = gettext_noop("Castle")
    seats = (2,)  # K10
    hand_size = 3
    options_type = CastleOptions
    state_type = CastleState

    def deal(
        self, options: CastleOptions, seats: int, deck: Cards, shuffle: Shuffle
    ) -> CastleState:
        """Three rounds of one face down, one face up and one to the hand each (rules.md 7.1)."""
        hidden, shown, hand = ((deck[n:18:6], deck[n + 1 : 18 : 6]) for n in (0, 2, 4))
        players = tuple(map(Holding, hand, shown, hidden))
        start = CastleState(options=options, players=players, deck=deck[19:], centre=deck[18:19])
        if RANK[deck[18]] == "8":  # K2
            return replace(start, centre=(), burned=start.centre, player=1)
        return start

    def decisions(self, state: CastleState, seat: int) -> tuple[Decision, ...]:
        """A card must be laid if one fits, unless seat 0 may rather pick up (K1)."""
        if seat not in self.to_act(state):
            return ()
        holding = state.holding
        cards = tuple(flips(holding) if holding.pile == "hidden" else self._plays(state))
        may_pick_up = not cards or (seat == 0 and state.options.voluntary_pickup)
        return (*cards, "pickup") if state.centre and may_pick_up else cards

    def _plays(self, state: CastleState) -> Iterator[Decision]:
        return (f"play:{card}" for card in state.holding.in_use if self.fits(state, card))

    def play(
        self, state: CastleState, seat: int, decision: Decision, shuffle: Shuffle
    ) -> CastleState:
        do, place, _ = parts(decision)
        if do == "pickup":
            return take(state)
        if do == "flip":
            return self.flip(state, int(place))
        return self.lay(state, self.laid(state, decision))

    def fits(self, state: CastleState, card: str) -> bool:
        """As high as the top or higher; 2, 8 and A always (rules.md 7.3)."""
        if not state.centre or RANK[card] in ("2", "8"):
            return True
        return VALUE[card] >= VALUE[state.centre[-1]]

    def burner(self, state: CastleState, cards: Cards) -> str:
        """An 8, or the top four of one rank, whoever laid them (rules.md 7.4, K6)."""
        looked_at = state.centre if _looks_below(state) else cards
        if looked_at and RANK[looked_at[-1]] == "8":
            return "eight"
        return "four" if four_alike(state.centre + cards) else ""

    def measure(self, state: CastleState) -> str:
        return state.centre[-1] if state.centre else ""

    def laid(self, state: CastleState, decision: Decision) -> Cards:
        cards = super().laid(state, decision)
        flipped = parts(decision)[0] == "flip"
        return cards if flipped else (*cards, *_going_along(state.holding, cards[0]))

    def bound(self, state: CastleState) -> bool:
        """Nobody picks up who need not, seat 0 aside with that option (K1)."""
        free = state.player == 0 and state.options.voluntary_pickup
        return super().bound(state) if free else True

    def summary(self, state: CastleState) -> dict[str, Any]:
        return super().summary(state) | {
            "phase": None if state.over else PHASES[state.holding.pile],
            "active": state.centre[-1] if state.centre else None,
            "stack": list(state.centre),
            "burnt_n": len(state.burned),
            "face_up": [list(holding.shown) for holding in state.players],
        }


def _looks_below(state: CastleState) -> bool:
    """The fault of the program: for seat 1's face-up cards it tests the old top card (K3)."""
    faulty = state.options.second_seat_table_eight == "stays"
    return faulty and state.player == 1 and state.holding.pile == "shown"


def _going_along(holding: Holding, card: str) -> Cards:
    """The others of the rank, right to left: from the hand all go, from the table one (K4)."""
    return tuple(c for c in reversed(holding.hand) if RANK[c] == RANK[card] and c != card)
