"""Why a step belongs to the best way out of a room: what is better afterwards than without it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from tracker.rules.advice.answer import Reason
from tracker.rules.advice.coop.lines import CoopLine, Lines
from tracker.rules.advice.coop.people import Person
from tracker.rules.advice.coop.spot import Spot, kind
from tracker.rules.advice.seen import unseen
from tracker.rules.cards import enemy_value, red_value, strength
from tracker.rules.games.coop.game import Coop
from tracker.rules.games.coop.state import CoopState, Hero
from tracker.rules.games.dungeon import MONSTERS
from tracker.rules.protocol import BACK
from tracker.rules.words import gettext_noop

GAME = Coop()

# Translators: these sentences follow an advice, like "Drink the 7 of Hearts."; “it” is that step.
SAVES = gettext_noop("This way the party has {hp} HP after the room, otherwise {other}.")
ARMS = gettext_noop(
    "This way your weapons can stop {hp} damage of the enemies in the draw pile, otherwise {other}."
)
SHIELDS = gettext_noop("This way your shields can absorb {hp} damage, otherwise {other}.")
WEAKEST = gettext_noop(
    "This way nobody has less than {hp} HP after this room; otherwise somebody has {other}."
)
ALIVE = gettext_noop("Otherwise somebody falls in this room.")
EVERY = gettext_noop("Every good way out of this room does this sooner or later.")
RUNS = gettext_noop("Otherwise the best is to run away from here.")
LEAVES = gettext_noop(
    "This way the {card} is left for the next room; the best other way takes it on now."
)
SAME = gettext_noop(
    "There are other ways out of this room: only who has what and whose turn it is differ."
)
LATER = gettext_noop(
    "The best other way leaves the party {hp} HP and weapons that can stop {other} "
    "damage, but is worse for the rooms to come."
)


def afterwards(lines: Lines, found: Sequence[CoopLine]) -> Reason:
    """Names what the best way out has and the best one without this step has not."""
    best, step = found[0].spot, found[0].steps[0]
    rival = next((line.spot for line in found if step not in line.steps), None)
    if rival is None:
        return Reason(EVERY)
    if len(rival.living) < len(best.living):
        return Reason(ALIVE)
    coming = _enemies(lines.view)
    for text, worth in _worths(coming):
        ours, theirs = worth(best.people), worth(rival.people)
        if ours > theirs:
            return Reason(text, {"hp": ours, "other": theirs})
    if left := _by_what_is_left(best, rival):
        return left
    hp, damage = hp_of(rival.people), _stopped(coming, rival.people)
    if (hp, damage) == (hp_of(best.people), _stopped(coming, best.people)):
        return Reason(SAME)
    return Reason(LATER, {"hp": hp, "other": damage})


def _worths(coming: Sequence[int]) -> Iterator[tuple[str, Callable[[Sequence[Person]], int]]]:
    """Yields what may be better about people after a room, the most important first."""
    yield SAVES, hp_of
    yield ARMS, partial(_stopped, coming)
    yield SHIELDS, _shielded
    yield WEAKEST, lambda people: min(person.player.hp for person in people if person.alive)


def _by_what_is_left(best: Spot, rival: Spot) -> Reason | None:
    """Compares what is left in the room: a card, none, or all of it after running away."""
    if len(rival.room) > 1:
        return Reason(RUNS)
    if len(best.room) == 1 and [*map(kind, best.room)] != [*map(kind, rival.room)]:
        return Reason(LEAVES, {"card": best.room[0]})
    return None


def _enemies(view: CoopState) -> list[int]:
    """The values of the enemies in the draw pile, as far as anybody can know."""
    pile = (*unseen(GAME, view), *(card for card in view.deck if card != BACK))
    return [enemy_value(card) for card in pile if card in MONSTERS]


def _stopped(coming: Sequence[int], people: Iterable[Person]) -> int:
    """How much of these enemies the weapons could stop, would nothing more go on them."""
    return sum(_stopped_by(person.player, value) for person in people for value in coming)


def _stopped_by(player: Hero, enemy: int) -> int:
    return min(enemy, red_value(player.weapon)) if enemy < player.limit else 0


def _shielded(people: Iterable[Person]) -> int:
    return sum(strength(card) for person in people for card in person.player.shields)


def hp_of(people: Iterable[Person]) -> int:
    return sum(max(0, person.player.hp) for person in people)
