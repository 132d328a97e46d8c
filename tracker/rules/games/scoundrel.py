"""Scoundrel for one player (rules.md 4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tracker.rules.cards import POTIONS, WEAPONS, enemy_value
from tracker.rules.games.dungeon import (
    MONSTERS,
    ROOM_SIZE,
    LoneGame,
    LoneState,
    damage_with,
    deal_room,
    drink,
    equip,
    fight_bare,
    may_fight,
    put_under,
    weapon_text,
    without,
)
from tracker.rules.protocol import Cards, Decision, Options, Outcome, Shuffle, option, parts
from tracker.rules.words import gettext_noop

SKIPPED_LAST = gettext_noop("You skipped the room before.")
TAKEN_HERE = gettext_noop("A card in this room has already been taken.")


@dataclass(frozen=True, slots=True)
class ScoundrelOptions(Options):
    """`reshuffle` and `auto` together are the terminal game (rules.md 4.4)."""

    skip: str = option("bottom", "reshuffle")  # S1
    weapon: str = option("choice", "auto")  # S3


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoundrelState(LoneState):
    """rules.md 4.2."""

    options: ScoundrelOptions
    taken: int = 0
    may_skip: bool = True
    quit: bool = False

    @property
    def can_skip(self) -> bool:
        """Never two rooms in a row, never after taking a card; else any room (S5, S6)."""
        return self.may_skip and self.taken == 0


class Scoundrel(LoneGame[ScoundrelOptions, ScoundrelState]):
    key = "solo"
    title = gettext_noop("Solo Scoundrel")
    options_type = ScoundrelOptions
    state_type = ScoundrelState

    def deal(
        self, options: ScoundrelOptions, seats: int, deck: Cards, shuffle: Shuffle
    ) -> ScoundrelState:
        return _enter(ScoundrelState(options=options, deck=deck), may_skip=True)

    def decisions(self, state: ScoundrelState, seat: int) -> tuple[Decision, ...]:
        if seat not in self.to_act(state):
            return ()
        skip = ("skip",) if state.can_skip else ()
        return (*_with_the_room(state), *skip, "quit")

    def objection(self, state: ScoundrelState, seat: int, decision: Decision) -> str:
        if decision != "skip" or state.can_skip:
            return ""
        return TAKEN_HERE if state.taken else SKIPPED_LAST

    def play(
        self, state: ScoundrelState, seat: int, decision: Decision, shuffle: Shuffle
    ) -> ScoundrelState:
        do, card, how = parts(decision)
        if do == "quit":
            return replace(state, hp=0, quit=True)  # S14
        if do == "skip":
            return _skip(state, shuffle)
        room = without(state.room, card)
        state = _resolve(replace(state, room=room, taken=state.taken + 1), card, how)
        return self._settle(state)

    def _settle(self, state: ScoundrelState) -> ScoundrelState:
        """After three cards the fourth is carried on; the last room is played out (4.4, S4)."""
        if state.taken < 3 or self.outcome(state):
            return state
        return _enter(state, may_skip=True)

    def outcome(self, state: ScoundrelState) -> Outcome | None:
        return Outcome("quit") if state.quit else super().outcome(state)

    def summary(self, state: ScoundrelState) -> dict[str, Any]:
        shared = super().summary(state)
        return shared | {
            "weapon": weapon_text(state.weapon, state.slain),
            "limit": enemy_value(state.slain[-1]) if state.slain else None,
            "taken": state.taken,
            "can_skip": state.can_skip and not shared["over"],
        }


def _enter(state: ScoundrelState, may_skip: bool) -> ScoundrelState:
    """The next room (rules.md 4.3)."""
    fresh = {"taken": 0, "potion_used": False, "may_skip": may_skip}
    return deal_room(state, ROOM_SIZE, turn=state.turn + 1, **fresh)


def _skip(state: ScoundrelState, shuffle: Shuffle) -> ScoundrelState:
    """Under the pile, or shuffled into it (rules.md 4.4, S1)."""
    state = put_under(state)
    if state.options.skip == "reshuffle":
        state = replace(state, deck=tuple(shuffle(state.deck)), bottom=0)
    return _enter(state, may_skip=False)


def _with_the_room(state: ScoundrelState) -> Iterator[Decision]:
    """rules.md 4.4; with weapon=auto there is nothing to choose but the card (S3)."""
    for card in state.room:
        if state.options.weapon == "auto":
            yield f"take:{card}"
        elif card in MONSTERS:
            yield f"fight:{card}:bare"
            if may_fight(state.weapon, state.slain, card):
                yield f"fight:{card}:weapon"
        else:
            yield f"equip:{card}" if card in WEAPONS else f"drink:{card}"


def _resolve(state: ScoundrelState, card: str, how: str) -> ScoundrelState:
    if card in WEAPONS:
        return equip(state, card)
    if card in POTIONS:
        return drink(state, card)
    # If no manner is chosen, the weapon fights whenever it may (S3).
    armed = how == "weapon" or (not how and may_fight(state.weapon, state.slain, card))
    return _fight_armed(state, card) if armed else fight_bare(state, card)


def _fight_armed(state: ScoundrelState, card: str) -> ScoundrelState:
    """rules.md 4.4; on the weapon it is the new limit, even if no damage came through (S13)."""
    hp = state.hp - damage_with(state.weapon, card)
    return replace(state, hp=hp, slain=(*state.slain, card))
