"""Texts of the rules pages about solo Scoundrel."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tracker.boards.rules.examples import Example
from tracker.boards.rules.house_rules import OptionQuestion

HOUSE_RULES = {
    "skip": OptionQuestion(
        _("Where do the cards of a skipped room go?"),
        {
            "bottom": _("Under the pile, in the order they lie"),
            "reshuffle": _(
                "Back into the pile, and all of it is shuffled. You may meet them again in the"
                " very next room."
            ),
        },
    ),
    "weapon": OptionQuestion(
        _("May you leave your weapon out of a fight?"),
        {
            "choice": _("Yes, you choose for every enemy"),
            "auto": _(
                "No. A weapon that can fight the enemy has to. Otherwise you use your hands."
            ),
        },
    ),
}
EXAMPLES = {
    "rooms": Example(
        _("Example: two rooms"),
        "8d Kc Js 7s 9c 5h 3d 6s",
        (
            ("", _("Mara has {hp} health and bare hands. She stays.")),
            ("equip:8d", _("First card: she takes up the *8 of diamonds*.")),
            (
                "fight:Kc:weapon",
                _("Second: the *king of clubs*, 13 − 8 = {hit}. She has {hp} left."),
            ),
            (
                "fight:Js:weapon",
                _(
                    "Third: the *jack of spades*, 11 − 8 = {hit}. She has {hp} left, and her 8 can"
                    " now fight {beats} or lower. The 7 of spades stays and opens the next room."
                ),
            ),
            (
                "fight:7s:weapon",
                _("The *7 of spades* does not get through. Now the 8 can fight {beats} or lower."),
            ),
            (
                "fight:9c:bare",
                _(
                    "The *9 of clubs* is not below 7, so her hands must do: {hit}. She has {hp}"
                    " left."
                ),
            ),
            (
                "drink:5h",
                _(
                    "She drinks the *5 of hearts* and has {hp}. That was the third card: the 3 of"
                    " diamonds waits, and a new room is dealt."
                ),
            ),
        ),
    ),
    "skip": Example(
        _("Example: a room to leave alone"),
        "Ac Ks Qs 2h 6d 4s 9h 5c 3c 7d",
        (
            ("", _("An ace, a king and a queen, and no weapon. Mara has taken nothing yet.")),
            (
                "skip",
                _(
                    "She *skips* the room. Its four cards lie at the bottom of the pile, the ace"
                    " first. Here are four new ones. These she has to play."
                ),
            ),
        ),
    ),
}
