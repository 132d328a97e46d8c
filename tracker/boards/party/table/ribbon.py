"""The ribbon over the table: how deep the party is, and which cards are set aside or come back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.boards.party.table.effect import used_effect
from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.names import card_name
from tracker.rules.cards import SPECIAL_CARDS
from tracker.rules.games.coop.cards import return_floor, returning
from tracker.rules.table.room.room import Room
from tracker.rules.table.state.party import Party
from tracker.rules.table.texts.notation import used_cards

GATE = 5  # every fifth floor may bring cards back
AHEAD = 10  # the track runs from the last gate over the next two


@dataclass(frozen=True)
class FloorStep:
    """A floor on the track: "past", "now", "gate" or "" for one to come."""

    floor: int
    kind: str
    best: bool = False
    """The best run of the party ended here."""

    @property
    def numbered(self) -> bool:
        return self.kind in ("now", "gate")


@dataclass(frozen=True)
class Returns:
    """The cards to return and when; `command` brings those of `names` back now, "" if none are due.

    `effect` is what it changes on the table, as effect.py writes it.
    """

    text: str
    command: str = ""
    effect: str = ""
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class SpecialCard:
    """A card that is set aside when used.

    `state` is "out" in play, "gone" set aside, "back" set aside until the next floor that brings
    any card back, "now" if that is this one.
    """

    face: CardFace
    state: str
    label: str

    @property
    def command(self) -> str:
        return f"used:{'+' if self.state == 'out' else '-'}{self.face.code}"

    @property
    def effect(self) -> str:
        """The command's changes on the table, as effect.py writes them."""
        return used_effect([self.face.code], aside=self.state == "out")


def track(floor: int, best: int = 0) -> tuple[FloorStep, ...]:
    """The floors from the last gate to the second next; 0 for `best` marks none of them."""
    start = floor - floor % GATE
    floors = range(max(1, start), start + AHEAD + 1)
    return tuple(FloorStep(each, _kind(each, floor), best=each == best) for each in floors)


def _kind(floor: int, now: int) -> str:
    if floor == now:
        return "now"
    if floor % GATE == 0:
        return "gate"
    return "past" if floor < now else ""


def due_cards(party: Party) -> tuple[str, ...]:
    """The cards that this floor brings back and that are set aside still."""
    # If an earlier step of the floor was undone, others may still be due (rules.md 3.10).
    back = Room(party).pack.intersection(returning(party.floor))
    return tuple(card for card in used_cards(party.due) if card in back)


def returns(party: Party, due: Sequence[str]) -> Returns:
    """One line: what comes back now, else on which floor the next of the cards set aside return."""
    pack = Room(party).pack
    used = [card for card in used_cards(party.used) if card in pack]
    if due:
        text = ngettext(
            "*Floor {floor}:* shuffle {count} card back in",
            "*Floor {floor}:* shuffle {count} cards back in",
            len(due),
        )
        text = text.format(floor=party.floor, count=len(due))
        names = tuple(map(card_name, due))
        return Returns(text, f"used:-{''.join(due)}", used_effect(due, aside=False), names)
    if not used:
        return Returns(_("No special cards set aside"))
    floor = min(return_floor(card, party.floor) for card in used)
    if len(used) == 1:
        text = _("The {card} returns on *floor {floor}*")
        return Returns(text.format(card=card_name(used[0]), floor=floor))
    count = sum(card in returning(floor) for card in used)
    text = ngettext(
        "*{count}* of {used} cards returns on *floor {floor}*",
        "*{count}* of {used} cards return on *floor {floor}*",
        count,
    )
    return Returns(text.format(floor=floor, count=count, used=len(used)))


def special_cards(party: Party, due: Sequence[str]) -> tuple[SpecialCard, ...]:
    """The special cards of the pack, in the order of the used text."""
    pack, used = Room(party).pack, used_cards(party.used)
    later = {card: return_floor(card, party.floor) for card in SPECIAL_CARDS if card in pack}
    soonest = min((later[card] for card in used if card in pack), default=0) if not due else 0
    return tuple(_special(card, card in used, card in due, later[card], soonest) for card in later)


def _special(card: str, used: bool, due: bool, later: int, soonest: int) -> SpecialCard:
    face = card_face(card)
    if not used:
        # Translators: it can be met; here and below, what is said of a special card.
        label = _("{card}: in play").format(card=face.name)
        return SpecialCard(face, "out", label)
    if due:
        state, label = "now", _("{card}: set aside, comes back now")
    else:
        state = "back" if later == soonest else "gone"
        label = _("{card}: set aside, comes back on floor {floor}")
    return SpecialCard(face, state, label.format(card=face.name, floor=later))
