"""A computer plays for somebody who has left, if the others agree, until they are back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from tests.play.matches import (
    OTHER,
    PHONE,
    RED_ROOM,
    decide,
    on_own_phones,
    phone,
    played_on,
    where_its_log_leads,
)
from tracker import models
from tracker.rules.words import Refused
from tracker.services.match.log import matches_audit, moves_not_undone
from tracker.services.match.match import DealtMatch
from tracker.services.match.play import Foreign, match_move_seat, seat_key
from tracker.services.match.rows import match_table
from tracker.services.writing import writing

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

PELL, ROOK = "p" * 13, "r" * 13


def waiting_for(place: int, *phones: str, key: str = "shiphead") -> str:
    """A match in which this seat is to decide, and has not for an hour."""
    code = on_own_phones(key, *phones)
    while match_table(code).to_act != (place,):
        next(played_on(code, 1))
    an_hour_later(code)
    return code


def an_hour_later(code: str) -> None:
    before = timezone.now() - timedelta(hours=1)
    models.Move.objects.filter(match__code=code).update(created=before)
    models.Match.objects.filter(code=code).update(created=before)


def level(code: str, seat: int = 1) -> str:
    return match_table(code).seats[seat].level


def left(key: str = "shiphead", *others: str) -> str:
    """A match that Odo has left, and Mara plays on with a computer."""
    code = waiting_for(1, PHONE, OTHER, *others, key=key)
    decide(code, "computer:1")
    for place, secret in enumerate(others, 2):
        decide(code, "computer:1", seat=place, phone=secret)
    assert level(code) == "medium"
    return code


def mara_plays(code: str, most: int) -> Iterator[DealtMatch]:
    """The match after each of so many random decisions of hers."""
    chance = Random(4)
    for _ in range(most):
        opened = match_table(code)
        if 0 not in opened.to_act:
            return
        yield decide(code, chance.choice(opened.game.distinct(opened._state, 0)))


@pytest.mark.parametrize("key", ["coop", "castle", "shiphead"])
def test_of_two_the_offer_of_one_is_enough_and_the_computer_plays_at_once(key: str) -> None:
    code = left(key)
    opened = match_table(code)
    assert opened.to_act in ((), (0,))
    assert [move.text for move in reversed(opened.moves)][-3:-1] == ["computer:1", "away"]
    for opened in mara_plays(code, 20):
        assert 0 in opened.to_act or not opened.present
    assert opened._state == where_its_log_leads(code)


def test_of_four_each_other_phone_agrees_with_one_touch() -> None:
    code = waiting_for(1, PHONE, OTHER, PELL, ROOK)
    for seat, secret in ((0, PHONE), (2, PELL)):
        decide(code, "computer:1", seat=seat, phone=secret)
        assert level(code) == ""
    assert decide(code, "computer:1", seat=3, phone=ROOK).moves[0].seat == 1
    assert level(code) == "medium"


def test_anybody_can_decline_and_the_offer_is_gone() -> None:
    code = waiting_for(1, PHONE, OTHER, PELL)
    decide(code, "computer:1")
    decide(code, "decline:1", seat=2, phone=PELL)
    with pytest.raises(Refused, match="still thinking"):
        decide(code, "computer:1", seat=2, phone=PELL)
    assert level(code) == ""


def test_who_is_to_be_replaced_can_decline_too_or_simply_play() -> None:
    code = waiting_for(1, PHONE, OTHER, PELL)
    decide(code, "computer:1")
    decide(code, "decline:1", seat=1, phone=OTHER)
    an_hour_later(code)
    decide(code, "computer:1")
    decide(code, match_table(code).decisions(1)[0], seat=1, phone=OTHER)
    with pytest.raises(Refused):
        decide(code, "computer:1", seat=2, phone=PELL)
    assert level(code) == ""


def test_who_does_not_answer_for_a_minute_is_not_waited_for() -> None:
    code = waiting_for(1, PHONE, OTHER, PELL, ROOK)
    decide(code, "computer:1")
    decide(code, "computer:1", seat=2, phone=PELL)
    with pytest.raises(Refused, match="a minute to answer"):
        decide(code, "computer:1")
    an_hour_later(code)
    decide(code, "computer:1")
    assert level(code) == "medium"


def test_who_has_left_is_not_asked_about_others() -> None:
    code = left("coop", PELL)
    while match_table(code).to_act != (2,):
        next(played_on(code, 1, Random(2)))
    an_hour_later(code)
    decide(code, "computer:2")
    assert level(code, 2) == "medium"


@pytest.mark.parametrize(
    "offer", ["computer:0", "computer:1", "computer:7", "computer:", "decline"]
)
def test_nobody_is_replaced_who_is_here_or_has_just_got_the_turn(offer: str) -> None:
    code = on_own_phones("shiphead", PHONE, OTHER)
    while match_table(code).to_act != (1,):
        next(played_on(code, 1))
    with pytest.raises(Refused):
        decide(code, offer)
    assert level(code) == ""


def test_no_stranger_is_asked() -> None:
    code = waiting_for(1, PHONE, OTHER)
    for seat, secret in ((0, PELL), (0, OTHER)):
        with pytest.raises(Foreign):
            decide(code, "computer:1", seat=seat, phone=secret)
    with pytest.raises(Refused):
        decide(code, "computer:1", seat=1, phone=OTHER)


def test_a_form_sent_twice_counts_once() -> None:
    code = waiting_for(1, PHONE, OTHER, PELL)
    number = match_table(code).revision
    sent = {"seat": 0, "number": number, "decision": "computer:1"}
    assert [phone().post(f"/play/{code}/moves", sent).status_code for _ in "ab"] == [303, 303]
    assert match_table(code).revision == number + 1


def test_two_who_agree_at_once_are_both_counted() -> None:
    code = waiting_for(1, PHONE, OTHER, PELL, ROOK)
    number = match_table(code).revision
    for seat, secret in ((0, PHONE), (2, PELL), (3, ROOK)):
        sent = {"seat": seat, "number": number, "decision": "computer:1"}
        assert phone(secret).post(f"/play/{code}/moves", sent).status_code == 303
    assert level(code) == "medium"


def test_one_button_gives_the_seat_back() -> None:
    code = left()
    assert "a computer plays for you" in phone(OTHER).get(f"/play/{code}/").content.decode()
    after = decide(code, "sit", seat=1, phone=OTHER)
    assert (after.seats[1].level, after.moves[0].text) == ("", "sit")
    assert "a computer plays for you" not in phone(OTHER).get(f"/play/{code}/").content.decode()
    number = after.revision
    assert decide(code, "sit", seat=1, phone=OTHER).revision == number


@pytest.mark.parametrize("deed", ["take", "dance", "computer:0", "decline:0"])
def test_any_deed_gives_the_seat_back_at_once(deed: str) -> None:
    code = left()
    sent = {"seat": 1, "number": 0, "decision": deed}
    assert phone(OTHER).post(f"/play/{code}/moves", sent).status_code == 303
    assert level(code) == ""


def test_a_deed_that_is_open_counts_as_well() -> None:
    code = waiting_for(1, PHONE, OTHER)
    in_a_red_room = on_own_phones("coop", PHONE, OTHER, seed=RED_ROOM)
    an_hour_later(in_a_red_room)
    decide(in_a_red_room, "computer:1")
    opened = match_table(in_a_red_room)
    assert opened.to_act == (0, 1)
    after = decide(in_a_red_room, opened.decisions(1)[0], seat=1, phone=OTHER)
    assert [move.text for move in after.moves[:2]] == [opened.decisions(1)[0], "sit"]
    assert level(code) == ""


def test_the_secret_link_gives_the_seat_back_on_another_phone() -> None:
    code = left()
    side = match_table(code).seats[1]
    match_move_seat(code=code, seat=1, key=seat_key(match_table(code), side), phone=PELL)
    assert (level(code), match_table(code).seats[1].phone) == ("", PELL)


def test_at_the_end_the_seat_is_a_persons_again_but_not_what_the_computer_did() -> None:
    code = left("castle")
    *_, opened = mara_plays(code, 900)
    moves = moves_not_undone(opened)
    assert opened.outcome
    assert not any(side.level for side in opened.seats)
    away = models.Move.objects.get(text="away").number
    assert all(move.away == (move.seat == 1 and move.number > away) for move in moves)
    assert phone().get(f"/play/{code}/story").status_code == 200


def test_a_computer_does_not_play_on_where_nobody_else_is_alive() -> None:
    code = left("coop")
    *_, opened = mara_plays(code, 300)
    assert (opened.outcome, opened.to_act, level(code)) == ("", (1,), "medium")
    decide(code, opened.decisions(1)[0], seat=1, phone=OTHER)
    assert level(code) == ""


def test_the_log_with_all_of_it_survives_a_backup_and_no_other_does() -> None:
    code = left("coop", PELL)
    decide(code, "sit", seat=1, phone=OTHER)
    with writing():
        matches_audit()
    assert not match_table(code).outdated
    models.Move.objects.filter(text="computer:1").update(text="computer:9")
    with writing():
        matches_audit()
    assert match_table(code).outdated


def test_every_phone_is_told_in_its_own_words() -> None:
    code = waiting_for(1, PHONE, OTHER, PELL)
    assert "Let a computer play" in page(code, PHONE, "about")
    assert "Let a computer" not in page(code, OTHER, "about") + page(code, "z" * 13, "about")
    decide(code, "computer:1")
    assert 'value="computer:1"' in page(code, PELL)
    assert "A computer for" in page(code, PELL)
    assert "anyway" in page(code, PHONE)
    assert "I am here" in page(code, OTHER, "about")
    assert 'value="computer:1"' not in page(code, OTHER)
    assert "decline:1" not in page(code, "z" * 13)
    decide(code, "computer:1", seat=2, phone=PELL)
    assert "away; a computer plays" in page(code, PHONE, "about")


def test_three_phones_do_all_of_it_by_plain_forms() -> None:
    code = waiting_for(1, PHONE, OTHER, PELL)
    press(code, PHONE, "computer:1", "about")
    press(code, PELL, "decline:1")
    an_hour_later(code)
    press(code, PELL, "computer:1", "about")
    press(code, OTHER, "decline:1", "about")
    an_hour_later(code)
    press(code, PHONE, "computer:1", "about")
    press(code, PELL, "computer:1")
    assert level(code) == "medium"
    press(code, OTHER, "sit")
    assert level(code) == ""


def press(code: str, secret: str, decision: str, part: str = "") -> None:
    """Presses the button that stands on this page."""
    shown = page(code, secret, part)
    assert f'value="{decision}"' in shown
    sent = dict(re.findall(r'name="(number|seat)" value="(\d+)"', shown))
    r = phone(secret).post(f"/play/{code}/moves", {**sent, "decision": decision})
    assert r.status_code == 303


def page(code: str, secret: str, part: str = "") -> str:
    return phone(secret).get(f"/play/{code}/{part}").content.decode()


def test_a_seat_without_a_name_keeps_what_it_is_called() -> None:
    code = left()
    models.Seat.objects.filter(number=1).update(name="")
    assert "Player 2" in page(code, PHONE)
    assert "Player 2" in page(code, PHONE, "about")
    assert "Player 2" in phone().get("/play/").content.decode()
