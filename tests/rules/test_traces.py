"""Recorded games, replayed decision by decision (tests/traces/FORMAT.md).

TRACES names another folder of the same format.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.rules.tables import resumed
from tracker.rules.cards import rank
from tracker.rules.games import GAMES
from tracker.rules.games.coop.game import Coop
from tracker.rules.protocol import Cards, Decision, Game, parts

FOLDER = Path(os.environ.get("TRACES") or Path(__file__).parents[1] / "traces")
FILES = sorted(FOLDER.glob("*.jsonl.gz"))


class RecordedShuffles:
    """Hands out the recorded orders instead of shuffling, and notes what does not fit."""

    def __init__(self, orders: Iterable[list[str]]) -> None:
        self.orders = list(orders)
        self.faults: list[str] = []

    def __call__(self, cards: Cards) -> list[str]:
        order = self.orders.pop(0) if self.orders else []
        if sorted(order) != sorted(cards):
            self.faults.append(f"shuffle: expected {sorted(order)}, got {sorted(cards)}")
        return order

    def faults_at(self, place: str) -> Iterator[str]:
        return (f"{place}, {fault}" for fault in self.faults)


def records(file: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def started(game: Game[Any, Any], record: Mapping[str, Any], shuffle: RecordedShuffles) -> Any:
    options, deck = record["options"], record["deck"]
    if "from" in record:
        assert isinstance(game, Coop)
        return resumed(options, record["from"], deck, shuffle)
    return game.setup(options, record["players"], deck, shuffle)


def text_of(decision: Mapping[str, Any]) -> str:
    cards = decision.get("cards") or filter(None, [decision.get("card")])
    words = [decision["do"], ",".join(cards), decision.get("how")]
    return ":".join(filter(None, words))


def offered(game: Game[Any, Any], state: Any) -> dict[tuple[int, str], Decision]:
    """The decisions open to each seat, by the words they are recorded in."""
    return {
        (seat, game.report(state, seat, decision)): decision
        for seat in game.to_act(state)
        for decision in game.decisions(state, seat)
    }


def comparable(game: str, seat: int, text: str) -> str:
    """Co-op names the seat; in Shiphead any cards of one rank and number are the same play."""
    do, cards, _ = parts(text)
    if game == "shiphead" and do == "play":
        return f"{rank(cards.split(',')[0])} x {len(cards.split(','))}"
    return f"{seat}/{text}" if game == "coop" else text


def unordered(key: str, value: Any) -> Any:
    return [sorted(hand) for hand in value] if key == "hands" else value


def compared(place: str, expected: Mapping[str, Any], got: Mapping[str, Any]) -> Iterator[str]:
    for key, value in expected.items():
        if unordered(key, value) != unordered(key, got.get(key)):
            yield f"{place}, {key}: expected {value!r}, got {got.get(key)!r}"


def compared_legal(place: str, expected: set[str], got: set[str]) -> Iterator[str]:
    if expected != got:
        missing, besides = sorted(expected - got), sorted(got - expected)
        yield f"{place}, legal: missing {missing}, too many {besides}"


def differences(record: Mapping[str, Any]) -> Iterator[str]:
    """The differences from the record, in order; after the first the rest means little."""
    key, game = record["game"], GAMES[record["game"]]
    shuffle = RecordedShuffles(record["shuffles"])
    state = started(game, record, shuffle)
    yield from shuffle.faults_at("start")
    yield from compared("start", record["start"], game.summary(state))
    for number, step in enumerate(record["steps"], start=1):
        text, seat = text_of(step["decision"]), step["decision"]["player"]
        place, choices = f"step {number} ({text})", offered(game, state)
        legal = {t if key == "coop" else comparable(key, seat, t) for t in step["legal"]}
        yield from compared_legal(place, legal, {comparable(key, *each) for each in choices})
        if (seat, text) not in choices:
            yield f"{place}: not open to seat {seat}"
            return
        state = game.apply(state, seat, choices[seat, text], shuffle)
        yield from shuffle.faults_at(place)
        yield from compared(place, step["state"], game.summary(state))
    result = {name: value for name, value in record["result"].items() if name != "record"}
    yield from compared("end", result, game.result(state))
    if shuffle.orders:
        yield f"end, shuffles: {len(shuffle.orders)} more expected"


def test_there_are_recorded_games() -> None:
    assert FILES, f"no *.jsonl.gz in {FOLDER}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_recorded_game_replays(file: Path) -> None:
    for record in records(file):
        try:
            difference = next(differences(record), None)
        except Exception as error:
            error.add_note(f"in {file.name}, {record['id']}")
            raise
        assert difference is None, f"{file.name}, {record['id']}, {difference}"


def test_every_difference_is_named() -> None:
    quitting = {"player": 0, "do": "quit"}
    record = {
        "game": "solo",
        "options": {},
        "players": 1,
        "deck": GAMES["solo"].pack(GAMES["solo"].chosen({})),
        "shuffles": [["Kc"]],
        "start": {"hp": 20},
        "steps": [{"decision": quitting, "legal": ["quit", "rest"], "state": {"hp": 3}}],
        "result": {"outcome": "lost"},
    }
    assert [*differences(record)] == [
        "step 1 (quit), legal: missing ['rest'], too many ['fight:Ac:bare', 'fight:As:bare', "
        "'fight:Kc:bare', 'fight:Ks:bare', 'skip']",
        "step 1 (quit), hp: expected 3, got 0",
        "end, outcome: expected 'lost', got 'quit'",
        "end, shuffles: 1 more expected",
    ]
