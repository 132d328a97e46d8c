"""Dealt games as people at a table of real cards would tell them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from tests.rules.laws import started as started_at_random
from tests.rules.tables import COOP
from tests.rules.test_traces import RecordedShuffles, started, text_of
from tracker.rules.games.coop.state import CoopState
from tracker.rules.protocol import Cards, Decision, parts
from tracker.rules.table.room.room import Room
from tracker.rules.table.state.party import Party, Player, new_party
from tracker.rules.table.texts.card_rows import Places
from tracker.rules.table.texts.house_rules import write_house_rules
from tracker.rules.table.texts.notation import write_used
from tracker.rules.table.verbs.commands import apply
from tracker.rules.table.verbs.turns import run_text

NAMES = ("Mara", "Odo", "Pell", "Rook")


class Step(NamedTuple):
    before: CoopState
    seat: int
    decision: Decision
    after: CoopState


def recorded(record: Mapping[str, Any]) -> Iterator[Step]:
    """A recorded game, step by step."""
    shuffle = RecordedShuffles(record["shuffles"])
    state = started(COOP, record, shuffle)
    for step in record["steps"]:
        seat, decision = step["decision"]["player"], text_of(step["decision"])
        after = COOP.apply(state, seat, decision, shuffle)
        yield Step(state, seat, decision, after)
        state = after


def at_random(options: Mapping[str, Any], seats: int, chance: Random, most: int) -> Iterator[Step]:
    """A dealt game of people who would rather live, and sometimes do anything."""

    def shuffle(cards: Cards) -> list[str]:
        return chance.sample(cards, len(cards))

    state = started_at_random(COOP, options, seats, chance)
    for _ in range(most):
        if not state.living:
            return
        seat = chance.choice(COOP.to_act(state))
        decision = _careful(state, seat, chance)
        after = COOP.apply(state, seat, decision, shuffle)
        yield Step(state, seat, decision, after)
        state = after


def _careful(state: CoopState, seat: int, chance: Random) -> Decision:
    decisions = COOP.decisions(state, seat)
    if chance.random() < 0.15:
        return chance.choice(decisions)
    return max(decisions, key=lambda decision: _worth(state, seat, decision, chance))


def _worth(state: CoopState, seat: int, decision: Decision, chance: Random) -> float:
    do, card, _ = parts(decision)
    if not card:
        return chance.choice((-3, 2)) if do == "offer" else 0
    player = state.players[seat]
    after = COOP.play(state, seat, decision, tuple).players[seat]
    gain = {"equip": 0.5 if not player.weapon else -1, "drink": 0.1, "use": 1, "place": -2}
    return -100 if after.hp <= 0 else after.hp - player.hp + gain.get(do, 0)


def party_of(state: CoopState) -> Party:
    """The table of real cards as this state lies there, with all its cards told."""
    people = [Player("", hero.hp, *_texts(hero.summary())) for hero in state.players]
    party = new_party(NAMES[: len(people)])
    return replace(
        party,
        players=(*people, *party.players[len(people) :]),
        floor=state.floor,
        room=state.rooms + 1,
        used=write_used(state.aside),
        first=state.first,
        turn=state.first,
        ran=state.ran_last,
        cards=Places(frozenset(state.room), frozenset(state.discard)).text,
        passed="".join(str(n) for n, hero in enumerate(state.players) if hero.passed),
        house_rules=write_house_rules(state.options),
    )


def _texts(summary: Mapping[str, Any]) -> tuple[str, str]:
    return summary["weapon"], summary["shields"]


def room_name(party: Party) -> str:
    """The room being played: `1.4`."""
    return f"{party.floor}.{party.room}"


def said(party: Party, seat: int, decision: Decision) -> str:
    """A decision as it is told: `take:1.4:fight:0:9c:weapon`, `pass:0:1.4.2`."""
    do, card, how = parts(decision)
    if not card:
        return f"{do}:{seat}:{room_name(party)}.{Room(party).taken}"
    return f"take:{room_name(party)}:" + ":".join(filter(None, (do, str(seat), card, how)))


def all_said(party: Party, step: Step) -> list[str]:
    """The decision, and with it a run, the new floor, and what lies in the new room."""
    before, after = step.before, step.after
    commands = [said(party, step.seat, step.decision)]
    floors = after.floor - before.floor
    ran = step.decision == "offer" and not after.offers
    if not after.living or not (ran or floors or after.total_rooms > before.total_rooms):
        return commands
    commands += [run_text(party)] * ran
    commands += [f"descend:{before.floor + n + 1}" for n in range(floors)]
    party = heard(party, commands)
    room = party.room if ran or floors else party.room + 1
    new = "".join(card for card in after.room if card not in Room(party).places.lies)
    return [*commands, f"deal:{party.floor}.{room}:{new}"] if new else commands


def on_sheets(party: Party, step: Step) -> list[str]:
    """The commands people enter anyway: deeds by their sheets, rooms, floors and the used cards."""
    before, after = step.before, step.after
    do, card, how = parts(step.decision)
    deed = ":".join(filter(None, (do, str(step.seat), card, how)))
    commands = [deed] if card and do != "place" else []
    if after.living and (after.total_rooms, after.floor) != (before.total_rooms, before.floor):
        door = "floor:+1" if after.floor > before.floor else "room:+1"
        commands += [door, f"used:={write_used(after.aside)}"]
    return commands


def heard(party: Party, commands: Iterable[str]) -> Party:
    for command in commands:
        party = apply(party, command)
    return party
