"""What is still to come: the cards of the pack that have not been seen, counted by rank.

In a game for one all that is not on the table lies in the pile, so this is what a player who keeps
count would know. The drawing has a column for each rank.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.boards.words.forms import Formless
from tracker.rules.cards import BLACK_JOKER, POTIONS, WEAPONS, enemy_value
from tracker.rules.games.dungeon import MONSTERS

COLUMN = 24
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


@dataclass(frozen=True)
class Column:
    """How many enemies of this rank are to come, and whether a weapon and a potion are."""

    rank: str
    x: int
    enemies: tuple[int, ...]
    """The place of each mark, sideways."""
    weapon: bool
    potion: bool

    @property
    def left(self) -> int:
        """Where the weapon stands; alone it stands in the middle."""
        return self.x - (10 if self.potion else 5)

    @property
    def right(self) -> int:
        return self.x + (1 if self.weapon else -5)


@dataclass(frozen=True)
class Rest:
    columns: tuple[Column, ...]
    enemies: str
    supplies: str


def rest_of(unseen: Iterable[str]) -> Rest:
    """The cards that nobody has seen, sorted for the drawing."""
    cards = frozenset(unseen)
    enemies = [card for card in cards & MONSTERS if card != BLACK_JOKER]
    damage, count = sum(map(enemy_value, enemies)), len(enemies)
    words = ngettext("*{count}* enemy to come", "*{count}* enemies to come", count)
    words = words.format(count=count)
    return Rest(
        columns=tuple(_column(cards, place, name) for place, name in enumerate(RANKS)),
        # Translators: {enemies} is "*7* enemies to come".
        enemies=_("{enemies}, *{damage}* damage").format(enemies=words, damage=damage),
        supplies=_supplies(len(cards & set(WEAPONS)), len(cards & set(POTIONS))),
    )


def _supplies(weapons: int, potions: int) -> str:
    # Translators: what is still to come: "3 weapons, 1 potion".
    return _("{weapons}, {potions}").format(
        weapons=Formless(ngettext("{n} weapon", "{n} weapons", weapons).format(n=weapons)),
        potions=ngettext("{n} potion", "{n} potions", potions).format(n=potions),
    )


def _column(cards: frozenset[str], place: int, name: str) -> Column:
    suits = [card[-1] for card in cards if card[:-1] == name]
    middle = place * COLUMN + COLUMN // 2
    count = len({"c", "s"} & set(suits))
    marks = ((), (middle - 4,), (middle - 9, middle + 1))[count]
    return Column(name, middle, marks, "d" in suits, "h" in suits)
