"""What the games for one share: the hero, what is still to come, how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tracker.boards.match.acts import Act, CardActs, hinted, room_card
from tracker.boards.match.frame import Ending, Scene, Sight, brief_name, fallen_text, step_of
from tracker.boards.match.rest import Rest, rest_of
from tracker.boards.match.screen import Screen
from tracker.boards.party.panel import Panel, panel_of
from tracker.boards.rules.examples import Row
from tracker.boards.words.advice import deed
from tracker.boards.words.names import card_name, signed, step_text
from tracker.rules.cards import enemy_value
from tracker.rules.games.dungeon import MONSTERS, LoneState, arms, weapon_text
from tracker.rules.protocol import Cards, Decision, parts
from tracker.rules.table.party import new_party
from tracker.services.match.deals import SIT, UNDO
from tracker.services.match.match import Move

LoneT = TypeVar("LoneT", bound=LoneState)


class LoneScreen(Screen[LoneT]):
    """Solo Scoundrel and Rascal: each has a table of its own, printed by its `template`."""

    template: str

    def scene(self, sight: Sight[LoneT]) -> Scene:
        return Scene(
            template=self.template,
            table=self.table(sight),
            turn="",
            wide=hinted(tuple(self.wide(sight)), sight.advice),
            undo=self.report(sight.newest) if sight.newest else "",
            speech=self.speech(sight),
            ending=self.ending(sight),
        )

    def table(self, sight: Sight[LoneT]) -> object:
        raise NotImplementedError

    def wide(self, sight: Sight[LoneT]) -> Iterator[Act]:
        """What may be decided about the room as a whole."""
        raise NotImplementedError

    def wearing(self, state: LoneT) -> Cards:
        """The enemies that lie on the weapon."""
        return state.slain

    def aside(self, state: LoneT) -> Cards:
        """What is in nobody's way, and still in the dungeon."""
        return ()

    def report(self, move: Move) -> str:
        """A move in a few words, for the button that takes it back."""
        do, card, _how = parts(move.report)
        if do == UNDO:
            # Translators: on the button that takes back a move, where the newest move was an undo.
            return _("one more")
        if do == "quit":
            return pgettext("a game", "Given up")
        if do == SIT:
            return pgettext("what you did", "Sat down")
        name, step = card_name(card), step_of(move, "hp")
        return _("{card} {step}").format(card=name, step=step_text(step)) if step else name

    def tell(self, sight: Sight[LoneT], move: Move) -> str:
        step = step_of(move, "hp")
        if not step or move.text == "quit":
            return deed(move.text)
        return _("{deed}: {step}").format(deed=deed(move.text), step=step_text(step))

    def health(self, state: LoneT) -> dict[str, int]:
        return {"hp": state.hp}

    def rows(self, state: LoneT, opening: bool) -> Iterator[Row]:
        yield Row(_("Weapon"), arms(state.weapon, state.slain), fanned=True)
        yield Row(_("Room"), state.room)

    def hero(self, sight: Sight[LoneT]) -> Panel:
        """The one who plays, drawn as on the tracker's table."""
        state, name = sight.view, sight.match.chairs[0].name
        # Translators: the name on the panel of somebody who plays alone and has typed no name.
        party = new_party((name or pgettext("name of a player", "You"),))
        weapon = weapon_text(state.weapon, self.wearing(state))
        party = party.with_player(0, hp=state.hp, weapon=weapon)
        panel = panel_of(party, 0, 1, step_of(sight.newest, "hp"), alone=True)
        return replace(panel, beats=_("*Fallen*")) if state.hp <= 0 else panel

    def room(self, sight: Sight[LoneT]) -> tuple[CardActs, ...]:
        def act_of(decision: Decision) -> Act:
            return self.act(sight.view, decision)

        return tuple(
            room_card(card, self.room_decisions(sight), act_of, sight.advice)
            for card in sight.view.room
        )

    def room_decisions(self, sight: Sight[LoneT]) -> tuple[Decision, ...]:
        """Those that are about the cards of the room."""
        return sight.decisions

    def act(self, state: LoneT, decision: Decision) -> Act:
        raise NotImplementedError

    def unseen(self, state: LoneT) -> list[str]:
        """What lies in the pile, for all that the player has seen."""
        hand = (*arms(state.weapon, state.slain), *self.aside(state))
        gone = {*state.room, *state.discard, *hand}
        return [card for card in self.game.pack(state.options) if card not in gone]

    def rest(self, state: LoneT) -> Rest:
        return rest_of(self.unseen(state))

    def speech(self, sight: Sight[LoneT]) -> str:
        """What is read aloud after a move."""
        if not sight.newest:
            return ""
        # Translators: read aloud; {move} is what was done, like "King of Clubs −5".
        words = _("{move}. Health {hp}.")
        return words.format(move=self.report(sight.newest), hp=signed(sight.view.hp))

    def ending(self, sight: Sight[LoneT]) -> Ending | None:
        """A loss is as bad as the enemies that were left, a win as good as the health."""
        state, outcome = sight.view, sight.match.outcome
        if not outcome:
            return None
        name = brief_name(sight.match, 0) if sight.seat is None else ""
        rooms = ngettext("{n} room entered", "{n} rooms entered", state.turn).format(n=state.turn)
        if outcome == "won":
            points = _("*{n}* health left").format(n=state.hp)
            out = _("{name} made it out!").format(name=name) if name else _("You made it out!")
            return Ending("won", out, (points, rooms))
        points = self._loss(state)
        if outcome == "quit":
            return Ending("lost", pgettext("a game", "Given up"), (points, rooms))
        hp = _("Health {hp}").format(hp=signed(state.hp))
        return Ending("lost", fallen_text(name), (points, hp, rooms))

    def _loss(self, state: LoneT) -> str:
        if harm := self.harm(state):
            return _("Score *{score}* (enemies left)").format(score=signed(-harm))
        return _("Score *0* (no enemies left)")

    def harm(self, state: LoneT) -> int:
        """The values of all enemies in pile and room."""
        left = (*self.unseen(state), *state.room)
        return sum(enemy_value(card) for card in left if card in MONSTERS)
