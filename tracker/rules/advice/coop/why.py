"""Why the table should do this first, from what it costs here and elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from tracker.rules.advice.answer import Reason
from tracker.rules.advice.coop.lines import CoopLine, Lines
from tracker.rules.advice.coop.spot import Person, Spot, kind
from tracker.rules.cards import enemy_value, red_value, strength
from tracker.rules.games.coop.game import Coop
from tracker.rules.games.coop.state import CoopState
from tracker.rules.games.dungeon import MONSTERS
from tracker.rules.protocol import Decision, parts
from tracker.rules.words import gettext_noop

FALL = gettext_noop("Somebody falls in this room, whatever you do.")
RUN_OR_FALL = gettext_noop("If you stay in this room, somebody falls.")
RUN = gettext_noop("If you stay in this room, it costs you at least {hp} HP in all.")
# Translators: follows an advice, like "Fight the 7 of Clubs with bare hands."; “here” is whoever
# should do it.
CHEAPER = gettext_noop("It costs {hp} HP here; anybody else would pay {other} HP.")
AS_CHEAP = gettext_noop("It costs {hp} HP here, and nobody else would pay less.")
HEALS = gettext_noop("It heals {hp} HP here.")
WAITS = gettext_noop("{player} pays {hp} HP for the {card}; you would pay at least {other}.")
HEALS_MORE = gettext_noop("{player} gets {hp} HP from the {card}; you would get {other}.")


def reason_of(lines: Lines, found: Sequence[CoopLine]) -> Reason:
    """The reason for the first of these lines, the best one."""
    seat, decision = found[0].steps[0]
    do, card, _ = parts(decision)
    if len(found[0].spot.living) < len(lines.view.living):
        return Reason(FALL)
    if do == "offer":
        return _of_running(lines, found)
    if do == "pass":
        return _of_passing(lines, found)
    loss = _loss(lines, lines.start.people[seat], card, decision)
    if do == "fight":
        return _of_fighting(lines, seat, card, loss) or afterwards(lines, found)
    return Reason(HEALS, {"hp": -loss}) if loss < 0 else afterwards(lines, found)


def _of_running(lines: Lines, found: Sequence[CoopLine]) -> Reason:
    before = lines.start
    staying = [line.spot for line in found if line.steps[-1][1] != "offer"]
    alive = [spot for spot in staying if len(spot.living) == len(before.living)]
    if not alive:
        return Reason(RUN_OR_FALL)
    hp = hp_of(before.people) - max(hp_of(spot.people) for spot in alive)
    return Reason(RUN, {"hp": hp}) if hp > 0 else afterwards(lines, found)


def _of_passing(lines: Lines, found: Sequence[CoopLine]) -> Reason:
    """Names who takes the next card instead, if that is cheaper."""
    passing, _ = found[0].steps[0]
    for seat, decision in found[0].steps:
        if (card := parts(decision)[1]) and seat != passing:
            mine, theirs = (
                _least_loss(lines, lines.start.people[each], card) for each in (passing, seat)
            )
            if theirs < mine:
                return _of_leaving(card, seat, theirs, mine)
            break
    return afterwards(lines, found)


def _of_leaving(card: str, seat: int, theirs: int, mine: int) -> Reason:
    whose: dict[str, str | int] = {"card": card, "player": seat + 1}
    if theirs < 0:
        return Reason(HEALS_MORE, whose | {"hp": -theirs, "other": max(0, -mine)})
    return Reason(WAITS, whose | {"hp": theirs, "other": mine})


def _of_fighting(lines: Lines, seat: int, card: str, loss: int) -> Reason | None:
    others = [lines.start.people[other] for other in lines.start.living if other != seat]
    if not others:
        return None
    least = min(_least_loss(lines, person, card) for person in others)
    if loss > least:
        return None
    text = CHEAPER if loss < least else AS_CHEAP
    return Reason(text, {"hp": loss, "other": least})


def _least_loss(lines: Lines, person: Person, card: str) -> int:
    deeds = lines.steps.people.deeds(person, card)
    hp = person.player.hp
    return min((hp - deed.after.player.hp for deed in deeds), default=hp)


def _loss(lines: Lines, person: Person, card: str, decision: Decision) -> int:
    """So many hp it costs; below 0 if it heals."""
    deeds = lines.steps.people.deeds(person, card)
    after = next(deed.after for deed in deeds if deed.decision == decision)
    return person.player.hp - after.player.hp


GAME = Coop()

# Translators: these sentences follow an advice, like "Drink the 7 of Hearts."; “it” is that step.
SAVES = gettext_noop("This way the party has {hp} HP after the room, otherwise {other}.")
ARMS = gettext_noop(
    "This way your weapons can stop {hp} damage from the enemies in the draw pile, "
    "otherwise {other}."
)
SHIELDS = gettext_noop("This way your shields can absorb {hp} damage, otherwise {other}.")
WEAKEST = gettext_noop(
    "This way nobody has less than {hp} HP after this room; otherwise somebody has {other}."
)
ALIVE = gettext_noop("Otherwise somebody falls in this room.")
EVERY = gettext_noop("Every good way out of this room does this sooner or later.")
RUNS = gettext_noop("Otherwise it’s best to run.")
LEAVES = gettext_noop(
    "This way the {card} is left for the next room; the best other way takes it on now."
)
SAME = gettext_noop("Other ways out of this room differ only in who has what and whose turn it is.")
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
    return [enemy_value(card) for card in GAME.to_come(view) if card in MONSTERS]


def _stopped(coming: Sequence[int], people: Iterable[Person]) -> int:
    """How much of these enemies the weapons could stop, would nothing more go on them."""
    armed = [(red_value(p.player.weapon), p.player.limit) for p in people if p.player.weapon]
    return sum(min(value, parried) for parried, limit in armed for value in coming if value < limit)


def _shielded(people: Iterable[Person]) -> int:
    return sum(strength(card) for person in people for card in person.player.shields)


def hp_of(people: Iterable[Person]) -> int:
    return sum(max(0, person.player.hp) for person in people)
