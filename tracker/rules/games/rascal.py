"""Rascal: Scoundrel with a knife and a slot to put things by (rules.md 5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tracker.rules.cards import POTIONS, WEAPONS, enemy_value, red_value
from tracker.rules.games.dungeon import (
    LONE_PACK,
    MONSTERS,
    ROOM_SIZE,
    LoneGame,
    LoneState,
    arms,
    deal_room,
    drink,
    equip,
    fight_bare,
    put_under,
    weapon_text,
    without,
)
from tracker.rules.protocol import Cards, Decision, Options, Shuffle, any_of, option, parts
from tracker.rules.words import gettext_noop

KNIFE = "2d"
KNIFE_USES = 2
INV = "inv-"
"""Stands before the deed of a card in the pocket."""
FLED_LAST = gettext_noop("You fled from the room before.")
USED_HERE = gettext_noop("A card in this room has already been used.")


@dataclass(frozen=True, slots=True)
class RascalOptions(Options):
    """rules.md 5.1 to 5.3."""

    knife: bool = option(True, False)  # R4
    inventory: str = option("standard", "none", "carry", "any")  # R7
    removed: Cards = any_of(*LONE_PACK)  # R16


@dataclass(frozen=True, slots=True, kw_only=True)
class RascalState(LoneState):
    """rules.md 5.2; `slain` in any order of values."""

    FORMER_NAMES = LoneState.FORMER_NAMES | {"dealt": "entry_size"}

    options: RascalOptions
    knife: Cards = ()
    """The knife on the weapon, if there is one, and the monsters fought with it."""
    inventory: str = ""
    entry_size: int = 0
    """Cards in the room when it was entered."""
    at_entry: bool = True
    fled_last: bool = False

    @property
    def knife_uses(self) -> int:
        return 1 + KNIFE_USES - len(self.knife) if self.knife else 0

    @property
    def taken(self) -> int:
        return self.entry_size - len(self.room)

    @property
    def monsters_on_weapon(self) -> Cards:
        return self.slain + self.knife[1:]

    @property
    def arms(self) -> Cards:
        return arms(self.weapon, self.slain) + self.knife

    @property
    def pocket(self) -> Cards:
        return (self.inventory,) if self.inventory else ()

    @property
    def value(self) -> int:
        """Every monster wears the weapon by one, the knife adds its face value (R1, R2, R3)."""
        if not self.weapon:
            return 0
        bonus = red_value(KNIFE) if self.knife else 0
        return max(0, red_value(self.weapon) - len(self.monsters_on_weapon) + bonus)

    @property
    def may_flee(self) -> bool:
        """Never two rooms in a row, never after using a card (rules.md 5.3)."""
        return self.at_entry and not self.fled_last

    @property
    def slot_open(self) -> bool:
        """Whether the slot may be used now: "access" (rules.md 5.3, R7)."""
        rule = self.options.inventory
        if rule in ("none", "any"):
            return rule == "any"
        last_of_four = rule == "carry" and self.entry_size == ROOM_SIZE and len(self.room) == 1
        return last_of_four or MONSTERS.isdisjoint(self.room)


class Rascal(LoneGame[RascalOptions, RascalState]):
    key = "rascal"
    title = gettext_noop("Rascal")
    options_type = RascalOptions
    state_type = RascalState

    def pack(self, options: RascalOptions) -> Cards:
        return tuple(card for card in LONE_PACK if card not in options.removed)

    def deal(
        self, options: RascalOptions, seats: int, deck: Cards, shuffle: Shuffle
    ) -> RascalState:
        return _enter(RascalState(options=options, deck=deck), fled=False)

    def decisions(self, state: RascalState, seat: int) -> tuple[Decision, ...]:
        if seat not in self.to_act(state):
            return ()
        flee = ("flee",) if state.may_flee else ()
        return (*flee, *_with_the_room(state), *_with_the_slot(state), *_moving_on(state))

    def objection(self, state: RascalState, seat: int, decision: Decision) -> str:
        if decision != "flee" or state.may_flee:
            return ""
        return FLED_LAST if state.at_entry else USED_HERE

    def play(
        self, state: RascalState, seat: int, decision: Decision, shuffle: Shuffle
    ) -> RascalState:
        do, card, how = parts(decision)
        if do == "flee":
            return _enter(put_under(state), fled=True)
        if do == "next":
            if how == "drop":  # makes the card in the slot the carried one (R10)
                state = replace(state, room=(state.inventory,), inventory="")
            return _enter(state, fled=False)
        if do.startswith(INV):
            state = replace(state, inventory="", at_entry=False)
        else:
            state = replace(state, room=without(state.room, card), at_entry=False)
        return _resolve(state, do.removeprefix(INV), card, how)

    def summary(self, state: RascalState) -> dict[str, Any]:
        return super().summary(state) | {
            "weapon": weapon_text(state.weapon, state.monsters_on_weapon),
            "knife": state.knife_uses,
            "value": state.value,
            "discard_n": len(state.discard),
            "inventory": state.inventory or None,
            "fled_last": state.fled_last,
            "at_entry": state.at_entry,
        }


def _enter(state: RascalState, fled: bool) -> RascalState:
    """The next room (rules.md 5.3)."""
    size = min(ROOM_SIZE, len(state.room) + len(state.deck))
    fresh = {"potion_used": False, "at_entry": True, "fled_last": fled, "entry_size": size}
    return deal_room(state, ROOM_SIZE, turn=state.turn + 1, **fresh)


def _with_the_room(state: RascalState) -> Iterator[Decision]:
    """No limit by value; a worn-out weapon is no help (R3). Monsters are not stored or tossed."""
    may_store = state.slot_open and not state.inventory  # R5
    for card in state.room:
        if card in MONSTERS:
            yield f"fight:{card}:bare"
            if state.value >= 1:
                yield f"fight:{card}:weapon"
        else:
            yield from _red_card(state, card)
            if may_store:
                yield f"store:{card}"


def _with_the_slot(state: RascalState) -> Iterator[Decision]:
    """As for the same card in the room, and only with access (rules.md 5.3)."""
    if state.inventory and state.slot_open:
        yield from (f"{INV}{do}" for do in _red_card(state, state.inventory))


def _red_card(state: RascalState, card: str) -> Iterator[Decision]:
    """rules.md 5.3; a stored potion counts as that room's potion (R13, R14)."""
    if card in WEAPONS:
        yield f"equip:{card}"
    if card == KNIFE and state.options.knife and state.weapon:
        yield f"knife:{card}"
    if card in POTIONS and not state.potion_used:
        yield f"drink:{card}"
    yield f"toss:{card}"


