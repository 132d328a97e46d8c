"""Phones that decide at the same moment, each in a thread with its own connection."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from itertools import count
from threading import Barrier
from typing import Any

import pytest
from django.db import OperationalError, connection

from tests.play.matches import (
    OTHER,
    PHONE,
    RED_ROOM,
    dealt,
    decide,
    on_own_phones,
    played_on,
    where_its_log_leads,
)
from tracker import models
from tracker.rules import players
from tracker.rules.games import GAMES
from tracker.rules.words import Refused
from tracker.services import match as services
from tracker.services.codes import Missing
from tracker.services.match.match import DealtMatch, Seat
from tracker.services.match.match import decide as play
from tracker.services.match.play import (
    match_branch,
    match_create,
    match_decide,
    match_delete,
    match_move_seat,
    match_share,
    match_sit,
    match_undo,
    match_withdraw,
    seat_key,
)
from tracker.services.match.review import match_par_on, match_review_on
from tracker.services.match.rows import Overtaken, match_change, match_table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


def at_once(*deeds: Callable[[], object]) -> list[str]:
    """The outcome of each deed: "done", or why not."""
    barrier = Barrier(len(deeds))

    def tried(deed: Callable[[], object]) -> str:
        try:
            barrier.wait()
            deed()
        except Refused as reason:
            return type(reason).__name__
        finally:
            connection.close()
        return "done"

    with ThreadPoolExecutor(len(deeds)) as phones:
        return sorted(phones.map(tried, deeds))


def test_of_two_phones_that_decide_at_once_in_a_red_room_one_counts() -> None:
    code = on_own_phones("coop", PHONE, OTHER, seed=RED_ROOM)

    def take(seat: int, phone: str, decision: str) -> Callable[[], object]:
        return lambda: match_decide(code=code, phone=phone, seat=seat, number=0, decision=decision)

    became = at_once(take(0, PHONE, "drink:7h"), take(1, OTHER, "equip:8d"))
    assert became == ["Overtaken", "done"]
    assert match_table(code).revision == 1
    assert match_table(code)._state == where_its_log_leads(code)


def test_two_taps_of_one_form_count_once_and_two_different_ones_as_one() -> None:
    code = dealt("solo")
    opened = match_table(code)
    one, other, *_ = opened.game.decisions(opened._state, 0)

    def decide(decision: str) -> Callable[[], object]:
        return lambda: match_decide(code=code, phone=PHONE, seat=0, number=0, decision=decision)

    assert at_once(decide(one), decide(one)) == ["done", "done"]
    assert match_table(code).revision == 1
    code = dealt("solo")
    assert at_once(decide(one), decide(other), decide("skip")) == ["Overtaken", "Overtaken", "done"]
    assert match_table(code).revision == 1


def test_one_of_two_gets_a_free_seat() -> None:
    code = on_own_phones("castle", PHONE, "")

    def sit(phone: str) -> Callable[[], object]:
        return lambda: match_sit(code=code, seat=1, phone=phone, name=phone)

    assert at_once(sit("a" * 13), sit("b" * 13)) == ["Refused", "done"]


# Each that writes, with a match of its own where there is something to write.


def create() -> None:
    sides = [Seat(0, level="strong"), Seat(1, phone=PHONE)]
    match_create(game=GAMES["shiphead"], options={}, seats=sides)


def decide_and_undo() -> None:
    code = dealt("solo")
    decide(code, "skip")
    match_undo(code=code, phone=PHONE, number=1)
    code = dealt("shiphead", "strong", "strong", "strong")
    for _ in played_on(code, 3):
        pass


def sit_and_move() -> None:
    code = on_own_phones("coop", PHONE, "")
    match_sit(code=code, seat=1, phone=OTHER, name="Odo")
    match = match_table(code)
    key = seat_key(match, match.seats[1])
    match_move_seat(code=code, seat=1, key=key, phone="p" * 13)


def look_back() -> None:
    code = dealt("solo", seed="2026-11-20")
    for _ in played_on(code, 300):
        pass
    match_branch(code=code, at=2, phone=PHONE)
    match_review_on(match_table(code))
    match_par_on(match_table(code))
    match_share(code=code, phone=PHONE)
    match_withdraw(code=code, phone=PHONE)
    match_delete(code=code, phone=PHONE)


WRITERS = (create, decide_and_undo, sit_and_move, look_back)
READERS = {
    *(
        "match_advice",
        "match_is_made",
        "match_levels",
        "match_of",
        "match_par",
        "match_puzzle",
        "match_review",
    ),
    *("match_shared", "match_solution", "match_stages", "match_table", "match_topic"),
}


def services_of_matches() -> Iterator[str]:
    for module in pkgutil.iter_modules(services.__path__):
        found = importlib.import_module(f"{services.__name__}.{module.name}")
        yield from (name for name, _ in inspect.getmembers(found, inspect.isfunction))


@pytest.fixture
def played_in(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Notes for each question to a game or a computer whether a transaction was open."""
    asked: list[bool] = []

    def noting(real: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*args: Any, **named: Any) -> Any:
            asked.append(connection.in_atomic_block)
            return real(*args, **named)

        return noted

    for game in GAMES.values():
        for name, method in inspect.getmembers(game, inspect.ismethod):
            monkeypatch.setattr(game, name, noting(method), raising=False)
    for levels in players.PLAYERS.values():
        for level, player in levels.items():
            monkeypatch.setitem(levels, level, noting(player))
    return asked


