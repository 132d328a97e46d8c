"""A match as one phone shows it, with the advice beside it; and the page about the match."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from tracker.boards.match.frame import (
    ELSEWHERE,
    HERE,
    LEVELS,
    MatchEnding,
    MatchStep,
    Scene,
    SeatView,
    seat_name,
    seating_acts,
)
from tracker.boards.match.games import chosen_words, option_text
from tracker.boards.match.lesson import LessonNote, lesson_note
from tracker.boards.match.screens import screen_of
from tracker.boards.words.advice import deed, odds_text, reason_text
from tracker.boards.words.names import listed
from tracker.rules.advice import Advice
from tracker.rules.input import MAX_NAME
from tracker.rules.protocol import Decision
from tracker.services.match.advice import advises, match_levels
from tracker.services.match.deals import AGREE, DECLINE
from tracker.services.match.match import DealtMatch, Seat
from tracker.services.match.play import seat_key
from tracker.services.match.stand_in import agreements, may_leave

TEMPLATE = "match/_outdated.html"


def outdated_scene(match: DealtMatch) -> Scene:
    """The past of a match, what is left of it, and the ways on."""
    why = _("This game was dealt under earlier rules, so it can’t be shown or continued.")
    kept = _("How it ended stays in your lists.") if match.outcome else ""
    ways = _("The same deal gives you the same cards again, under today’s rules.")
    ending = MatchEnding("", _("The rules have changed"), (why, kept, ways))
    return Scene(template=TEMPLATE, table=None, turn="", ending=ending)


KINDS = {
    "careful": pgettext_lazy("kind of computer", "careful"),
    "medium": pgettext_lazy("kind of computer", "medium"),
    "reckless": pgettext_lazy("kind of computer", "reckless"),
}
"""Names of the computers that play against the deck, by level."""


@dataclass(frozen=True)
class AdviceNote:
    text: str
    """Advice, with its reason."""
    odds: str
    """How likely that is to succeed, and what would be the next best; "" for what is certain."""
    others: str
    """Decisions of the computers that play like people."""


def advice_note(found: Advice, levels: Mapping[str, Decision]) -> AdviceNote:
    """Advice in sentences; `levels` is what computers would do, by their level."""
    # Translators: two sentences: "Flee. Somebody falls in this room, whatever you do."
    text = _("{deed}. {reason}").format(deed=deed(found.decision), reason=reason_text(found))
    return AdviceNote(text, odds_text(found), _others(found.decision, levels))


def _others(advised: Decision, levels: Mapping[str, Decision]) -> str:
    kinds = defaultdict[Decision, list[str]](list)
    for level, decision in levels.items():
        kinds[decision].append(str(KINDS[level]))
    if {*kinds} <= {advised}:
        return _("The computers would do the same.") if kinds else ""
    groups = [
        # Translators: kinds of computers and what they would do: "careful and medium – Flee".
        _("{kinds} – {deed}").format(
            kinds=listed(same),
            deed=pgettext("as advised", "the same") if decision == advised else deed(decision),
        )
        for decision, same in kinds.items()
    ]
    return _("The computers: {all}.").format(all="; ".join(groups))


@dataclass(frozen=True)
class MatchBoard:
    """`seat` is whose decisions are offered here, None on a phone that only looks on.

    `steps` show one after the other what led to the scene. `seed` is "" where nobody may deal the
    same again by its name. `veil` names who is to take the phone before their hand is shown.
    `again` are the fields of the form that deals another game like this. `looks_back` when its
    story can be told.
    """

    code: str
    key: str
    title: str
    how_to: str
    revision: int
    mark: str
    seat: int | None
    seed: str
    scene: Scene
    lesson: LessonNote | None
    steps: tuple[MatchStep, ...]
    veil: str
    undo: bool
    undo_count: int
    alone: bool
    looks_back: bool
    again: tuple[tuple[str, str], ...]
    advises: bool
    advice: AdviceNote | None
    turn: str | None
    """Said where the others wait for this phone; None where nobody plays on another one."""


@dataclass(frozen=True)
class Viewer:
    """The viewer of a match: the phone, and the move at which somebody took it over.

    `seat` is the one they wish to decide for, where several of this phone may; `advice` was asked
    for.
    """

    phone: str
    handover: int | None = None
    seat: int | None = None
    advice: Advice | None = None


def match_board(match: DealtMatch, viewer: Viewer, stages: Sequence[DealtMatch] = ()) -> MatchBoard:
    """The match on this phone; `stages` lead there from what it shows now."""
    seats = match.seats_of(viewer.phone)
    seat = acting(match, seats, viewer.seat)
    veiled = len(seats) > 1 and match.secret and viewer.handover != match.revision
    scene = _scene(match, None if veiled else seat, viewer.advice)
    return MatchBoard(
        code=match.code,
        key=match.game.key,
        title=screen_of(match.game).title,
        how_to=screen_of(match.game).how_to,
        revision=match.revision,
        mark=match.mark,
        seat=seat,
        seed=match.deal if match.namable else "",
        scene=replace(scene, wide=(*scene.wide, *seating_acts(match, seats))),
        lesson=lesson_note(match),
        steps=() if veiled else tuple(_steps(stages, seat)),
        veil=seat_name(match, seat) if veiled and seat is not None else "",
        undo=match.may_undo and bool(seats),
        undo_count=match.undo_count,
        alone=match.alone,
        looks_back=bool(match.outcome) and not match.outdated,
        again=again(match, next(iter(seats), None)),
        advises=advises(match) and seat in match.to_act,
        advice=_note(match, seat, viewer.advice),
        turn=_turn(match, seats, seat),
    )


def _turn(match: DealtMatch, seats: tuple[int, ...], seat: int | None) -> str | None:
    others = any(not side.level and side.number not in seats for side in match.seats)
    if seat is None or not others:
        return None
    return _("Your turn") if seat in match.to_act else ""


def _note(match: DealtMatch, seat: int | None, found: Advice | None) -> AdviceNote | None:
    if found is None or seat is None:
        return None
    return advice_note(found, match_levels(match, seat))


def _scene(match: DealtMatch, seat: int | None, advice: Advice | None) -> Scene:
    if match.outdated:
        return outdated_scene(match)
    seen = SeatView(match, match.seen_by(seat), seat, advice.decision if advice else "")
    return screen_of(match.game).scene(seen)


def _steps(stages: Sequence[DealtMatch], seat: int | None) -> Iterator[MatchStep]:
    """The steps between the stages; of each a phone sees what its seat could see then."""
    views = [SeatView(stage, stage.seen_by(seat), seat, past=True) for stage in stages]
    for before, after in pairwise(views):
        last = after is views[-1]
        if step := screen_of(after.match.game).step(before, after, last):
            yield step


def acting(match: DealtMatch, seats: tuple[int, ...], wish: int | None = None) -> int | None:
    """Which of these seats is to decide; else the first of them, None without any."""
    able = [seat for seat in seats if seat in match.to_act] or seats
    return wish if wish in able else next(iter(able), None)


def again(match: DealtMatch, own: int | None) -> tuple[tuple[str, str], ...]:
    """The choices that lead to another match like this one. It begins with the reader's `own`
    seat: the first one is always played where the game is dealt."""
    fields: list[tuple[str, str]] = []
    sides = (*match.seats[own or 0 :], *match.seats[: own or 0])
    for number, side in enumerate(sides):
        where = HERE if side.phone == sides[0].phone else ELSEWHERE
        who = where if side.person else side.level
        fields += [(f"name-{number}", side.name), (f"who-{number}", who)]
    for name, value in match.options.items():
        values = value if isinstance(value, list) else [value]
        fields += [
            (f"option-{name}", option_text(one)) for one in values if _allowed(match, name, one)
        ]
    return tuple(fields)


def _allowed(match: DealtMatch, name: str, value: object) -> bool:
    """Whether the rules of today know this house rule still."""
    return name in match.game.options and value in match.game.options[name].allowed


@dataclass(frozen=True)
class AboutSeat:
    """A seat: who, and where it is played; `key` opens it on another phone, "" if not ours.

    `offer` is the decision that offers a computer for it, or refuses one for our own; "" for none.
    """

    number: int
    crest: int
    name: str
    where: str
    free: bool
    key: str
    offer: str


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
    seats: tuple[AboutSeat, ...]
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
        seat_name(match, side.number)
        for side in match.seats
        if side.phone and side.number not in seats
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
        seats=tuple(_about_seat(match, side, seats) for side in match.seats),
        waiting=match.waiting,
        again=urlencode(again(match, next(iter(seats), None))),
        seat=seat,
        may_quit=seat is not None and "quit" in match.decisions(seat),
        may_delete=bool(seats),
        others=listed(others),
        others_count=len(others),
    )


def _about_seat(match: DealtMatch, side: Seat, seats: tuple[int, ...]) -> AboutSeat:
    here = side.number in seats
    return AboutSeat(
        number=side.number,
        crest=side.number + 1,
        name=seat_name(match, side.number),
        where=_where(side, here),
        free=side.free,
        key=seat_key(match, side) if here else "",
        offer=_offer(match, side, here) if seats else "",
    )


def _offer(match: DealtMatch, side: Seat, here: bool) -> Decision:
    if here:
        return f"{DECLINE}:{side.number}" if agreements(match, side) else ""
    return f"{AGREE}:{side.number}" if may_leave(match, side) else ""


def _where(side: Seat, here: bool) -> str:
    if side.level:
        return _("away; a computer plays") if side.person else str(LEVELS[side.level])
    if side.free:
        return _("still free")
    return _("on this phone") if here else _("on another phone")
