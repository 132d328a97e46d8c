"""How a game is shown, on its table and everywhere else.

A game with nothing here can be played and read about all the same: every answer below is one that
fits any game. What a game wants otherwise, its own Screen says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import partial
from typing import Any, ClassVar, Generic

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tracker.boards.match.frame import (
    Act,
    MatchEnding,
    MatchStep,
    Scene,
    SeatView,
    StateT,
    brief_name,
    hinted,
    reports_of,
    seating_text,
)
from tracker.boards.rules.examples import Example, ExampleRow, PlayedExample, story_of
from tracker.boards.rules.house_rules import HouseRule, OptionQuestion, house_rules
from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.names import card_name, listed, signed
from tracker.rules.cards import PACK
from tracker.rules.protocol import BACK, Cards, Decision, Game, Options, parts
from tracker.services.match.deals import UNDO
from tracker.services.match.match import LoggedMove


@dataclass(frozen=True)
class ShownPile:
    """Cards that lie together: those seen, and how many lie face down."""

    label: str
    open: Cards
    hidden: int

    @property
    def faces(self) -> tuple[CardFace, ...]:
        return tuple(map(card_face, self.open))


@dataclass(frozen=True)
class TableFact:
    label: str
    value: str


@dataclass(frozen=True)
class PlainTable:
    piles: tuple[ShownPile, ...]
    facts: tuple[TableFact, ...]
    acts: tuple[Act, ...]


def plain_scene(seen: SeatView[Any]) -> Scene:
    """The part of the page that any game can have."""
    newest = seen.newest
    report = report_of(seen, newest) if newest else ""
    acts = tuple(Act(decision, decision_text(decision)) for decision in seen.decisions)
    turn = turn_text(seen)
    return Scene(
        template="match/_plain.html",
        table=PlainTable(
            piles=tuple(piles_of(seen.view)),
            facts=tuple(facts_of(seen.view)),
            acts=hinted(acts, seen.advice),
        ),
        turn=turn,
        undo=report,
        speech=f"{report}. {turn}" if report else "",
        reports=reports_of(seen, partial(report_of, seen)),
        ending=ending_of(seen),
    )


def piles_of(state: Any) -> Iterator[ShownPile]:
    """Every pile of a state that holds a card."""
    for label, part in _parts(state):
        cards = (part,) if isinstance(part, str) else part
        if isinstance(cards, tuple) and cards and all(map(_is_card, cards)):
            seen = tuple(card for card in cards if card != BACK)
            yield ShownPile(label, seen, len(cards) - len(seen))


def facts_of(state: Any) -> Iterator[TableFact]:
    """Every number of a state."""
    for label, part in _parts(state):
        if isinstance(part, int) and not isinstance(part, bool):
            yield TableFact(label, signed(part))


def _parts(part: Any, label: str = "") -> Iterator[tuple[str, Any]]:
    """Yields the parts of a state under the names of its fields, without house rules."""
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


def report_of(seen: SeatView[Any], move: LoggedMove) -> str:
    """A move as it is told afterwards."""
    if move.text == UNDO:
        return _("undone")
    if seating := seating_text(seen.match, move):
        return seating
    deed = decision_text(move.report)
    if seen.match.alone:
        return deed
    return _("{name}: {deed}").format(name=brief_name(seen.match, move.seat), deed=deed)


def turn_text(seen: SeatView[Any]) -> str:
    """Tells who is to decide, "" when the game is over."""
    if not seen.match.to_act:
        return ""
    if seen.seat in seen.match.to_act:
        return _("Your turn")
    return _("{name}’s turn").format(name=brief_name(seen.match, seen.match.to_act[0]))


def ending_of(seen: SeatView[Any]) -> MatchEnding | None:
    """Tells who has won, or that the game is over."""
    match = seen.match
    if not match.outcome:
        return None
    moves = ngettext("{n} move", "{n} moves", match.decision_count).format(n=match.decision_count)
    if match.winner is None:
        heading = _("Lost") if match.outcome == "lost" else _("It’s over")
        return MatchEnding("lost" if match.outcome == "lost" else "", heading, (moves,))
    kind = "" if seen.seat is None else "won" if seen.is_here(match.winner) else "lost"
    name = brief_name(match, match.winner)
    heading = _("Won") if match.alone else _("{name} has won").format(name=name)
    return MatchEnding(kind, heading, (moves,))


class Screen(Generic[StateT]):
    """`emblem` are the three cards that stand for the game, `about` is it in a sentence."""

    emblem: ClassVar[Cards] = ()
    about: ClassVar[str | Promise] = gettext_lazy("The table offers what the rules allow.")
    house_rules: ClassVar[Mapping[str, OptionQuestion]] = {}
    examples: ClassVar[Mapping[str, Example]] = {}

    def __init__(self, game: Game[Any, StateT]) -> None:
        self.game = game

    @property
    def key(self) -> str:
        return self.game.key

    @property
    def title(self) -> str:
        return _(self.game.title)

    @property
    def players(self) -> str:
        """The number of players: "1 player", "2 to 4 players"."""
        few, most = min(self.game.seats), max(self.game.seats)
        if few == most:
            return ngettext("{n} player", "{n} players", most).format(n=most)
        return _("{few} to {most} players").format(few=few, most=most)

    @property
    def how_to(self) -> str:
        """The address of the page that teaches it."""
        return reverse("rules-game", args=[self.key])

    def cards(self) -> Cards:
        """The emblem of the game, or three cards out of its pack."""
        pack = self.game.pack(self.game.chosen({}))
        return self.emblem or (pack[0], pack[len(pack) // 2], pack[-1])

    def scene(self, seen: SeatView[StateT]) -> Scene:
        """Returns what the table shows."""
        return plain_scene(seen)

    def step(
        self, before: SeatView[StateT], after: SeatView[StateT], last: bool
    ) -> MatchStep | None:
        """How a move is shown before the next one, or before the table itself after the `last`;
        None where nothing comes in between."""
        return None

    def tell(self, seen: SeatView[StateT], move: LoggedMove) -> str:
        """A move as it is told to whoever looks back."""
        return report_of(seen, move)

    def health(self, state: StateT) -> dict[str, int]:
        """The health of each seat, by its path in the changes of a move; {} in a game without."""
        return {}

    def rows(self, state: StateT, opening: bool) -> Iterator[ExampleRow]:
        """Yields what an example shows of a state; `opening` is true before the first move."""
        yield from (ExampleRow(pile.label, pile.open) for pile in piles_of(state))

    def distance(self, score: Mapping[str, Any]) -> tuple[int, int] | None:
        """How far a run came, floors and rooms; None in a game that is won or lost."""
        return None

    def stories(self) -> dict[str, PlayedExample]:
        """The examples of the game, played through."""
        return {
            name: story_of(example, self.game, self.rows) for name, example in self.examples.items()
        }

    def differences(self) -> tuple[HouseRule, ...]:
        """The house rules of the game, in the words of its page."""
        return house_rules(self.game.options, self.house_rules)

    def page(self) -> dict[str, object]:
        """Returns what else the page that teaches it prints."""
        return {}
