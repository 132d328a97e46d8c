"""Puzzles in a browser: the list, one of them, what is said of a step, what is remembered."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest
from django.core.signing import Signer
from django.test import Client

from tests.game_screens import played_well
from tests.play.matches import PHONE, dealt, linked_puzzles, phone, played_on, remembered
from tools.endgame import Endgame
from tools.solver.check import HOUSES
from tools.solver.exhaustive import TooMany, plain
from tracker.boards.match.puzzle import (
    answer_board,
    following,
    puzzle_board,
    puzzles_board,
    sorted_cards,
)
from tracker.rules.advice.proof import winnable
from tracker.rules.games import GAMES
from tracker.rules.protocol import Decision
from tracker.rules.puzzles import GAME, Miss, Puzzle, all_puzzles, by_difficulty
from tracker.services.match.deals import first_state
from tracker.services.match.log import moves_not_undone
from tracker.services.match.match import states
from tracker.services.match.play import match_share
from tracker.services.match.puzzles import linked_puzzle
from tracker.services.match.rows import match_table
from tracker.web import limits
from tracker.web.browser import PUZZLES_COOKIE

FIRST = all_puzzles()[0]
SHUFFLED = next(each for each in all_puzzles() if len(each.state.deck) - each.state.bottom > 1)
WRONG = next(iter(FIRST.misses))
pytestmark = pytest.mark.django_db


def answered(client: Client, decision: str, number: int = 1) -> str:
    """The answer, with an address of its own: the way back from it sends nothing again."""
    r = client.post(f"/play/puzzles/{number}", {"decision": decision})
    assert r.status_code == 303
    page = client.get(r["Location"])
    assert page.status_code == 200
    return str(page.content.decode())


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
@pytest.mark.parametrize("method", ["get", "post"])
def test_what_is_no_step_is_refused(method: str, decision: str) -> None:
    r = getattr(Client(), method)("/play/puzzles/1", {"decision": decision})
    if method == "post" or decision:
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


def played_on_page(client: Client, puzzle: Puzzle, *steps: Decision) -> str:
    """The page after these steps, and after the first that is offered then, to the end."""
    r = client.get(f"/play/puzzles/{puzzle.name}/on", {"step": steps})
    assert r.status_code == 200
    page = str(r.content.decode())
    offered = re.findall(r'<button class="button wide" name="step" value="([^"]+)"', page)
    return played_on_page(client, puzzle, *steps, offered[0]) if offered else page


def best_steps(puzzle: Puzzle) -> list[Decision]:
    """The steps that win for certain, to the end."""
    steps, endgame = [puzzle.answer], Endgame()
    while not GAME.outcome(state := puzzle.after(steps)):
        chances = endgame.chances(GAME.view(state, 0))
        steps.append(next(decision for decision, chance in chances.items() if chance == 1))
    return steps


def test_the_right_steps_win_when_played_on(client: Client) -> None:
    for puzzle in (FIRST, SHUFFLED):
        page = played_on_page(client, puzzle, *best_steps(puzzle))
        assert "Won: you made it out with" in page


def test_after_a_step_that_may_lose_nothing_helps(client: Client) -> None:
    for puzzle in all_puzzles()[::40]:
        for decision, miss in puzzle.misses.items():
            if miss.order or not miss.wins:
                page = played_on_page(client, puzzle, decision)
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


def made(key: str = "solo", seed: str = "door") -> str:
    """The address of a puzzle of a finished match."""
    _at, link = next(linked_puzzles(played_well(dealt(key, seed=seed), 99)))
    return f"/play/puzzles/{link}"


@remembered
def finished(key: str = "solo", seed: str = "door", **options: str) -> str:
    code = dealt(key, seed=seed, **options)
    for _ in played_on(code, 300):
        pass
    return code


def signed(key: str, **values: object) -> str:
    return f"/play/puzzles/{Signer(salt='puzzle').sign_object([key, values])}"


@pytest.mark.parametrize(("key", "seed"), [("solo", "k11"), ("solo", "door"), ("rascal", "k11")])
def test_every_moment_of_a_game_that_is_a_puzzle_has_one_step_that_wins(
    key: str, seed: str
) -> None:
    code, game, proved = played_well(dealt(key, seed=seed), 99), GAMES[key], 0
    links = dict(linked_puzzles(code))
    assert links
    for at, state in enumerate(states(match_table(code), moves_not_undone(match_table(code)))):
        if puzzle := linked_puzzle(links.get(at, "")):
            for step in game.offered(state, 0):
                with suppress(TooMany):
                    won = plain(game, game.play(state, 0, step, tuple), 500)  # type: ignore[arg-type]
                    assert won == (step == puzzle.answer)
                    proved += 1
    assert proved


@pytest.mark.parametrize(("key", "seed"), [("solo", "door"), ("rascal", "k11")])
def test_a_moment_of_a_game_can_be_shared_and_solved(key: str, seed: str) -> None:
    code = played_well(dealt(key, seed=seed), 99)
    at, link = next(linked_puzzles(code))
    r = phone().get(f"/play/{code}/puzzle?at={at}", follow=True)
    assert r.redirect_chain == [(f"/play/puzzles/{link}", 303)]
    assert "Your puzzle is ready" in r.content.decode()
    found = linked_puzzle(link)
    assert found
    friend, way = Client(), f"/play/puzzles/{link}"
    page = friend.get(way).content.decode()
    assert "Only one move still wins. Which?" in page
    assert [*re.findall('name="decision" value="([^"]+)"', page)] == [*offered(found)]
    right = friend.post(way, {"decision": found.answer}, follow=True).content.decode()
    assert (">Right<" in right, f"{link}/on?step=" in right) == (True, True)
    missed = {"decision": next(iter(found.misses))}
    wrong = friend.post(way, missed, follow=True).content.decode()
    assert (">Not that one<" in wrong, "whatever you do, you fall" in wrong) == (True, True)
    assert f'href="{way}">Try again' in wrong
    assert "0 of 240" in friend.get("/play/puzzles").content.decode()
    for told in (page, right, wrong, r.content.decode()):
        assert code not in told
        assert "Mara" not in told


def offered(puzzle: Puzzle) -> Sequence[Decision]:
    return puzzle.game.offered(puzzle.state, 0)


def test_the_pile_of_a_made_puzzle_lies_open_in_its_order(client: Client) -> None:
    way = made()
    found = linked_puzzle(way.removeprefix("/play/puzzles/"))
    assert found
    board = puzzle_board(found)
    assert [card.code for card in board.under] == [*found.state.deck]
    assert (board.hidden, board.taken) == ((), found.state.taken)
    assert "All cards to come, in their order:" in client.get(way).content.decode()


def test_what_lies_in_the_pocket_and_the_house_rules_are_shown() -> None:
    game: Any = GAMES["rascal"]
    state = replace(first_state(game, {"inventory": "any"}, 1, "k11"), inventory="7h")
    board = puzzle_board(FIRST._replace(state=state, game=game))
    assert [card.code for card in board.pocket] == ["7h"]
    assert "Drink the 7 of Hearts from the pocket (±0)" in [each.text for each in board.choices]
    assert board.rules


def test_a_made_puzzle_can_be_played_to_its_end(client: Client) -> None:
    found = linked_puzzle(made().removeprefix("/play/puzzles/"))
    assert found
    assert "Lost: you have fallen" in played_on_page(client, found, next(iter(found.misses)))
    steps = [found.answer]
    while not found.game.outcome(state := found.after(steps)):
        after = {step: found.after([*steps, step]) for step in found.game.offered(state, 0)}
        steps.append(next(step for step in after if winnable(found.game, after[step], 2000)))
    assert "Won: you made it out with" in played_on_page(client, found, *steps)


@pytest.mark.parametrize(
    ("options", "at", "why"),
    [
        ({}, 0, "Every move still wins here."),
        ({}, 999, "The game is over here."),
        ({"skip": "reshuffle"}, 0, "That could not be worked out."),
    ],
)
def test_what_is_no_puzzle_is_told_with_the_reason(
    options: dict[str, str], at: int, why: str
) -> None:
    r = phone().get(f"/play/{finished(seed='lantern', **options)}/puzzle?at={at}")
    assert (r.status_code, why in r.content.decode()) == (409, True)


def test_no_puzzle_is_made_of_other_games_nor_of_one_in_progress() -> None:
    assert phone().get(f"/play/{finished('castle')}/puzzle?at=1").status_code == 404
    code = dealt("solo")
    assert phone().get(f"/play/{code}/puzzle?at=0")["Location"] == f"/play/{code}/"


def test_each_moment_of_a_replay_leads_to_its_puzzle() -> None:
    code = finished()
    for at in (0, 1, len(moves_not_undone(match_table(code)))):
        page = phone().get(f"/play/{code}/replay?at={at}").content.decode()
        assert f'href="/play/{code}/puzzle?at={at}"' in page
    match_share(code=code, phone=PHONE)
    public = Client().get(f"/m/{match_table(code).share_code}/replay?at=1")
    assert "/puzzle" not in public.content.decode()
    castle = finished("castle")
    assert "/puzzle" not in phone().get(f"/play/{castle}/replay?at=1").content.decode()


def test_a_link_that_was_changed_leads_to_no_puzzle(client: Client) -> None:
    way = made()
    other = Signer(salt="phone").sign_object(["solo", {}])
    wrong = [way[:-1], way[:40] + "x" + way[41:], f"{way}a", way.upper(), f"/play/puzzles/{other}"]
    wrong += ["/play/puzzles/1:2", "/play/puzzles/x:y:z", "/play/puzzles/%00", "/play/puzzles/١"]
    for address in wrong:
        for r in (
            client.get(address),
            client.post(address, {"decision": "skip"}),
            client.get(f"{address}/on?step=skip"),
        ):
            assert (r.status_code, b"Page not found" in r.content) == (404, True), address


def test_a_link_of_another_time_leads_to_no_puzzle(client: Client) -> None:
    for address in (
        signed("solo"),
        signed("whist", deck="abc"),
        signed("coop", deck="abc"),
        signed("solo", room="abc", luck=3),
        signed("solo", room="?!", deck="abc"),
        signed("solo", room="abcd", hp="many"),
        signed("solo", room=["Kc"], options=7),
        f"/play/puzzles/{Signer(salt='puzzle').sign_object('solo')}",
    ):
        assert client.get(address).status_code == 404, address


@pytest.mark.parametrize("house", HOUSES["rascal"][-2:], ids=str)
def test_a_link_is_short(house: dict[str, str]) -> None:
    code = played_well(dealt("rascal", seed="k11", **house), 99)
    assert all(len(link) < 300 for _at, link in linked_puzzles(code))


def test_making_and_opening_puzzles_has_its_limit(no_limit_recovers: None) -> None:
    way, code = made(), finished()
    limits.THOUGHTS.take("127.0.0.1", limits.THOUGHTS.burst)
    for address in (way, f"{way}/on?step=skip", f"/play/{code}/puzzle?at=0"):
        assert phone().get(address).status_code == 429
    assert Client().get("/play/puzzles/1").status_code == 200
