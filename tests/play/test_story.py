"""Finished matches looked back on: their story and replay, going on from a move, public pages."""

from __future__ import annotations

import io
import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from tests.play.matches import NAMES, OTHER, PHONE, dealt, decide, phone, played_on, remembered
from tracker import models
from tracker.boards.match.screens import screen_of
from tracker.boards.match.story import health_of, picture_of, preview_of
from tracker.rules.games import GAMES
from tracker.services.codes import Missing, new_code
from tracker.services.match.log import at_move, moves_not_undone, revealed_states
from tracker.services.match.match import Seat
from tracker.services.match.play import match_create, match_shared, match_undo
from tracker.services.match.rows import match_table
from tracker.services.match.summaries import finished_of
from tracker.web.limits import WRONG_CODES

pytestmark = pytest.mark.django_db

FORMS = re.compile(rb'method="post" action="([^"]*)"')
PUBLIC = ("", "replay", "replay?at=3", "picture.png")


@remembered
def finished(key: str = "solo", *levels: str, seed: str = "lantern", secret: str = PHONE) -> str:
    code = dealt(key, *levels, seed=seed, phone=secret)
    for _ in played_on(code, 2000):
        pass
    assert match_table(code).outcome
    return code


def shared(code: str) -> str:
    assert phone().post(f"/play/{code}/share", {"do": "share"}).status_code == 303
    return models.Match.objects.get(code=code).share_code


