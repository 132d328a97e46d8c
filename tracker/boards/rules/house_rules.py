"""Where tables differ: the options of every game as questions, and what each answer means.

Which options there are, what they allow and what holds by default is told by the games themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tracker.rules.registry import GAMES

Answers = Mapping[Any, str]
"""What each allowed value means. A list has two: with nothing in it, `()`, and with something."""

SOME = "some"


@dataclass(frozen=True)
class HouseRule:
    """One option; `ours` is its default, `others` what else may be chosen."""

    name: str
    question: str
    ours: str
    others: tuple[str, ...]


COOP: dict[str, tuple[str, Answers]] = {
    "jokers": (
        "Are the jokers in the pack?",
        {True: "yes, both.", False: "no, 52 cards are enough."},
    ),
    "room_size": (
        "Do rooms shrink when somebody falls?",
        {
            "started": "no, count those who started.",
            "living": "yes, count the living: two cards fewer for each of the fallen.",
        },
    ),
    "refill": (
        "The pile runs out in the middle of a deal.",
        {
            "short": "a smaller last room.",
            "through": "start the next floor at once and go on dealing.",
        },
    ),
    "pass_memory": (
        "How long does a pass count?",
        {
            "game": "until you do something else, even rooms later.",
            "room": "forget it at every new room.",
        },
    ),
    "shields": (
        "Which shields answer a hit?",
        {
            "stack": "the oldest first, and only as many as are needed.",
            "all": "spend all of them on the next hit.",
            "one": "spend only the oldest one.",
        },
    ),
    "run_red_limit": (
        "How many red cards may you use and still run?",
        {
            "any": "one each; a single player with two keeps everybody there.",
            "all": "stay only when every living player has used two or more.",
            "total": "add up: no more red cards than living players.",
        },
    ),
    "place_counts": (
        "Does a card placed unused count as a red card used?",
        {False: "no.", True: "yes, count it."},
    ),
    "red_room_after_run": (
        "May you run from a Red Room straight after a run?",
        {False: "no.", True: "yes, a Red Room can always be left."},
    ),
    "run_order": (
        "In which order do the cards of a run go under the pile?",
        {"kept": "as they lie in the room.", "shuffled": "shuffle them first."},
    ),
    "count_runs": (
        "Does a room you ran from count as cleared?",
        {True: "yes.", False: "no, only rooms played to the end."},
    ),
    "floor_carry": (
        "What happens to the last card when a floor ends?",
        {
            "keep": "it stays and starts the new floor.",
            "reshuffle": "shuffle it into the new pile. That only works with a smaller last room.",
        },
    ),
}
SOLO: dict[str, tuple[str, Answers]] = {
    "skip": (
        "Where do the cards of a skipped room go?",
        {
            "bottom": "under the pile, in the order they lie.",
            "reshuffle": "back into the pile, and all of it is shuffled. You may meet them again"
            " in the very next room.",
        },
    ),
    "weapon": (
        "May you leave your weapon out of a fight?",
        {
            "choice": "yes, you choose for every enemy.",
            "auto": "no. A weapon that can fight the enemy has to. Otherwise you use your hands.",
        },
    ),
}
RASCAL: dict[str, tuple[str, Answers]] = {
    "knife": (
        "May the 2 of diamonds be a knife?",
        {
            True: "yes, if you like.",
            False: "no, it is a weapon of 2 and nothing else. That is harder.",
        },
    ),
    "inventory": (
        "When may you reach into your pocket?",
        {
            "standard": "while no enemy lies in the room.",
            "carry": "also when a room of four is down to its last card, enemy or not."
            " That is easier.",
            "any": "at any time, enemies or not. That is easier still.",
            "none": "never. Play without a pocket. That is harder.",
        },
    ),
    "removed": (
        "Are all 44 cards in the dungeon?",
        {
            (): "yes.",
            SOME: "take out any you agree on. Without the 2 of diamonds it is harder;"
            " red cards, diamonds above all, are missed more than black ones.",
        },
    ),
}
SHIPHEAD: dict[str, tuple[str, Answers]] = {
    "quick": (
        "Is there a draw pile?",
        {False: "yes.", True: "no. Put away what is left after the deal, for a short game."},
    ),
    "flip_fail": (
        "A hidden card does not fit. Where does it go?",
        {
            "pickup": "into your hand, together with the centre.",
            "lost": "out of the game. You take up only the centre.",
        },
    ),
    "seven_on_waited_eight": (
        "A 7 is laid on a sleeping 8.",
        {
            "stays_waited": "the 8 sleeps on.",
            "reactivates": "it wakes, and asks the next player for an 8 again.",
        },
    ),
}
CASTLE: dict[str, tuple[str, Answers]] = {
    "voluntary_pickup": (
        "May you pick up the stack although a card fits?",
        {
            False: "no.",
            True: "the first player may, whenever there is a stack, and also instead of turning"
            " over a hidden card. The second player may not.",
        },
    ),
    "second_seat_table_eight": (
        "The second player plays a face-up 8.",
        {
            "burns": "it burns the stack, like every 8.",
            "stays": "it stays as a plain 8.",
        },
    ),
}
WORDS = {"coop": COOP, "solo": SOLO, "rascal": RASCAL, "shiphead": SHIPHEAD, "castle": CASTLE}


def house_rules(key: str) -> tuple[HouseRule, ...]:
    """The options of a game in the order they are asked on its page."""
    return tuple(_house_rule(key, name) for name in WORDS[key])


def _house_rule(key: str, name: str) -> HouseRule:
    question, answers = WORDS[key][name]
    default = GAMES[key].options[name].default
    others = (words for value, words in answers.items() if value != default)
    return HouseRule(name, question, answers[default], tuple(others))
