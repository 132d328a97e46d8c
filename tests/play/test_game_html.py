"""Every screen of the dealt games is valid HTML."""

from __future__ import annotations

import pytest

from tests.audits import assert_valid_html
from tests.game_screens import GAME_SCREENS
from tests.tracker.test_html import html_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_every_screen_of_the_games_is_valid_html() -> None:
    assert_valid_html({screen.name: html_of(screen) for screen in GAME_SCREENS})
