"""Why the table should do this first, from what it costs here and elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from tracker.rules.advice.answer import Reason
from tracker.rules.advice.coop.afterwards import afterwards, hp_of
from tracker.rules.advice.coop.lines import CoopLine, Lines
from tracker.rules.advice.coop.people import Person
from tracker.rules.protocol import Decision, parts
from tracker.rules.words import gettext_noop

FALL = gettext_noop("Somebody falls in this room, whatever you do.")
RUN_OR_FALL = gettext_noop("If you stay in this room, somebody falls.")
RUN = gettext_noop("If you stay in this room, it costs you {hp} HP in all at least.")
# Translators: follows an advice, like "Fight the 7 of Clubs with bare hands."; “here” is whoever
# should do it.
CHEAPER = gettext_noop("It costs {hp} HP here, and {other} HP anybody else.")
AS_CHEAP = gettext_noop("It costs {hp} HP here, and nobody else would pay less.")
HEALS = gettext_noop("It heals {hp} HP here.")
WAITS = gettext_noop("{player} pays {hp} HP for the {card}, you would pay {other} at least.")
HEALS_MORE = gettext_noop("{player} gets {hp} HP from the {card}, you would get {other}.")


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
