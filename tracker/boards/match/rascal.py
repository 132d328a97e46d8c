"""Rascal: the room, the pocket, a weapon that wears, and a life counted in eight cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tracker.boards.match.frame import (
    Act,
    CardActs,
    SeatView,
    equip_act,
    fight_label,
    hp_act,
    room_card,
    wide_act,
)
from tracker.boards.match.lone import LoneScreen, LoneTable
from tracker.boards.party.table.panel import Panel
from tracker.boards.rules import rascal as words
from tracker.boards.rules.examples import ExampleRow
from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.names import step_text, worth_text
from tracker.rules.games.dungeon import ROOM_SIZE
from tracker.rules.games.rascal import INV, KNIFE, Rascal, RascalState
from tracker.rules.protocol import Decision, parts

LIFE = ("Ah", "Ad", "Kh", "Kd", "Qh", "Qd", "Jh", "Jd")
LIFE_VALUES = {"A": 4, "K": 3, "Q": 2, "J": 1}


@dataclass(frozen=True)
class LifeCard:
    """One of the eight cards that count the life; face up while it counts."""

    face: CardFace
    up: bool


@dataclass(frozen=True)
class RascalTable(LoneTable):
    """`slot` is what is put by, None for nothing; `barred` says why it cannot be touched."""

    life: tuple[LifeCard, ...]
    knife: CardFace | None
    pocket: bool
    slot: CardActs | None
    barred: str


class RascalScreen(LoneScreen[RascalState]):
    emblem = ("2d", "10c", "Ah")
    about = gettext_lazy("Solo: a weapon that wears, a knife and a pocket.")
    house_rules = words.HOUSE_RULES
    examples = words.EXAMPLES
    template = "match/_rascal.html"

    def table(self, seen: SeatView[RascalState]) -> RascalTable:
        state = seen.view
        return RascalTable(
            **vars(super().table(seen)),
            life=life_cards(state.hp),
            knife=card_face(KNIFE) if state.knife else None,
            pocket=state.options.inventory != "none",
            slot=self.slot(seen),
            barred="" if state.slot_open else _("closed while enemies are here"),
        )

    def rows(self, state: RascalState, opening: bool) -> Iterator[ExampleRow]:
        yield from super().rows(state, opening)
        yield ExampleRow(_("Pocket"), state.pocket)

    def panel(self, state: RascalState, name: str = "", step: int = 0) -> Panel:
        panel = super().panel(state, name, step)
        return replace(panel, beats=worth_text(state)) if state.hp > 0 and state.weapon else panel

    def room_decisions(self, seen: SeatView[RascalState]) -> tuple[Decision, ...]:
        wide = (INV, "next")  # moving on may name the card that is dropped
        return tuple(d for d in seen.decisions if not d.startswith(wide))

    def slot(self, seen: SeatView[RascalState]) -> CardActs | None:
        """The card in the pocket."""
        if not seen.view.inventory:
            return None
        mine = (d for d in seen.decisions if d.startswith(INV))
        return room_card(seen.view.inventory, mine, partial(self.act, seen.view), seen.advice)

    def act(self, state: RascalState, decision: Decision) -> Act:
        """Finds out what a decision would do by playing it, with only what the player sees."""
        do, card, how = parts(decision.removeprefix(INV))
        after = self.game.play(state, 0, decision, tuple)
        if do == "fight":
            return hp_act(decision, fight_label(how), state.hp, after.hp)
        if do == "drink":
            return hp_act(decision, _("Drink"), state.hp, after.hp)
        if do == "equip":
            return equip_act(decision, state.weapon, card)
        if do == "knife":
            # Translators: a button: the card becomes the knife on the weapon.
            return Act(decision, _("Knife"), step_text(2), _("for two fights"))
        if do == "store":
            # Translators: a button: to put the card into the pocket.
            return Act(decision, _("Store"), "", _("for later"))
        # Translators: a button: to throw the card away.
        return Act(decision, _("Toss"), "", _("no use any more"))

    def wide(self, seen: SeatView[RascalState]) -> Iterator[Act]:
        """Yields decisions about the room as a whole; a player who may move on need not flee."""
        if not any(decision.startswith("next") for decision in seen.decisions):
            yield from wide_act(seen, Act("flee", _("Flee"), _("all to the bottom"), icon="run"))
        for decision in seen.decisions:
            do, _card, how = parts(decision)
            if how == "drop":
                # Translators: a button: to the next room, where the card of the pocket is dropped.
                yield Act(decision, _("Next, drop"), _("pocket card carries over"), icon="next")
            elif do == "next":
                left = _("1 card carries over") if seen.view.room else _new_cards(seen.view)
                yield Act(decision, _("Next room"), left, icon="next")


def _new_cards(state: RascalState) -> str:
    new = min(ROOM_SIZE, len(state.deck))
    if new == ROOM_SIZE:
        return _("4 new cards")
    return ngettext("{count} card comes", "{count} cards come", new).format(count=new)


def life_cards(hp: int) -> tuple[LifeCard, ...]:
    """A life from 0 to 20 as face-up counter cards, from high to low (rules.md 5.1)."""
    cards = []
    for card in LIFE:
        value = LIFE_VALUES[card[0]]
        up = value <= hp
        hp -= value if up else 0
        cards.append(LifeCard(card_face(card), up))
    return tuple(cards)


SCREEN = RascalScreen(Rascal())
