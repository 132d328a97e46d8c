"""Looking back with nothing of what came: *Ask me first*, and the replay that hides it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from random import Random

import pytest

from tests.examples import examples
from tests.play.matches import NAMES, PHONE, RED_ROOM, dealt, decide, finished, looked_back, phone
from tests.play.test_hidden_cards import cards_in, may_see
from tracker import models
from tracker.boards.match.frame import SeatView
from tracker.boards.match.review import review_board
from tracker.boards.match.screens import screen_of
from tracker.boards.match.story import ending_of
from tracker.boards.words.advice import deed
from tracker.rules.protocol import parts
from tracker.services.match import review as service
from tracker.services.match.advice import background_slot
from tracker.services.match.log import at_move, moves_not_undone
from tracker.services.match.match import DealtMatch, LoggedMove
from tracker.services.match.play import match_share
from tracker.services.match.review import match_review, match_review_on, questions, verdict_on
from tracker.services.match.rows import match_table

pytestmark = [pytest.mark.django_db, pytest.mark.thorough]

GAMES = [("solo", 1), ("rascal", 1), ("coop", 1), ("coop", 2), ("coop", 4)]
MOST_QUESTIONS = 40


def judged(code: str, chance: Random) -> str:
    """The match with a whole review that somebody made up: each figure stands for itself."""
    match, moves = match_table(code), moves_not_undone(match_table(code))
    verdicts = {}
    for number, move in enumerate(moves, 1):
        before = at_move(match, moves, number - 1)
        best = chance.choice(before.game.offered(before.seen_by(move.seat), move.seat))
        cost = chance.choice([0.0, chance.random() / 2])
        verdicts[number] = [best, 0.5 + cost, cost, cost - 0.01, cost + 0.01]
    kept = {
        "revision": match.revision,
        "done": len(moves),
        "state": match.game.to_json(match.revealed),
        "verdicts": verdicts,
        "span": None,
    }
    models.Match.objects.filter(code=code).update(review=kept)
    return code


def asked(code: str, query: str) -> Iterator[str]:
    """The pages of all questions, one after the other."""
    client, address = phone(), f"/play/{code}/ask?at=0{query}"
    for _ in range(MOST_QUESTIONS):
        r = client.get(address)
        if r.status_code == 303:
            assert r["Location"] == f"/play/{code}/review"
            return
        page = unescape(r.content.decode())
        yield page
        (following,) = re.findall(r'rel="next" href="([^"]*)"', page)
        address = f"/play/{code}/ask{following}"


def place_of(page: str) -> int:
    (at,) = re.findall(r'name="at" value="(\d+)"', page)
    return int(at)


def told(match: DealtMatch, moves: list[LoggedMove]) -> set[str]:
    """The moves that are about a card, in every way they are told."""
    seen, screen = SeatView(match, match.revealed, None, past=True), screen_of(match.game)
    with_card = [move for move in moves if parts(move.text)[1]]
    tales = {screen.tell(seen, move) for move in with_card}
    return {deed(move.text) for move in with_card} | {tale for tale in tales if ": " in tale}


@pytest.mark.parametrize("seed", range(examples(2)))
@pytest.mark.parametrize("query", ["", "&all=1"])
@pytest.mark.parametrize(("key", "seats"), GAMES)
def test_a_question_shows_nothing_of_what_came(key: str, seats: int, query: str, seed: int) -> None:
    code = judged(finished(key, seats, f"ask-{seed}"), Random(seed))
    match, moves = match_table(code), moves_not_undone(match_table(code))
    review = match_review(match, len(moves))
    costs = {row.cost for row in review_board(match, moves, review).rows} - {""}
    places = [place_of(page) for page in asked(code, query)]
    assert places == questions(review, every=bool(query))[:MOST_QUESTIONS]
    assert places
    for number, page in enumerate(asked(code, query), 1):
        at = place_of(page)
        assert f"Question {number}" in page
        assert f'value="{moves[at].text}"' in page  # one of those that may be chosen
        assert cards_in(page) <= may_see(at_move(match, moves, at), moves[at].seat)
        later = told(match, moves[at:]) - told(match, moves[:at])
        assert not [text for text in [*later, *costs, "Better", "It cost"] if text in page]
        assert f"of {len(moves)}" not in page


@pytest.mark.parametrize(("key", "seats"), [*GAMES, ("castle", 2)])
def test_a_replay_can_hide_what_comes(key: str, seats: int) -> None:
    code = finished(key, seats, "hidden")
    match, moves = match_table(code), moves_not_undone(match_table(code))
    ending, client = ending_of(match).heading, phone()
    address = f"/play/{code}/replay?hide=1&at={max(0, len(moves) - 30)}"
    for at in range(max(0, len(moves) - 30), len(moves) + 1):
        page = unescape(client.get(address).content.decode())
        assert f"<b>{at}</b>" in page
        assert not re.search(rf"of {len(moves)}\b|slider|/story", page)
        assert (ending in page) == (at == len(moves))
        stage = at_move(match, moves, at)
        assert cards_in(page) <= may_see(stage, 0)
        if key != "castle" and at < len(moves):
            later = told(match, moves[at:]) - told(match, moves[:at])
            assert not [text for text in later if text in page]
        links = re.findall(r'rel="next" href="([^"]*)"', page)
        assert bool(links) == (at < len(moves))
        address = links[0] if links else ""


def test_the_story_and_the_public_page_lead_to_such_a_replay() -> None:
    code = finished("solo")
    match_share(code=code, phone=PHONE)
    public = f"/m/{match_table(code).share_code}"
    for page in (f"/play/{code}/story", f"{public}/"):
        (link,) = re.findall(r'href="([^"]*hide=1)"', phone().get(page).content.decode())
        assert "Show what comes" in phone().get(link).content.decode()
    assert f'href="{public}/replay?seat=0&amp;at=0"' in phone().get(link).content.decode()


def test_a_reply_holds_the_choice_against_the_move_and_the_adviser() -> None:
    code = looked_back("solo")
    match, moves = match_table(code), moves_not_undone(match_table(code))
    review = match_review(match, len(moves))
    at = questions(review, every=False)[0]
    own, stage = review.verdicts[at + 1], at_move(match, moves, at)
    for decision in stage.game.offered(stage.seen_by(0), 0):
        verdict = verdict_on(match, moves, review, at, decision)
        assert verdict
        r = phone().get(f"/play/{code}/ask", {"at": str(at), "decision": decision})
        page = unescape(r.content.decode())
        assert f"Your choice: <strong>{deed(decision)}.</strong>" in page
        assert f"In the game: <strong>{deed(moves[at].text)}.</strong> It cost" in page
        assert f"The adviser: <strong>{deed(own.best)}.</strong>" in page
        assert ("There was better" if verdict.dear else "As good as the best") in page
        assert page.count("It cost") == 1 + verdict.dear
    assert verdict_on(match, moves, review, at, own.best) == own._replace(cost=0.0)
    assert verdict_on(match, moves, review, at, moves[at].text) == own


def test_a_choice_is_judged_as_the_review_would_have_judged_it() -> None:
    code = looked_back("solo")
    review = match_review_on(match_table(code))
    match, moves = match_table(code), moves_not_undone(match_table(code))
    at = next(number - 1 for number, found in review.verdicts.items() if found.dear)
    own, made = review.verdicts[at + 1], moves[at].text
    unknown = {at + 1: own._replace(best="")}
    moves[at] = replace(moves[at], text="skip")
    assert verdict_on(match, moves, replace(review, verdicts=unknown), at, made) == own


def test_while_others_think_a_choice_is_not_judged() -> None:
    code = judged(finished("solo"), Random(1))
    match, moves = match_table(code), moves_not_undone(match_table(code))
    own, before = match_review(match, len(moves)).verdicts[1], at_move(match, moves, 0)
    known = {own.best, moves[0].text}
    other = next(d for d in before.game.offered(before.seen_by(0), 0) if d not in known)
    with background_slot():
        busy = phone().get(f"/play/{code}/ask", {"at": "0", "all": "1", "decision": other})
        kept = phone().get(f"/play/{code}/ask", {"at": "0", "all": "1", "decision": own.best})
    assert "The adviser is busy" in busy.content.decode()
    assert "As good as the best" in kept.content.decode()


def test_a_question_from_a_red_room_is_for_who_took_the_card() -> None:
    """It leads to nobody else's choice: that would be the table of today."""
    code = judged(finished("coop", 2, RED_ROOM), Random(1))
    page = next(asked(code, "&all=1"))
    assert "Red Room: anyone may take a card." in page
    mover = moves_not_undone(match_table(code))[0].seat
    assert re.search(rf"Question 1</b> <small[^>]*>.?{NAMES[mover]}", page)
    assert 'name="decision"' in page
    assert f'href="/play/{code}/"' not in page


