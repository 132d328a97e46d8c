"""How a game is shown, on its table and everywhere else.

A game with nothing here can be played and read about all the same: every answer below is one that
fits any game. What a game wants otherwise, its own Screen says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Generic

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tracker.boards.match.frame import Scene, Sight, StateT, Step
from tracker.boards.match.plain import piles_of, plain_scene, report_of
from tracker.boards.rules.examples import Example, Row, Story, story_of
from tracker.boards.rules.house_rules import HouseRule, Question, house_rules
from tracker.rules.protocol import Cards, Game
from tracker.services.match.match import Move


class Screen(Generic[StateT]):
    """`emblem` are the three cards that stand for the game, `about` is it in a sentence."""

    emblem: ClassVar[Cards] = ()
    about: ClassVar[str | Promise] = gettext_lazy("The table offers what the rules allow.")
    house_rules: ClassVar[Mapping[str, Question]] = {}
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
        """For how many it is: "1 player", "2 to 4 players"."""
        few, most = min(self.game.seats), max(self.game.seats)
        if few == most:
            return ngettext("{n} player", "{n} players", most).format(n=most)
        return _("{few} to {most} players").format(few=few, most=most)

    @property
    def how_to(self) -> str:
        """The address of the page that teaches it."""
        return reverse("rules-game", args=[self.key])

    def cards(self) -> Cards:
        """Its emblem, or three cards out of its pack."""
        pack = self.game.pack(self.game.chosen({}))
        return self.emblem or (pack[0], pack[len(pack) // 2], pack[-1])

    def scene(self, sight: Sight[StateT]) -> Scene:
        """What the table shows."""
        return plain_scene(sight)

    def step(self, before: Sight[StateT], after: Sight[StateT], last: bool) -> Step | None:
        """How a move is shown before the next one, or before the table itself after the `last`;
        None where nothing comes in between."""
        return None

    def tell(self, sight: Sight[StateT], move: Move) -> str:
        """A move as it is told to whoever looks back."""
        return report_of(sight, move)

    def health(self, state: StateT) -> dict[str, int]:
        """That of each seat, under its path in the changes of a move; {} in a game without."""
        return {}

    def rows(self, state: StateT, opening: bool) -> Iterator[Row]:
        """What an example shows of a state; `opening` before the first move."""
        yield from (Row(pile.label, pile.open) for pile in piles_of(state))

    def distance(self, score: Mapping[str, Any]) -> tuple[int, int] | None:
        """How far a run came, floors and rooms; None in a game that is won or lost."""
        return None

    def stories(self) -> dict[str, Story]:
        """Its examples, played through."""
        return {
            name: story_of(example, self.game, self.rows) for name, example in self.examples.items()
        }

    def differences(self) -> tuple[HouseRule, ...]:
        """Its house rules, in the words of its page."""
        return house_rules(self.game.options, self.house_rules)

    def page(self) -> dict[str, object]:
        """What the page that teaches it prints besides."""
        return {}
