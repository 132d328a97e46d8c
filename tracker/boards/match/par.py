"""What somebody made of the deal of a day, and what the adviser did."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tracker.boards.match.frame import Ending
from tracker.boards.match.screens import screen_of
from tracker.boards.match.story import ending_of
from tracker.boards.words.names import record_text
from tracker.services.match.match import Match
from tracker.services.match.par import Par


@dataclass(frozen=True)
class ParBoard:
    """`adviser` is None while it plays; `progress` says how far it is then."""

    title: str
    day: str
    own: Ending
    adviser: Ending | None
    progress: str


def par_board(match: Match, par: Par) -> ParBoard:
    return ParBoard(
        title=screen_of(match.game).title,
        day=match.deal,
        own=ending_of(match),
        adviser=_ending(par) if par.over else None,
        progress="" if par.over else _progress(par.match),
    )


def _ending(par: Par) -> Ending:
    chairs = tuple(replace(chair, name=_("The adviser")) for chair in par.match.chairs)
    match = replace(par.match, chairs=chairs)
    if match.game.outcome(match.revealed):
        return ending_of(match, None)
    way = screen_of(match.game).distance(match.score) or (0, 0)
    return Ending("", _("Nobody has fallen"), (f"*{record_text(*way)}*", _("It stopped there.")))


def _progress(match: Match) -> str:
    if way := screen_of(match.game).distance(match.score):
        return record_text(*way)
    return _("room {n}").format(n=match.revealed.turn)
