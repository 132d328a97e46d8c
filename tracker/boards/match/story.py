"""A finished match looked back on: its end, every move, its picture, others with its deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.boards.chart import HEALTH_MARKS, Chart, chart_of
from tracker.boards.match.achievements import ACHIEVEMENTS, achieved
from tracker.boards.match.board import again
from tracker.boards.match.frame import MatchEnding, Report, SeatView, brief_name, seat_name
from tracker.boards.match.games import chosen_words
from tracker.boards.match.screens import screen_of
from tracker.boards.picture import PictureLine, drawn
from tracker.boards.words.names import listed, record_text
from tracker.rules.solved import HARDEST, can_be_won, difficulty
from tracker.services.match.match import DealtMatch, LoggedMove

PAGE = 100


@dataclass(frozen=True)
class Viewpoint:
    """A seat that the replay may be seen from."""

    seat: int
    name: str


@dataclass(frozen=True)
class DealSide:
    """One of those who played a deal: `code` or `share_code` leads to it, both "" for this match.

    `diverged_after` says how long it went as in this one.
    """

    seat: int
    name: str
    ending: MatchEnding
    moves: int
    code: str
    share_code: str
    diverged_after: str


@dataclass(frozen=True)
class StoryBoard:
    """`first` is the number of the first of these `moves`; `earlier` and `later` are those with
    which the pages beside this one begin."""

    key: str
    title: str
    ending: MatchEnding
    names: str
    viewpoints: tuple[Viewpoint, ...]
    rules: tuple[str, ...]
    seed: str
    solved: str
    again: str
    prefix_count: int
    share_code: str
    chart: Chart | None
    first: int
    moves: tuple[Report, ...]
    earlier: int | None
    later: int | None
    sides: tuple[DealSide, ...]
    race: Chart | None
    """The health of all who played the deal; None in a game without."""
    achievements: tuple[str, ...]


def story_board(
    match: DealtMatch,
    moves: Sequence[LoggedMove],
    begin: int,
    rivals: Iterable[tuple[DealtMatch, Sequence[LoggedMove]]] = (),
    *,
    seat: int | None = None,
    public: bool = False,
) -> StoryBoard:
    """The page that begins with move `begin`, from 1; `moves` are those that stand.

    `seat` is that of the reader, None for one who has none. On a `public` page no code of a match
    stands.
    """
    screen, rivals = screen_of(match.game), list(rivals)
    health = health_of(match, moves)
    race = [_total(health), *(_total(health_of(*rival)) for rival in rivals)] if rivals else []
    seed = match.deal if match.namable else ""
    return StoryBoard(
        key=match.game.key,
        title=screen.title,
        ending=ending_of(match, seat),
        names=listed([seat_name(match, side.number) for side in match.seats]),
        viewpoints=_viewpoints(match),
        rules=chosen_words(match.game, match.options),
        seed=seed,
        solved=solved_text(
            can_be_won(match.game, match.options, seed),
            difficulty(match.game, match.options, seed),
        ),
        again=urlencode([*again(match, seat), ("seed", seed)]),
        prefix_count=match.prefix_count,
        share_code=match.share_code,
        chart=chart_of(list(zip(*health, strict=True)), HEALTH_MARKS),
        first=begin,
        moves=_tellings(match, moves, begin),
        earlier=max(1, begin - PAGE) if begin > 1 else None,
        later=begin + PAGE if begin + PAGE <= len(moves) else None,
        sides=_sides(match, moves, rivals, public) if rivals else (),
        race=chart_of([line for line in race if line], HEALTH_MARKS),
        achievements=tuple(str(ACHIEVEMENTS[key][0]) for key in achieved(match, moves, health)),
    )


def ending_of(match: DealtMatch, seat: int | None = 0) -> MatchEnding:
    """How a finished match ended for a seat; `seat` is None for somebody who did not play."""
    seen = SeatView(match, match.seen_by(seat or 0), seat, past=True)
    return screen_of(match.game).scene(seen).ending or MatchEnding("", _("It’s over"), ())


def solved_text(won: bool | None, grade: int | None) -> str:
    """Whether a deal can be won at all, and how difficult that is; "" where nobody has looked."""
    if won is None:
        return ""
    if not won:
        return _("Nobody can win it, whatever they do.")
    if grade is None:
        return _("It can be won.")
    return _("It can be won. Difficulty {grade} of {most}.").format(grade=grade, most=HARDEST)


def _viewpoints(match: DealtMatch) -> tuple[Viewpoint, ...]:
    """All seats if they saw different cards, else none."""
    if not match.game.hands:
        return ()
    sides = (side.number for side in match.seats)
    return tuple(Viewpoint(number, seat_name(match, number)) for number in sides)


def _tellings(match: DealtMatch, moves: Sequence[LoggedMove], begin: int) -> tuple[Report, ...]:
    screen, seen = screen_of(match.game), SeatView(match, match.revealed, None, past=True)
    some = enumerate(moves[begin - 1 : begin - 1 + PAGE], begin)
    return tuple(Report(number, screen.tell(seen, move)) for number, move in some)


def health_of(match: DealtMatch, moves: Sequence[LoggedMove]) -> list[tuple[int, ...]]:
    """The health of all seats at the start and after each move; [] in a game without.

    It is read back from the end, where it is known: to play very long games again takes too long.
    """
    health = screen_of(match.game).health(match.revealed)
    found = [tuple(health.values())] if health else []
    for move in reversed(moves if health else ()):
        health |= {path: int(move.changes[path][0]) for path in health.keys() & move.changes.keys()}
        found.append(tuple(health.values()))
    return found[::-1]


def _total(health: Iterable[Sequence[int]]) -> list[int]:
    return [sum(seats) // len(seats) for seats in health]


def _sides(
    match: DealtMatch,
    moves: Sequence[LoggedMove],
    rivals: Sequence[tuple[DealtMatch, Sequence[LoggedMove]]],
    public: bool,
) -> tuple[DealSide, ...]:
    own = DealSide(1, _people(match), ending_of(match, None), len(moves), "", "", "")
    others = (
        DealSide(
            seat=place,
            name=_people(other),
            ending=ending_of(other, None),
            moves=len(theirs),
            code="" if public or other.share_code else other.code,
            share_code=other.share_code,
            diverged_after=_diverged_after(moves, theirs),
        )
        for place, (other, theirs) in enumerate(rivals, 2)
    )
    return (own, *others)


def _people(match: DealtMatch) -> str:
    people = [side.number for side in match.seats if not side.level]
    return listed([brief_name(match, seat) for seat in people])


def _diverged_after(moves: Sequence[LoggedMove], theirs: Sequence[LoggedMove]) -> str:
    pairs = zip(moves, theirs, strict=False)
    same = 0
    for mine, other in pairs:
        if (mine.seat, mine.text) != (other.seat, other.text):
            break
        same += 1
    if same == len(moves) == len(theirs):
        return _("the same game")
    if not same:
        return _("different from the first move")
    return ngettext("the same for {n} move", "the same for {n} moves", same).format(n=same)


@dataclass(frozen=True)
class Preview:
    """The game with what came of it, and who played."""

    title: str
    summary: str


def preview_of(match: DealtMatch) -> Preview:
    names = listed([brief_name(match, side.number) for side in match.seats])
    ending = ending_of(match, None)
    text = ". ".join(line.replace("*", "") for line in (ending.heading, *ending.lines) if line)
    return Preview(_heading(match), f"{names}. {text}.")


def picture_of(match: DealtMatch, moves: Sequence[LoggedMove]) -> bytes:
    """A PNG, with the same chart as its page; without the names in its heading where they have
    letters that cannot be drawn."""
    found = health_of(match, moves)
    health = [[*enumerate(each)] for each in zip(*found, strict=True)] or [[]] * len(match.seats)
    lines = tuple(
        PictureLine(side.number, seat_name(match, side.number), tuple(points))
        for side, points in zip(match.seats, health, strict=True)
    )
    return drawn((_heading(match), str(screen_of(match.game).title)), lines, len(moves))


def _heading(match: DealtMatch) -> str:
    screen = screen_of(match.game)
    way = screen.distance(match.score)
    came = record_text(*way) if way else ending_of(match, None).heading
    return _("{game}: {ending}").format(game=screen.title, ending=came)
