"""Texts of the rules pages about co-operative Scoundrel."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tracker.boards.rules.house_rules import Meaning, OptionQuestion

HOUSE_RULES = {
    "jokers": OptionQuestion(
        _("Are the jokers in the pack?"),
        {
            True: Meaning(_("yes, both."), _("Yes, both")),
            False: Meaning(_("no, 52 cards are enough."), _("No, 52 cards are enough")),
        },
    ),
    "room_size": OptionQuestion(
        _("Do rooms shrink when somebody falls?"),
        {
            "started": Meaning(_("no, count those who started."), _("No, count those who started")),
            "living": Meaning(
                _("yes, count the living: two cards fewer for each of the fallen."),
                _("Yes, count the living: two cards fewer for each of the fallen"),
            ),
        },
    ),
    "refill": OptionQuestion(
        _("The pile runs out in the middle of a deal."),
        {
            "short": Meaning(_("a smaller last room."), _("A smaller last room")),
            "through": Meaning(
                _("start the next floor at once and go on dealing."),
                _("Start the next floor at once and go on dealing"),
            ),
        },
    ),
    "pass_memory": OptionQuestion(
        _("How long does a pass count?"),
        {
            "game": Meaning(
                _("until you do something else, even rooms later."),
                _("Until you do something else, even rooms later"),
            ),
            "room": Meaning(_("forget it at every new room."), _("Forget it at every new room")),
        },
    ),
    "shields": OptionQuestion(
        _("Which shields absorb a hit?"),
        {
            "stack": Meaning(
                _("the oldest first, and only as many as are needed."),
                _("The oldest first, and only as many as are needed"),
            ),
            "all": Meaning(
                _("spend all of them on the next hit."), _("Spend all of them on the next hit")
            ),
            "one": Meaning(_("spend only the oldest one."), _("Spend only the oldest one")),
        },
    ),
    "run_red_limit": OptionQuestion(
        _("How many red cards may you use and still run?"),
        {
            "any": Meaning(
                _("one each; a single player with two keeps everybody there."),
                _("One each; a single player with two keeps everybody there"),
            ),
            "all": Meaning(
                _("stay only when every living player has used two or more."),
                _("Stay only when every living player has used two or more"),
            ),
            "total": Meaning(
                _("add up: no more red cards than living players."),
                _("Add up: no more red cards than living players"),
            ),
        },
    ),
    "place_counts": OptionQuestion(
        _("Does a card discarded unused count as a red card used?"),
        {False: Meaning(_("no."), _("No")), True: Meaning(_("yes, count it."), _("Yes, count it"))},
    ),
    "red_room_after_run": OptionQuestion(
        _("May you run from a Red Room straight after a run?"),
        {
            False: Meaning(_("no."), _("No")),
            True: Meaning(
                _("yes, a Red Room can always be left."), _("Yes, a Red Room can always be left")
            ),
        },
    ),
    "run_order": OptionQuestion(
        _("In which order do the cards of a run go under the pile?"),
        {
            "kept": Meaning(_("as they lie in the room."), _("As they lie in the room")),
            "shuffled": Meaning(_("shuffle them first."), _("Shuffle them first")),
        },
    ),
    "count_runs": OptionQuestion(
        _("Does a room you ran from count as cleared?"),
        {
            True: Meaning(_("yes."), _("Yes")),
            False: Meaning(
                _("no, only rooms played to the end."), _("No, only rooms played to the end")
            ),
        },
    ),
    "floor_carry": OptionQuestion(
        _("What happens to the last card when a floor ends?"),
        {
            "keep": Meaning(
                _("it stays and starts the new floor."), _("It stays and starts the new floor")
            ),
            "reshuffle": Meaning(
                _("shuffle it into the new pile. That only works with a smaller last room."),
                _("Shuffle it into the new pile. That only works with a smaller last room."),
            ),
        },
    ),
}
