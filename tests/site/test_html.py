"""Every screen is valid HTML."""

from __future__ import annotations

from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client

from tests.audits import assert_valid_html
from tests.game_screens import GAME_SCREENS
from tests.screens import CHIEF, FULLEST, SCREENS, Screen

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


EVERY_SCREEN = (*SCREENS, *GAME_SCREENS)


def answer(screen: Screen) -> Any:
    client = Client()
    address = screen.address.format(code=screen.party())
    client.cookies.load(screen.cookies())
    ask = client.post if screen.posted else client.get
    r = ask(address, screen.posted)
    assert r.status_code == screen.status
    return r


def test_every_chief_screen_is_valid_html() -> None:
    assert_valid_screens({screen.name for screen in EVERY_SCREEN} & CHIEF)


@pytest.mark.thorough
def test_every_other_screen_is_valid_html_and_each_template_stands_for_itself() -> None:
    templates = assert_valid_screens({screen.name for screen in EVERY_SCREEN} - CHIEF)
    fullest = {template for name, template in templates.items() if name in FULLEST}
    chief = {answer(screen).templates[0].name for screen in EVERY_SCREEN if screen.name in CHIEF}
    assert {*templates.values()} - fullest - chief == set()
    assert {screen.name for screen in EVERY_SCREEN} >= FULLEST >= CHIEF


def assert_valid_screens(names: set[str]) -> dict[str, str]:
    """All in one go, as the checker takes a second to start; the template of each."""
    judged = [screen for screen in EVERY_SCREEN if screen.name in names]
    answers = {screen.name: answer(screen) for screen in judged}
    pages = {s.name: answers[s.name].content.decode() for s in judged if not s.touched}
    assert_valid_html({**pages, "server-error": render_to_string("500.html")})
    return {name: r.templates[0].name for name, r in answers.items()}


def test_a_fault_is_found_and_attributes_of_htmx_are_none() -> None:
    page = "<!doctype html><html lang=en><title>Mara</title><p hx-get=/ hx-target:inherited=p>{}"
    with pytest.raises(AssertionError) as found:
        assert_valid_html({"odo": page.format("<b>"), "pell": page.format("")})
    assert 'odo:1.83-1.85: error: Unclosed element "b"' in str(found.value)
    assert "pell" not in str(found.value)