def _moving_on(state: RascalState) -> Iterator[Decision]:
    """The fourth card is optional while the pile lasts (R11); dropping only here (R10)."""
    if state.deck and len(state.room) <= 1 and state.taken >= 3:
        yield "next"
        if state.inventory and not state.room:
            yield f"next:{state.inventory}:drop"


def _resolve(state: RascalState, do: str, card: str, how: str) -> RascalState:
    match do:
        case "fight":
            return fight_bare(state, card) if how == "bare" else _fight_armed(state, card)
        case "equip":
            return equip(state, card, knife=())
        case "knife":
            return replace(state, knife=(card,))
        case "drink":
            return drink(state, card)
        case "store":
            return replace(state, inventory=card)
        case _:  # toss
            return replace(state, discard=(*state.discard, card))


def _fight_armed(state: RascalState, card: str) -> RascalState:
    hp = state.hp - max(0, enemy_value(card) - state.value)
    if not state.knife:
        return replace(state, hp=hp, slain=(*state.slain, card))
    knife = (*state.knife, card)
    if len(knife) <= KNIFE_USES:
        return replace(state, hp=hp, knife=knife)
    # Worn out, the knife goes with its two monsters, so their wear is undone (R2).
    return replace(state, hp=hp, knife=(), discard=state.discard + knife)
