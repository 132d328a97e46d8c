"""A table for any game: the cards that lie open, what is only counted, every decision a button."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import partial
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.boards.match.acts import Act, hinted
from tracker.boards.match.frame import Ending, Scene, Sight, brief_name, reports_of
from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.names import card_name, listed, signed
from tracker.rules.cards import PACK
from tracker.rules.protocol import BACK, Cards, Decision, Options, parts
from tracker.services.match.deals import SIT, UNDO
from tracker.services.match.match import Move


@dataclass(frozen=True)
class Pile:
    """Cards that lie together: those seen, and how many lie face down."""

    label: str
    open: Cards
    hidden: int

    @property
    def faces(self) -> tuple[CardFace, ...]:
        return tuple(map(card_face, self.open))


@dataclass(frozen=True)
class Fact:
    label: str
    value: str


@dataclass(frozen=True)
class PlainTable:
    piles: tuple[Pile, ...]
    facts: tuple[Fact, ...]
    acts: tuple[Act, ...]


def plain_scene(sight: Sight[Any]) -> Scene:
    """The part of the page that any game can have."""
    newest = sight.newest
    report = report_of(sight, newest) if newest else ""
    acts = tuple(Act(decision, decision_text(decision)) for decision in sight.decisions)
    turn = turn_text(sight)
    return Scene(
        template="match/_plain.html",
        table=PlainTable(
            piles=tuple(piles_of(sight.view)),
            facts=tuple(facts_of(sight.view)),
            acts=hinted(acts, sight.advice),
        ),
        turn=turn,
        undo=report,
        speech=f"{report}. {turn}" if report else "",
        reports=reports_of(sight, partial(report_of, sight)),
        ending=ending_of(sight),
    )


def piles_of(state: Any) -> Iterator[Pile]:
    """Every pile of a state in which a card lies, wherever that is."""
    for label, part in _parts(state):
        cards = (part,) if isinstance(part, str) else part
        if isinstance(cards, tuple) and cards and all(map(_is_card, cards)):
            seen = tuple(card for card in cards if card != BACK)
            yield Pile(label, seen, len(cards) - len(seen))


def facts_of(state: Any) -> Iterator[Fact]:
    """Every number of a state."""
    for label, part in _parts(state):
        if isinstance(part, int) and not isinstance(part, bool):
            yield Fact(label, signed(part))


def _parts(part: Any, label: str = "") -> Iterator[tuple[str, Any]]:
    """What a state is made of, called by the names of its fields; house rules aside."""
    if is_dataclass(part) and not isinstance(part, Options):
        for field in fields(part):
            name = f"{label} {field.name}".strip().replace("_", " ")
            yield from _parts(getattr(part, field.name), capfirst(name))
    elif isinstance(part, tuple) and not all(map(_is_card, part)):
        for number, each in enumerate(part, 1):
            yield from _parts(each, f"{label} {number}")
    else:
        yield label, part


def _is_card(value: object) -> bool:
    return value in PACK or value == BACK


def decision_text(decision: Decision) -> str:
    """A decision in words that fit any game: "fight King of Clubs, weapon"."""
    do, cards, how = parts(decision)
    named = listed([card_name(c) if c in PACK else c for c in cards.split(",") if c])
    words = f"{do} {named}".strip()
    return capfirst(f"{words}, {how}" if how else words)


def report_of(sight: Sight[Any], move: Move) -> str:
    """A move as it is told afterwards."""
    if move.text == UNDO:
        return _("undone")
    if move.text == SIT:
        return _("{name} sits down").format(name=brief_name(sight.match, move.seat))
    deed = decision_text(move.report)
    if sight.match.alone:
        return deed
    return _("{name}: {deed}").format(name=brief_name(sight.match, move.seat), deed=deed)


def turn_text(sight: Sight[Any]) -> str:
    """Who is to decide, "" when the game is over."""
    if not sight.match.to_act:
        return ""
    if sight.seat in sight.match.to_act:
        return _("Your turn")
    return _("{name}’s turn").format(name=brief_name(sight.match, sight.match.to_act[0]))


def ending_of(sight: Sight[Any]) -> Ending | None:
    """Who has won, or that it is over."""
    match = sight.match
    if not match.outcome:
        return None
    moves = ngettext("{n} move", "{n} moves", match.decision_count).format(n=match.decision_count)
    if match.winner is None:
        heading = _("Lost") if match.outcome == "lost" else _("It is over")
        return Ending("lost" if match.outcome == "lost" else "", heading, (moves,))
    kind = "won" if match.winner == sight.seat else "" if sight.seat is None else "lost"
    name = brief_name(match, match.winner)
    heading = _("Won") if match.alone else _("{name} has won").format(name=name)
    return Ending(kind, heading, (moves,))
