"""Wins, losses and best runs of this browser's games."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from itertools import cycle, islice, product
from typing import Any

import pytest
from django.test import Client

from tests.play.matches import NAMES, OTHER, PHONE, at_one_phone, dealt, phone
from tests.servers import ROOT
from tracker import models
from tracker.boards.match.frame import COMPUTERS
from tracker.boards.match.games import chosen_words
from tracker.boards.match.records import MOST_BARS, MOST_ROWS, records_board
from tracker.rules.games import GAMES
from tracker.services.match.deals import AnyGame, first_state
from tracker.services.match.match import Seat
from tracker.services.match.play import match_create
from tracker.services.match.summaries import MatchSummary, finished_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def ended(code: str, outcome: str, winner: int | None = None, **score: object) -> None:
    models.Match.objects.filter(code=code).update(outcome=outcome, winner=winner, score=score)


def row(client: Client, name: str) -> list[str]:
    page = client.get("/records/").content.decode()
    found = re.search(rf"<tr><th[^>]*>{re.escape(name)}</th>(.*?)</tr>", page)
    return re.findall(r">(\d+)<", found[1]) if found else []


RESULTS = 3 * MOST_BARS
OLDEST = datetime(2011, 1, 15, tzinfo=UTC)


def all_different(game: AnyGame) -> Iterator[MatchSummary]:
    """Yields results without end: new people each month, by other house rules each time."""
    answers = [
        [[], *([one] for one in each.allowed)] if each.many else each.allowed
        for each in game.options.values()
    ]
    chosen = (dict(zip(game.options, some, strict=True)) for some in product(*answers))
    for number, options in enumerate(cycle(chosen)):
        seats = game.seats[number % len(game.seats)]
        yield MatchSummary(
            game=game,
            version=game.version,
            options=options,
            seed="lantern",
            outcome="lost",
            winner=None,
            score=dict.fromkeys(game.score(first_state(game, {}, seats, "lantern")), number),
            seconds=60,
            updated=OLDEST + number * timedelta(days=31),
            names=tuple(f"{NAMES[seat]} {number}" for seat in range(seats)),
            levels=("",) * seats,
            seats=(0,),
        )


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_more_results_make_no_longer_lists_and_no_more_words(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Mapping[str, Any]] = []

    def telling(game: AnyGame, options: Mapping[str, Any]) -> tuple[str, ...]:
        told.append(options)
        return chosen_words(game, options)

    monkeypatch.setattr("tracker.boards.match.records.chosen_words", telling)
    (record,) = records_board([*islice(all_different(game), RESULTS)]).games
    rows = {each.name: getattr(record, each.name) for each in fields(record)}
    lists = {name: some for name, some in rows.items() if isinstance(some, tuple)}
    assert {name for name, some in lists.items() if len(some) > MOST_BARS} == set()
    assert len(told) == len(record.by_rules) + len(record.runs) <= 2 * MOST_ROWS


def test_a_long_list_keeps_those_who_played_most_and_the_best_runs() -> None:
    solo, coop = ([*islice(all_different(GAMES[key]), RESULTS)] for key in ("solo", "coop"))
    often = [*solo, solo[70], solo[70], solo[80]]
    of_solo, of_coop = records_board([*often, *coop, coop[90]]).games[::-1]
    assert [score.name for score in of_solo.scores][:3] == ["Mara 70", "Mara 80", "Mara 0"]
    assert [share.games for share in of_coop.by_rules][:2] == [2, 1]
    best = [f"{n} floors, {n} rooms" for n in range(RESULTS - 1, RESULTS - 1 - MOST_ROWS, -1)]
    assert [run.record for run in of_coop.runs] == best


def test_wins_losses_and_streaks_are_counted_by_name() -> None:
    for winner in (0, 1, 0, 0):
        ended(dealt("castle", "easy"), "won", winner)
    assert row(phone(), "Mara") == ["4", "3", "1", "2"]
    assert row(phone(), "Easy <small>computer (easy)</small>") == ["4", "1", "3", "0"]


def test_a_computer_has_one_name_on_every_page() -> None:
    """On its table, where it ends, on the list and in the records (docs/design.md 3)."""
    sides = [Seat(0, "moss", phone=PHONE), *(Seat(n, level="easy") for n in (1, 2, 3))]
    code = match_create(game=GAMES["shiphead"], options={}, seats=sides, seed="lantern")
    mine = phone()
    table = mine.get(f"/play/{code}/").content.decode()
    ended(code, "won", 2)
    pages = [mine.get(path).content.decode() for path in (f"/play/{code}/", "/play/", "/records/")]
    for page in (table, *pages):
        assert all(name in page for name in ("Flint", "Wisp", "Ash"))
        assert not re.search(r"Moss|Computer \d|Player \d", page)
    assert "Wisp has won" in pages[0]
    assert "Wisp has won" in pages[1]


def test_computers_have_the_names_that_were_decided() -> None:
    decided = f"| {', '.join(COMPUTERS)} | computers"
    assert decided in (ROOT / "docs" / "design.md").read_text()
    assert all(name.isalpha() and len(name) <= 5 for name in COMPUTERS)


def test_a_game_broken_off_counts_for_nothing() -> None:
    ended(dealt("solo"), "quit")
    dealt("solo")
    assert row(phone(), "Mara") == []
    ended(dealt("solo"), "lost")
    assert row(phone(), "Mara") == ["1", "0", "1", "0"]


def test_games_of_other_browsers_do_not_count() -> None:
    ended(dealt("solo"), "won", 0)
    assert row(phone(OTHER), "Mara") == []
    assert Client().get("/records/").status_code == 200


def test_records_begin_anew_and_that_is_taken_back() -> None:
    ended(dealt("solo"), "won", 0)
    mara = phone()
    assert mara.post("/records/", {"do": "reset"}).status_code == 303
    assert row(mara, "Mara") == []
    mara.post("/records/", {"do": "undo"})
    assert row(mara, "Mara") == ["1", "1", "0", "1"]


def test_the_best_run_is_kept_for_each_number_of_players_and_house_rules() -> None:
    for floors, rooms, jokers in ((2, 9, True), (3, 1, True), (1, 5, False)):
        code = at_one_phone("coop", 2, jokers=jokers)
        ended(code, "over", floors=floors, rooms=rooms, total_rooms=30)
    ended(at_one_phone("coop", 3), "over", floors=8, rooms=0, total_rooms=99)
    (game,) = records_board(finished_of(PHONE)).games
    assert [(run.record, run.players, run.beats) for run in game.runs] == [
        ("8 floors, 0 rooms", "3 players", True),
        ("3 floors, 1 room", "2 players", False),
        ("1 floor, 5 rooms", "2 players", False),
    ]
    assert "jokers" in game.runs[2].rules
    assert "7 floors, 9 rooms" in phone().get("/records/").content.decode()


def test_the_list_of_games_counts_one_room_and_two_floors() -> None:
    ended(at_one_phone("coop", 2), "over", floors=2, rooms=1, total_rooms=30)
    assert "2 floors, 1 room<" in phone().get("/play/").content.decode()


@pytest.mark.parametrize("cookie", ["x", "", "x:y:z"])
def test_a_cookie_that_was_tampered_with_changes_nothing(cookie: str) -> None:
    ended(dealt("solo"), "won", 0)
    mara = phone()
    mara.cookies["records"] = cookie
    assert row(mara, "Mara") == ["1", "1", "0", "1"]
