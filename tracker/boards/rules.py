"""What the rules pages show: the schedule of returns, readings of typed texts."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tracker.rules.cards import SPECIAL_CARDS
from tracker.rules.notation import Verdict, read_used
from tracker.rules.party import MAX_COUNT, Player
from tracker.rules.red_cards import PERIOD, return_floor, returning

VERDICTS = {
    Verdict.OK: "Clear",
    Verdict.IRREGULAR: "Clear, but odd",
    Verdict.FREE: "Your own words",
}
FLOOR = re.compile("[0-9]{1,4}")


@dataclass(frozen=True)
class Gate:
    """A floor that may bring cards back, and the next floors that do the same."""

    floor: int
    again: tuple[int, ...]
    cards: tuple[str, ...]


@dataclass(frozen=True)
class FloorAnswer:
    """What a floor brings back, and on which later floors each special card is due next."""

    floor: int
    cards: tuple[str, ...]
    due: tuple[Gate, ...]


@dataclass(frozen=True)
class Reading:
    """What the lenient reader makes of a text somebody typed."""

    text: str
    verdict: str
    hint: str
    canonical: str | None
    weapon: tuple[str, ...]
    cards: tuple[str, ...]
    beats: str = ""


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
    """What to say when `floor_typed` finds no floor."""
    if not text.strip():
        return "Which floor are you on? Write its number."
    shown = text if len(text) <= 20 else f"{text[:20]}…"
    return f"“{shown}” is no floor. Write a whole number from 1 to {MAX_COUNT}."


def floor_answer(floor: int) -> FloorAnswer:
    due: dict[int, tuple[str, ...]] = {}
    for card in SPECIAL_CARDS:
        later = return_floor(card, floor)
        due[later] = (*due.get(later, ()), card)
    gates = tuple(Gate(later, (), due[later]) for later in sorted(due))
    return FloorAnswer(floor, returning(floor), gates)


def weapon_reading(text: str) -> Reading:
    player = Player(weapon=text)
    read = player.reading
    weapon = (f"{read.weapon}d", *read.monsters) if read.weapon else ()
    beats = _beats(player) if weapon else ""
    return Reading(
        text, VERDICTS[read.verdict], read.hint, read.canonical, weapon, read.shields, beats
    )


def used_reading(text: str) -> Reading:
    read = read_used(text)
    return Reading(text, VERDICTS[read.verdict], read.hint, read.canonical, (), read.cards)


def _beats(player: Player) -> str:
    if player.limit is None:
        return "anything"
    return f"{player.limit - 1} or less" if player.limit > 2 else "only the black joker"
