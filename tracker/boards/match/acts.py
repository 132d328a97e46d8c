"""Decisions as buttons, each saying beforehand what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.isolation import in_order
from tracker.boards.words.names import card_name, signed, step_text
from tracker.rules.cards import BLACK_JOKER, enemy_value
from tracker.rules.games.dungeon import MONSTERS
from tracker.rules.protocol import Decision, parts


@dataclass(frozen=True)
class Act:
    """`label`, `text` and `spends` stand on the button, `more` is only read aloud.

    `kind` is what it does to somebody: "costs", "gains", "falls" or "". `spends` names the cards
    that are lost by it. `hint` marks what the advice would do; `icon` is for those in the bar.
    `barred` ones are shown, but the rules are against them: `text` and `more` say why.
    """

    decision: Decision
    label: str
    text: str = ""
    more: str = ""
    kind: str = ""
    hint: bool = False
    icon: str = ""
    spends: str = ""
    barred: bool = False


@dataclass(frozen=True)
class CardActs:
    """A card that lies open, and what may be done with it; a card without acts is only seen."""

    face: CardFace
    speech: str
    acts: tuple[Act, ...]

    @property
    def code(self) -> str:
        return self.face.code

    @property
    def hint(self) -> bool:
        return any(act.hint for act in self.acts)


def room_card(
    card: str, decisions: Iterable[Decision], act_of: Callable[[Decision], Act], advice: Decision
) -> CardActs:
    """A card of a room with those of the decisions that are about it.

    The weapon stands before bare hands: it is the better one where it may be used at all.
    """
    mine = sorted((d for d in decisions if about(d) == card), key=lambda d: d.endswith("bare"))
    face = replace(card_face(card, pips=True), name="")
    return CardActs(face, speech_of(card), hinted(tuple(map(act_of, mine)), advice))


def speech_of(card: str) -> str:
    """A card of a room as it is read aloud: "King of Clubs, enemy 13"."""
    if card not in MONSTERS or card == BLACK_JOKER:
        return card_name(card)
    return _("{card}, enemy {value}").format(card=card_name(card), value=enemy_value(card))


def about(decision: Decision) -> str:
    """The card that a decision is about, "" for none."""
    return parts(decision)[1]


def fight_label(how: str) -> str:
    """`weapon` or `bare` in the words of a button."""
    if how == "weapon":
        return pgettext("to fight with", "Weapon")
    return pgettext("to fight with", "Bare hands")


def hp_act(decision: Decision, label: str, before: int, after: int) -> Act:
    """An act whose price, or gain, is hit points."""
    step = after - before
    # Translators: hit points that are left then: "12 left".
    left = _("{hp} left").format(hp=signed(after))
    if after <= 0:
        return Act(decision, label, step_text(step), _("you fall"), "falls")
    if step:
        return Act(decision, label, step_text(step), left, "gains" if step > 0 else "costs")
    return Act(decision, label, "±0", left)


def equip_act(decision: Decision, weapon: str, card: str) -> Act:
    """An act that puts away the weapon in hand, and all that lies on it."""
    if not weapon:
        return Act(decision, _("Equip"))
    instead = _("instead of {weapon}").format(weapon=card_name(weapon))
    return Act(decision, _("Equip"), in_order(f"{weapon[:-1]} → {card[:-1]}"), instead)


def hinted(acts: tuple[Act, ...], advice: Decision) -> tuple[Act, ...]:
    """The acts, the one that was advised marked; "" advises none."""
    return tuple(replace(act, hint=act.decision == advice) for act in acts)
