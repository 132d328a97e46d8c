"""What the rules pages say of co-operative Scoundrel."""

from __future__ import annotations

from tracker.boards.rules.house_rules import Question

HOUSE_RULES = {
    "jokers": Question(
        "Are the jokers in the pack?",
        {True: "yes, both.", False: "no, 52 cards are enough."},
    ),
    "room_size": Question(
        "Do rooms shrink when somebody falls?",
        {
            "started": "no, count those who started.",
            "living": "yes, count the living: two cards fewer for each of the fallen.",
        },
    ),
    "refill": Question(
        "The pile runs out in the middle of a deal.",
        {
            "short": "a smaller last room.",
            "through": "start the next floor at once and go on dealing.",
        },
    ),
    "pass_memory": Question(
        "How long does a pass count?",
        {
            "game": "until you do something else, even rooms later.",
            "room": "forget it at every new room.",
        },
    ),
    "shields": Question(
        "Which shields absorb a hit?",
        {
            "stack": "the oldest first, and only as many as are needed.",
            "all": "spend all of them on the next hit.",
            "one": "spend only the oldest one.",
        },
    ),
    "run_red_limit": Question(
        "How many red cards may you use and still run?",
        {
            "any": "one each; a single player with two keeps everybody there.",
            "all": "stay only when every living player has used two or more.",
            "total": "add up: no more red cards than living players.",
        },
    ),
    "place_counts": Question(
        "Does a card placed unused count as a red card used?",
        {False: "no.", True: "yes, count it."},
    ),
    "red_room_after_run": Question(
        "May you run from a Red Room straight after a run?",
        {False: "no.", True: "yes, a Red Room can always be left."},
    ),
    "run_order": Question(
        "In which order do the cards of a run go under the pile?",
        {"kept": "as they lie in the room.", "shuffled": "shuffle them first."},
    ),
    "count_runs": Question(
        "Does a room you ran from count as cleared?",
        {True: "yes.", False: "no, only rooms played to the end."},
    ),
    "floor_carry": Question(
        "What happens to the last card when a floor ends?",
        {
            "keep": "it stays and starts the new floor.",
            "reshuffle": "shuffle it into the new pile. That only works with a smaller last room.",
        },
    ),
}
