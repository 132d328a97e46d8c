"""A deadly room of one who plays alone, held to the engine: every room that may come, every way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from tests.rules.lone import GAMES, PICTURES
from tests.rules.tellings import heard
from tracker.rules.games.dungeon import LONE_PACK
from tracker.rules.table.ahead.risk import NextRoom, Risk, exact_risk, next_room_of, sample_risk
from tracker.rules.table.room.room import Room
from tracker.rules.table.state.party import Party, new_party

TAKEN = tuple(f"take:1.1:fight:0:{card}:bare" for card in ("2c", "3c", "2s"))
ROOM = "deal:1.1:2c3c2s9s"
HANDS = [(2,), (6, "weapon:0:5"), (9, "weapon:0:8:Kc5s"), (16, "weapon:0:8:4s")]


@pytest.mark.parametrize("game", ["solo", "rascal"])
@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("left", ["AcQc7s4s5h2d", "Ac7s5h6h8h", "KcQs4h", "10c6s8d9h6d"])
def test_the_share_of_deadly_rooms_is_the_engines(game: str, hand: Any, left: str) -> None:
    hp, *weapon = hand
    cards = {card for card in LONE_PACK if card in left and f"1{card}" not in left}
    named = {"2c", "3c", "2s", "9s", "Kc", "5s", "8d"} if "weapon:0:8" in str(weapon) else {"9s"}
    party = heard(new_party(("Mara",)), [f"game:{game}", *weapon, ROOM, *TAKEN, f"hp:0:={hp}"])
    gone = Room(party).unseen - cards - named
    party = heard(party, [f"out:{''.join(sorted(gone))}"])
    door = next_room_of(party)
    assert door is not None
    risk, truth = risk_of(door), share_of_deadly(party, door)
    assert risk.low - 1e-9 <= truth <= risk.high + 1e-9
    assert game == "rascal" or risk.chance == pytest.approx(truth)


def risk_of(door: NextRoom) -> Risk:
    risk = sample_risk(door, chance=Random(1)) if door.rascal else exact_risk(door)
    assert risk is not None
    return risk


def share_of_deadly(party: Party, door: NextRoom) -> float:
    rooms = [*combinations(sorted(door.pile.cards), door.new)]
    return sum(not way_through(party, (*door.stays, *new), door) for new in rooms) / len(rooms)


def way_through(party: Party, room: tuple[str, ...], door: NextRoom) -> bool:
    """Whether it is left alive by the engine's own decisions, without skipping or fleeing."""
    game = GAMES[party.game]
    deck = tuple(sorted(door.pile.cards - {*room}))
    fresh: dict[str, Any] = {"room": room, "deck": deck, "bottom": 0, "potion_used": False}
    if party.game == "solo":
        fresh |= {"taken": 0, "may_skip": False}
    else:
        fresh |= {"at_entry": True, "fled_last": True, "entry_size": len(room)}
    start = replace(PICTURES[party.game](party), **fresh)
    seen, waiting = {start}, [start]
    while waiting:
        for after in steps(game, waiting.pop()):
            over = game.outcome(after)
            if over.word == "won" if over else after.turn > start.turn and bool(deck):
                return True
            if not over and after not in seen:
                seen.add(after)
                waiting.append(after)
    return False


def steps(game: Any, state: Any) -> Iterator[Any]:
    for decision in game.decisions(state, 0):
        if decision not in ("quit", "skip", "flee"):
            yield game.play(state, 0, decision, tuple)
