"""Shiphead for two to four (rules.md 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from tracker.rules.cards import LOW_TO_HIGH
from tracker.rules.games.shedding import (
    RANK,
    Holding,
    SheddingGame,
    SheddingState,
    backs,
    flips,
    four_alike,
    lift,
    take,
)
from tracker.rules.protocol import Cards, Decision, Options, Shuffle, option, parts
from tracker.rules.words import gettext_noop

Choose = Callable[[Sequence[str], int], Iterable[Sequence[str]]]
"""Which cards are named when so many of these are laid."""


@dataclass(frozen=True, slots=True)
class ShipheadOptions(Options):
    """rules.md 6.1, 6.5; the other values are the published program."""

    quick: bool = option(False, True)  # H5
    flip_fail: str = option("pickup", "lost")  # H1
    seven_on_waited_eight: str = option("stays_waited", "reactivates")  # H2


@dataclass(frozen=True, slots=True, kw_only=True)
class ShipheadState(SheddingState):
    """rules.md 6.2."""

    options: ShipheadOptions
    turn: int = 1
    standard: bool = True
    gone: Cards = ()
    """Out of play for good: the pile with quick=true, failed cards with flip_fail=lost."""

    @property
    def top(self) -> str:
        return RANK[self.centre[-1]] if self.centre else ""

    @property
    def anchor(self) -> str:
        """The rank that counts: a 7 is looked through."""
        return RANK.get(self.anchor_card, "")

    @property
    def anchor_card(self) -> str:
        """The newest card that is no 7."""
        return next((card for card in reversed(self.centre) if RANK[card] != "7"), "")

    @property
    def valid(self) -> Cards:
        """The ranks that may be laid now, low to high (rules.md 6.3)."""
        return VALID[self.anchor, self.standard]


class Shiphead(SheddingGame[ShipheadOptions, ShipheadState]):
    key = "shiphead"
    title = gettext_noop("Shiphead")
    seats = (2, 3, 4)  # H10
    hand_size = 5
    options_type = ShipheadOptions
    state_type = ShipheadState

    def deal(
        self, options: ShipheadOptions, seats: int, deck: Cards, shuffle: Shuffle
    ) -> ShipheadState:
        """One card at a time: 3 rounds hidden, 3 shown, 5 to the hand (rules.md 6.1)."""
        hidden, shown, hand = slice(0, 3), slice(3, 6), slice(6, 11)
        columns = [deck[seat : 11 * seats : seats] for seat in range(seats)]
        players = tuple(Holding(cards[hand], cards[shown], cards[hidden]) for cards in columns)
        rest = deck[11 * seats :]
        deck, gone = ((), rest) if options.quick else (rest, ())
        return ShipheadState(options=options, players=players, deck=deck, gone=gone)

    def decisions(self, state: ShipheadState, seat: int) -> tuple[Decision, ...]:
        return self._open(state, seat, combinations)

    def distinct(self, state: ShipheadState, seat: int) -> tuple[Decision, ...]:
        """Cards of one rank are interchangeable: of so many the first ones (rules.md 6.4)."""
        return self._open(state, seat, lambda same, count: [same[:count]])

    def _open(self, state: ShipheadState, seat: int, choose: Choose) -> tuple[Decision, ...]:
        if seat not in self.to_act(state):
            return ()
        if state.holding.pile == "hidden":
            return tuple(flips(state.holding))  # H3
        return (*_plays(state, choose), *_instead(state))

    def play(
        self, state: ShipheadState, seat: int, decision: Decision, shuffle: Shuffle
    ) -> ShipheadState:
        do, cards, _ = parts(decision)
        if do == "wait":
            return _next_turn(replace(state, player=state.following), standard=False)
        if do == "take":
            return _next_turn(take(state), standard=True)
        if do == "flip":
            after = self.flip(state, int(cards))
        else:
            after = self.lay(state, tuple(cards.split(",")))
        return after if after.over else _next_turn(after, standard=_is_standard(after))

    def fits(self, state: ShipheadState, card: str) -> bool:
        return RANK[card] in state.valid

    def burner(self, state: ShipheadState, cards: Cards) -> str:
        """A 10, or four of a kind, with or without the sevens between (rules.md 6.5, H4)."""
        if RANK[cards[-1]] == "10":
            return "ten"
        centre = state.centre + cards
        no_sevens = tuple(card for card in centre if RANK[card] != "7")
        return "four" if four_alike(centre) or four_alike(no_sevens) else ""

    def measure(self, state: ShipheadState) -> str:
        return state.anchor_card

    def miss(self, state: ShipheadState, card: str) -> ShipheadState:
        if state.options.flip_fail == "lost":  # H1
            return take(replace(lift(state, card), gone=(*state.gone, card)))
        return super().miss(state, card)

    def view(self, state: ShipheadState, seat: int) -> ShipheadState:
        return replace(super().view(state, seat), gone=backs(state.gone))

    def score(self, state: ShipheadState) -> dict[str, Any]:
        return super().score(state) | {"turns": state.turn}

    def summary(self, state: ShipheadState) -> dict[str, Any]:
        verbs = [parts(decision)[0] for decision in self.distinct(state, state.player)]
        return super().summary(state) | {
            "turn": state.turn,
            "pile": None if state.over else state.holding.pile,
            "top": state.top or None,
            "anchor": state.anchor or None,
            "standard": state.standard,
            "valid": [] if state.over else list(state.valid),
            "options": list(dict.fromkeys("play" if do == "flip" else do for do in verbs)),
            "center": list(state.centre),
            "burned_n": len(state.burned),
            "shown": [list(holding.shown) for holding in state.players],
        }


def _may_be_laid(rank: str, anchor: str, standard: bool) -> bool:
    """Equal or higher, and 2, 7, 10 on anything; active 8 and 9 are the exceptions (6.3)."""
    if standard and anchor == "8":
        return rank == "8"
    if standard and anchor == "9":
        return LOW_TO_HIGH.index(rank) <= LOW_TO_HIGH.index("9")
    if not anchor or rank in ("2", "7", "10"):
        return True
    return LOW_TO_HIGH.index(rank) >= LOW_TO_HIGH.index(anchor)


VALID = {
    (anchor, standard): tuple(r for r in LOW_TO_HIGH if _may_be_laid(r, anchor, standard))
    for anchor in ("", *LOW_TO_HIGH)
    for standard in (True, False)
}


def _plays(state: ShipheadState, choose: Choose) -> Iterator[Decision]:
    """Any number of cards of one rank that fits, from the pile in use (rules.md 6.4)."""
    valid = state.valid
    by_rank: dict[str, list[str]] = {}
    for card in state.holding.in_use:
        if RANK[card] in valid:
            by_rank.setdefault(RANK[card], []).append(card)
    for same in by_rank.values():
        for count in range(1, len(same) + 1):
            yield from (f"play:{','.join(cards)}" for cards in choose(same, count))


def _instead(state: ShipheadState) -> tuple[Decision, ...]:
    """Waiting on an active 8, taking else, with or without a card that fits (6.4, H8)."""
    if state.standard and state.anchor == "8":
        return ("wait",)
    return ("take",) if state.centre else ()


def _is_standard(state: ShipheadState) -> bool:
    """A 7 on a 9, or on an 8 that was waited for, leaves it as it was (rules.md 6.5, H2)."""
    waiting = ("9",) if state.options.seven_on_waited_eight == "reactivates" else ("9", "8")
    return not (state.top == "7" and state.anchor in waiting)


def _next_turn(state: ShipheadState, standard: bool) -> ShipheadState:
    return replace(state, turn=state.turn + 1, standard=standard)
