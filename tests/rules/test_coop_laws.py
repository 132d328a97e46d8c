"""The laws hold in every co-operative game, also when it begins in the middle (rules.md 3.13)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rules.laws import Move, keeps_the_laws, moves, options_of
from tests.rules.tables import COOP, dealt, midway, person
from tracker.rules.cards import ENEMIES, SHIELDS, SPECIAL_CARDS, WEAPONS, enemy_value
from tracker.rules.games.coop.cards import returning
from tracker.rules.games.coop.decisions import candidates, warnings
from tracker.rules.games.coop.state import CoopState, Hero
from tracker.rules.protocol import BACK


def taken(pack: list[str], family: Collection[str], most: int) -> list[str]:
    found = [card for card in pack if card in family][:most]
    pack[:] = [card for card in pack if card not in found]
    return found


def anybody(pack: list[str], chance: Random) -> dict[str, Any]:
    """A player with some of these cards."""
    weapon = taken(pack, WEAPONS, chance.randrange(2))
    slain = {enemy_value(card): card for card in ENEMIES[:-1] if chance.random() < 0.2}
    held = taken(pack, slain.values(), 13) if weapon else []
    held.sort(key=enemy_value, reverse=True)
    shields = taken(pack, SHIELDS, chance.randrange(3))
    return person(chance.randrange(1, 21), " ".join(weapon), " ".join(held), " ".join(shields))


def anywhere(options: dict[str, Any], seats: int, chance: Random) -> CoopState:
    """A game in the middle, on any floor, with little left in the pile; not everybody lives."""
    pack = [*COOP.pack(COOP.chosen(options))]
    chance.shuffle(pack)
    players = [anybody(pack, chance) for _ in range(seats)]
    if seats > 1 and chance.random() < 0.3:
        players[chance.randrange(seats)] = person(hp=0)
    return midway(
        *players,
        options=options,
        aside=" ".join(taken(pack, SPECIAL_CARDS, chance.randrange(9))),
        carry=chance.choice((None, pack.pop())),
        deck=" ".join(pack[: chance.randrange(2, 16)]),
        floor=chance.randrange(1, 80),
        first=chance.randrange(seats),
        ran_last=chance.random() < 0.3,
    )


def is_sound(state: CoopState) -> None:
    assert all(is_sound_player(player) for player in state.players)
    assert {*state.aside} <= {*SPECIAL_CARDS}
    assert len(state.room) >= 2 or not state.living
    assert state.turn in state.living or (
        state.turn is None and (state.red_room or not state.living)
    )


def is_sound_player(player: Hero) -> bool:
    values = [enemy_value(card) for card in player.slain]
    falling = values == sorted({*values}, reverse=True)
    alive = player.hp > 0 or player == Hero(hp=player.hp)
    return falling and alive and -13 <= player.hp <= 20


def is_fair(move: Move) -> None:
    before, after = move.before, move.after
    assert (after.floor, after.rooms) >= (before.floor, before.rooms)
    assert not after.living or after.first in (before.first, after.living_after(before.first))
    if move.decision == "pass":
        assert not before.players[move.seat].passed
    if move.decision == "offer" and not after.offers:
        assert not before.fought
        assert not before.ran_last or before.options.red_room_after_run
    if after.floor > before.floor:
        assert not {*returning(after.floor)} & {*after.aside}


@settings(max_examples=150, deadline=None)
@given(options=options_of(COOP), seats=st.sampled_from(COOP.seats), seed=st.integers(0, 2**32))
def test_every_position_is_sound(options: dict[str, Any], seats: int, seed: int) -> None:
    chance = Random(seed)
    start = anywhere(options, seats, chance)
    is_sound(start)
    for number, move in enumerate(moves(COOP, start, chance, most=150)):
        is_sound(move.after)
        is_fair(move)
        if number % 20 == 0:
            keeps_the_laws(COOP, move.after)


@pytest.mark.parametrize("seed", range(30))
def test_a_table_of_real_cards_may_do_what_the_rules_are_against(seed: int) -> None:
    chance = Random(seed)
    state = anywhere({}, 3, chance)
    for _ in range(40):
        if not state.living:
            return
        seat = chance.choice(state.living)
        decision = chance.choice(tuple(candidates(state, seat)))
        state = COOP.play(state, seat, decision, tuple)
        COOP.check_pack(state.options, state.cards)


def test_a_pile_in_unknown_order_is_dealt_as_backs() -> None:
    state = COOP.view(dealt(COOP, "2c 3d 4c 5c", run_order="shuffled"), 0)
    state = COOP.play(state, 0, "offer", lambda cards: (BACK,) * len(cards))
    assert state.room == (BACK,) * 4
    assert COOP.decisions(state, 0) == ("pass",)
    told = replace(state, room=("6c", "7d", "8c", "9c"))
    assert {*COOP.decisions(told, 0)} >= {"fight:6c:bare", "equip:7d"}


def test_every_rule_against_a_decision_has_its_warning() -> None:
    state = midway(person(weapon="8d", slain="5c"), person(), deck="9c 3d JOKb Kd 2c 3h")
    assert tuple(warnings(state, 1, "fight:9c:bare")) == ("It is another player’s turn.",)
    (too_strong,) = warnings(state, 0, "fight:9c:weapon")
    assert "weaker than the last one on it" in too_strong
    assert len(tuple(warnings(replace(state, ran_last=True, fought=True), 0, "offer"))) == 2
