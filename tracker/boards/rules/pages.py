"""Contents of the rules pages: games, the schedule of returns, readings of typed texts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tracker.boards.party.table.outcome import may_fight_text
from tracker.boards.words.refusals import sentence_text
from tracker.rules.cards import SPECIAL_CARDS
from tracker.rules.games.coop.cards import PERIOD, return_floor, returning
from tracker.rules.input import MAX_TEXT
from tracker.rules.table.state.party import MAX_COUNT, Player
from tracker.rules.table.texts.notation import TextReading, Verdict, read_used

# Translators: what the tracker makes of a text that somebody typed: it could be read, or not.
VERDICTS = {
    Verdict.OK: gettext_lazy("Clear"),
    Verdict.IRREGULAR: gettext_lazy("Clear, but odd"),
    Verdict.FREE: gettext_lazy("Your own words"),
}
FLOOR_DIGITS = len(str(MAX_COUNT))
FLOOR = re.compile(f"[0-9]{{1,{FLOOR_DIGITS}}}")
MOST_TYPED = 20  # characters of what is no floor that are worth showing again


@dataclass(frozen=True)
class Gate:
    """A floor that may bring cards back, and the next floors that do the same."""

    floor: int
    again: tuple[int, ...]
    cards: tuple[str, ...]


@dataclass(frozen=True)
class FloorAnswer:
    """The cards that a floor brings back, and the later floors where special cards are due next."""

    floor: int
    cards: tuple[str, ...]
    due: tuple[Gate, ...]


@dataclass(frozen=True)
class Reading:
    """The lenient reader's result for a text somebody typed; nothing for one that fits no box."""

    text: str
    verdict: str
    hint: str
    canonical: str | None = None
    weapon: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    allowed: str = ""
    fits: bool = True


def schedule() -> tuple[Gate, ...]:
    """One whole cycle: every floor on which something could happen (rules.md 3.10)."""
    return tuple(
        Gate(floor, (floor + PERIOD, floor + 2 * PERIOD), returning(floor))
        for floor in range(5, PERIOD + 1, 5)
    )


def floor_typed(text: str) -> int | None:
    """The floor somebody typed; None when there is no such floor."""
    text = text.strip()
    return int(text) if FLOOR.fullmatch(text) and 1 <= int(text) <= MAX_COUNT else None


def floor_fault(text: str) -> str:
    """The message for a text in which `floor_typed` finds no floor."""
    if not text.strip():
        return _("Which floor are you on? Write its number.")
    start = text if len(text) <= MOST_TYPED else f"{text[:MOST_TYPED]}…"
    # Translators: {typed} is what somebody typed, {most} a number.
    fault = _("“{typed}” isn’t a floor. Write a whole number from 1 to {most}.")
    return fault.format(typed=start, most=MAX_COUNT)


def floor_answer(floor: int) -> FloorAnswer:
    """Tells what comes back on this floor, and what on which later ones (rules.md 3.10)."""
    due: dict[int, tuple[str, ...]] = {}
    for card in SPECIAL_CARDS:
        later = return_floor(card, floor)
        due[later] = (*due.get(later, ()), card)
    gates = tuple(Gate(later, (), due[later]) for later in sorted(due))
    return FloorAnswer(floor, returning(floor), gates)


def weapon_reading(text: str) -> Reading:
    """How a weapon box is read (rules.md 2); of a text that is too long the beginning."""
    if len(text) > MAX_TEXT:
        return _too_long(text)
    player = Player(weapon=text)
    read = player.reading
    allowed = may_fight_text(player) if read.weapon else ""
    return _reading(text, read, weapon=player.hero.arms, cards=read.shields, allowed=allowed)


def used_reading(text: str) -> Reading:
    """How a box of used cards is read (rules.md 2); of a long text the beginning."""
    if len(text) > MAX_TEXT:
        return _too_long(text)
    read = read_used(text)
    return _reading(text, read, cards=read.cards)


def _reading(text: str, read: TextReading, **found: Any) -> Reading:
    verdict, hint = str(VERDICTS[read.verdict]), sentence_text(read.hint)
    return Reading(text, verdict, hint, read.canonical, **found)


def _too_long(text: str) -> Reading:
    """The reading of the beginning alone: every card of the text would be drawn."""
    hint = ngettext(
        "It has {n} character, {most} fit", "It has {n} characters, {most} fit", len(text)
    )
    hint = hint.format(n=len(text), most=MAX_TEXT)
    return Reading(text[:MAX_TEXT], _("Too long"), hint, fits=False)
