"""A finished match again, move by move: what each decision cost, and what the adviser did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from django.utils.translation import gettext as _

from tracker.boards.chart import Chart, chart_of
from tracker.boards.match.frame import MatchEnding, Scene, SeatView, brief_name
from tracker.boards.match.screens import screen_of
from tracker.boards.match.story import ending_of
from tracker.boards.words.advice import deed, interval_text
from tracker.boards.words.names import record_text
from tracker.rules.advice.review import MoveVerdict
from tracker.rules.protocol import Decision
from tracker.services.match.match import DealtMatch, LoggedMove
from tracker.services.match.puzzles import makes_puzzles
from tracker.services.match.review import Par, Review, dearest


@dataclass(frozen=True)
class MatchReplayBoard:
    """The table after `at` of `last` moves; `text` tells the move that led there.

    `earlier` and `later` are the moves beside it. `branches` says whether one may go on from here,
    `asks` whether a puzzle can be made of its game.
    """

    key: str
    title: str
    alone: bool
    undo_count: int
    at: int
    last: int
    text: str
    earlier: int | None
    later: int | None
    branches: bool
    asks: bool
    scene: Scene


def replay_board(
    stage: DealtMatch, at: int, last: int, seat: int, past: bool = True
) -> MatchReplayBoard:
    """`stage` is the match as it stood after `at` of its `last` moves; unless it is `past`, the
    scene shows what may be done there."""
    screen = screen_of(stage.game)
    seen = SeatView(stage, stage.seen_by(seat), seat, past=past)
    return MatchReplayBoard(
        key=stage.game.key,
        title=screen.title,
        alone=stage.alone,
        undo_count=stage.undo_count,
        at=at,
        last=last,
        text=screen.tell(seen, stage.moves[0]) if at else _("The cards are dealt"),
        earlier=at - 1 if at else None,
        later=at + 1 if at < last else None,
        branches=at < last,
        asks=makes_puzzles(stage),
        scene=screen.scene(seen),
    )


def seat_to_see(match: DealtMatch, seats: Sequence[int], wish: int | None) -> int:
    """The seat that was asked for; else the first of `seats`, which are those of this phone."""
    if wish is not None and wish < len(match.seats):
        return wish
    people = [side.number for side in match.seats if not side.level]
    return next(iter([*seats, *people]), 0)


DEAREST = 3
THIRDS = 9
"""Fewer decisions are not split: a few say nothing."""
MARKS = [(100, "100"), (50, "50"), (0, "0")]


@dataclass(frozen=True)
class CostRow:
    """A decision. `before` is the number of moves before it, from where it can be tried again;
    `cost` is "" for one that cost nothing worth telling."""

    number: int
    before: int
    who: str
    text: str
    better: str
    cost: str


@dataclass(frozen=True)
class Accuracy:
    """How well somebody decided; `who` is "" for a player alone."""

    who: str
    text: str


@dataclass(frozen=True)
class ReviewBoard:
    """`measure` says in a sentence of what the chances are, `proof` which move lost the deal and
    whether anybody could have known; "" where that is not proved."""

    done: int
    last: int
    whole: bool
    accuracies: tuple[Accuracy, ...]
    chart: Chart | None
    dearest: tuple[CostRow, ...]
    rows: tuple[CostRow, ...]
    measure: str
    proof: str


def review_board(match: DealtMatch, moves: Sequence[LoggedMove], review: Review) -> ReviewBoard:
    """The review as far as it has been worked out; lines and names only of a whole one."""
    found = sorted(review.verdicts.items()) if review.whole else []
    dear = dearest(review)[:DEAREST] if review.whole else []
    return ReviewBoard(
        done=review.done,
        last=review.last,
        whole=review.whole,
        accuracies=tuple(_accuracies(match, moves, found)),
        chart=chart_of([_line(match, found)], MARKS) if found else None,
        dearest=tuple(_row(match, moves[n - 1], n, review.verdicts[n]) for n in dear),
        rows=tuple(_row(match, moves[number - 1], number, each) for number, each in found),
        measure=_measure(match),
        proof=_proof(moves, review, review.span[1]) if review.whole and review.span else "",
    )


def _accuracies(
    match: DealtMatch, moves: Sequence[LoggedMove], found: Sequence[tuple[int, MoveVerdict]]
) -> Iterator[Accuracy]:
    for side in match.seats:
        mine = [v for number, v in found if moves[number - 1].seat == side.number and v.at_stake]
        if mine:
            who = "" if match.alone else brief_name(match, side.number)
            yield Accuracy(who, accuracy_text([verdict.kept for verdict in mine]))


def accuracy_text(kept: Sequence[float]) -> str:
    """Rounded down: only who lost nothing has 100."""
    count = len(kept)
    text = _("Accuracy: {n} of 100.").format(n=_points(kept))
    if count < THIRDS:
        return text
    first, second, last = (
        _points(kept[place * count // 3 : (place + 1) * count // 3]) for place in range(3)
    )
    thirds = _("First third {first}, second {second}, last {last}.")
    return f"{text} {thirds.format(first=first, second=second, last=last)}"


def _points(kept: Sequence[float]) -> int:
    return int(100 * fmean(kept))


def _proof(moves: Sequence[LoggedMove], review: Review, number: int) -> str:
    """`number` is that of the move after which the game was lost; 0 if it always was."""
    if not number:
        return _("Even with every card known, this deal could not be won.")
    lost = moves[number - 1]
    if lost.text == "quit":
        return _("With every card known, this deal could be won to the end.")
    rooms = (m.changes["turn"][1] for m in reversed(moves[: number - 1]) if "turn" in m.changes)
    proved = _(
        "With every card known, this deal could still be won until room {room}. "
        "Move {number} lost it: {deed}."
    ).format(room=next(rooms, 1), number=number, deed=deed(lost.text))
    verdict = review.verdicts.get(number)
    return f"{proved} {_known(verdict)}" if verdict else proved


def _known(verdict: MoveVerdict) -> str:
    """Whether the move looked as bad as it was to somebody who saw what the player saw."""
    if not verdict.dear:
        return _("Nobody could have known: by what could be seen, no other move looked better.")
    words = _("By what could be seen, it cost {cost}. Better: {better}.")
    return words.format(cost=_cost(verdict), better=deed(verdict.best))


def _measure(match: DealtMatch) -> str:
    if match.game.key == "coop":
        return _(
            "Estimated chance, in percent, that nobody falls in the next ten rooms if you "
            "follow the adviser."
        )
    return _("Estimated chance to win, in percent, if you follow the adviser.")


def _line(match: DealtMatch, found: Sequence[tuple[int, MoveVerdict]]) -> list[int]:
    """The chance of whoever goes on as advised, before each decision and at the end."""
    end = 100 if match.outcome == "won" else 0
    return [*(round(100 * verdict.chance) for _number, verdict in found), end]


def _row(match: DealtMatch, move: LoggedMove, number: int, verdict: MoveVerdict) -> CostRow:
    return CostRow(
        number=number,
        before=number - 1,
        who="" if match.alone else brief_name(match, move.seat),
        text=deed(move.text),
        better=deed(verdict.best) if verdict.dear else "",
        cost=_cost(verdict),
    )


def _cost(verdict: MoveVerdict) -> str:
    return interval_text(verdict.cost, verdict.low, verdict.high) if verdict.dear else ""


@dataclass(frozen=True)
class ReplyBoard:
    """The decision that the reader has `chosen` beside what was `done`; not `judged` where nobody
    had time for it."""

    chosen: CostRow
    done: CostRow
    judged: bool


def reply_board(
    match: DealtMatch,
    move: LoggedMove,
    at: int,
    own: MoveVerdict,
    decision: Decision,
    verdict: MoveVerdict | None,
) -> ReplyBoard:
    """`own` is the verdict on the move made after `at` moves, `verdict` that on the decision."""
    chosen = _row(match, replace(move, text=decision), at + 1, verdict or own)
    return ReplyBoard(chosen, _row(match, move, at + 1, own), judged=bool(verdict))


@dataclass(frozen=True)
class ParBoard:
    """`adviser` is None while it plays; `progress` says how far it is then."""

    title: str
    seed: str
    own: MatchEnding
    adviser: MatchEnding | None
    progress: str


def par_board(match: DealtMatch, par: Par) -> ParBoard:
    return ParBoard(
        title=screen_of(match.game).title,
        seed=match.deal,
        own=ending_of(match),
        adviser=_ending(par) if par.over else None,
        progress="" if par.over else _progress(par.match),
    )


def _ending(par: Par) -> MatchEnding:
    sides = tuple(replace(side, name=_("The adviser")) for side in par.match.seats)
    match = replace(par.match, seats=sides)
    if match.game.outcome(match.revealed):
        return ending_of(match, None)
    way = screen_of(match.game).distance(match.score) or (0, 0)
    return MatchEnding(
        "", _("Nobody has fallen"), (f"*{record_text(*way)}*", _("It stopped there."))
    )


def _progress(match: DealtMatch) -> str:
    if way := screen_of(match.game).distance(match.score):
        return record_text(*way)
    return _("room {n}").format(n=match.revealed.turn)
