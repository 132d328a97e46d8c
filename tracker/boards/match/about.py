"""The page about a match besides its table: who plays where, by which rules."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from tracker.boards.match.board import acting, again
from tracker.boards.match.frame import LEVELS, seat_name
from tracker.boards.match.games import chosen_words
from tracker.boards.match.screens import screen_of
from tracker.boards.words.names import listed
from tracker.rules.input import MAX_NAME
from tracker.services.match.match import Chair, DealtMatch
from tracker.services.match.play import seat_key


@dataclass(frozen=True)
class AboutSeat:
    """A seat: who, and where it is played; `key` opens it on another phone, "" if not ours."""

    number: int
    crest: int
    name: str
    where: str
    free: bool
    key: str


@dataclass(frozen=True)
class AboutBoard:
    code: str
    game_key: str
    title: str
    revision: int
    seed: str
    undo_count: int
    prefix_count: int
    rules: tuple[str, ...]
    sittings: tuple[AboutSeat, ...]
    waiting: bool
    again: str
    seat: int | None
    may_quit: bool
    may_delete: bool
    others: str
    """The players on other phones, "" for nobody."""
    others_count: int
    longest_name: int = MAX_NAME


def about_board(match: DealtMatch, phone: str) -> AboutBoard:
    """Returns what the page about a match prints, with keys only for the seats of this phone."""
    seats = match.seats_of(phone)
    seat = acting(match, seats)
    others = [
        seat_name(match, chair.number)
        for chair in match.chairs
        if chair.phone and chair.number not in seats
    ]
    return AboutBoard(
        code=match.code,
        game_key=match.game.key,
        title=screen_of(match.game).title,
        revision=match.revision,
        seed=match.deal if match.namable else "",
        undo_count=match.undo_count,
        prefix_count=match.prefix_count,
        rules=chosen_words(match.game, match.options),
        sittings=tuple(_sitting(match, chair, seats) for chair in match.chairs),
        waiting=match.waiting,
        again=urlencode(again(match)),
        seat=seat,
        may_quit=seat is not None and "quit" in match.decisions(seat),
        may_delete=bool(seats),
        others=listed(others),
        others_count=len(others),
    )


def _sitting(match: DealtMatch, chair: Chair, seats: tuple[int, ...]) -> AboutSeat:
    here = chair.number in seats
    return AboutSeat(
        number=chair.number,
        crest=chair.number + 1,
        name=seat_name(match, chair.number),
        where=_where(chair, here),
        free=chair.free,
        key=seat_key(match, chair) if here else "",
    )


def _where(chair: Chair, here: bool) -> str:
    if chair.level:
        return str(LEVELS[chair.level])
    if chair.free:
        return _("still free")
    return _("on this phone") if here else _("on another phone")
