"""The co-operative game: its options and what lies on the table (rules.md 3.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tracker.rules.games.dungeon import MAX_HP, DungeonState, arms, limit_of, weapon_text
from tracker.rules.protocol import BadSetup, Cards, Options, option
from tracker.rules.table.texts.notation import write_used


@dataclass(frozen=True, slots=True)
class CoopOptions(Options):
    """rules.md 8."""

    refill: str = option("short", "through")  # C1
    shields: str = option("stack", "all", "one")  # C15
    place_counts: bool = option(False, True)  # C12
    room_size: str = option("started", "living")  # C9
    floor_carry: str = option("keep", "reshuffle")  # C2
    run_red_limit: str = option("any", "all", "total")  # C11
    red_room_after_run: bool = option(False, True)  # C20
    pass_memory: str = option("game", "room")  # C10
    run_order: str = option("kept", "shuffled")  # C13
    count_runs: bool = option(True, False)  # C23
    jokers: bool = option(True, False)  # C35

    def __post_init__(self) -> None:
        if (self.floor_carry, self.refill) == ("reshuffle", "through"):
            raise BadSetup("option floor_carry can be reshuffle only where refill is short")

    def counts(self, do: str) -> bool:
        """Whether such a deed uses a red card, which counts against running (rules.md 3.7)."""
        return do in ("equip", "drink", "use") or (do == "place" and self.place_counts)


@dataclass(frozen=True, slots=True)
class Hero:
    """The player of a seat. The dead have no hp left and hold nothing (rules.md 3.6)."""

    hp: int = MAX_HP
    weapon: str = ""
    """A diamond, or "" for bare hands."""
    slain: Cards = ()
    """The monsters on the weapon in the order they were fought."""
    shields: Cards = ()
    """Held shields, oldest first."""
    passed: bool = False

    @property
    def arms(self) -> Cards:
        return arms(self.weapon, self.slain)

    @property
    def limit(self) -> int:
        return limit_of(self.weapon, self.slain)

    def summary(self) -> dict[str, Any]:
        return {
            "hp": self.hp,
            "weapon": weapon_text(self.weapon, self.slain),
            "shields": "".join(self.shields),
            "passed": self.passed,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class CoopState(DungeonState):
    """rules.md 3.2."""

    options: CoopOptions
    players: tuple[Hero, ...]
    aside: Cards = ()
    floor: int = 1
    rooms: int = 0
    """Rooms cleared on this floor."""
    total_rooms: int = 0
    """Rooms cleared since the start."""
    first: int = -1
    """The seat that leads this room, or led the last one; before the first room nobody has."""
    turn: int | None = None
    """The seat to act; None in a Red Room and when the game is over."""
    red_room: bool = False
    offers: tuple[int, ...] = ()
    ran_last: bool = False
    fought: bool = False
    used: tuple[int, ...] = ()

    @property
    def living(self) -> tuple[int, ...]:
        return tuple(seat for seat, player in enumerate(self.players) if player.hp > 0)

    def living_after(self, seat: int) -> int:
        """The next living seat clockwise, which may be the same one again."""
        around = range(seat + 1, seat + 1 + len(self.players))
        return next(n for n in (n % len(self.players) for n in around) if n in self.living)

    @property
    def cards(self) -> Cards:
        """Every card of the game, wherever it lies."""
        hands = [card for player in self.players for card in (*player.arms, *player.shields)]
        return (*self.deck, *self.room, *self.discard, *self.aside, *hands)

    def summary(self) -> dict[str, Any]:
        """The state in the words of the trace format."""
        return {
            "floor": self.floor,
            "rooms": self.rooms,
            "room": list(self.room),
            "deck_n": len(self.deck),
            "discard_n": len(self.discard),
            "aside": write_used(self.aside),
            "red_room": self.red_room,
            "first": self.first,
            "turn": self.turn,
            "offers": list(self.offers),
            "ran_last": self.ran_last,
            "fought": self.fought,
            "used": list(self.used),
            "players": [player.summary() for player in self.players],
            "over": not self.living,
        }
