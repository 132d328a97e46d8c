"""A match by rules that have changed since: no longer shown or played, but listed as it ended."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tracker.boards.match.frame import Ending, Scene
from tracker.services.match.match import Match

TEMPLATE = "match/_outdated.html"


def outdated_scene(match: Match) -> Scene:
    """What has happened, what is left of the match, and the ways on."""
    why = _("This game was dealt by earlier rules. It can be neither shown nor played on.")
    kept = _("How it ended stays in your lists.") if match.outcome else ""
    ways = _("The same deal gives you the same cards again, by the rules of today.")
    ending = Ending("", _("The rules have changed"), (why, kept, ways))
    return Scene(template=TEMPLATE, table=None, turn="", ending=ending)
