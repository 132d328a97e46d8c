"""A game that is one file and one line: it is played to its end, and has every page."""

from __future__ import annotations

import re
from random import Random

import pytest
from django.test import Client

from tests.play.matches import at_one_phone, phone, played_on
from tests.play.test_hidden_cards import cards_in, may_see
from tests.rules.test_sixth_game import Greed
from tracker.boards.match.screens import SCREENS
from tracker.boards.words.names import card_name
from tracker.rules.games import GAMES
from tracker.services.match.rows import match_table

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one line."""
    monkeypatch.setitem(GAMES, Greed.key, Greed())


def page_of(client: Client, path: str) -> str:
    r = client.get(path)
    assert r.status_code == 200, path
    return str(r.content.decode())


def dealt(client: Client, **fields: str) -> str:
    r = client.post("/play/new/greed", {"name-0": "Mara", "seed": "lantern", **fields})
    assert r.status_code == 303
    return str(r["Location"].split("/")[2])


def decide(client: Client, code: str, decision: str) -> str:
    """Presses the button on the page as it stands."""
    page = page_of(client, f"/play/{code}/")
    fields = dict(re.findall(r'name="(seat|number)" value="(\d+)"', page))
    assert f'name="decision" value="{decision}"' in page
    r = client.post(f"/play/{code}/moves", {**fields, "decision": decision})
    assert r.status_code == 303
    return page_of(client, f"/play/{code}/")


@pytest.mark.parametrize(
    "path",
    ["/play/", "/play/new/greed", "/rules/", "/rules/greed/", "/rules/greed/one-page", "/records/"],
)
def test_every_page_knows_it(client: Client, path: str) -> None:
    match = dealt(client)
    decide(client, match, "draw")
    decide(client, match, "stop")
    assert "Greed" in page_of(client, path)


def test_it_is_played_to_its_end(client: Client) -> None:
    code = dealt(client)
    drawn = decide(client, code, "draw")
    card = match_table(code)._state.taken[0]
    assert f'aria-label="{card_name(card)}"' in drawn
    assert "9 face down" in drawn
    assert "Won" in decide(client, code, "stop")
    assert match_table(code).outcome == "won"
    for page in ("table", "about", "join"):
        assert "Greed" in page_of(client, f"/play/{code}/{page}")
    assert ">won<" in page_of(client, "/play/")


def test_its_house_rules_are_offered_and_told(client: Client) -> None:
    assert 'name="option-limit" value="21"' in page_of(client, "/play/new/greed")
    code = dealt(client, **{"option-limit": "21"})
    assert match_table(code)._state.options.limit == 21
    assert "Limit? 21" in page_of(client, f"/play/{code}/about")
    assert "Limit?" in page_of(client, "/rules/greed/")


@pytest.mark.parametrize("key", SCREENS)
def test_any_game_can_be_played_without_a_screen(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.delitem(SCREENS, key)
    code = at_one_phone(key, GAMES[key].seats[0])
    for opened in played_on(code, 12, Random(7)):
        seat = next(iter(opened.to_act), 0)
        page = phone().get(f"/play/{code}/?open={opened.revision}").content.decode()
        offered = set(re.findall(r'name="decision" value="([^"]+)"', page)) - {"undo"}
        assert offered == set(opened.game.distinct(opened._state, seat))
        assert cards_in(page) <= may_see(opened, seat)


def test_a_decision_is_taken_back(client: Client) -> None:
    code = dealt(client)
    decide(client, code, "draw")
    assert "Draw" in page_of(client, f"/play/{code}/")
    decide(client, code, "undo")
    assert match_table(code)._state.taken == ()
