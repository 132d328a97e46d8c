"""The tracker's state: a party at its table, as the people who play it see it (rules.md 3.14).

Everything is kept the way a person would say it: numbers as numbers, texts as they were typed.
What follows from them (what a weapon beats, who has fallen) is worked out here and never stored.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from tracker.rules.cards import enemy_value
from tracker.rules.table.notation import TEXT_LENGTH, WeaponReading, read_weapon

MAX_HP = 20
LOWEST_HP = -9999
MAX_COUNT = 9999  # floors and rooms
MAX_PLAYERS = 4
MAX_NAME = 60
MAX_TEXT = TEXT_LENGTH

Value = int | str


@dataclass(frozen=True)
class Player:
    """One person's numbers: hp up to 20 (negative when hit hard), the texts of weapon and shields.

    `weapon` is the weapon box, kept as typed; `shields` the held heart pictures, oldest first.
    """

    name: str = ""
    hp: int = MAX_HP
    weapon: str = ""
    shields: str = ""

    @property
    def fallen(self) -> bool:
        """At 0 or below a player is dead (rules.md 1.4)."""
        return self.hp <= 0

    @property
    def reading(self) -> WeaponReading:
        return read_weapon(self.weapon)

    @property
    def held_shields(self) -> tuple[str, ...]:
        """Shields in the order taken: those written in the weapon box first, each once."""
        column = read_weapon(f"+{self.shields}").shields if self.shields else ()
        return tuple(dict.fromkeys(self.reading.shields + column))

    @property
    def limit(self) -> int | None:
        """Value of the last attached enemy; the weapon beats only what is lower (rules.md 3.5)."""
        monsters = self.reading.monsters
        return enemy_value(monsters[-1]) if monsters else None

    def may_fight(self, enemy: str) -> bool:
        """Whether the rules allow this player's weapon against `enemy` (rules.md 3.5)."""
        if self.reading.weapon is None:
            return False
        return self.limit is None or enemy_value(enemy) < self.limit


@dataclass(frozen=True)
class Party:
    """A party at its table.

    A player keeps one number, 0 to 3, for good; `seating` lists the numbers of those who play, in
    order round the table. Who has left stays in `players` with all their numbers. `floor` and
    `room` name what is being played, so the record is what lies behind them. `first` is the number
    of the player who leads this room.
    """

    players: tuple[Player, ...] = (Player(),) * MAX_PLAYERS
    seating: str = "0"
    floor: int = 1
    room: int = 1
    used: str = ""
    first: int = 0
    title: str = ""

    @property
    def seated(self) -> tuple[int, ...]:
        return tuple(int(number) for number in self.seating)

    @property
    def away(self) -> tuple[int, ...]:
        return tuple(n for n in range(MAX_PLAYERS) if n not in self.seated)

    @property
    def living(self) -> tuple[int, ...]:
        return tuple(n for n in self.seated if not self.players[n].fallen)

    @property
    def over(self) -> bool:
        """The run ends when nobody at the table is alive (rules.md 3.12)."""
        return not self.living

    @property
    def record(self) -> tuple[int, int]:
        """Floors finished and rooms cleared on the floor being played (rules.md 3.12, C22)."""
        return self.floor - 1, self.room - 1

    def name(self, number: int) -> str:
        """The name a player goes by: as typed, or the number of the player counted from 1."""
        return self.players[number].name or f"Player {number + 1}"

    def with_player(self, number: int, **changed: Any) -> Party:
        players = list(self.players)
        players[number] = replace(players[number], **changed)
        return replace(self, players=tuple(players))


def new_party(names: tuple[str, ...], title: str = "") -> Party:
    """A party at floor 1, room 1; one seat per name, an empty name is a nameless player."""
    players = tuple(Player(name) for name in names) + (Player(),) * (MAX_PLAYERS - len(names))
    return Party(players=players, seating="0123"[: len(names)], title=title)


def lead_moved(party: Party, rooms: int) -> Party:
    """The lead passed on by so many rooms, past the fallen (rules.md 3.3, C8); back if negative."""
    first, seated = party.first, party.seated
    for _ in range(min(abs(rooms), MAX_PLAYERS * 25)):
        turn = seated.index(first) if first in seated else -1
        ring = seated[turn + 1 :] + seated[: turn + 1]
        if rooms < 0:
            ring = tuple(reversed(ring[:-1])) + ring[-1:]
        first = next((number for number in ring if number in party.living), first)
    return replace(party, first=first)
