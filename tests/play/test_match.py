"""The one way a decision is made: what is stored, what is refused, what happens twice."""

from __future__ import annotations

from random import Random

import pytest

from tests.play.matches import (
    OTHER,
    PHONE,
    at_one_phone,
    dealt,
    decide,
    on_own_phones,
    phone,
    played_on,
    stored,
    where_its_log_leads,
)
from tracker import models
from tracker.rules.games import GAMES
from tracker.rules.protocol import BadSetup
from tracker.rules.words import Malformed, Refused
from tracker.services.codes import Missing
from tracker.services.match import play
from tracker.services.match.match import Seat
from tracker.services.match.play import (
    Foreign,
    match_create,
    match_decide,
    match_move_seat,
    match_sit,
    match_undo,
    seat_key,
)
from tracker.services.match.rows import Overtaken, match_table

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

every_game = pytest.mark.parametrize("key", GAMES)


@every_game
def test_what_is_kept_is_where_the_log_leads(key: str) -> None:
    code = at_one_phone(key, GAMES[key].seats[-1])
    for _ in played_on(code, 25):
        pass
    opened = match_table(code)
    assert opened._state == where_its_log_leads(code)
    assert opened.revision == models.Move.objects.filter(match__code=code).count()


@every_game
def test_a_seed_deals_the_same_cards_to_everybody(key: str) -> None:
    first, second, other = (
        match_table(at_one_phone(key, GAMES[key].seats[0], seed=seed))._state
        for seed in ("lantern", "lantern", "torch")
    )
    assert first == second
    assert first != other


def test_a_deal_stays_what_it_was_when_it_was_told_to_a_friend() -> None:
    state = match_table(dealt("solo", seed="2026-11-20"))._state
    assert state.room == ("5h", "Ks", "7s", "7d")


def test_computers_sit_at_a_table_with_people_until_no_person_is_alive() -> None:
    code = dealt("coop", "medium", "careful", "reckless")
    for opened in played_on(code, 300):
        assert opened.outcome or 0 in opened.to_act
    assert opened.outcome == "over"
    assert opened.to_act == ()
    assert 0 not in opened._state.living
    assert opened.score == opened.game.score(opened._state)
    page = phone(PHONE).get(f"/play/{code}/").content.decode()
    assert "Only computers are left" in page
    assert 'name="decision"' not in page


def test_computers_run_from_a_red_room_once_all_people_have_offered() -> None:
    sides = [Seat(0, phone=PHONE), Seat(1, level="medium"), Seat(2, phone=OTHER)]
    code = stored(GAMES["coop"], {}, sides, "red-545")  # for three it begins with a Red Room
    assert decide(code, "offer").moves[0].seat == 0
    after = decide(code, "offer", seat=2, phone=OTHER)
    assert [move.seat for move in reversed(after.moves)][:3] == [0, 2, 1]
    assert after._state.ran_last


@pytest.mark.parametrize("key", ["shiphead", "castle"])
def test_computers_play_on_until_a_person_must(key: str) -> None:
    code = dealt(key, "easy")
    for opened in played_on(code, 30):
        assert opened.to_act in ((), (0,))
    assert match_table(code)._state == where_its_log_leads(code)
    assert set(models.Move.objects.values_list("seat", flat=True)) == {0, 1}


def test_a_move_says_what_it_changed() -> None:
    code = dealt("solo")
    monster = next(d for d in GAMES["solo"].decisions(match_table(code)._state, 0) if "bare" in d)
    after = decide(code, monster)
    assert after.moves[0].changes["hp"] == [20, after._state.hp]


def test_undo_takes_back_the_newest_decision_and_is_counted() -> None:
    code = dealt("solo")
    states = [match_table(code)._state, *(opened._state for opened in played_on(code, 3))]
    for before in reversed(states[:-1]):
        opened = match_undo(code=code, phone=PHONE, number=match_table(code).revision)
        assert opened._state == before == where_its_log_leads(code)
    assert (opened.undo_count, opened.revision, opened.may_undo) == (3, 6, False)
    with pytest.raises(Refused):
        match_undo(code=code, phone=PHONE, number=6)


def test_undo_brings_the_lost_back_to_life() -> None:
    code = dealt("solo")
    decide(code, "quit")
    assert match_table(code).outcome == "quit"
    assert match_undo(code=code, phone=PHONE, number=1).outcome == ""


def test_a_shuffle_comes_out_the_same_after_undo() -> None:
    code = dealt("solo", skip="reshuffle")
    skipped = decide(code, "skip")._state
    match_undo(code=code, phone=PHONE, number=1)
    assert decide(code, "skip")._state == skipped


def test_nobody_takes_back_what_others_have_seen() -> None:
    code = at_one_phone("coop", 2)
    decide(code, "pass")
    with pytest.raises(Refused):
        match_undo(code=code, phone=PHONE, number=1)


