"""A match as one phone shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tracker.boards.match.advice import advice_text
from tracker.boards.match.castle import castle_shown
from tracker.boards.match.coop import coop_shown
from tracker.boards.match.frame import ELSEWHERE, HERE, Shown, Sight, seat_name
from tracker.boards.match.options import written
from tracker.boards.match.outdated import outdated_shown
from tracker.boards.match.rascal import rascal_shown
from tracker.boards.match.shiphead import shiphead_shown
from tracker.boards.match.solo import solo_shown
from tracker.rules.advice import Advice
from tracker.services.match.advice import advises
from tracker.services.match.match import Match

NOBODY = -1
"""A seat that nobody sits on sees what everybody sees."""


@dataclass(frozen=True)
class Screen:
    """How a game is shown. In a game of `hands` each seat sees what the others must not."""

    shown: Callable[[Sight], Shown]
    hands: bool = False


SCREENS = {
    "coop": Screen(coop_shown),
    "solo": Screen(solo_shown),
    "rascal": Screen(rascal_shown),
    "shiphead": Screen(shiphead_shown, hands=True),
    "castle": Screen(castle_shown, hands=True),
}


@dataclass(frozen=True)
class MatchBoard:
    """`seat` is whose decisions are offered here, None on a phone that only looks on.

    `seed` is "" while it would give hidden hands away. `veil` names who is to take the phone
    before their hand is shown.
    """

    code: str
    key: str
    title: str
    revision: int
    seat: int | None
    seed: str
    shown: Shown
    veil: str
    undo: bool
    undone: int
    alone: bool
    again: tuple[tuple[str, str], ...]
    """The fields of the form that deals another game like this."""
    advises: bool
    advice: str


@dataclass(frozen=True)
class Look:
    """Who looks at a match: the phone, and the move at which somebody took it over.

    `wished` is the seat to decide for, where several of this phone may; `found` is advice that was
    asked for.
    """

    phone: str
    took_over: int | None = None
    wished: int | None = None
    found: Advice | None = None


def match_board(match: Match, look: Look) -> MatchBoard:
    """The match on this phone."""
    held = match.seats_of(look.phone)
    seat = acting(match, held, look.wished)
    veiled = len(held) > 1 and secret(match) and look.took_over != match.revision
    return MatchBoard(
        code=match.code,
        key=match.game.key,
        title=_(match.game.title),
        revision=match.revision,
        seat=seat,
        seed="" if secret(match) else match.seed,
        shown=_shown(match, None if veiled else seat, look.found),
        veil=seat_name(match, seat) if veiled and seat is not None else "",
        undo=match.may_undo and bool(held),
        undone=match.undo_count,
        alone=match.alone,
        again=again(match),
        advises=advises(match) and seat in match.to_act,
        advice=advice_text(look.found) if look.found else "",
    )


def secret(match: Match) -> bool:
    """Whether there are hands that must not be seen."""
    return SCREENS[match.game.key].hands and not match.outcome and not match.outdated


def _shown(match: Match, seat: int | None, found: Advice | None) -> Shown:
    if match.outdated:
        return outdated_shown(match)
    view = match.game.view(match.state, NOBODY if seat is None else seat)
    sight = Sight(match, view, seat, found.decision if found else "")
    return SCREENS[match.game.key].shown(sight)


def acting(match: Match, held: tuple[int, ...], wished: int | None = None) -> int | None:
    """The seat of this phone that is to decide; else its first one, None without any."""
    able = [seat for seat in held if seat in match.to_act] or held
    return wished if wished in able else next(iter(able), None)


def again(match: Match) -> tuple[tuple[str, str], ...]:
    """The choices that lead to another match like this one."""
    fields: list[tuple[str, str]] = []
    for chair in match.chairs:
        who = chair.level or (HERE if chair.phone == match.chairs[0].phone else ELSEWHERE)
        fields += [(f"name-{chair.number}", chair.name), (f"who-{chair.number}", who)]
    for name, value in match.options.items():
        values = value if isinstance(value, list) else [value]
        fields += [(f"option-{name}", written(one)) for one in values if _allowed(match, name, one)]
    return tuple(fields)


def _allowed(match: Match, name: str, value: object) -> bool:
    """Whether the rules of today know this house rule still."""
    return name in match.game.options and value in match.game.options[name].allowed
