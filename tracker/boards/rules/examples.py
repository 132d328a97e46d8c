"""Worked examples of the dealt games: a few moves, and what the rules make of them.

A number in braces is what the game itself answers, and every move has to be legal: an example
cannot be wrong about its own cards. What stands between stars is printed bold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from tracker.rules.protocol import Cards, Game

NAMES = ("Mara", "Odo")


@dataclass(frozen=True)
class Example:
    """A game dealt from these cards, and its moves: decisions and what is said about them.

    Words without a decision are about the moment.
    """

    title: str | Promise
    pile: str
    moves: tuple[tuple[str, str | Promise], ...]
    seats: int = 1


@dataclass(frozen=True)
class ExampleRow:
    """Cards that lie together; `fanned` ones on each other."""

    label: str
    cards: Cards
    fanned: bool = False


Rows = Callable[[Any, bool], Iterable[ExampleRow]]
"""Function that yields the rows on the table in a state; True before the first move."""


@dataclass(frozen=True)
class ExampleStep:
    words: str
    rows: tuple[ExampleRow, ...]


@dataclass(frozen=True)
class PlayedExample:
    """An example, played through."""

    title: str
    steps: tuple[ExampleStep, ...]


def story_of(example: Example, game: Game[Any, Any], rows: Rows) -> PlayedExample:
    """Raises Illegal for a move that the game does not allow."""
    return PlayedExample(str(example.title), tuple(_steps(example, game, rows)))


def _steps(example: Example, game: Game[Any, Any], rows: Rows) -> Iterator[ExampleStep]:
    state = _dealt(game, example)
    for decisions, words in example.moves:
        before = game.summary(state)
        for decision in decisions.split():
            state = game.apply(state, game.to_act(state)[0], decision, tuple)
        lies = tuple(row for row in rows(state, not decisions) if row.cards)
        yield ExampleStep(str(words).format_map(_facts(before, game.summary(state))), lies)


def _dealt(game: Game[Any, Any], example: Example) -> Any:
    """The cards that matter on top, the others below as they come."""
    first = tuple(example.pile.split())
    rest = (card for card in game.pack(game.chosen({})) if card not in first)
    return game.setup({}, example.seats, (*first, *rest), tuple)


def _facts(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """The facts that a sentence may name."""
    facts = after | {"valid": ", ".join(after.get("valid", ()))}
    if "hp" in after:
        facts["hit"] = before["hp"] - after["hp"]
    if after.get("limit"):
        facts["beats"] = after["limit"] - 1
    return facts