def test_a_form_sent_twice_counts_once() -> None:
    code = at_one_phone("coop", 2)
    for _ in range(2):
        match_decide(code=code, phone=PHONE, seat=0, number=0, decision="pass")
    assert match_table(code).revision == 1


def test_a_decision_that_answers_an_old_move_is_overtaken() -> None:
    code = on_own_phones("coop", PHONE, OTHER)
    decide(code, "pass")
    decide(code, "pass", seat=1, phone=OTHER)
    with pytest.raises(Overtaken):
        match_decide(code=code, phone=PHONE, seat=0, number=0, decision="offer")
    assert match_table(code).revision == 2


@pytest.mark.parametrize(
    ("seat", "number", "decision", "refusal"),
    [
        (0, 0, "dance", Refused),
        (0, 0, "quit", Refused),
        (1, 0, "pass", Foreign),
        (4, 0, "pass", Malformed),
        (-1, 0, "pass", Malformed),
        (0, 7, "pass", Malformed),
    ],
)
def test_what_cannot_be_leaves_the_match_as_it_was(
    seat: int, number: int, decision: str, refusal: type[Refused]
) -> None:
    code = on_own_phones("coop", PHONE, OTHER)
    with pytest.raises(refusal):
        match_decide(code=code, phone=PHONE, seat=seat, number=number, decision=decision)
    assert match_table(code).revision == 0


def test_out_of_turn_and_after_the_end_nothing_is_decided() -> None:
    code = on_own_phones("coop", PHONE, OTHER)
    with pytest.raises(Refused, match="another player"):
        match_decide(code=code, phone=OTHER, seat=1, number=0, decision="pass")
    over = dealt("solo")
    decide(over, "quit")
    with pytest.raises(Refused, match="over"):
        decide(over, "skip")


def test_a_match_begins_when_every_seat_is_taken() -> None:
    code = on_own_phones("castle", PHONE, "")
    with pytest.raises(Refused, match="seat"):
        decide(code, "pickup")
    match_sit(code=code, seat=1, phone=OTHER, name="Odo")
    opened = match_table(code)
    assert (opened.waiting, opened.seats[1].name) == (False, "Odo")
    assert opened.to_act


def test_a_seat_is_taken_once() -> None:
    code = on_own_phones("coop", PHONE, "")
    match_sit(code=code, seat=1, phone=OTHER, name="Odo")
    with pytest.raises(Refused):
        match_sit(code=code, seat=1, phone="p" * 13, name="Pell")
    assert match_table(code).seats[1].phone == OTHER


def test_who_sits_down_overtakes_nobody() -> None:
    code = on_own_phones("coop", PHONE, OTHER)
    opened = match_table(code)
    match_move_seat(code=code, seat=1, key=seat_key(opened, opened.seats[1]), phone="p" * 13)
    opened = match_decide(code=code, phone=PHONE, seat=0, number=0, decision="pass")[-1]
    assert opened._state == where_its_log_leads(code)
    with pytest.raises(Foreign):
        decide(code, "pass", seat=1, phone=OTHER)


def test_an_unknown_match_option_or_deal_is_named() -> None:
    with pytest.raises(Missing):
        match_table("a" * 13)
    with pytest.raises(BadSetup, match="lantern"):
        match_create(game=GAMES["solo"], options={"lantern": 1}, seats=[Seat(0)], seed="x")
    with pytest.raises(BadSetup, match="2"):
        match_create(game=GAMES["castle"], options={}, seats=[Seat(0)], seed="x")
    for seed in ("a b", "Ü", "x" * 33):
        with pytest.raises(Malformed):
            match_create(game=GAMES["solo"], options={}, seats=[Seat(0)], seed=seed)
    assert not models.Match.objects.exists()


def test_every_game_can_be_played_to_its_end() -> None:
    for key, levels in {"solo": (), "rascal": (), "castle": ("easy",)}.items():
        code = dealt(key, *levels)
        *_before, last = played_on(code, 400, Random(1))
        assert last.outcome
        assert last.score == match_table(code).score


def test_a_game_has_so_many_moves_and_can_be_given_up_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(play, "MOST_MOVES", 2)
    code = dealt("solo")
    for _ in played_on(code, 2):
        pass
    with pytest.raises(Refused, match="limit of moves"):
        decide(code, match_table(code).decisions(0)[0])
    with pytest.raises(Refused, match="limit of moves"):
        match_undo(code=code, phone=PHONE, number=2)
    assert decide(code, "quit").outcome == "quit"


@pytest.mark.parametrize("key", GAMES)
def test_a_seat_moves_to_another_phone_and_its_table_says_so(key: str) -> None:
    code = dealt(key)
    match = match_table(code)
    match_move_seat(code=code, seat=0, key=seat_key(match, match.seats[0]), phone=OTHER)
    assert phone(OTHER).get(f"/play/{code}/?open=1").status_code == 200
