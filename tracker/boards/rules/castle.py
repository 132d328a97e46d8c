"""Texts of the rules pages about Castle."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tracker.boards.rules.examples import Example
from tracker.boards.rules.house_rules import Meaning, OptionQuestion

HOUSE_RULES = {
    "voluntary_pickup": OptionQuestion(
        _("May you pick up the pile although a card fits?"),
        {
            False: Meaning(_("no."), _("No")),
            True: Meaning(
                _(
                    "the first player may, whenever there is a pile, and also instead of turning"
                    " over a hidden card. The second player may not."
                ),
                _(
                    "The first player may, whenever there is a pile, and also instead of turning"
                    " over a hidden card. The second player may not."
                ),
            ),
        },
    ),
    "second_seat_table_eight": OptionQuestion(
        _("The second player plays a face-up 8."),
        {
            "burns": Meaning(
                _("it burns the pile, like every 8."), _("It burns the pile, like every 8")
            ),
            "stays": Meaning(_("it stays as a plain 8."), _("It stays as a plain 8")),
        },
    ),
}
EXAMPLES = {
    "pile": Example(
        _("Example: a pile grows and burns"),
        "Ks 3h 5s Qd 4c 3s 6c 2h Js 7h 9d Jc 10s 5h Ad 6d 9h 8d 6s 2c Kd 4s 10c 5c 7d",
        (
            ("", _("Their hands, and the 6 of spades on the pile. Mara begins. Her 4 is too low.")),
            (
                "play:9d",
                _(
                    "She plays a 9, so *both nines* go. She draws two cards, the 2 of clubs and the"
                    " king of diamonds."
                ),
            ),
            ("play:Jc", _("Odo plays the *jack of clubs* and draws the 4 of spades.")),
            (
                "play:2c",
                _(
                    "Mara plays the *2 of clubs*. A 2 may go on anything, and anything may go on"
                    " it."
                ),
            ),
            ("play:3s", _("Odo gets rid of the *3 of spades*.")),
            ("play:4c", _("Mara gets rid of the *4 of clubs*.")),
            (
                "play:8d",
                _(
                    "Odo plays the *8 of diamonds*: the pile burns. He draws a card and plays"
                    " again,"
                    " whatever he likes."
                ),
            ),
        ),
        seats=2,
    ),
}
