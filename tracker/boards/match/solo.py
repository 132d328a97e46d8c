"""Solo Scoundrel: the room and what each card would do, the hero, what is still to come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.boards.match.acts import Act, CardActs, about, equip_act, hinted, hp_act, room_card
from tracker.boards.match.frame import Shown, Sight
from tracker.boards.match.lone import ending, hero, rest, said
from tracker.boards.match.rest import Rest
from tracker.boards.party.panel import Panel
from tracker.boards.words.names import card_name
from tracker.rules.cards import WEAPONS
from tracker.rules.games.dungeon import MONSTERS, may_fight
from tracker.rules.games.scoundrel import ScoundrelState
from tracker.rules.protocol import Cards, Decision, parts

if TYPE_CHECKING:
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


def solo_shown(sight: Sight) -> Shown:
    state: ScoundrelState = sight.view  # type: ignore[assignment]
    decisions = sight.decisions
    table = SoloTable(
        turn=state.turn,
        pile=len(state.deck),
        took=state.taken,
        taken=tuple(n < state.taken for n in range(min(3, len(state.room) + state.taken))),
        rest=rest(sight, state),
        room=tuple(_room_card(sight, state, card, decisions) for card in state.room),
        hero=hero(sight, state, state.slain),
        note=_("Potion drunk here") if state.potion_used else "",
    )
    skip = Act("skip", _("Skip"), _skip_text(state), icon="door")
    move = told(sight.match.moves[0]) if sight.match.moves else ""
    return Shown(
        template="match/_solo.html",
        table=table,
        turn="",
        wide=hinted((skip,), sight.advised) if "skip" in decisions else (),
        undo=move,
        said=said(state, move),
        ending=ending(sight, state),
    )


def _skip_text(state: ScoundrelState) -> str:
    if state.options.skip == "reshuffle":
        return _("shuffled in")
    return ngettext("{n} goes under", "{n} go under", len(state.room)).format(n=len(state.room))


def _room_card(
    sight: Sight, state: ScoundrelState, card: str, decisions: tuple[Decision, ...]
) -> CardActs:
    """The weapon first: it is the better one where it may be used at all."""
    mine = sorted((d for d in decisions if about(d) == card), key=lambda d: d.endswith("bare"))
    return room_card(card, *hinted(tuple(_act(sight, state, d) for d in mine), sight.advised))


def _act(sight: Sight, state: ScoundrelState, decision: Decision) -> Act:
    """What it would do is found out by doing it, with nothing but what the player sees."""
    do, card, how = parts(decision)
    after = sight.match.game.play(state, 0, decision, _as_they_lie)
    if card in MONSTERS:
        armed = how == "weapon" or (not how and may_fight(state.weapon, state.slain, card))
        label = _("Weapon") if armed else _("Bare hands")
        return hp_act(decision, label, state.hp, after.hp)
    if card in WEAPONS:
        return equip_act(decision, state.weapon, card)
    if state.potion_used:
        return Act(decision, _("Pour away"), _("no effect"), _("one potion a room"))
    return hp_act(decision, _("Drink"), state.hp, after.hp)


def _as_they_lie(cards: Cards) -> Cards:
    return cards


def told(line: Move) -> str:
    """A move in a few words, for the button that takes it back."""
    do, card, how = parts(line.report)
    hp = line.changes.get("hp")
    if do == "undo":
        return _("one more")
    if do in ("skip", "quit", "flee", "next"):
        return WORDS[do]()
    name = card_name(card)
    if hp:
        return _("{card} {step}").format(card=name, step=_step(hp[1] - hp[0]))
    return name


def _step(step: int) -> str:
    return f"+{step}" if step > 0 else f"\N{MINUS SIGN}{-step}"


WORDS = {
    "skip": lambda: _("Room skipped"),
    "quit": lambda: _("Given up"),
    "flee": lambda: _("Fled"),
    "next": lambda: _("Next room"),
}
