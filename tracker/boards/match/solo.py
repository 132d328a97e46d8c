"""Solo Scoundrel: the room and what each card would do, the hero, what is still to come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from tracker.boards.match.acts import Act, CardActs, equip_act, fight_label, hp_act
from tracker.boards.match.barred import wide_act
from tracker.boards.match.frame import Sight
from tracker.boards.match.lone import LoneScreen
from tracker.boards.match.rest import Rest
from tracker.boards.party.panel import Panel
from tracker.boards.rules import solo as words
from tracker.rules.cards import WEAPONS
from tracker.rules.games.dungeon import MONSTERS, may_fight
from tracker.rules.games.scoundrel import Scoundrel, ScoundrelState
from tracker.rules.protocol import Decision, parts
from tracker.services.match.match import Move


@dataclass(frozen=True)
class SoloTable:
    """`taken` marks the three cards that are taken from a room, True for those gone."""

    turn: int
    pile: int
    took: int
    taken: tuple[bool, ...]
    rest: Rest
    room: tuple[CardActs, ...]
    hero: Panel
    note: str


class SoloScreen(LoneScreen[ScoundrelState]):
    emblem = ("9d", "As", "7h")
    about = gettext_lazy("Solo: 44 cards, take three of every four.")
    house_rules = words.HOUSE_RULES
    examples = words.EXAMPLES
    template = "match/_solo.html"

    def table(self, sight: Sight[ScoundrelState]) -> SoloTable:
        state = sight.view
        return SoloTable(
            turn=state.turn,
            pile=len(state.deck),
            took=state.taken,
            taken=tuple(n < state.taken for n in range(min(3, len(state.room) + state.taken))),
            rest=self.rest(state),
            room=self.room(sight),
            hero=self.hero(sight),
            note=_("Potion used this room") if state.potion_used else "",
        )

    def report(self, move: Move) -> str:
        return (
            pgettext("what you did", "Room skipped")
            if move.text == "skip"
            else super().report(move)
        )

    def act(self, state: ScoundrelState, decision: Decision) -> Act:
        """What it would do is found out by doing it, with nothing but what the player sees."""
        _do, card, how = parts(decision)
        after = self.game.play(state, 0, decision, tuple)
        if card in MONSTERS:
            # Where no manner is chosen the weapon fights whenever it may (S3).
            armed = not how and may_fight(state.weapon, state.slain, card)
            return hp_act(decision, fight_label("weapon" if armed else how), state.hp, after.hp)
        if card in WEAPONS:
            return equip_act(decision, state.weapon, card)
        if state.potion_used:
            # Translators: a button: to use up a potion that heals nothing.
            return Act(decision, _("Pour away"), _("no effect"), _("one potion a room"))
        return hp_act(decision, _("Drink"), state.hp, after.hp)

    def wide(self, sight: Sight[ScoundrelState]) -> Iterator[Act]:
        yield from wide_act(sight, Act("skip", _("Skip"), _skip_text(sight.view), icon="door"))


def _skip_text(state: ScoundrelState) -> str:
    if state.options.skip == "reshuffle":
        return _("shuffled back in")
    return ngettext("{n} card to the bottom", "{n} cards to the bottom", len(state.room)).format(
        n=len(state.room)
    )


SCREEN = SoloScreen(Scoundrel())
