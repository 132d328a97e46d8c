"""One person at a table of real cards, as the people who play see it (rules.md 3.14).

What follows from these numbers and texts (what a weapon beats, who has fallen) is worked out here
and never stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

from tracker.rules.cards import ENEMIES, POTIONS, WEAPONS, enemy_value
from tracker.rules.games.dungeon import MAX_HP, may_fight
from tracker.rules.games.rascal import KNIFE as KNIFE_CARD
from tracker.rules.games.rascal import KNIFE_USES
from tracker.rules.input import MAX_NAME, MAX_TEXT
from tracker.rules.table.fields import CardRow, Counter, Text, kinds_of
from tracker.rules.table.notation import WeaponReading, read_weapon
from tracker.rules.words import gettext_noop

LOWEST_HP = -9999
LOWEST_COUNT, HIGHEST_COUNT = -9999, 9999  # of the counters a party names itself

NAME = Text(
    MAX_NAME,
    label=gettext_noop("{name}’s name"),
    overwritten=gettext_noop("{name} has been renamed since. Undo that change first."),
)
HP = Counter(LOWEST_HP, MAX_HP, label=gettext_noop("{name} {step}"))
WEAPON = Text(
    MAX_TEXT,
    label=gettext_noop("{name}’s weapon"),
    overwritten=gettext_noop("{name}’s weapon has been changed since. Undo that change first."),
)
SHIELDS = Text(
    MAX_TEXT,
    label=gettext_noop("{name}’s shields"),
    overwritten=gettext_noop("{name}’s shields have been changed since. Undo that change first."),
)
STORED = (*WEAPONS, *POTIONS)
KNIFE = CardRow(
    1 + KNIFE_USES,
    (KNIFE_CARD,),
    ENEMIES[:-1],
    label=gettext_noop("{name}’s knife"),
    overwritten=gettext_noop("{name}’s knife has been changed since. Undo that change first."),
)
POCKET = CardRow(
    1,
    STORED,
    label=gettext_noop("{name}’s pocket"),
    overwritten=gettext_noop("{name}’s pocket has been changed since. Undo that change first."),
)
OWN_COUNT = Counter(LOWEST_COUNT, HIGHEST_COUNT, label=gettext_noop("{name}: {tally} {step}"))


@dataclass(frozen=True)
class Player:
    """One person's numbers: hp up to 20 (negative when hit hard), the texts of weapon and shields.

    `weapon` is the weapon box, kept as typed; `shields` the held heart pictures, oldest first.
    Rascal alone has a `knife`, with the enemies fought with it, and a `pocket` (rules.md 5.2).
    `count_0` to `count_3` are the numbers of the party's own counters that each player has.
    """

    name: Annotated[str, NAME] = ""
    hp: Annotated[int, HP] = MAX_HP
    weapon: Annotated[str, WEAPON] = ""
    shields: Annotated[str, SHIELDS] = ""
    knife: Annotated[str, KNIFE] = ""
    pocket: Annotated[str, POCKET] = ""
    count_0: Annotated[int, OWN_COUNT] = 0
    count_1: Annotated[int, OWN_COUNT] = 0
    count_2: Annotated[int, OWN_COUNT] = 0
    count_3: Annotated[int, OWN_COUNT] = 0

    @property
    def fallen(self) -> bool:
        """At 0 or below a player is dead (rules.md 1.4)."""
        return self.hp <= 0

    @cached_property
    def reading(self) -> WeaponReading:
        return read_weapon(self.weapon)

    @property
    def shield_cards(self) -> tuple[str, ...]:
        """Shields in the order taken: those written in the weapon box first, each once."""
        column = read_weapon(f"+{self.shields}").shields if self.shields else ()
        return tuple(dict.fromkeys(self.reading.shields + column))

    @property
    def limit(self) -> int | None:
        """Value of the last attached enemy; the weapon beats only what is lower (rules.md 3.5)."""
        monsters = self.reading.monsters
        return enemy_value(monsters[-1]) if monsters else None

    @property
    def worn_out(self) -> bool:
        """Whether the weapon beats nothing any more but the black joker."""
        return self.limit is not None and self.limit <= min(map(enemy_value, ENEMIES[:-1]))

    def may_fight(self, enemy: str) -> bool:
        """Whether the rules allow this player's weapon against `enemy` (rules.md 3.5)."""
        return may_fight(self.reading.weapon or "", self.reading.monsters, enemy)


PLAYER_FIELDS = kinds_of(Player)
