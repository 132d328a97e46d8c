"""Deadly rooms, held to the engine of the dealt game: every way through random rooms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

import pytest

from tests.rules import vectors
from tests.rules.vectors import pile_of
from tracker.rules.cards import ENEMIES, PACK, SHIELDS, WEAPONS, enemy_value
from tracker.rules.games.coop.game import Coop
from tracker.rules.games.coop.state import CoopState, Hero
from tracker.rules.table.ahead.risk import NextRoom, Risk, exact_risk, sample_risk, wilson
from tracker.rules.table.ahead.safety import CARD_KINDS, SOLO, SOLO_END, fighter_of, is_safe

COOP = Coop()


@pytest.mark.parametrize("vector", **vectors.named("risk"))
def test_the_risk_is_that_counted_room_by_room(vector: dict[str, Any]) -> None:
    people = tuple(fighter_of(player(**about)) for about in vector["people"])
    stays = vectors.cards(vector["carried"])
    risk = found(exact_risk(NextRoom(people, stays, vectors.pile(vector["pile"]), vector["m"])))
    assert risk.low == risk.high == pytest.approx(float(Fraction(vector["answer"])))


@pytest.mark.parametrize(("seats", "rooms"), [(1, 300), (2, 40)])
def test_a_room_is_safe_where_the_engine_finds_a_way(seats: int, rooms: int) -> None:
    told = []
    for state in positions(seats, rooms):
        people = [fighter_of(someone) for someone in state.players]
        safe = is_safe(people, [CARD_KINDS[card] for card in state.room], state.turn or 0, 100_000)
        assert safe is way_through(state)
        told.append(safe)
    assert True in told
    assert False in told


def test_the_interval_holds_the_truth_about_as_often_as_it_says() -> None:
    pile = pile_of(vectors.cards("AsKsQcJc10c9c4s7d5d8h6h2h"))
    coming = NextRoom((fighter_of(Hero()),), ("10s",), pile, 3)
    truth = found(exact_risk(coming)).chance
    risks = [found(sample_risk(coming, rooms=100, chance=Random(seed))) for seed in range(40)]
    assert sum(risk.low <= truth <= risk.high for risk in risks) >= 36


def found(risk: Risk | None) -> Risk:
    assert risk is not None
    return risk


def test_a_run_below_the_upper_part_is_counted_with_it() -> None:
    pile = pile_of(vectors.cards("2c3cAsKs"), runs=[vectors.cards("AsKs")])
    risk = found(exact_risk(NextRoom((fighter_of(Hero(hp=14)),), ("2s",), pile, 3)))
    assert (risk.chance, risk.rooms) == (0, 2)  # both of the top, and either one of the run


@pytest.mark.parametrize(("seconds", "rooms"), [(99, None), (100, 100), (150, 150)])
def test_drawing_stops_when_the_time_is_spent(seconds: int, rooms: int | None) -> None:
    """So many times it is asked; below a hundred rooms nothing is said."""
    pile, clock = pile_of(PACK), iter([True] * seconds + [False])
    dice, in_time = Random(1), partial(next, clock)
    coming = NextRoom((fighter_of(Hero()),), (), pile, 4)
    risk = sample_risk(coming, chance=dice, in_time=in_time)
    assert (risk.rooms if risk else None) == rooms


def test_of_some_of_the_rooms_alone_nothing_is_said() -> None:
    clock = iter([True] * 5 + [False])
    in_time = partial(next, clock)
    assert exact_risk(NextRoom((fighter_of(Hero()),), (), pile_of(PACK), 4), in_time) is None


def test_in_scoundrel_for_one_only_the_first_potion_heals() -> None:
    hurt = [fighter_of(Hero(hp=1))]
    room = [CARD_KINDS[card] for card in ("6h", "5h", "8c", "9c")]
    assert is_safe(hurt, room) is True
    assert is_safe(hurt, room, game=SOLO) is False


def test_the_last_room_of_scoundrel_for_one_is_played_out() -> None:
    hurt = [fighter_of(Hero(hp=5))]
    assert is_safe(hurt, [CARD_KINDS["4c"], CARD_KINDS["9c"]], game=SOLO) is True
    assert is_safe(hurt, [CARD_KINDS["4c"], CARD_KINDS["9c"]], game=SOLO_END) is False


def test_nothing_seen_among_many_still_leaves_a_doubt() -> None:
    low, high = wilson(0, 100)
    assert low == 0
    assert high == pytest.approx(0.037, abs=0.001)


def player(hp: int, weapon: str, slain: str, shields: str) -> Hero:
    return Hero(hp, f"{weapon}d" if weapon else "", vectors.cards(slain), vectors.cards(shields))


def positions(seats: int, count: int) -> Iterator[CoopState]:
    """Rooms just entered by people in every kind of state, many full of enemies."""
    chance = Random(f"deadly rooms of {seats}")
    for _ in range(count):
        pack = chance.sample(PACK, len(PACK))
        people = tuple(somebody(chance, pack) for _ in range(seats))
        if chance.random() < 0.5:
            pack.sort(key=lambda card: card not in ENEMIES)
        size = 4 + 2 * (seats - 1)
        state = COOP.setup({}, seats, tuple(PACK), tuple)
        yield replace(
            state,
            players=people,
            room=tuple(pack[:size]),
            deck=tuple(pack[size:]),
            first=0,
            turn=0,
            red_room=all(card not in ENEMIES for card in pack[:size]),
            ran_last=True,
            used=(0,) * seats,
        )


def somebody(chance: Random, pack: list[str]) -> Hero:
    """A living player whose cards are taken out of the pack."""
    weapon = pop(chance, pack, WEAPONS) if chance.random() < 0.7 else ""
    slain: list[str] = []
    while weapon and chance.random() < 0.5:
        limit = enemy_value(slain[-1]) if slain else 15
        lower = [card for card in ENEMIES[:-1] if card in pack and enemy_value(card) < limit]
        if not lower:
            break
        slain.append(pop(chance, pack, lower))
    shields = (pop(chance, pack, SHIELDS),) if chance.random() < 0.25 else ()
    return Hero(chance.choice((1, 2, 3, 4, 6, 8, 10, 14, 20)), weapon, tuple(slain), shields)


def pop(chance: Random, pack: list[str], family: Sequence[str]) -> str:
    card = chance.choice([card for card in family if card in pack])
    pack.remove(card)
    return card


def way_through(state: CoopState) -> bool:
    """Whether the room can be left with all alive, by the engine's own decisions, no offers."""
    rooms, alive = state.total_rooms, len(state.living)
    seen, waiting = set(), [state]
    while waiting:
        here = waiting.pop()
        for after in steps(here, alive):
            if after.total_rooms > rooms:
                return True
            key = (after.players, frozenset(after.room), after.turn)
            if key not in seen:
                seen.add(key)
                waiting.append(after)
    return False


def steps(state: CoopState, alive: int) -> Iterator[CoopState]:
    for seat in COOP.to_act(state):
        for decision in COOP.decisions(state, seat):
            after = COOP.play(state, seat, decision, list) if decision != "offer" else None
            if after and len(after.living) == alive:
                yield after