@pytest.mark.parametrize(("key", "levels"), [(key, ()) for key in GAMES])
def test_every_move_of_every_game_can_be_seen_again(key: str, levels: tuple[str, ...]) -> None:
    code = finished(key, *levels)
    moves = moves_not_undone(match_table(code))
    page = phone().get(f"/play/{code}/story").content.decode()
    assert f'id="move-{min(100, len(moves))}"' in page
    for at in {0, 1, len(moves) // 2, len(moves) - 1, len(moves)}:
        r = phone().get(f"/play/{code}/replay?at={at}")
        assert r.status_code == 200
        assert f"<span data-at>{at}</span> of {len(moves)}" in r.content.decode()


def test_a_replay_leads_where_the_game_led() -> None:
    code = dealt("solo")
    seen = [match_table(code)._state, *(match._state for match in played_on(code, 300))]
    match = match_table(code)
    moves = moves_not_undone(match)
    assert [at_move(match, moves, at)._state for at in range(len(moves) + 1)] == seen


def test_what_was_undone_is_not_replayed() -> None:
    code = dealt("solo")
    decide(code, "skip")
    match_undo(code=code, phone=PHONE, number=1)
    for _ in played_on(code, 300):
        pass
    moves = moves_not_undone(match_table(code))
    assert [move.number for move in moves[:2]] == [3, 4]
    assert len(moves) == match_table(code).decision_count


def test_a_replay_shows_what_its_seat_saw_and_another_if_asked() -> None:
    code = finished("castle", "easy")
    hands = [
        re.findall(
            r'id="card-(\w+)"', phone().get(f"/play/{code}/replay?seat={n}").content.decode()
        )
        for n in (0, 1)
    ]
    assert hands[0]
    assert set(hands[0]) != set(hands[1])


def test_a_game_in_progress_has_neither_story_nor_replay() -> None:
    code = dealt("castle", "easy")
    for way in ("story", "replay"):
        r = phone().get(f"/play/{code}/{way}")
        assert (r.status_code, r["Location"]) == (303, f"/play/{code}/")
    r = phone().post(f"/play/{code}/share", {"do": "share"})
    assert (r.status_code, b"not over yet" in r.content) == (409, True)


@pytest.mark.parametrize("at", ["-1", "x", "99999", "9" * 30, "1.5", ""])
def test_no_number_of_a_move_breaks_anything(at: str) -> None:
    code = finished()
    assert phone().get(f"/play/{code}/replay", {"at": at, "seat": at}).status_code == 200
    assert phone().get(f"/play/{code}/story", {"begin": at}).status_code == 200
    assert phone().post(f"/play/{code}/branch", {"at": at}).status_code == 400


def test_one_may_go_on_from_any_move_and_that_counts_in_no_record() -> None:
    code = finished()
    client = Client()
    there = client.post(f"/play/{code}/branch", {"at": "5"})["Location"]
    match = match_table(there.split("/")[2])
    before = match_table(code)
    assert match._state == at_move(before, moves_not_undone(before), 5)._state
    assert (match.prefix_count, match.revision, match.to_act) == (5, 5, (0,))
    assert b"from move 5 of another game" in client.get(f"{there}about").content
    secret = match.seats[0].phone
    decide(match.code, match.decisions(0)[0], phone=secret)
    for _ in played_on(match.code, 300):
        pass
    assert finished_of(secret) == []
    assert "from move 5" in client.get("/play/").content.decode()


def test_a_form_sent_twice_makes_one_branch() -> None:
    code, client, form = finished(), phone(), {"at": "3", "key": "1-x.1"}
    first, again = (client.post(f"/play/{code}/branch", form)["Location"] for _ in "12")
    assert first == again
    made = match_table(first.split("/")[2])
    decide(made.code, made.decisions(0)[0])
    assert client.post(f"/play/{code}/branch", form)["Location"] != first


def test_computers_play_on_where_one_goes_on() -> None:
    code = finished("castle", "easy")
    for at in range(0, len(moves_not_undone(match_table(code))), 7):
        there = phone().post(f"/play/{code}/branch", {"at": str(at)})["Location"]
        assert match_table(there.split("/")[2]).to_act in ((0,), ())


def test_a_log_that_fits_no_rules_is_still_told_and_breaks_nothing() -> None:
    code = finished()
    key = shared(code)
    models.Move.objects.filter(match__code=code, number=2).update(text="fight:Kc:weapon")
    assert phone().get(f"/play/{code}/story").status_code == 200
    assert phone().get(f"/play/{code}/replay?at=4").status_code == 409
    assert Client().get(f"/m/{key}/replay?at=4").status_code == 404


@pytest.mark.parametrize("key", GAMES)
def test_the_log_tells_the_health_that_was(key: str) -> None:
    """This holds after an undone decision too."""
    code = dealt(key)
    if (first := match_table(code)).may_undo:
        decide(code, first.decisions(0)[0])
        match_undo(code=code, phone=PHONE, number=1)
    for _ in played_on(code, 2000):
        pass
    match = match_table(code)
    moves, health = moves_not_undone(match), screen_of(match.game).health
    seen = [tuple(health(state).values()) for state in revealed_states(match, moves)]
    assert health_of(match, moves) == (seen if any(seen) else [])


def test_a_match_is_shared_and_withdrawn_on_its_page() -> None:
    code = finished()
    story = f"/play/{code}/story"
    assert b"/m/" not in phone().get(story).content
    key = shared(code)
    assert f"http://testserver/m/{key}/" in phone().get(story).content.decode()
    assert Client().get(f"/m/{key}/").status_code == 200
    phone().post(f"/play/{code}/share", {"do": "withdraw"})
    for way in PUBLIC:
        assert Client().get(f"/m/{key}/{way}").status_code == 404
    with pytest.raises(Missing):
        match_shared("")


@pytest.mark.parametrize("way", PUBLIC)
def test_nothing_public_names_a_code_or_writes(way: str) -> None:
    code, other = finished(), finished(seed="lantern", secret=PHONE)
    key = shared(code)
    client = phone()  # this browser has a seat in both
    r = client.get(f"/m/{key}/{way}")
    seen = r.content + str(r.headers).encode()
    assert not any(each.encode() in seen for each in (code, other, PHONE))
    assert r.headers["X-Robots-Tag"] == "noindex, nofollow"
    assert {*FORMS.findall(r.content)} <= {reverse("language").encode()}
    assert client.post(f"/m/{key}/{way}").status_code == 405


def test_a_match_by_older_rules_is_not_public() -> None:
    key = shared(finished())
    models.Match.objects.update(version=0)
    for way in PUBLIC:
        assert Client().get(f"/m/{key}/{way}").status_code == 404


@pytest.mark.parametrize("key", GAMES)
def test_previews_find_words_and_a_picture(key: str) -> None:
    code = finished(key)
    public = f"/m/{shared(code)}/"
    page = Client().get(public).content.decode()
    told = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page))
    assert told["title"] == preview_of(match_table(code)).title
    assert told["description"].startswith("Mara")
    assert "og:title" not in phone().get(f"/play/{code}/story").content.decode()
    r = Client().get(told["image"])
    assert (r["Content-Type"], len(r.content) <= 60_000) == ("image/png", True)
    assert Image.open(io.BytesIO(r.content)).size == (1200, 630)


