"""A decision says what it takes; one that the rules are against says why instead of vanishing."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.play.matches import PHONE, RED_ROOM, at_one_phone, decide, phone
from tracker.boards.match.coop import report_of
from tracker.boards.match.frame import Act, Scene, SeatView
from tracker.boards.match.screens import screen_of
from tracker.rules.games.coop.state import Hero
from tracker.services.match.match import LoggedMove
from tracker.services.match.rows import match_table

pytestmark = pytest.mark.django_db


def scene(key: str, seats: int = 1, seed: str = "lantern", **changes: Any) -> Scene:
    """The scene that the first seat sees of a fresh deal with these changes."""
    match = match_table(at_one_phone(key, seats, seed))
    state = replace(match._state, **changes)
    view = match.game.view(state, 0)
    return screen_of(match.game).scene(SeatView(match.standing_at(state), view, 0))


def wide(scene: Scene) -> dict[str, Act]:
    return {act.decision: act for act in scene.wide}


KING_AND_JACK = "the King of Hearts and the Jack of Hearts"


@pytest.mark.parametrize(
    ("changes", "decision", "text", "reason"),
    [
        (
            {"players": (Hero(passed=True), Hero())},
            "pass",
            "not twice in a row",
            "You can’t pass twice in a row.",
        ),
        (
            {"ran_last": True},
            "offer",
            "ran from last room",
            "You ran from the room before.",
        ),
        (
            {"fought": True},
            "offer",
            "enemy fought",
            "An enemy in this room has already been fought.",
        ),
        (
            {"used": (0, 2)},
            "offer",
            "too many red cards",
            "Too many red cards have been used in this room.",
        ),
    ],
)
def test_pass_and_run_say_why_they_are_not_allowed(
    changes: dict[str, Any], decision: str, text: str, reason: str
) -> None:
    act = wide(scene("coop", 2, **changes))[decision]
    assert (act.barred, act.text, act.more) == (True, text, reason)


def test_a_red_room_has_no_turns_to_pass_and_one_offer_each() -> None:
    acts = wide(scene("coop", 2, RED_ROOM, offers=(0,)))
    assert acts["pass"].text == "not in a Red Room"
    assert acts["offer"].text == "already offered"


@pytest.mark.parametrize(
    ("key", "decision", "changes", "text"),
    [
        ("solo", "skip", {"may_skip": False}, "skipped last room"),
        ("solo", "skip", {"taken": 1}, "card taken here"),
        ("rascal", "flee", {"fled_last": True}, "fled last room"),
        ("rascal", "flee", {"at_entry": False}, "card used here"),
    ],
)
def test_skipping_and_fleeing_say_why_not(
    key: str, decision: str, changes: dict[str, Any], text: str
) -> None:
    act = wide(scene(key, **changes))[decision]
    assert (act.barred, act.text) == (True, text)


@pytest.mark.parametrize("key", ["coop", "solo", "rascal"])
def test_what_is_allowed_is_not_barred(key: str) -> None:
    assert not any(act.barred for act in scene(key).wide)


def test_a_barred_button_is_answered_with_the_whole_sentence() -> None:
    code = at_one_phone("coop", 2)
    decide(code, "pass", 0)
    decide(code, "pass", 1)
    page = phone().get(f"/play/{code}/").content.decode()
    assert 'value="pass" aria-disabled="true"' in page
    sent = {"decision": "pass", "seat": "0", "number": "2"}
    r = phone(PHONE).post(f"/play/{code}/moves", sent)
    assert (r.status_code, "You can’t pass twice in a row." in r.content.decode()) == (409, True)


def fights(room: str, hero: Hero) -> dict[str, Act]:
    """The buttons on the cards of a room, for the first of two."""
    cards = (*room.split(), "2c")
    table: Any = scene("coop", 2, room=cards, turn=0, players=(hero, Hero())).table
    return {act.decision: act for card in table.room for act in card.acts}


@pytest.mark.parametrize(
    ("hero", "decision", "text", "spends"),
    [
        (Hero(weapon="6d"), "fight:JOKb:weapon", "±0", "the weapon is lost"),
        (Hero(weapon="6d"), "fight:Kc:weapon", "−7", ""),
        (Hero(shields=("Kh", "Jh")), "fight:Kc:bare", "−9", f"spends {KING_AND_JACK}"),
        (Hero(shields=("Qh", "Kh")), "fight:2s:bare", "±0", "spends the Queen of Hearts"),
        (Hero(hp=5, shields=("Jh",)), "fight:Kc:bare", "−12", ""),
    ],
)
def test_a_fight_names_each_thing_it_spends(
    hero: Hero, decision: str, text: str, spends: str
) -> None:
    act = fights("JOKb Kc 2s", hero)[decision]
    assert (act.text, act.spends) == (text, spends)


@pytest.mark.parametrize(
    ("decision", "step", "told"),
    [
        ("fight:Kc:bare", -13, "Mara fights the King of Clubs: −13"),
        ("fight:JOKb:weapon", 0, "Mara fights the Black Joker: the weapon is lost"),
        ("drink:7h", 5, "Mara drinks the 7 of Hearts: +5"),
        ("equip:6d", 0, "Mara equips the 6 of Diamonds"),
        ("use:Qh", 0, "Mara takes the Queen of Hearts as a shield"),
        ("use:Kd", 0, "Mara repairs with the King of Diamonds"),
        ("use:JOKr", 8, "Mara heals with the Red Joker: +8"),
        ("place:Qh", 0, "Mara discards the Queen of Hearts unused"),
    ],
)
def test_a_move_is_told_with_what_was_done(decision: str, step: int, told: str) -> None:
    match = match_table(at_one_phone("coop", 2))
    changes = {"players.0.hp": [10, 10 + step]} if step else {}
    move = LoggedMove(1, 0, decision, decision, changes, datetime.now(UTC))
    assert report_of(SeatView(match, match._state, 0), move) == told


@pytest.mark.parametrize(
    ("deck", "text"),
    [
        (("2c", "3c", "4c", "5c", "6c"), "4 new cards"),
        (("2c", "3c", "4c"), "3 cards come"),
        (("2c",), "1 card comes"),
    ],
)
def test_the_next_room_of_rascal_promises_no_more_cards_than_are_left(
    deck: tuple[str, ...], text: str
) -> None:
    acts = wide(scene("rascal", deck=deck, room=(), entry_size=4))
    assert acts["next"].text == text
