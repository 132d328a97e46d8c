"""Every screen is valid HTML."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from django.test import Client

from tests.audits import assert_valid_html
from tests.game_screens import GAME_SCREENS
from tests.screens import CHIEF, SCREENS, Screen

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def html_of(screen: Screen) -> str:
    client = Client()
    address = screen.address.format(code=screen.party())
    client.cookies.load(screen.cookies())
    ask = client.post if screen.posted else client.get
    r = ask(address, screen.posted)
    assert r.status_code == screen.status
    return r.content.decode()


def test_every_chief_screen_is_there() -> None:
    assert {screen.name for screen in (*SCREENS, *GAME_SCREENS)} >= CHIEF


@pytest.mark.parametrize(
    "chief",
    [pytest.param(True, id="chief"), pytest.param(False, marks=pytest.mark.thorough, id="rest")],
)
def test_every_screen_is_valid_html(chief: bool) -> None:
    """All in one go: the checker takes a second to start."""
    judged = [screen for screen in (*SCREENS, *GAME_SCREENS) if (screen.name in CHIEF) == chief]
    pages = {screen.name: html_of(screen) for screen in judged if not screen.touched}
    assert_valid_html({**pages, "server-error": render_to_string("500.html")})


def test_a_fault_is_found_and_attributes_of_htmx_are_none() -> None:
    page = "<!doctype html><html lang=en><title>Mara</title><p hx-get=/ hx-target:inherited=p>{}"
    with pytest.raises(AssertionError) as found:
        assert_valid_html({"odo": page.format("<b>"), "pell": page.format("")})
    assert 'odo:1.83-1.85: error: Unclosed element "b"' in str(found.value)
    assert "pell" not in str(found.value)
