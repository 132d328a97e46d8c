"""Shiphead and Castle as one seat sees them: the others, the pile and what fits on it, the hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.boards.match.acts import Act
from tracker.boards.match.frame import Scene, Sight, brief_name, seat_name
from tracker.boards.match.hand import Stack, crowd_of, stacks_of
from tracker.boards.match.laying import report_of
from tracker.boards.match.plain import MOST_REPORTS, ending_of
from tracker.boards.match.screen import Screen
from tracker.boards.rules.examples import NAMES, Row
from tracker.boards.words.cards import CardFace, card_face
from tracker.rules.games.shedding import LOW_TO_HIGH, Holding, SheddingGame, SheddingState

SheddingT = TypeVar("SheddingT", bound=SheddingState)

MOST_DRAWN = 4  # cards of the pile, the top one on top
NOTHING = Holding((), (), ())


@dataclass(frozen=True)
class Side:
    """One seat: `hand` and `hidden` are only counted, `shown` lie open; `now` is to decide."""

    crest: int
    name: str
    hand: int
    shown: tuple[CardFace, ...]
    hidden: tuple[int, ...]
    now: bool
    speech: str


@dataclass(frozen=True)
class Fit:
    """A rank, and whether it may be laid now."""

    rank: str
    may: bool


@dataclass(frozen=True)
class SheddingTable:
    """`mine` is None for who only looks on; `use` names the pile that is played from."""

    others: tuple[Side, ...]
    mine: Side | None
    use: str
    crowd: str
    stacks: tuple[Stack, ...]
    pile: tuple[CardFace, ...]
    pile_count: int
    deck: int
    burned: int
    why: str
    fits: tuple[Fit, ...]


class SheddingScreen(Screen[SheddingT]):
    """`heap` is what the rules of the game call the pile in the middle."""

    game: SheddingGame[Any, SheddingT]
    heap: str

    def why(self, state: SheddingT) -> str:
        """What fits, in words."""
        raise NotImplementedError

    def wide(self, sight: Sight[SheddingT]) -> Iterator[Act]:
        """The decisions that lay no card."""
        raise NotImplementedError

    def rows(self, state: SheddingT, opening: bool) -> Iterator[Row]:
        """The heap, and both hands before the first move."""
        if opening:
            for name, player in zip(NAMES, state.players, strict=True):
                yield Row(name, player.hand)
        yield Row(self.heap, state.centre, fanned=True)

    def scene(self, sight: Sight[SheddingT]) -> Scene:
        return Scene(
            template="match/_shedding.html",
            table=self.table(sight),
            turn=turn_text(sight),
            wide=tuple(self.wide(sight)),
            reports=tuple(reports(sight)),
            ending=ending_of(sight),
        )

    def table(self, sight: Sight[SheddingT]) -> SheddingTable:
        state, seat = sight.view, sight.seat
        holding = NOTHING if seat is None else state.players[seat]
        return SheddingTable(
            others=tuple(_side(sight, other) for other in others(sight)),
            mine=None if seat is None else _side(sight, seat),
            use=holding.pile,
            crowd=crowd_of(holding),
            stacks=tuple(stacks_of(holding, sight.decisions)),
            pile=tuple(_top(state)),
            pile_count=len(state.centre),
            deck=len(state.deck),
            burned=len(state.burned),
            why=self.why(state),
            fits=tuple(Fit(rank, self.game.fits(state, f"{rank}c")) for rank in LOW_TO_HIGH),
        )


def pile_text(state: SheddingState) -> str:
    """How many cards somebody would take."""
    count = len(state.centre)
    return ngettext("{n} card", "{n} cards", count).format(n=count)


def turn_text(sight: Sight[SheddingT]) -> str:
    """Who is to play, "" when the game is over."""
    if not sight.match.to_act:
        return ""
    seat = sight.match.to_act[0]
    if seat == sight.seat:
        return _("Your turn")
    return _("{name}’s turn").format(name=brief_name(sight.match, seat))


def others(sight: Sight[SheddingT]) -> list[int]:
    """The other seats, clockwise from the one that looks; all for who only looks on."""
    seats = list(range(len(sight.view.players)))
    if sight.seat is None:
        return seats
    return [*seats[sight.seat + 1 :], *seats[: sight.seat]]


def reports(sight: Sight[SheddingT]) -> Iterator[str]:
    """What happened since this seat last moved, oldest first."""
    moves = sight.match.moves[:MOST_REPORTS]
    own = next((n for n, move in enumerate(moves) if move.seat == sight.seat), len(moves) - 1)
    for move in reversed(moves[: own + 1]):
        yield report_of(move, brief_name(sight.match, move.seat))


def _top(state: SheddingState) -> Iterator[CardFace]:
    for card in state.centre[-MOST_DRAWN:]:
        yield card_face(card, pips=card == state.centre[-1])


def _side(sight: Sight[SheddingT], seat: int) -> Side:
    holding = sight.view.players[seat]
    name = seat_name(sight.match, seat)
    counts = _("{name}: {hand} in hand, {hidden} hidden")
    return Side(
        crest=seat + 1,
        name=name,
        hand=len(holding.hand),
        shown=tuple(map(card_face, holding.shown)),
        hidden=tuple(range(len(holding.hidden))),
        now=seat in sight.match.to_act,
        speech=counts.format(name=name, hand=len(holding.hand), hidden=len(holding.hidden)),
    )
