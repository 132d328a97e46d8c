"""Achievements of a finished run of real cards: a catalogue, one line each.

A predicate asks the story of the run alone, so an achievement that is new is found in old runs too.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from tracker.rules.cards import BLACK_JOKER, ENEMIES, rank
from tracker.rules.games.dungeon import MAX_HP
from tracker.services.party.story import Floor, Story

HOUR = 3600
ACES = {"Ac", "As"}
PICTURE_CARDS = {card for card in ENEMIES if card != BLACK_JOKER and rank(card) in "JQK"}

ACHIEVEMENTS: dict[str, Callable[[Story], bool]] = {
    "first-floor": lambda run: floors(run) >= 1,
    "third-floor": lambda run: floors(run) >= 3,
    "fifth-floor": lambda run: floors(run) >= 5,
    "tenth-floor": lambda run: floors(run) >= 10,
    "twentieth-floor": lambda run: floors(run) >= 20,
    "first-blood": lambda run: len(slain(run)) >= 1,
    "fifty-enemies": lambda run: len(slain(run)) >= 50,
    "hundred-enemies": lambda run: len(slain(run)) >= 100,
    "both-aces": lambda run: set(slain(run)) >= ACES,
    "court": lambda run: set(slain(run)) >= PICTURE_CARDS,
    "joker": lambda run: BLACK_JOKER in slain(run),
    "worn": lambda run: run.worn is not None and run.worn.enemies >= 5,
    "worn-out": lambda run: run.worn is not None and run.worn.enemies >= 8,
    "hair": lambda run: run.escape is not None and run.escape.left == 1,
    "ace-taken": lambda run: run.hardest is not None and run.hardest.amount >= 14,
    "dry": lambda run: floors(run) >= 1 and run.potions == 0,
    "careful": lambda run: run.potions >= 5 and run.wasted == 0,
    "spilt": lambda run: run.wasted >= 20,
    "shields": lambda run: run.shields >= 3,
    "brave": lambda run: floors(run) >= 3 and run.runs == 0,
    "runners": lambda run: run.runs >= 5,
    "whole-floor": lambda run: any({*floor.hps} - {None} == {MAX_HP} for floor in done(run)),
    "last-standing": lambda run: sum(part.hp > 0 for part in run.parts) == 1 < len(run.parts),
    "together": lambda run: floors(run) >= 3 and len(run.parts) > 1 and not anybody_fell(run),
    "alone": lambda run: floors(run) >= 3 and len(run.parts) == 1,
    "each-led": lambda run: len(run.parts) > 1 and all(part.led for part in run.parts),
    "each-fought": lambda run: len(run.parts) > 1 and all(len(p.slain) >= 5 for p in run.parts),
    "long-evening": lambda run: run.seconds >= 3 * HOUR,
    "swift": lambda run: floors(run) >= 3 and 0 < run.seconds <= HOUR,
    "cleared": lambda run: run.won,
    "cleared-hair": lambda run: run.won and run.parts[0].hp == 1,
    "cleared-whole": lambda run: run.won and run.parts[0].hp == MAX_HP,
    "untouched": lambda run: floors(run) >= 1 and any(part.damage == 0 for part in run.parts),
}


def achieved(story: Story) -> list[str]:
    """The keys of what the run has earned, in the order of the catalogue."""
    return [key for key, earned in ACHIEVEMENTS.items() if earned(story)]


def floors(story: Story) -> int:
    """How many the party finished itself; those before the run began are nobody's."""
    return story.end[0] - story.start[0]


def slain(story: Story) -> list[str]:
    return list(chain.from_iterable(part.slain for part in story.parts))


def done(story: Story) -> tuple[Floor, ...]:
    """The floors that were left."""
    return story.floors[:-1]


def anybody_fell(story: Story) -> bool:
    return any(part.lowest <= 0 for part in story.parts)
