"""What the rules pages say of Shiphead."""

from __future__ import annotations

from dataclasses import dataclass

from tracker.boards.rules.examples import Example
from tracker.boards.rules.house_rules import Question
from tracker.rules.games.shiphead import VALID

UNSEEN = "2s 3s 4s 5s As 8s Js Ks 9s 2h 3h 4h"
"""The cards that both have in front of them, which matter to no example."""
HOUSE_RULES = {
    "quick": Question(
        "Is there a draw pile?",
        {False: "yes.", True: "no. Put away what is left after the deal, for a short game."},
    ),
    "flip_fail": Question(
        "A hidden card does not fit. Where does it go?",
        {
            "pickup": "into your hand, together with the pile.",
            "lost": "out of the game. You take up only the pile.",
        },
    ),
    "seven_on_waited_eight": Question(
        "A 7 is played on a sleeping 8.",
        {
            "stays_waited": "the 8 sleeps on.",
            "reactivates": "it wakes, and asks the next player for an 8 again.",
        },
    ),
}
EXAMPLES = {
    "nine": Example(
        "Example: a nine, turned round",
        f"{UNSEEN} 9c 7s 9h 5c 4d Kh Qs 6h 3c 8d Jc 10d 6d",
        (
            ("", "Their hands. Mara begins."),
            ("play:9c,9h", "Mara plays *both nines*. Odo may play {valid}."),
            (
                "play:7s",
                "Odo plays the *7 of spades*, and the nine is turned round. Mara may play {valid}.",
            ),
            ("play:Qs", "Mara plays the *queen of spades*. Odo may play {valid}."),
        ),
        seats=2,
    ),
    "eight": Example(
        "Example: an eight goes to sleep",
        f"{UNSEEN} 8c Kc 7h 6s 10h 9d 5d 4c 3d Jh 6d 6c Qc Jd",
        (
            ("", "Their hands. Mara begins."),
            ("play:8c", "Mara plays the *8 of clubs*. Odo may play only an {valid}, and has none."),
            ("wait", "Odo *waits*. Now the 8 sleeps, and Mara may play {valid}."),
            (
                "play:7h",
                "She plays the *7 of hearts*. The 8 below sleeps on: Odo may play {valid}.",
            ),
            ("play:Kc", "Odo plays the *king of clubs*."),
            ("play:10h", "Mara plays the *10 of hearts*: the pile burns, and she plays again."),
            ("play:3d", "She gets rid of the *3 of diamonds*. Odo may play {valid}."),
        ),
        seats=2,
    ),
    "four": Example(
        "Example: four sixes and a seven",
        f"{UNSEEN} 6c 7c 6d Kc 6h 5c 6s 4c 10h Jh 3c 3d Qd",
        (
            ("play:6c,6d", "Mara plays *two sixes*."),
            ("play:7c", "Odo plays the *7 of clubs*. It doesn’t count: the 6 below does."),
            (
                "play:6h,6s",
                "Mara adds the *other two*. Without the 7 they are four in a row: the pile"
                " burns, and she plays again.",
            ),
        ),
        seats=2,
    ),
}


@dataclass(frozen=True)
class Layable:
    """The ranks that may be played, and on what."""

    on: str
    ranks: tuple[str, ...]


BASES = {
    ("", True): "nothing",
    ("8", True): "8, awake",
    ("8", False): "8, asleep",
    ("9", False): "9 and a 7",
}


def layable() -> tuple[Layable, ...]:
    """Low to high; only an 8 and a 9 change (rules.md 6.3)."""
    rows = [on for on in VALID if on[0] not in ("7", "10") and (on[1] or on[0] in ("8", "9"))]
    return tuple(Layable(BASES.get(on, on[0]), VALID[on]) for on in rows)
