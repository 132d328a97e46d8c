"""Rascal: the room, the pocket, a weapon that wears, and a life counted in eight cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.boards.match.acts import Act, CardActs, about, equip_act, hinted, hp_act, room_card
from tracker.boards.match.frame import Shown, Sight
from tracker.boards.match.lone import ending, hero, rest, said
from tracker.boards.match.rest import Rest
from tracker.boards.match.solo import told
from tracker.boards.party.panel import Panel
from tracker.boards.words.cards import CardFace, card_face
from tracker.rules.games.rascal import KNIFE, RascalState
from tracker.rules.protocol import Cards, Decision, parts

LIFE = ("Ah", "Ad", "Kh", "Kd", "Qh", "Qd", "Jh", "Jd")
LIFE_VALUES = {"A": 4, "K": 3, "Q": 2, "J": 1}


@dataclass(frozen=True)
class LifeCard:
    """One of the eight cards that count the life; face up while it counts."""

    face: CardFace
    up: bool


@dataclass(frozen=True)
class RascalTable:
    """`slot` is what is put by, None for nothing; `barred` says why it cannot be touched."""

    turn: int
    pile: int
    took: int
    taken: tuple[bool, ...]
    rest: Rest
    room: tuple[CardActs, ...]
    hero: Panel
    life: tuple[LifeCard, ...]
    knife: CardFace | None
    pocket: bool
    slot: CardActs | None
    barred: str
    note: str


def rascal_shown(sight: Sight) -> Shown:
    state: RascalState = sight.view  # type: ignore[assignment]
    slot = state.inventory
    move = told(sight.match.moves[0]) if sight.match.moves else ""
    return Shown(
        template="match/_rascal.html",
        table=_table(sight, state),
        turn="",
        wide=hinted(tuple(_wide(state, sight.decisions)), sight.advised),
        undo=move,
        said=said(state, move),
        ending=ending(sight, state, slot, *state.knife),
    )


def _table(sight: Sight, state: RascalState) -> RascalTable:
    slot, gone = state.inventory, state.dealt - len(state.room)
    return RascalTable(
        turn=state.turn,
        pile=len(state.deck),
        took=min(gone, 3),
        taken=tuple(n < gone for n in range(min(3, state.dealt))),
        rest=rest(sight, state, slot, *state.knife),
        room=tuple(_with_acts(sight, state, card, "") for card in state.room),
        hero=_hero(sight, state),
        life=life_cards(state.hp),
        knife=replace(card_face(KNIFE), name="") if state.knife else None,
        pocket=state.options.inventory != "none",
        slot=_with_acts(sight, state, slot, "inv-") if slot else None,
        barred="" if state.slot_open else _("closed while enemies are here"),
        note=_("Potion drunk here") if state.potion_used else "",
    )


def life_cards(hp: int) -> tuple[LifeCard, ...]:
    """A life from 0 to 20 as face-up counter cards, from high to low (rules.md 5.1)."""
    shown = []
    for card in LIFE:
        value = LIFE_VALUES[card[0]]
        up = value <= hp
        hp -= value if up else 0
        shown.append(LifeCard(card_face(card), up))
    return tuple(shown)


def _hero(sight: Sight, state: RascalState) -> Panel:
    panel = hero(sight, state, state.monsters_on_weapon)
    if state.hp <= 0 or not state.weapon:
        return panel
    return replace(panel, beats=_worth(state))


def _worth(state: RascalState) -> str:
    if state.value < 1:
        return _("*Worn out.* Of no use")
    worth = _("Takes off *{value}*").format(value=state.value)
    if not state.knife:
        return worth
    left = ngettext("knife for {n} fight", "knife for {n} fights", state.knife_uses)
    return f"{worth}, {left.format(n=state.knife_uses)}"


def _with_acts(sight: Sight, state: RascalState, card: str, prefix: str) -> CardActs:
    """The acts of a card in the room, or with the prefix of the card in the slot."""
    mine = [
        decision
        for decision in sight.decisions
        if about(decision) == card
        and decision.startswith("inv-") == bool(prefix)
        and not decision.startswith("next")
    ]
    mine.sort(key=lambda decision: decision.endswith("bare"))
    return room_card(card, *hinted(tuple(_act(sight, state, d) for d in mine), sight.advised))


def _act(sight: Sight, state: RascalState, decision: Decision) -> Act:
    do, card, how = parts(decision.removeprefix("inv-"))
    after = sight.match.game.play(state, 0, decision, _as_they_lie)
    if do == "fight":
        label = _("Weapon") if how == "weapon" else _("Bare hands")
        return hp_act(decision, label, state.hp, after.hp)
    if do == "drink":
        return hp_act(decision, _("Drink"), state.hp, after.hp)
    if do == "equip":
        return equip_act(decision, state.weapon, card)
    if do == "knife":
        return Act(decision, _("Knife"), "+2", _("for two fights"))
    if do == "store":
        return Act(decision, _("Store"), "", _("for later"))
    return Act(decision, _("Toss"), "", _("of no use any more"))


def _wide(state: RascalState, decisions: tuple[Decision, ...]) -> Iterator[Act]:
    """What is decided about the room as a whole."""
    for decision in decisions:
        do, card, how = parts(decision)
        if do == "flee":
            yield Act(decision, _("Flee"), _("all go under"), icon="run")
        elif how == "drop":
            yield Act(decision, _("Next, drop"), _("pocket goes on"), icon="next")
        elif do == "next":
            left = _("1 card goes on") if state.room else _("4 new cards")
            yield Act(decision, _("Next room"), left, icon="next")


def _as_they_lie(cards: Cards) -> Cards:
    return cards
