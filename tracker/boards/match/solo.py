"""Solo Scoundrel: the room and what each card would do, the hero, what is still to come."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tracker.boards.match.frame import (
    Act,
    SeatView,
    equip_act,
    fight_label,
    hp_act,
    wide_act,
)
from tracker.boards.match.lone import LoneScreen
from tracker.boards.rules import solo as words
from tracker.rules.cards import WEAPONS
from tracker.rules.games.dungeon import MONSTERS, may_fight
from tracker.rules.games.scoundrel import Scoundrel, ScoundrelState
from tracker.rules.protocol import Decision, parts


class SoloScreen(LoneScreen[ScoundrelState]):
    emblem = ("9d", "As", "7h")
    about = gettext_lazy("Solo: 44 cards, take three of every four.")
    house_rules = words.HOUSE_RULES
    examples = words.EXAMPLES
    template = "match/_solo.html"

    def act(self, state: ScoundrelState, decision: Decision) -> Act:
        """Finds out what a decision would do by playing it, with only what the player sees."""
        _do, card, how = parts(decision)
        after = self.game.play(state, 0, decision, tuple)
        if card in MONSTERS:
            # If no manner is chosen, the weapon fights whenever it may (S3).
            armed = not how and may_fight(state.weapon, state.slain, card)
            return hp_act(decision, fight_label("weapon" if armed else how), state.hp, after.hp)
        if card in WEAPONS:
            return equip_act(decision, state.weapon, card)
        if state.potion_used:
            # Translators: a button: to use up a potion that heals nothing.
            return Act(decision, _("Pour away"), _("no effect"), _("one potion a room"))
        return hp_act(decision, _("Drink"), state.hp, after.hp)

    def wide(self, seen: SeatView[ScoundrelState]) -> Iterator[Act]:
        yield from wide_act(seen, Act("skip", _("Skip"), _skip_text(seen.view), icon="door"))


def _skip_text(state: ScoundrelState) -> str:
    if state.options.skip == "reshuffle":
        return _("shuffled back in")
    return ngettext("{n} card to the bottom", "{n} cards to the bottom", len(state.room)).format(
        n=len(state.room)
    )


SCREEN = SoloScreen(Scoundrel())
