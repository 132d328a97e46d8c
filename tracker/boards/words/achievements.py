"""What the achievements of a run are called."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

ACHIEVEMENTS = {
    "first-floor": _("Finished a floor"),
    "third-floor": _("Finished three floors"),
    "fifth-floor": _("Finished five floors"),
    "tenth-floor": _("Finished ten floors"),
    "twentieth-floor": _("Finished twenty floors"),
    "first-blood": _("Fought an enemy"),
    "fifty-enemies": _("Fought fifty enemies"),
    "hundred-enemies": _("Fought a hundred enemies"),
    "both-aces": _("Fought both black aces"),
    "court": _("Fought every black picture card"),
    "joker": _("Fought the Black Joker"),
    "worn": _("Five enemies on one weapon"),
    "worn-out": _("Eight enemies on one weapon"),
    "hair": _("Lived on with one health left"),
    "ace-taken": _("Took 14 or more in one hit"),
    "dry": _("Finished a floor without a potion"),
    "careful": _("Drank five potions and wasted nothing"),
    "spilt": _("Wasted twenty health of potions"),
    "shields": _("Spent three shields"),
    "brave": _("Finished three floors and never ran"),
    "runners": _("Ran five times"),
    "whole-floor": _("Left a floor with everybody at full health"),
    "last-standing": _("One of the party still stands"),
    "together": _("Finished three floors and nobody fell"),
    "alone": _("Finished three floors alone"),
    "each-led": _("Everybody led a room"),
    "each-fought": _("Everybody fought five enemies"),
    "long-evening": _("Played three hours"),
    "swift": _("Finished three floors within the hour"),
    "cleared": _("Cleared the dungeon alone"),
    "cleared-hair": _("Won with one health left"),
    "cleared-whole": _("Won with all twenty health left"),
    "untouched": _("Somebody took no damage in the whole run"),
}