@pytest.mark.parametrize("name", ["", "שלום", "🌂" * 30, '"><b>Odo</b>', "o" * 60])
def test_every_name_is_escaped_cut_and_drawn(name: str) -> None:
    code = finished()
    models.Seat.objects.update(name=name)
    match = match_table(code)
    assert picture_of(match, moves_not_undone(match))
    head = Client().get(f"/m/{shared(code)}/").content.decode().partition("</head>")[0]
    assert "<b>" not in head
    assert "o" * 15 not in head


def test_a_public_key_opens_no_match() -> None:
    key = shared(finished())
    for way in ("", "story", "replay", "about", "table"):
        assert phone().get(f"/play/{key}/{way}").status_code == 404
    for way in ("share", "branch", "moves"):
        assert phone().post(f"/play/{key}/{way}", {"at": "1"}).status_code == 404


def test_who_has_no_seat_shares_nothing() -> None:
    code = finished()
    r = phone(OTHER).post(f"/play/{code}/share", {"do": "share"})
    assert r.status_code == 403
    assert not models.Match.objects.get(code=code).share_code


def test_guesses_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WRONG_CODES, "rate", 1e-6)  # however slow the machine
    answers = [Client().get(f"/m/{new_code()}/").status_code for _ in range(32)]
    assert (answers[0], answers[-1]) == (404, 429)


def test_a_match_taken_up_again_is_not_public_meanwhile() -> None:
    code = finished()
    key = shared(code)
    match_undo(code=code, phone=PHONE, number=match_table(code).revision)
    assert Client().get(f"/m/{key}/").status_code == 404


@pytest.mark.parametrize("way", ["replay?at=2", "solution?at=2", "review", "ask", "par"])
@pytest.mark.parametrize("meanwhile", ["taken up again", "made unreadable"])
def test_an_open_page_about_a_match_never_takes_another_page_as_a_part(
    way: str, meanwhile: str
) -> None:
    """Every address that a page asks for a part leads the whole page on, once it has none."""
    code = finished(seed="1")
    page = phone().get(f"/play/{code}/{way}").content.decode()
    asked = re.findall(r'hx-(get|post)="([^"]+)"', page)
    assert asked
    if meanwhile == "taken up again":
        match_undo(code=code, phone=PHONE, number=match_table(code).revision)
    else:
        models.Move.objects.filter(match__code=code, number=1).update(text="fight:Kc:weapon")
    for method, address in asked:
        r = phone().generic(method.upper(), unescape(address), headers={"HX-Request": "true"})
        told = r.content.decode()
        if onward := r.headers.get("HX-Redirect"):
            assert (r.status_code, told) == (200, "")
            assert b"<!doctype html>" in phone().get(onward, follow=True).content
        else:
            assert r.status_code == 200
            assert meanwhile != "taken up again"
            assert told.count('id="table"') == page.count('id="table"')


def test_the_same_deal_stands_beside_it_where_it_is_ours_or_shared() -> None:
    mine, theirs = finished(), finished(secret=OTHER)
    models.Seat.objects.filter(match__code=theirs).update(name="Wenzel")
    story = f"/play/{mine}/story"
    assert b"Wenzel" not in phone().get(story).content
    assert phone(OTHER).post(f"/play/{theirs}/share", {"do": "share"}).status_code == 303
    page = phone().get(story).content.decode()
    assert "Wenzel" in page
    assert "the same game" in page
    assert theirs not in page


def test_only_who_has_played_reads_that_it_was_them() -> None:
    code = finished()
    key = shared(code)
    assert b"You have fallen" in phone().get(f"/play/{code}/story").content
    for way in (f"/play/{code}/story", f"/m/{key}/"):
        page = Client().get(way).content
        assert b"Mara has fallen" in page
        assert b"You have fallen" not in page


def test_other_rules_are_another_deal() -> None:
    mine = finished()
    sides = [Seat(0, NAMES[1], phone=PHONE)]
    other = match_create(
        game=GAMES["solo"], options={"skip": "reshuffle"}, seats=sides, seed="lantern"
    )
    for _ in played_on(other, 300):
        pass
    assert b"Others have played" not in phone().get(f"/play/{mine}/story").content


def test_a_long_story_has_pages() -> None:
    code = finished("castle", "easy")
    assert len(moves_not_undone(match_table(code))) > 100
    page = phone().get(f"/play/{code}/story?begin=101").content.decode()
    assert 'id="move-101"' in page
    assert 'id="move-1"' not in page
    assert "?begin=1#moves" in page