@pytest.mark.parametrize("decision", ["", "quit", "dance", "fight:Kc:weapon" * 99])
def test_what_cannot_be_done_is_asked_again(decision: str) -> None:
    code = judged(finished("solo"), Random(1))
    r = phone().get(f"/play/{code}/ask", {"at": "0", "all": "1", "decision": decision})
    assert (r.status_code, b"Question 1" in r.content) == (200, True)


def test_before_the_review_is_whole_it_says_only_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(service, "SECONDS", 0.0)
    code, client = finished("solo"), phone()
    assert client.post(f"/play/{code}/ask").status_code == 303
    page = client.get(f"/play/{code}/ask?at=0").content.decode()
    assert f'hx-post="/play/{code}/ask"' in page
    assert "Analysed: 1 of" in page
    assert not re.search("cost |Better|Question", page)
    while not match_review_on(match_table(code)).whole:
        assert b"costliest" not in client.get(f"/play/{code}/ask").content
    r = client.post(f"/play/{code}/ask", headers={"HX-Request": "true"})
    assert b"costliest" in r.content
    assert b"<html" not in r.content


def test_a_game_without_a_decision_has_no_question() -> None:
    code = dealt("solo")
    decide(code, "quit")
    while not match_review_on(match_table(code)).whole:
        pass
    assert b"no move could change anything" in phone().get(f"/play/{code}/ask").content
    assert phone().get(f"/play/{code}/ask?at=0")["Location"] == f"/play/{code}/review"


def test_what_has_no_review_asks_nothing() -> None:
    assert phone().get(f"/play/{finished('castle')}/ask").status_code == 404
    going_on = dealt("solo", phone=PHONE)
    assert phone().get(f"/play/{going_on}/ask?at=0")["Location"] == f"/play/{going_on}/"


def test_story_and_review_lead_to_it() -> None:
    code = finished("solo")
    for page in ("story", "review"):
        assert f'href="/play/{code}/ask"' in phone().get(f"/play/{code}/{page}").content.decode()
