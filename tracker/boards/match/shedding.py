"""Shiphead and Castle as one seat sees them: the others, the pile and what fits on it, the hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tracker.boards.match.frame import (
    Act,
    MatchStep,
    Scene,
    SeatView,
    brief_name,
    reports_of,
    seat_name,
    seating_text,
)
from tracker.boards.match.laying import Stack, crowd_of, many, report_of, stacks_of
from tracker.boards.match.screen import Screen, ending_of, turn_text
from tracker.boards.rules import shedding as words
from tracker.boards.rules.examples import NAMES, ExampleRow
from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.names import isolated
from tracker.rules.cards import LOW_TO_HIGH
from tracker.rules.games.castle import Castle, CastleState
from tracker.rules.games.shedding import RANK, Holding, SheddingGame, SheddingState
from tracker.rules.games.shiphead import Shiphead, ShipheadState
from tracker.rules.protocol import Cards, parts
from tracker.services.match.deals import is_seating
from tracker.services.match.match import LoggedMove

SheddingT = TypeVar("SheddingT", bound=SheddingState)

MOST_DRAWN = 4  # cards of the pile, the top one on top
NOTHING = Holding((), (), ())


@dataclass(frozen=True)
class SheddingSide:
    """One seat: `hand` and `hidden` are only counted, `shown` lie open.

    `now` is to decide, `moved` has made the newest move.
    """

    crest: int
    name: str
    hand: int
    shown: tuple[CardFace, ...]
    hidden: tuple[int, ...]
    now: bool
    moved: bool
    speech: str


@dataclass(frozen=True)
class Fit:
    """A rank, and whether it may be laid now."""

    rank: str
    may: bool


@dataclass(frozen=True)
class SheddingTable:
    """`mine` is None for who only looks on; `use` names the pile that is played from."""

    others: tuple[SheddingSide, ...]
    mine: SheddingSide | None
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
    game: SheddingGame[Any, SheddingT]

    def why(self, state: SheddingT) -> str:
        """Tells in words which cards fit."""
        raise NotImplementedError

    def wide(self, seen: SeatView[SheddingT]) -> Iterator[Act]:
        """The decisions that lay no card."""
        raise NotImplementedError

    def rows(self, state: SheddingT, opening: bool) -> Iterator[ExampleRow]:
        """The pile in the middle, and both hands before the first move."""
        if opening:
            for name, player in zip(NAMES, state.players, strict=True):
                yield ExampleRow(name, player.hand)
        yield ExampleRow(_("Pile"), state.centre, fanned=True)

    def scene(self, seen: SeatView[SheddingT]) -> Scene:
        return Scene(
            template="match/_shedding.html",
            table=self.table(seen),
            turn=turn_text(seen),
            wide=tuple(self.wide(seen)),
            reports=() if seen.past else reports_of(seen, partial(self.tell, seen)),
            ending=ending_of(seen),
        )

    def step(
        self, before: SeatView[SheddingT], after: SeatView[SheddingT], last: bool
    ) -> MatchStep | None:
        """A pile that burns or is taken is seen once more, with what was laid on it."""
        move, gone = after.match.moves[0], not after.view.centre
        if is_seating(move.text) or (last and not gone):
            return None
        table = self.table(after)
        table = replace(table, others=tuple(replace(s, now=s.moved) for s in table.others))
        if gone:
            pile = _pile_at_its_highest(before.view.centre, move.report)
            table = replace(table, pile=_top(pile), pile_count=len(pile))
        burns = len(after.view.burned) > len(before.view.burned)
        fate = "burns" if burns else "goes" if gone else ""
        return MatchStep(
            move.number, "match/_shedding_step.html", table, self.tell(after, move), fate
        )

    def tell(self, seen: SeatView[SheddingT], move: LoggedMove) -> str:
        return seating_text(seen.match, move) or report_of(move, brief_name(seen.match, move.seat))

    def table(self, seen: SeatView[SheddingT]) -> SheddingTable:
        state, seat = seen.view, seen.seat
        holding = NOTHING if seat is None else state.players[seat]
        return SheddingTable(
            others=tuple(_side(seen, other) for other in others(seen)),
            mine=None if seat is None else _side(seen, seat),
            use=holding.pile,
            crowd=crowd_of(holding),
            stacks=tuple(stacks_of(holding, seen.decisions)),
            pile=_top(state.centre),
            pile_count=len(state.centre),
            deck=len(state.deck),
            burned=len(state.burned),
            why=self.why(state),
            fits=tuple(Fit(rank, self.game.fits(state, f"{rank}c")) for rank in LOW_TO_HIGH),
        )


def others(seen: SeatView[SheddingT]) -> list[int]:
    """The other seats, clockwise from the one that looks; all for who only looks on."""
    seats = list(range(len(seen.view.players)))
    if seen.seat is None:
        return seats
    return [*seats[seen.seat + 1 :], *seats[: seen.seat]]


def _pile_at_its_highest(before: Cards, report: str) -> Cards:
    """The pile that burns or is taken, with the cards that were laid or turned over."""
    do, cards, _ = parts(report)
    return before if do in ("take", "pickup") else (*before, *cards.split(","))


def _top(centre: Cards) -> tuple[CardFace, ...]:
    return tuple(card_face(card, pips=card == centre[-1]) for card in centre[-MOST_DRAWN:])


def _side(seen: SeatView[SheddingT], seat: int) -> SheddingSide:
    holding = seen.view.players[seat]
    name = seat_name(seen.match, seat)
    counts = _("{name}: {hand} in hand, {hidden} hidden")
    return SheddingSide(
        crest=seat + 1,
        name=name,
        hand=len(holding.hand),
        shown=tuple(map(card_face, holding.shown)),
        hidden=tuple(range(len(holding.hidden))),
        now=seat in seen.match.to_act,
        moved=seen.newest is not None and seen.newest.seat == seat,
        speech=counts.format(
            name=isolated(name), hand=len(holding.hand), hidden=len(holding.hidden)
        ),
    )


class ShipheadScreen(SheddingScreen[ShipheadState]):
    emblem = ("8s", "7d", "10h")
    about = gettext_lazy("For two to four: be the first to get rid of every card.")
    house_rules = words.SHIPHEAD_RULES
    examples = words.SHIPHEAD_EXAMPLES

    def page(self) -> dict[str, object]:
        return {"layable": words.layable()}

    def why(self, state: ShipheadState) -> str:
        """Tells in words which cards fit (rules.md 6.3)."""
        if not state.centre:
            return _("The pile is empty: anything fits.")
        if state.anchor == "8" and state.standard and state.holding.pile == "hidden":
            return _("8, awake")  # nobody may wait who has to turn a card over
        fits = _on(state.anchor, state.standard)
        if state.top == "7":
            ignored = _("The 7 doesn’t count.")
            return f"{ignored} {fits}"
        return fits

    def wide(self, seen: SeatView[ShipheadState]) -> Iterator[Act]:
        if "wait" in seen.decisions:
            yield Act("wait", _("Wait"), _("the 8 falls asleep"), icon="hour")
        if "take" in seen.decisions:
            yield Act("take", _("Take the pile"), many(len(seen.view.centre)), icon="hand")


def _on(anchor: str, standard: bool) -> str:
    if anchor in ("", "2", "3"):
        return _("Anything fits.")
    if anchor == "8" and standard:
        return _("An 8 is awake: only another 8, or wait.")
    if anchor == "9" and standard:
        return _("On a 9: only 9 or lower.")
    if anchor == "8":
        return _("The 8 sleeps: 8 or higher, or a 2, 7 or 10.")
    # Translators: {rank} as it is printed on the card: 9, J, Q, K or A.
    return _("{rank} or higher, or a 2, 7 or 10.").format(rank=anchor)


SHIPHEAD = ShipheadScreen(Shiphead())


class CastleScreen(SheddingScreen[CastleState]):
    emblem = ("2c", "8h", "Ad")
    about = gettext_lazy("For two: get rid of hand, face-up and face-down cards.")
    house_rules = words.CASTLE_RULES
    examples = words.CASTLE_EXAMPLES

    def why(self, state: CastleState) -> str:
        """Tells in words which cards fit (rules.md 7.3)."""
        if not state.centre:
            return _("The pile is empty: anything fits.")
        top = RANK[state.centre[-1]]
        if top == "2":
            return _("On a 2 anything fits.")
        if top == "A":
            return _("Only an ace, a 2 or an 8.")
        # Translators: {rank} as it is printed on the card: 9, J, Q or K.
        return _("{rank} or higher, or a 2 or 8.").format(rank=top)

    def wide(self, seen: SeatView[CastleState]) -> Iterator[Act]:
        if "pickup" in seen.decisions:
            count = many(len(seen.view.centre))
            yield Act("pickup", _("Pick up the pile"), count, icon="hand")


CASTLE = CastleScreen(Castle())
