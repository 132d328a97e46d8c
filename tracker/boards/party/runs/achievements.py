"""Achievements of a finished run of real cards: a catalogue, one line each.

A predicate asks the story of the run alone, so an achievement that is new is found in old runs too.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tracker.rules.cards import BLACK_JOKER, ENEMIES, rank
from tracker.rules.games.dungeon import MAX_HP
from tracker.services.party.story import Floor, PlayerStory, Story

HOUR = 3600
ACES = {"Ac", "As"}
PICTURE_CARDS = {card for card in ENEMIES if card != BLACK_JOKER and rank(card) in "JQK"}

ACHIEVEMENTS: dict[str, tuple[str | Promise, Callable[[Story], bool]]] = {
    "first-floor": (_("Finished a floor"), lambda run: floors(run) >= 1),
    "third-floor": (_("Finished three floors"), lambda run: floors(run) >= 3),
    "fifth-floor": (_("Finished five floors"), lambda run: floors(run) >= 5),
    "tenth-floor": (_("Finished ten floors"), lambda run: floors(run) >= 10),
    "twentieth-floor": (_("Finished twenty floors"), lambda run: floors(run) >= 20),
    "first-blood": (_("Fought an enemy"), lambda run: len(slain(run)) >= 1),
    "fifty-enemies": (_("Fought fifty enemies"), lambda run: len(slain(run)) >= 50),
    "hundred-enemies": (_("Fought a hundred enemies"), lambda run: len(slain(run)) >= 100),
    "both-aces": (_("Fought both black aces"), lambda run: set(slain(run)) >= ACES),
    "court": (_("Fought every black picture card"), lambda run: set(slain(run)) >= PICTURE_CARDS),
    "joker": (_("Fought the Black Joker"), lambda run: BLACK_JOKER in slain(run)),
    "worn": (
        _("Five enemies on one weapon"),
        lambda run: run.worn is not None and run.worn.enemies >= 5,
    ),
    "worn-out": (
        _("Eight enemies on one weapon"),
        lambda run: run.worn is not None and run.worn.enemies >= 8,
    ),
    "hair": (
        _("Survived with one health left"),
        lambda run: run.escape is not None and run.escape.left == 1,
    ),
    "ace-taken": (
        _("Took 14 or more in one hit"),
        lambda run: run.hardest is not None and run.hardest.amount >= 14,
    ),
    "dry": (
        _("Finished a floor without a potion"),
        lambda run: floors(run) >= 1 and run.potions == 0,
    ),
    "careful": (
        _("Drank five potions and wasted nothing"),
        lambda run: run.potions >= 5 and run.wasted == 0,
    ),
    "spilt": (_("Wasted twenty health in potions"), lambda run: run.wasted >= 20),
    "shields": (_("Spent three shields"), lambda run: run.shields >= 3),
    "brave": (
        _("Finished three floors and never ran"),
        lambda run: floors(run) >= 3 and run.runs == 0,
    ),
    "runners": (_("Ran five times"), lambda run: run.runs >= 5),
    "whole-floor": (
        _("Left a floor with everybody at full health"),
        lambda run: any({*floor.hps} - {None} == {MAX_HP} for floor in done(run)),
    ),
    "last-standing": (
        _("Last one standing"),
        lambda run: sum(part.hp > 0 for part in run.parts) == 1 < len(run.parts),
    ),
    "together": (
        _("Finished three floors and nobody fell"),
        lambda run: floors(run) >= 3 and len(run.parts) > 1 and not anybody_fell(run),
    ),
    "alone": (
        _("Finished three floors alone"),
        lambda run: floors(run) >= 3 and len(run.everybody) == 1,
    ),
    "each-led": (
        _("Everybody led a room"),
        lambda run: len(run.parts) > 1 and all(part.led for part in run.parts),
    ),
    "each-fought": (
        _("Everybody fought five enemies"),
        lambda run: len(run.parts) > 1 and all(len(p.slain) >= 5 for p in run.parts),
    ),
    "long-evening": (_("Played three hours"), lambda run: run.seconds >= 3 * HOUR),
    "swift": (
        _("Finished three floors within the hour"),
        lambda run: floors(run) >= 3 and 0 < run.seconds <= HOUR,
    ),
    "cleared": (_("Cleared the dungeon alone"), lambda run: run.won),
    "cleared-hair": (_("Won with one health left"), lambda run: run.won and run.parts[0].hp == 1),
    "cleared-whole": (
        _("Won with all twenty health left"),
        lambda run: run.won and run.parts[0].hp == MAX_HP,
    ),
    "untouched": (
        _("Somebody took no damage in the whole run"),
        lambda run: floors(run) >= 1 and any(part.damage == 0 for part in from_the_start(run)),
    ),
}
"""By key: the name, and whether it has been earned."""


def achieved(story: Story) -> list[str]:
    """The keys of what the run has earned, in the order of the catalogue."""
    return [key for key, (_name, earned) in ACHIEVEMENTS.items() if earned(story)]


def floors(story: Story) -> int:
    """How many the party finished itself; those before the run began are nobody's."""
    return story.end[0] - story.start[0]


def slain(story: Story) -> list[str]:
    return list(chain.from_iterable(part.slain for part in story.everybody))


def done(story: Story) -> tuple[Floor, ...]:
    """The floors that were left."""
    return story.floors[:-1]


def anybody_fell(story: Story) -> bool:
    return any(part.lowest <= 0 for part in story.everybody)


def from_the_start(story: Story) -> list[PlayerStory]:
    """The players who stayed and were there when the first floor was left."""
    first = [hp for floor in story.floors[:1] for hp in floor.hps]
    return [part for part, hp in zip(story.parts, first, strict=False) if hp is not None]
