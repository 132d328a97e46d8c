"""The parts that the games of Scoundrel share: piles, rooms, weapons, potions (rules.md 3 to 5)."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from tracker.rules.cards import ENEMIES, POTIONS, WEAPONS, enemy_value, rank, red_value
from tracker.rules.protocol import BACK, Cards, Game, Options, OptionsT, Outcome
from tracker.rules.table.texts.notation import write_weapon

MONSTERS = frozenset(ENEMIES)
LONE_PACK = (*ENEMIES[:-1], *WEAPONS[1:], *POTIONS[1:])
"""44 cards: no aces, pictures or jokers in red (rules.md 4.1, 5.1)."""
ROOM_SIZE = 4
MAX_HP = 20
"""The hp that everybody starts with and that healing never exceeds (rules.md 1.4)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DungeonState:
    """The piles (rules.md 1.2). Between two rooms `room` holds what is carried over."""

    FORMER_NAMES: ClassVar[dict[str, str]] = {"known": "bottom"}

    deck: Cards
    bottom: int = 0
    """So many cards at the bottom of the deck were put there for all to see."""
    room: Cards = ()
    discard: Cards = ()


DungeonT = TypeVar("DungeonT", bound=DungeonState)


class DungeonGame(Game[OptionsT, DungeonT]):
    def view(self, state: DungeonT, seat: int) -> DungeonT:
        """The pile lies face down, but for the cards that were put under it open."""
        unseen = len(state.deck) - state.bottom
        return replace(state, deck=(BACK,) * unseen + state.deck[unseen:])

    def to_come(self, view: DungeonT) -> Cards:
        """The cards that lie in the pile, as far as a seat's view tells, in no order."""
        return (*self.unseen(view), *(card for card in view.deck if card != BACK))


@dataclass(frozen=True, slots=True, kw_only=True)
class LoneState(DungeonState):
    """One player against the deck."""

    options: Options
    hp: int = MAX_HP
    weapon: str = ""
    """A diamond, or "" for bare hands."""
    slain: Cards = ()
    """The monsters on the weapon in the order they were fought."""
    potion_used: bool = False
    turn: int = 0
    """Rooms entered."""

    @property
    @abstractmethod
    def taken(self) -> int:
        """How many cards have left the room."""

    @property
    def monsters_on_weapon(self) -> Cards:
        return self.slain

    @property
    def arms(self) -> Cards:
        """The weapon and all that lies on it."""
        return arms(self.weapon, self.slain)

    @property
    def pocket(self) -> Cards:
        """The cards kept besides the weapon."""
        return ()


LoneT = TypeVar("LoneT", bound=LoneState)


class LoneGame(DungeonGame[OptionsT, LoneT]):
    seats = (1,)

    def pack(self, options: OptionsT) -> Cards:
        return LONE_PACK

    def outcome(self, state: LoneT) -> Outcome | None:
        """Lost without hp, won when pile and room are empty (rules.md 4.4, 5.4; S4, R12)."""
        if state.hp <= 0:
            return Outcome("lost")
        return None if state.room or state.deck else Outcome("won", winner=0)

    def score(self, state: LoneT) -> dict[str, Any]:
        return {"hp": state.hp, "turns": state.turn}

    def summary(self, state: LoneT) -> dict[str, Any]:
        return {
            "hp": state.hp,
            "room": list(state.room),
            "deck_n": len(state.deck),
            "turn": state.turn,
            "potion_used": state.potion_used,
            "over": self.outcome(state) is not None,
        }


def deal_room(state: DungeonT, size: int, **changes: Any) -> DungeonT:
    """The room filled from the pile, as far as it goes; the carried card stays first (S15)."""
    drawn = size - len(state.room)
    deck = state.deck[drawn:]
    room = state.room + state.deck[:drawn]
    return replace(state, room=room, deck=deck, bottom=min(state.bottom, len(deck)), **changes)


def put_under(state: DungeonT) -> DungeonT:
    """The room under the pile in room order, where everybody saw it go (C13, S2, R15)."""
    bottom = state.bottom + len(state.room)
    return replace(state, deck=state.deck + state.room, bottom=bottom, room=())


def without(cards: Cards, card: str) -> Cards:
    """The cards but this one, in the same order."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


NO_LIMIT = 15
"""The limit of a weapon that nothing lies on: above every monster."""


def limit_of(weapon: str, slain: Cards) -> int:
    """The value that a monster has to stay below to be fought; 0 for bare hands (S12)."""
    if not weapon:
        return 0
    return enemy_value(slain[-1]) if slain else NO_LIMIT


def may_fight(weapon: str, slain: Cards, monster: str) -> bool:
    """A weapon only beats what is lower than the last monster on it (rules.md 3.5, 4.4; S12)."""
    return bool(weapon) and (not slain or enemy_value(monster) < enemy_value(slain[-1]))


def damage_with(weapon: str, monster: str) -> int:
    """The damage that comes through the weapon (rules.md 3.5, 4.4)."""
    return max(0, enemy_value(monster) - red_value(weapon))


def heal(hp: int, potion: str) -> int:
    return min(MAX_HP, hp + red_value(potion))


def arms(weapon: str, slain: Cards) -> Cards:
    """A weapon and what lies on it: they go to the discard together."""
    return (weapon, *slain) if weapon else ()


def fight_bare(state: LoneT, monster: str) -> LoneT:
    return replace(state, hp=state.hp - enemy_value(monster), discard=(*state.discard, monster))


def equip(state: LoneT, weapon: str, **changes: Any) -> LoneT:
    discard = state.discard + state.arms
    return replace(state, weapon=weapon, slain=(), discard=discard, **changes)


def drink(state: LoneT, potion: str) -> LoneT:
    """Only the first potion of a room has an effect, and it is used up at 20 hp too (S8, S9)."""
    hp = state.hp if state.potion_used else heal(state.hp, potion)
    return replace(state, hp=hp, potion_used=True, discard=(*state.discard, potion))


def weapon_text(weapon: str, slain: Cards) -> str:
    return write_weapon(rank(weapon) if weapon else None, slain)
