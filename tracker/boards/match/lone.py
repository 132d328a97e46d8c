"""The common parts of the games for one: the hero, what is still to come, how it ended.

In a game for one all that is not on the table lies in the pile, so the cards to come are what a
player who keeps count would know. The drawing has a column for each rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from tracker.boards.match.frame import (
    Act,
    CardActs,
    MatchEnding,
    Scene,
    SeatView,
    brief_name,
    fallen_text,
    hinted,
    room_card,
    step_of,
)
from tracker.boards.match.screen import Screen
from tracker.boards.party.table.panel import Panel, panel_of
from tracker.boards.rules.examples import ExampleRow
from tracker.boards.words.advice import deed
from tracker.boards.words.forms import Formless
from tracker.boards.words.names import card_name, signed, step_text
from tracker.rules.cards import BLACK_JOKER, LOW_TO_HIGH, POTIONS, WEAPONS, enemy_value
from tracker.rules.games.dungeon import MONSTERS, LoneGame, LoneState, weapon_text
from tracker.rules.protocol import Decision, parts
from tracker.rules.table.state.party import new_party
from tracker.services.match.deals import SIT, UNDO
from tracker.services.match.match import LoggedMove

COLUMN = 24
WORDS = {
    # Translators: on the button that takes back a move, where the newest move was an undo.
    UNDO: gettext_lazy("one more"),
    SIT: pgettext_lazy("what you did", "Sat down"),
    "skip": pgettext_lazy("what you did", "Room skipped"),
    "flee": pgettext_lazy("what you did", "Fled"),
    "next": gettext_lazy("Next room"),
    "quit": pgettext_lazy("a game", "Given up"),
}
"""Moves without a card."""


@dataclass(frozen=True)
class Column:
    """How many enemies of this rank are to come, and whether a weapon and a potion are."""

    rank: str
    x: int
    enemies: tuple[int, ...]
    """The place of each mark, sideways."""
    weapon: bool
    potion: bool

    @property
    def left(self) -> int:
        """The place of the weapon, sideways; without a potion it stands in the middle."""
        return self.x - (10 if self.potion else 5)

    @property
    def right(self) -> int:
        return self.x + (1 if self.weapon else -5)


@dataclass(frozen=True)
class Rest:
    columns: tuple[Column, ...]
    enemies: str
    supplies: str


def rest_of(unseen: Iterable[str]) -> Rest:
    """The cards that nobody has seen, sorted for the drawing."""
    cards = frozenset(unseen)
    enemies = [card for card in cards & MONSTERS if card != BLACK_JOKER]
    damage, count = sum(map(enemy_value, enemies)), len(enemies)
    words = ngettext("*{count}* enemy to come", "*{count}* enemies to come", count)
    words = words.format(count=count)
    return Rest(
        columns=tuple(_column(cards, place, name) for place, name in enumerate(LOW_TO_HIGH)),
        # Translators: {enemies} is "*7* enemies to come".
        enemies=_("{enemies}, *{damage}* damage").format(enemies=words, damage=damage),
        supplies=_supplies(len(cards & set(WEAPONS)), len(cards & set(POTIONS))),
    )


def _supplies(weapons: int, potions: int) -> str:
    # Translators: what is still to come: "3 weapons, 1 potion".
    return _("{weapons}, {potions}").format(
        weapons=Formless(ngettext("{n} weapon", "{n} weapons", weapons).format(n=weapons)),
        potions=ngettext("{n} potion", "{n} potions", potions).format(n=potions),
    )


def _column(cards: frozenset[str], place: int, name: str) -> Column:
    suits = [card[-1] for card in cards if card[:-1] == name]
    middle = place * COLUMN + COLUMN // 2
    count = len({"c", "s"} & set(suits))
    marks = ((), (middle - 4,), (middle - 9, middle + 1))[count]
    return Column(name, middle, marks, "d" in suits, "h" in suits)


LoneT = TypeVar("LoneT", bound=LoneState)


@dataclass(frozen=True)
class LoneTable:
    """`taken` marks the three cards that are taken from a room, True for those gone."""

    turn: int
    pile: int
    took: int
    taken: tuple[bool, ...]
    rest: Rest
    room: tuple[CardActs, ...]
    hero: Panel
    note: str


class LoneScreen(Screen[LoneT]):
    """Solo Scoundrel and Rascal: each has a table of its own, printed by its `template`."""

    game: LoneGame[Any, LoneT]
    template: str

    def scene(self, seen: SeatView[LoneT]) -> Scene:
        return Scene(
            template=self.template,
            table=self.table(seen),
            turn="",
            wide=hinted(tuple(self.wide(seen)), seen.advice),
            undo=self.report(seen.newest) if seen.newest else "",
            speech=self.speech(seen),
            ending=self.ending(seen),
        )

    def table(self, seen: SeatView[LoneT]) -> LoneTable:
        state, gone = seen.view, seen.view.taken
        return LoneTable(
            turn=state.turn,
            pile=len(state.deck),
            took=min(gone, 3),
            taken=tuple(n < gone for n in range(min(3, len(state.room) + gone))),
            rest=rest_of(self.game.to_come(state)),
            room=self.room(seen),
            hero=self.hero(seen),
            note=_("Potion used this room") if state.potion_used else "",
        )

    def wide(self, seen: SeatView[LoneT]) -> Iterator[Act]:
        """Yields what may be decided about the room as a whole."""
        raise NotImplementedError

    def report(self, move: LoggedMove) -> str:
        """A move in a few words, for the button that takes it back."""
        do, card, _how = parts(move.report)
        if do in WORDS:
            return str(WORDS[do])
        name, step = card_name(card), step_of(move, "hp")
        return _("{card} {step}").format(card=name, step=step_text(step)) if step else name

    def tell(self, seen: SeatView[LoneT], move: LoggedMove) -> str:
        step = step_of(move, "hp")
        if not step or move.text == "quit":
            return deed(move.text)
        return _("{deed}: {step}").format(deed=deed(move.text), step=step_text(step))

    def health(self, state: LoneT) -> dict[str, int]:
        return {"hp": state.hp}

    def rows(self, state: LoneT, opening: bool) -> Iterator[ExampleRow]:
        yield ExampleRow(_("Weapon"), state.arms, fanned=True)
        yield ExampleRow(_("Room"), state.room)

    def hero(self, seen: SeatView[LoneT]) -> Panel:
        """The one who plays, drawn as on the tracker's table."""
        return self.panel(seen.view, seen.match.seats[0].name, step_of(seen.newest, "hp"))

    def panel(self, state: LoneT, name: str = "", step: int = 0) -> Panel:
        # Translators: the name on the panel of somebody who plays alone and has typed no name.
        party = new_party((name or pgettext("name of a player", "You"),))
        weapon = weapon_text(state.weapon, state.monsters_on_weapon)
        party = party.with_player(0, hp=state.hp, weapon=weapon)
        panel = panel_of(party, 0, 1, step, alone=True)
        return replace(panel, beats=_("*Fallen*")) if state.hp <= 0 else panel

    def room(self, seen: SeatView[LoneT]) -> tuple[CardActs, ...]:
        decisions, act_of = self.room_decisions(seen), partial(self.act, seen.view)
        return tuple(room_card(card, decisions, act_of, seen.advice) for card in seen.view.room)

    def room_decisions(self, seen: SeatView[LoneT]) -> tuple[Decision, ...]:
        """The decisions about the cards of the room."""
        return seen.decisions

    def act(self, state: LoneT, decision: Decision) -> Act:
        raise NotImplementedError

    def speech(self, seen: SeatView[LoneT]) -> str:
        """The text that is read aloud after a move."""
        if not seen.newest:
            return ""
        # Translators: read aloud; {move} is what was done, like "King of Clubs −5".
        words = _("{move}. Health {hp}.")
        return words.format(move=self.report(seen.newest), hp=signed(seen.view.hp))

    def ending(self, seen: SeatView[LoneT]) -> MatchEnding | None:
        """A loss is as bad as the enemies that were left, a win as good as the health."""
        state, outcome = seen.view, seen.match.outcome
        if not outcome:
            return None
        name = brief_name(seen.match, 0) if seen.seat is None else ""
        rooms = ngettext("{n} room entered", "{n} rooms entered", state.turn).format(n=state.turn)
        if outcome == "won":
            points = _("*{n}* health left").format(n=state.hp)
            out = _("{name} made it out!").format(name=name) if name else _("You made it out!")
            return MatchEnding("won", out, (points, rooms))
        points = self._loss(state)
        if outcome == "quit":
            return MatchEnding("lost", pgettext("a game", "Given up"), (points, rooms))
        hp = _("Health {hp}").format(hp=signed(state.hp))
        return MatchEnding("lost", fallen_text(name), (points, hp, rooms))

    def _loss(self, state: LoneT) -> str:
        if harm := self.harm(state):
            return _("Score *{score}* (enemies left)").format(score=signed(-harm))
        return _("Score *0* (no enemies left)")

    def harm(self, state: LoneT) -> int:
        """The values of all enemies in pile and room."""
        left = (*self.game.to_come(state), *state.room)
        return sum(enemy_value(card) for card in left if card in MONSTERS)
