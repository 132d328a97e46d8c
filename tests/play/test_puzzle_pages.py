"""Puzzles in a browser: the list, one of them, what is said of a step, what is remembered."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tools.endgame import Endgame
from tracker.boards.match.puzzle import answer_board, following, puzzles_board, sorted_cards
from tracker.rules.protocol import Decision
from tracker.rules.puzzles import GAME, Miss, Puzzle, all_puzzles, by_difficulty
from tracker.web.browser import PUZZLES_COOKIE

FIRST = all_puzzles()[0]
SHUFFLED = next(each for each in all_puzzles() if len(each.state.deck) - each.state.bottom > 1)
WRONG = next(iter(FIRST.misses))
pytestmark = pytest.mark.django_db


def answered(client: Client, decision: str, number: int = 1) -> str:
    r = client.post(f"/play/puzzles/{number}", {"decision": decision})
    assert r.status_code == 200
    return str(r.content.decode())


def test_the_right_step_is_remembered_by_the_browser() -> None:
    client = Client()
    assert "0 of 240" in client.get("/play/puzzles").content.decode()
    page = answered(client, FIRST.answer)
    assert "Right" in page
    assert f'/play/puzzles/{following(1, {1})}"' in page
    assert "1 of 240" in client.get("/play/puzzles").content.decode()
    assert "0 of 240" in Client().get("/play/puzzles").content.decode()


def test_ten_are_shown_at_a_time_and_each_is_on_a_page(client: Client) -> None:
    seen, way = [], "/play/puzzles"
    while way:
        page = client.get(way).content.decode()
        found = re.findall(r'<li><a class="link" href="/play/puzzles/(\d+)"', page)
        assert len(found) == 10
        seen += found
        way = "".join(f"/play/puzzles{to}" for to in re.findall(r'rel="next" href="([^#]+)', page))
    assert seen == [str(puzzle.number) for puzzle in by_difficulty()]


@pytest.mark.parametrize("begin", ["0", "7", "240", "241", "999999999", "x", "-1"])
def test_a_page_that_begins_anywhere_shows_some(client: Client, begin: str) -> None:
    page = client.get("/play/puzzles", {"begin": begin}).content.decode()
    assert '<li><a class="link" href="/play/puzzles/' in page


def test_the_list_opens_where_the_next_one_is_to_be_solved() -> None:
    order = [puzzle.number for puzzle in by_difficulty()]
    board = puzzles_board({*order[:25]})
    assert (board.first, board.next, board.solved) == (21, order[25], 25)
    assert [note.solved for note in board.puzzles] == [True] * 5 + [False] * 5
    whole = puzzles_board({*order})
    assert (whole.first, whole.next, following(order[0], order)) == (1, None, None)
    assert following(order[-1], order[1:]) == order[0]


def test_the_puzzle_of_the_day_is_on_the_list_and_beside_the_games(client: Client) -> None:
    (day,) = re.findall(r'/puzzles/(\d+)">Puzzle of the day', client.get("/play/").content.decode())
    assert f'/puzzles/{day}">Puzzle of the day' in client.get("/play/puzzles").content.decode()
    answered(client, all_puzzles()[int(day) - 1].answer, int(day))
    assert f'/puzzles/{day}">Puzzle of the day ✓' in client.get("/play/puzzles").content.decode()


def test_a_wrong_step_is_told_with_the_reason_and_nothing_is_given_away() -> None:
    client = Client()
    page = answered(client, WRONG)
    assert "Not that one" in page
    assert answer_board(FIRST, WRONG, None).reason.replace("’", "’") in page
    assert answer_board(FIRST, FIRST.answer, None).deed not in page
    assert "0 of 240" in client.get("/play/puzzles").content.decode()


def test_the_page_does_not_tell_how_the_cards_lie() -> None:
    puzzle = next(p for p in all_puzzles() if len(p.state.deck) - p.state.bottom > 2)
    page = Client().get(f"/play/puzzles/{puzzle.number}").content.decode()
    assert "in an order that nobody knows" in page
    face_down = puzzle.state.deck[: len(puzzle.state.deck) - puzzle.state.bottom]
    assert sorted_cards(face_down) == sorted_cards(face_down[::-1])


@pytest.mark.parametrize("decision", ["", "quit", "dance", "fight:Kc:weapon" * 99])
def test_what_is_no_step_is_refused(decision: str) -> None:
    r = Client().post("/play/puzzles/1", {"decision": decision})
    assert (r.status_code, b"allow that now" in r.content) == (400, True)


@pytest.mark.parametrize("number", [0, len(all_puzzles()) + 1, 10**12])
def test_there_is_no_such_puzzle(number: int) -> None:
    assert Client().get(f"/play/puzzles/{number}").status_code == 404
    assert Client().post(f"/play/puzzles/{number}", {"decision": "skip"}).status_code == 404


@pytest.mark.parametrize("cookie", ["", "x", "1:2:3"])
def test_a_strange_memory_is_none(cookie: str) -> None:
    client = Client()
    client.cookies[PUZZLES_COOKIE] = cookie
    assert "0 of 240" in client.get("/play/puzzles").content.decode()


def played_on(client: Client, puzzle: Puzzle, *steps: Decision) -> str:
    """The page after these steps, and after the first that is offered then, to the end."""
    r = client.get(f"/play/puzzles/{puzzle.number}/on", {"step": steps})
    assert r.status_code == 200
    page = str(r.content.decode())
    offered = re.findall(r'<button class="button wide" name="step" value="([^"]+)"', page)
    return played_on(client, puzzle, *steps, offered[0]) if offered else page


def best_steps(puzzle: Puzzle) -> list[Decision]:
    """The steps that win for certain, to the end."""
    steps, endgame = [puzzle.answer], Endgame()
    while not GAME.outcome(state := puzzle.after(steps)):
        chances = endgame.chances(GAME.view(state, 0))
        steps.append(next(decision for decision, chance in chances.items() if chance == 1))
    return steps


def test_the_right_steps_win_when_played_on(client: Client) -> None:
    for puzzle in (FIRST, SHUFFLED):
        page = played_on(client, puzzle, *best_steps(puzzle))
        assert "Won: you made it out with" in page


def test_after_a_step_that_may_lose_nothing_helps(client: Client) -> None:
    for puzzle in all_puzzles()[::40]:
        for decision, miss in puzzle.misses.items():
            if miss.order or not miss.wins:
                page = played_on(client, puzzle, decision)
                assert "Lost: you have fallen" in page
                assert f'href="/play/puzzles/{puzzle.number}">Try again' in page


def test_both_answers_lead_on(client: Client) -> None:
    for decision in (FIRST.answer, WRONG):
        (way,) = re.findall(r'href="(/play/puzzles/1/on[^"]+)"', answered(client, decision))
        assert client.get(way).status_code == 200


@pytest.mark.parametrize("steps", [["dance"], [FIRST.answer, FIRST.answer], ["skip"] * 90])
def test_no_step_that_the_rules_forbid_leads_anywhere(client: Client, steps: list[str]) -> None:
    assert client.get("/play/puzzles/1/on", {"step": steps}).status_code == 404
    assert client.get("/play/puzzles/999/on", {"step": steps}).status_code == 404
    assert client.get("/play/puzzles/1/on")["Location"] == "/play/puzzles/1"


def test_every_reason_has_its_words() -> None:
    said = {
        answer_board(FIRST._replace(misses={WRONG: miss}), WRONG, None).reason
        for miss in (Miss(0, 6, ()), Miss(2, 6, ("Kc", "9s", "2c")), Miss(4, 6, ()))
    }
    assert said == {
        "Whatever comes next, and whatever you do, you fall.",
        "That wins in only 2 of 6 orders. If they come like this, nothing helps:"
        " King of Clubs, 9 of Spades and 2 of Clubs.",
        "That wins in only 4 of 6 orders. You’d have to know which.",
    }


def test_all_puzzles_have_a_page() -> None:
    client = Client()
    for puzzle in all_puzzles()[::20]:
        assert client.get(f"/play/puzzles/{puzzle.number}").status_code == 200
        assert "Right" in answered(client, puzzle.answer, puzzle.number)
