"""The outcome of a decision is shown move by move, on every phone, without a hidden card."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from tests.play.matches import OTHER, PHONE, dealt, decide, on_own_phones, phone, played_on, stored
from tests.play.test_hidden_cards import cards_in, may_see
from tracker.rules.games import GAMES
from tracker.services.match.log import match_stages
from tracker.services.match.match import DealtMatch, Seat
from tracker.services.match.rows import match_table

pytestmark = [pytest.mark.django_db, pytest.mark.thorough]
HTMX = {"HX-Request": "true"}
STEP = re.compile(r'<template id="step-\d+-\d+" data-move="(\d+)">(.*?)</template>', re.DOTALL)


def with_computers(key: str, *phones: str, seed: str = "lantern") -> str:
    """A match of a person on each of these phones and two computers, or one where two play."""
    count = min(max(GAMES[key].seats), len(phones) + 2)
    sides = [Seat(n, phone=secret) for n, secret in enumerate(phones)]
    sides += [Seat(n, level="medium") for n in range(len(phones), count)]
    return stored(GAMES[key], {}, sides, seed)


def answer(match: DealtMatch, secret: str, since: int) -> str:
    r = phone(secret).get(f"/play/{match.code}/table?after={since}")
    return r.content.decode()


@pytest.mark.parametrize("key", ["shiphead", "castle", "coop"])
def test_the_stages_lead_from_what_a_phone_shows_to_how_it_stands(key: str) -> None:
    code = with_computers(key, PHONE)
    since = match_table(code).revision
    for match in played_on(code, 12):
        stages = match_stages(match, since)
        assert [stage.revision for stage in stages] == list(range(since, match.revision + 1))
        assert stages[-1]._state == match._state
        since = match.revision


@pytest.mark.parametrize("key", ["shiphead", "castle", "coop"])
def test_each_phone_is_shown_every_move_but_the_last_and_no_hidden_card(key: str) -> None:
    phones = (PHONE,) if key == "castle" else (PHONE, OTHER)
    code, steps = with_computers(key, *phones), 0
    before = match_table(code)
    for match in played_on(code, 25):
        for seat, secret in enumerate((*phones, "z" * 13)):
            eyes = seat if seat < len(phones) else -1
            seen = may_see(match, eyes) | public(match_stages(match, before.revision))
            page = answer(match, secret, before.revision)
            assert cards_in(page) <= seen
            shown = [int(number) for number, _ in STEP.findall(page)]
            moves = range(before.revision + 1, match.revision + 1)
            assert set(moves[:-1]) <= set(shown) <= set(moves)
            steps += len(shown)
        before = match
    assert steps > 10


def public(stages: Sequence[DealtMatch]) -> set[str]:
    """The cards that lay open to all at any of these stages."""
    views = (stage.game.to_json(stage.game.view(stage._state, -1)) for stage in stages)
    return {card for view in views for card in re.findall(r'"(\w+)"', view)}


def test_the_answer_to_a_decision_brings_what_the_computers_did() -> None:
    code = with_computers("shiphead", PHONE)
    match = match_table(code)
    decision = match.decisions(0)[0]
    sent = {"seat": 0, "number": match.revision, "decision": decision}
    page = phone().post(f"/play/{code}/moves", sent, headers=HTMX).content.decode()
    now = match_table(code)
    assert now.revision >= match.revision + 3
    told = [text for _, text in STEP.findall(page)]
    assert len(told) >= 2
    assert 'name="decision"' not in "".join(told)
    lines = re.findall(r'<li class="two-lines"[^>]*>([^<]+)', page)
    assert len(lines) == now.revision - match.revision


@pytest.mark.parametrize("key", ["shiphead", "castle"])
def test_a_pile_that_burns_or_goes_is_seen_once_more_with_its_reason(key: str) -> None:
    code = with_computers(key, PHONE)
    fates: dict[str, int] = {"burns": 0, "goes": 0}
    for match in played_on(code, 40):
        for _, step in STEP.findall(answer(match, PHONE, match.earlier_revision)):
            for fate in (fate for fate in fates if f"centre step {fate}" in step):
                fates[fate] += 1
                assert {"burns": "the pile. ", "goes": "takes the pile"}[fate] in step
                assert '<ol class="heap"><li id="card-' in step
    assert min(fates.values()) > 0


def test_a_page_that_is_opened_shows_no_moves_one_by_one() -> None:
    code = with_computers("shiphead", PHONE)
    for match in played_on(code, 3):
        assert not STEP.search(phone().get(f"/play/{code}/").content.decode())
        assert not STEP.search(answer(match, PHONE, match.revision + 1))


def test_nothing_is_shown_one_by_one_that_was_taken_back_or_is_alone() -> None:
    code = dealt("solo")
    decide(code, "skip")
    assert not STEP.search(answer(match_table(code), PHONE, 0))
    code = on_own_phones("coop", PHONE, OTHER)
    match = next(played_on(code, 1))
    assert not STEP.search(answer(match, OTHER, 0))


@pytest.mark.parametrize("key", ["shiphead", "castle", "coop"])
def test_the_phone_that_decides_is_shown_what_the_others_are(key: str) -> None:
    """It has the stages of its own move; the others read where it began and play it once more."""
    code = with_computers(key, PHONE)
    for _ in range(12):
        match = match_table(code)
        if not match.to_act:
            break
        decision = match.decisions(0)[0]
        sent = {"seat": 0, "number": match.revision, "decision": decision}
        mine = phone().post(f"/play/{code}/moves", sent, headers=HTMX).content.decode()
        assert STEP.findall(mine) == STEP.findall(answer(match_table(code), PHONE, match.revision))
        again = phone().post(f"/play/{code}/moves", sent, headers=HTMX).content.decode()
        assert STEP.findall(again) == STEP.findall(mine)
