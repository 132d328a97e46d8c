"""The taught floor: each thing is explained once, when a person first meets it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from django.test import Client

from tests.play.matches import PHONE, at_one_phone, dealt, decide, phone, played_on, stored
from tracker.boards.match.lesson import LESSONS, lesson_note
from tracker.rules.games import GAMES
from tracker.services.match.deals import TAUGHT
from tracker.services.match.match import Seat
from tracker.services.match.play import match_undo
from tracker.services.match.rows import match_table

pytestmark = pytest.mark.django_db

FLOOR = """
bare> fight:2c:bare
pass> pass fight:3s:bare fight:4s:bare
weapon> equip:5d fight:6c:weapon
limit> fight:5s:weapon
run> equip:8d fight:Js:weapon fight:9s:weapon
potion> offer
repair> drink:6h drink:5h use:Kd
shield> fight:Qs:weapon drink:10h use:Qh
joker> fight:8c:weapon use:Qd fight:JOKb:weapon equip:Ad use:Jh fight:8s:weapon
  equip:4d equip:9d fight:Ks:weapon
  fight:9c:weapon fight:7c:weapon fight:2s:bare fight:5c:weapon fight:4c:weapon equip:6d use:JOKr
  fight:3c:bare fight:Ac:weapon drink:8h fight:6s:weapon equip:10d use:Kh drink:Ah fight:Kc:weapon
  fight:10c:weapon fight:7s:weapon equip:2d equip:7d fight:Qc:weapon drink:9h fight:10s:weapon
  drink:4h use:Jd fight:Jc:weapon drink:7h drink:3h
end> drink:2h equip:3d
"""
"""The decisions of somebody alone, behind each lesson those from where it is told."""

LAST = "Now with your cards"


def script() -> Iterator[tuple[str, str]]:
    """Each decision with the lesson told before it, "" without one."""
    lesson = ""
    for word in FLOOR.split():
        if word.endswith(">"):
            lesson = word[:-1]
        else:
            yield lesson, word
            lesson = ""


def told(code: str, page: Client) -> str:
    """The lesson on the real page."""
    text = page.get(f"/play/{code}/").content.decode()
    return next((name for name, (_, words) in LESSONS.items() if str(words) in text), "")


def test_each_of_the_ten_comes_when_it_is_first_met() -> None:
    code, page = at_one_phone("coop", 1, seed=TAUGHT), phone()
    for lesson, decision in script():
        assert (told(code, page), decision) == (lesson, decision)
        assert decision in match_table(code).decisions(0)
        decide(code, decision)
    assert {lesson for lesson, _ in script()} == {*LESSONS, ""}
    assert match_table(code).seen_by(0).floor == 2
    assert LAST in page.get(f"/play/{code}/").content.decode()


def test_undo_brings_a_lesson_back_and_so_does_coming_back_later() -> None:
    code, page = at_one_phone("coop", 1, seed=TAUGHT), phone()
    decide(code, "fight:2c:bare")
    decide(code, "pass")
    assert told(code, page) == ""
    match_undo(code=code, phone=PHONE, number=2)
    assert [told(code, page), told(code, page)] == ["pass", "pass"]


def test_a_phone_handed_round_gets_them_one_at_a_time() -> None:
    code, page = at_one_phone("coop", 3, seed=TAUGHT), phone()
    first = [told(code, page)]
    for seat, decision in enumerate(("fight:2c:bare", "equip:5d", "fight:3s:bare")):
        decide(code, decision, seat)
        first.append(told(code, page))
    assert first == ["bare", "weapon", "pass", ""]


def test_a_computer_is_told_nothing() -> None:
    sides = [Seat(0, "Mara", phone=PHONE), Seat(1, level="medium")]
    code = stored(GAMES["coop"], {}, sides, TAUGHT)
    assert told(code, phone()) == "bare"
    decide(code, "fight:2c:bare")
    note = lesson_note(match_table(code))
    assert note
    assert note.count == "2/10"


def test_other_deals_and_games_have_no_note() -> None:
    assert lesson_note(match_table(at_one_phone("coop", 1))) is None
    assert lesson_note(match_table(dealt("solo", seed=TAUGHT))) is None


def test_whoever_falls_is_shown_the_way_to_their_own_cards() -> None:
    code, page = at_one_phone("coop", 1, seed=TAUGHT), phone()
    for opened in played_on(code, 300, Random(1)):
        assert not opened.over or opened.seen_by(0).floor == 1
    assert LAST in page.get(f"/play/{code}/").content.decode()


def test_start_page_and_rules_lead_to_a_game_that_is_dealt_so() -> None:
    page = Client()
    for address in ("/", "/rules/coop"):
        assert 'href="/play/learn"' in page.get(address).content.decode()
    form = page.get("/play/learn", follow=True)
    assert "Learn by playing" in form.content.decode()
    there = page.post("/play/new/coop", {"seed": TAUGHT}, follow=True)
    assert str(LESSONS["bare"][1]) in there.content.decode()
