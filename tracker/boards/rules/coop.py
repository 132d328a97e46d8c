"""Texts of the rules pages about co-operative Scoundrel."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tracker.boards.rules.house_rules import OptionQuestion

HOUSE_RULES = {
    "jokers": OptionQuestion(
        _("Are the jokers in the pack?"),
        {
            True: _("Yes, both"),
            False: _("No, 52 cards are enough"),
        },
    ),
    "room_size": OptionQuestion(
        _("Do rooms shrink when somebody falls?"),
        {
            "started": _("No, count those who started"),
            "living": _("Yes, count the living: two cards fewer for each of the fallen"),
        },
    ),
    "refill": OptionQuestion(
        _("The pile runs out in the middle of a deal."),
        {
            "short": _("A smaller last room"),
            "through": _("Start the next floor at once and go on dealing"),
        },
    ),
    "pass_memory": OptionQuestion(
        _("How long does a pass count?"),
        {
            "game": _("Until you do something else, even rooms later"),
            "room": _("Forget it at every new room"),
        },
    ),
    "shields": OptionQuestion(
        _("Which shields absorb a hit?"),
        {
            "stack": _("The oldest first, and only as many as are needed"),
            "all": _("Spend all of them on the next hit"),
            "one": _("Spend only the oldest one"),
        },
    ),
    "run_red_limit": OptionQuestion(
        _("How many red cards may you use and still run?"),
        {
            "any": _("One each; a single player with two keeps everybody there"),
            "all": _("Stay only when every living player has used two or more"),
            "total": _("Add up: no more red cards than living players"),
        },
    ),
    "place_counts": OptionQuestion(
        _("Does a card discarded unused count as a red card used?"),
        {False: _("No"), True: _("Yes, count it")},
    ),
    "red_room_after_run": OptionQuestion(
        _("May you run from a Red Room straight after a run?"),
        {
            False: _("No"),
            True: _("Yes, a Red Room can always be left"),
        },
    ),
    "run_order": OptionQuestion(
        _("In which order do the cards of a run go under the pile?"),
        {
            "kept": _("As they lie in the room"),
            "shuffled": _("Shuffle them first"),
        },
    ),
    "count_runs": OptionQuestion(
        _("Does a room you ran from count as cleared?"),
        {
            True: _("Yes"),
            False: _("No, only rooms played to the end"),
        },
    ),
    "floor_carry": OptionQuestion(
        _("What happens to the last card when a floor ends?"),
        {
            "keep": _("It stays and starts the new floor"),
            "reshuffle": _(
                "Shuffle it into the new pile. That only works with a smaller last room."
            ),
        },
    ),
}
