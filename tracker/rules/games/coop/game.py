"""Co-operative Scoundrel for one to four: turns, rooms and floors (rules.md 3)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tracker.rules.cards import PACK, is_red
from tracker.rules.games.coop.cards import Effect, effect_of, returning
from tracker.rules.games.coop.decisions import candidates, warnings
from tracker.rules.games.coop.state import CoopOptions, CoopState, Hero
from tracker.rules.games.dungeon import ROOM_SIZE, DungeonGame, deal_room, put_under, without
from tracker.rules.protocol import Cards, Decision, Outcome, Shuffle, parts
from tracker.rules.words import gettext_noop

RED_CARDS = frozenset(card for card in PACK if is_red(card))


class Coop(DungeonGame[CoopOptions, CoopState]):
    key = "coop"
    title = gettext_noop("Co-operative Scoundrel")
    seats = (1, 2, 3, 4)
    options_type = CoopOptions
    state_type = CoopState

    def pack(self, options: CoopOptions) -> Cards:
        return PACK if options.jokers else PACK[:-2]

    def deal(self, options: CoopOptions, seats: int, deck: Cards, shuffle: Shuffle) -> CoopState:
        start = CoopState(options=options, players=(Hero(),) * seats, deck=deck)
        return enter(start, shuffle)

    def to_act(self, state: CoopState) -> tuple[int, ...]:
        """One seat in turn (rules.md 3.4); in a Red Room all who live (3.11)."""
        return state.living if state.turn is None else (state.turn,)

    def objection(self, state: CoopState, seat: int, decision: Decision) -> str:
        return next(warnings(state, seat, decision), "")

    def decisions(self, state: CoopState, seat: int) -> tuple[Decision, ...]:
        """The candidates without warnings."""
        if seat not in self.to_act(state):
            return ()
        return tuple(c for c in candidates(state, seat) if not any(warnings(state, seat, c)))

    def play(self, state: CoopState, seat: int, decision: Decision, shuffle: Shuffle) -> CoopState:
        do, card, how = parts(decision)
        player = replace(state.players[seat], passed=do == "pass")
        effect = effect_of(player, do, card, how, state.options.shields)
        state = _carry_out(state, seat, do, card, effect)
        if card:
            return _settle(state, seat, shuffle)
        if do == "offer" and set(state.offers).issuperset(state.living):
            return _run(state, shuffle)
        return _next_turn(state, seat)

    def outcome(self, state: CoopState) -> Outcome | None:
        return None if state.living else Outcome("over")

    def score(self, state: CoopState) -> dict[str, Any]:
        """Floors finished, and rooms cleared on the floor where it ended (rules.md 3.12, C22)."""
        return {
            "floors": state.floor - 1,
            "rooms": state.rooms,
            "total_rooms": state.total_rooms,
        }

    def summary(self, state: CoopState) -> dict[str, Any]:
        return state.summary()


def _carry_out(state: CoopState, seat: int, do: str, card: str, effect: Effect) -> CoopState:
    """The cards go where they belong, and the marks follow (rules.md 3.5)."""
    counts = state.options.counts(do)
    return replace(
        state,
        players=(*state.players[:seat], effect.player, *state.players[seat + 1 :]),
        room=without(state.room, card) if card else state.room,
        discard=state.discard + effect.discard,
        aside=state.aside + effect.aside,
        offers=(*state.offers, seat) if do == "offer" else (),
        fought=state.fought or do == "fight",
        used=tuple(used + (counts and seat == n) for n, used in enumerate(state.used)),
    )


def _next_turn(state: CoopState, seat: int) -> CoopState:
    """Clockwise past the dead (rules.md 3.4); a Red Room has no turns (3.11)."""
    return state if state.red_room else replace(state, turn=state.living_after(seat))


def _settle(state: CoopState, seat: int, shuffle: Shuffle) -> CoopState:
    """When a card has left the room (rules.md 3.8); the game may be over first (3.12)."""
    if not state.living:
        return replace(state, turn=None)
    if len(state.room) > 1:
        return _next_turn(state, seat)
    return enter(_leave(state, counted=1, ran=False), shuffle)


def _run(state: CoopState, shuffle: Shuffle) -> CoopState:
    """The room goes under the pile; it counts as cleared all the same (rules.md 3.7, C23)."""
    if state.options.run_order == "shuffled":  # C13
        state = replace(state, deck=state.deck + tuple(shuffle(state.room)), room=())
    else:
        state = put_under(state)
    return enter(_leave(state, counted=int(state.options.count_runs), ran=True), shuffle)


def _leave(state: CoopState, counted: int, ran: bool) -> CoopState:
    rooms, total = state.rooms + counted, state.total_rooms + counted
    return replace(state, rooms=rooms, total_rooms=total, ran_last=ran)


def enter(state: CoopState, shuffle: Shuffle) -> CoopState:
    """The next room, with the card carried over as its first (rules.md 3.3)."""
    if not state.deck:
        state = _next_floor(state, shuffle)
    seats = state.living if state.options.room_size == "living" else state.players  # C9
    size = ROOM_SIZE + 2 * (len(seats) - 1)
    state = deal_room(state, size)
    if len(state.room) < size and state.options.refill == "through":  # C1
        state = deal_room(_next_floor(state, shuffle), size)
    return _open_room(state)


def _open_room(state: CoopState) -> CoopState:
    """Sets who leads the room that lies open now (C8), and whether it is a Red Room (C21)."""
    first = state.living_after(state.first)
    red_room = RED_CARDS.issuperset(state.room)
    players = state.players
    if state.options.pass_memory == "room":  # C10
        players = tuple(replace(player, passed=False) for player in players)
    return replace(
        state,
        players=players,
        first=first,
        turn=None if red_room else first,
        red_room=red_room,
        offers=(),
        fought=False,
        used=(0,) * len(players),
    )


def _next_floor(state: CoopState, shuffle: Shuffle) -> CoopState:
    """The discard and the cards that return are the new pile (rules.md 3.9, 3.10, C7)."""
    floor = state.floor + 1
    back = tuple(card for card in returning(floor) if card in state.aside)
    cards, carried = state.discard + back, state.room
    if state.options.floor_carry == "reshuffle":  # C2
        cards, carried = cards + carried, ()
    return replace(
        state,
        floor=floor,
        rooms=0,
        deck=tuple(shuffle(cards)),
        bottom=0,
        room=carried,
        discard=(),
        aside=tuple(card for card in state.aside if card not in back),
    )
