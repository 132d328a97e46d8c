"""A match as one phone shows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tracker.boards.match.advice import AdviceNote, advice_note
from tracker.boards.match.frame import ELSEWHERE, HERE, Scene, Sight, Step, seat_name
from tracker.boards.match.options import option_text
from tracker.boards.match.outdated import outdated_scene
from tracker.boards.match.screens import screen_of
from tracker.rules.advice import Advice
from tracker.services.match.advice import advises, match_levels
from tracker.services.match.match import Match
from tracker.services.match.par import has_par


@dataclass(frozen=True)
class MatchBoard:
    """`seat` is whose decisions are offered here, None on a phone that only looks on.

    `steps` show one after the other what led to the scene. `seed` is "" where nobody may deal the
    same again by its name. `veil` names who is to take the phone before their hand is shown.
    `again` are the fields of the form that deals another game like this. `looks_back` when its
    story can be told, `par` when the adviser has played the deal, or will.
    """

    code: str
    key: str
    title: str
    how_to: str
    revision: int
    seat: int | None
    seed: str
    scene: Scene
    steps: tuple[Step, ...]
    veil: str
    undo: bool
    undo_count: int
    alone: bool
    looks_back: bool
    par: bool
    again: tuple[tuple[str, str], ...]
    advises: bool
    advice: AdviceNote | None


@dataclass(frozen=True)
class Look:
    """Who looks at a match: the phone, and the move at which somebody took it over.

    `seat` is the one they wish to decide for, where several of this phone may; `advice` was asked
    for.
    """

    phone: str
    handover: int | None = None
    seat: int | None = None
    advice: Advice | None = None


def match_board(match: Match, look: Look, stages: Sequence[Match] = ()) -> MatchBoard:
    """The match on this phone; `stages` lead there from what it shows now."""
    seats = match.seats_of(look.phone)
    seat = acting(match, seats, look.seat)
    veiled = len(seats) > 1 and match.secret and look.handover != match.revision
    return MatchBoard(
        code=match.code,
        key=match.game.key,
        title=screen_of(match.game).title,
        how_to=screen_of(match.game).how_to,
        revision=match.revision,
        seat=seat,
        seed=match.deal if match.namable else "",
        scene=_scene(match, None if veiled else seat, look.advice),
        steps=() if veiled else tuple(_steps(stages, seat)),
        veil=seat_name(match, seat) if veiled and seat is not None else "",
        undo=match.may_undo and bool(seats),
        undo_count=match.undo_count,
        alone=match.alone,
        looks_back=bool(match.outcome) and not match.outdated,
        par=has_par(match),
        again=again(match),
        advises=advises(match) and seat in match.to_act,
        advice=_note(match, seat, look.advice),
    )


def _note(match: Match, seat: int | None, found: Advice | None) -> AdviceNote | None:
    if found is None or seat is None:
        return None
    return advice_note(found, match_levels(match, seat))


def _scene(match: Match, seat: int | None, advice: Advice | None) -> Scene:
    if match.outdated:
        return outdated_scene(match)
    sight = Sight(match, match.seen_by(seat), seat, advice.decision if advice else "")
    return screen_of(match.game).scene(sight)


def _steps(stages: Sequence[Match], seat: int | None) -> Iterator[Step]:
    """Each phone sees of an earlier stage what its seat could see then."""
    sights = [Sight(stage, stage.seen_by(seat), seat, past=True) for stage in stages]
    for before, after in pairwise(sights):
        last = after is sights[-1]
        if step := screen_of(after.match.game).step(before, after, last):
            yield step


def acting(match: Match, seats: tuple[int, ...], wish: int | None = None) -> int | None:
    """Which of these seats is to decide; else the first of them, None without any."""
    able = [seat for seat in seats if seat in match.to_act] or seats
    return wish if wish in able else next(iter(able), None)


def again(match: Match) -> tuple[tuple[str, str], ...]:
    """The choices that lead to another match like this one."""
    fields: list[tuple[str, str]] = []
    for chair in match.chairs:
        who = chair.level or (HERE if chair.phone == match.chairs[0].phone else ELSEWHERE)
        fields += [(f"name-{chair.number}", chair.name), (f"who-{chair.number}", who)]
    for name, value in match.options.items():
        values = value if isinstance(value, list) else [value]
        fields += [
            (f"option-{name}", option_text(one)) for one in values if _allowed(match, name, one)
        ]
    return tuple(fields)


def _allowed(match: Match, name: str, value: object) -> bool:
    """Whether the rules of today know this house rule still."""
    return name in match.game.options and value in match.game.options[name].allowed