@pytest.mark.parametrize("write", WRITERS)
def test_no_game_is_played_while_others_wait_to_write(
    write: Callable[[], None], played_in: list[bool]
) -> None:
    write()
    assert len(played_in) > 10
    assert True not in played_in


def test_every_service_that_writes_a_match_is_among_them() -> None:
    found = {name for name in services_of_matches() if name.startswith("match_")}
    told = "".join(inspect.getsource(each) for each in (*WRITERS, decide, played_on))
    assert {name for name in found - READERS if f"{name}(" not in told} == {"match_change"}


def test_what_was_thought_of_a_game_that_went_on_is_thrown_away() -> None:
    """The second phone decides while the first one's answer is still being worked out."""
    code = on_own_phones("coop", PHONE, OTHER, seed=RED_ROOM)
    thoughts: list[int] = []

    def think(match: DealtMatch) -> list[DealtMatch]:
        thoughts.append(match.revision)
        if len(thoughts) == 1:
            decide(code, "equip:8d", seat=1, phone=OTHER)
        return [play(match, 0, match.decisions(0)[0])]

    before, after = match_change(code, think)
    assert (thoughts, before.revision, after.revision) == ([0, 1], 1, 2)
    assert match_table(code)._state == where_its_log_leads(code)


def solo_begun() -> str:
    code = dealt("solo")
    decide(code, "skip")
    return code


GAMES_GOING_ON: dict[str, tuple[Callable[[], str], Callable[[str], object]]] = {
    "move": (solo_begun, lambda code: next(played_on(code, 1))),
    "undo": (solo_begun, lambda code: match_undo(code=code, phone=PHONE, number=1)),
    "sit": (
        lambda: on_own_phones("coop", PHONE, ""),
        lambda code: match_sit(code=code, seat=1, phone=OTHER, name="Odo"),
    ),
}
"""How a game is made, and something that is stored of it."""


def stored_without_waiting(store: Callable[[str], object], code: str) -> None:
    """By another thread, unless it would have to wait for this one."""

    def store_now() -> None:
        with closing(connection), suppress(OperationalError, Missing):
            if connection.vendor == "postgresql":
                connection.cursor().execute("SET lock_timeout = 50")
            store(code)

    at_once(store_now)


@pytest.mark.parametrize(("make", "store"), GAMES_GOING_ON.values(), ids=GAMES_GOING_ON)
def test_a_game_is_deleted_whatever_is_stored_between_two_statements(
    make: Callable[[], str], store: Callable[[str], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tracker.services.writing.SECONDS", 0.05)
    for place in count(1):
        code, asked = make(), count(1)

        def meanwhile(execute: Callable[..., Any], *query: Any) -> Any:
            found = execute(*query)
            if next(asked) == place:  # noqa: B023
                stored_without_waiting(store, code)  # noqa: B023
            return found

        with connection.execute_wrapper(meanwhile):
            match_delete(code=code, phone=PHONE)
        assert {models.Match.objects.count(), models.Move.objects.count()} == {0}
        if next(asked) <= place:
            break


def test_who_is_overtaken_again_and_again_is_told_so() -> None:
    code = dealt("solo")

    def think(match: DealtMatch) -> list[DealtMatch]:
        decide(code, match.decisions(0)[0])
        return [play(match, 0, match.decisions(0)[0])]

    with pytest.raises(Overtaken):
        match_change(code, think)
    assert match_table(code)._state == where_its_log_leads(code)
