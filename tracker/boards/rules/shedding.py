"""Texts of the rules pages about Shiphead and Castle."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tracker.boards.rules.examples import Example
from tracker.boards.rules.house_rules import OptionQuestion
from tracker.rules.games.shiphead import VALID

UNSEEN = "2s 3s 4s 5s As 8s Js Ks 9s 2h 3h 4h"
"""The cards that both have in front of them, which matter to no example."""
SHIPHEAD_RULES = {
    "quick": OptionQuestion(
        _("Is there a draw pile?"),
        {
            False: _("Yes"),
            True: _("No. Put away what is left after the deal, for a short game."),
        },
    ),
    "flip_fail": OptionQuestion(
        _("A hidden card does not fit. Where does it go?"),
        {
            "pickup": _("Into your hand, together with the pile"),
            "lost": _("Out of the game. You take up only the pile."),
        },
    ),
    "seven_on_waited_eight": OptionQuestion(
        _("A 7 is played on a sleeping 8."),
        {
            "stays_waited": _("The 8 sleeps on"),
            "reactivates": _("It wakes, and asks the next player for an 8 again"),
        },
    ),
}
SHIPHEAD_EXAMPLES = {
    "nine": Example(
        _("Example: a nine, turned round"),
        f"{UNSEEN} 9c 7s 9h 5c 4d Kh Qs 6h 3c 8d Jc 10d 6d",
        (
            ("", _("Their hands. Mara begins.")),
            ("play:9c,9h", _("Mara plays *both nines*. Odo may play {valid}.")),
            (
                "play:7s",
                _(
                    "Odo plays the *7 of spades*, and the nine is turned round. Mara may play"
                    " {valid}."
                ),
            ),
            ("play:Qs", _("Mara plays the *queen of spades*. Odo may play {valid}.")),
        ),
        seats=2,
    ),
    "eight": Example(
        _("Example: an eight goes to sleep"),
        f"{UNSEEN} 8c Kc 7h 6s 10h 9d 5d 4c 3d Jh 6d 6c Qc Jd",
        (
            ("", _("Their hands. Mara begins.")),
            (
                "play:8c",
                _("Mara plays the *8 of clubs*. Odo may play only an {valid}, and has none."),
            ),
            ("wait", _("Odo *waits*. Now the 8 sleeps, and Mara may play {valid}.")),
            (
                "play:7h",
                _("She plays the *7 of hearts*. The 8 below sleeps on: Odo may play {valid}."),
            ),
            ("play:Kc", _("Odo plays the *king of clubs*.")),
            ("play:10h", _("Mara plays the *10 of hearts*: the pile burns, and she plays again.")),
            ("play:3d", _("She gets rid of the *3 of diamonds*. Odo may play {valid}.")),
        ),
        seats=2,
    ),
    "four": Example(
        _("Example: four sixes and a seven"),
        f"{UNSEEN} 6c 7c 6d Kc 6h 5c 6s 4c 10h Jh 3c 3d Qd",
        (
            ("play:6c,6d", _("Mara plays *two sixes*.")),
            ("play:7c", _("Odo plays the *7 of clubs*. It doesn’t count: the 6 below does.")),
            (
                "play:6h,6s",
                _(
                    "Mara adds the *other two*. Without the 7 they are four in a row: the pile"
                    " burns, and she plays again."
                ),
            ),
        ),
        seats=2,
    ),
}


BASES = {
    ("", True): _("nothing"),
    ("8", True): _("8, awake"),
    ("8", False): _("8, asleep"),
    ("9", False): _("9 and a 7"),
}


def layable() -> list[tuple[str, tuple[str, ...]]]:
    """On what which ranks may be played, low to high; only an 8 and a 9 change (rules.md 6.3)."""
    rows = [on for on in VALID if on[0] not in ("7", "10") and (on[1] or on[0] in ("8", "9"))]
    return [(str(BASES.get(on, on[0])), VALID[on]) for on in rows]


CASTLE_RULES = {
    "voluntary_pickup": OptionQuestion(
        _("May you pick up the pile although a card fits?"),
        {
            False: _("No"),
            True: _(
                "The first player may, whenever there is a pile, and also instead of turning"
                " over a hidden card. The second player may not."
            ),
        },
    ),
    "second_seat_table_eight": OptionQuestion(
        _("The second player plays a face-up 8."),
        {
            "burns": _("It burns the pile, like every 8"),
            "stays": _("It stays as a plain 8"),
        },
    ),
}
CASTLE_EXAMPLES = {
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
