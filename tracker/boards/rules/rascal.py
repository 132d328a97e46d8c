"""Texts of the rules pages about Rascal."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tracker.boards.rules.examples import Example
from tracker.boards.rules.house_rules import SOME, OptionQuestion

HOUSE_RULES = {
    "knife": OptionQuestion(
        _("May the 2 of diamonds be a knife?"),
        {
            True: _("Yes, if you like"),
            False: _("No, it is a weapon of 2 and nothing else. That is harder."),
        },
    ),
    "inventory": OptionQuestion(
        _("When may you reach into your pocket?"),
        {
            "standard": _("While no enemy lies in the room"),
            "carry": _(
                "Also when a room of four is down to its last card, enemy or not. That is easier."
            ),
            "any": _("At any time, enemies or not. That is easier still."),
            "none": _("Never. Play without a pocket. That is harder."),
        },
    ),
    "removed": OptionQuestion(
        _("Are all 44 cards in the dungeon?"),
        {
            (): _("Yes"),
            SOME: _(
                "Take out any you agree on. Without the 2 of diamonds it is harder; red cards,"
                " diamonds above all, are missed more than black ones."
            ),
        },
    ),
}
EXAMPLES = {
    "knife": Example(
        _("Example: an 8 and a knife"),
        "8d Kc 2d 5s Qs 3h 9c 4d",
        (
            (
                "equip:8d fight:Kc:weapon",
                _(
                    "Mara takes up the *8 of diamonds* and fights the king of clubs: 13 − 8 ="
                    " {hit}."
                    " She has {hp} left. The king wears the weapon by one: it is worth {value}."
                ),
            ),
            ("knife:2d", _("The *2 of diamonds* becomes a knife: 7 + 2 = {value}.")),
            (
                "fight:5s:weapon",
                _(
                    "Three cards are gone and she might move on, but she takes the *5 of spades* as"
                    " well. No hit. With one more enemy on it the weapon is worth {value}."
                ),
            ),
            (
                "next fight:Qs:weapon",
                _(
                    "Four new cards, and the *queen of spades* among them: 12 − 8 = {hit}. She has"
                    " {hp} left. That was the second fight of the knife: it leaves, and the 5"
                    " and the queen leave with it. Only the king still wears the 8, now worth"
                    " {value}."
                ),
            ),
        ),
    ),
    "pocket": Example(
        _("Example: a potion for later"),
        "6h 3c 7h 5d Ks 9d 3h",
        (
            ("fight:3c:bare", _("Mara fights the *3 of clubs* with her hands and has {hp} left.")),
            (
                "drink:6h",
                _(
                    "No enemy is left. She drinks the *6 of hearts* and has {hp}, since health"
                    " stops there. The 7 cannot be drunk in this room any more."
                ),
            ),
            (
                "store:7h",
                _(
                    "So she puts the *7 of hearts* in her pocket. That is the third card, and she"
                    " may"
                    " move on."
                ),
            ),
            (
                "next equip:5d",
                _(
                    "The 5 of diamonds was carried on, and she takes it up. With an enemy in the"
                    " room the pocket is shut."
                ),
            ),
            ("fight:Ks:weapon", _("The *king of spades*: 13 − 5 = {hit}. She has {hp} left.")),
            (
                "inv-drink:7h",
                _(
                    "No enemy is left, and the pocket opens. The *7 of hearts* takes her to {hp}."
                    " It is the potion of this room: the 3 has to wait."
                ),
            ),
        ),
    ),
}
