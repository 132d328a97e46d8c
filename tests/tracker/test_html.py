"""Every screen is valid HTML."""

import pytest
from django.test import Client

from tests.audits import assert_valid_html
from tests.screens import SCREENS, Screen

pytestmark = pytest.mark.django_db


def html_of(screen: Screen) -> str:
    code = screen.party()
    client = Client(cookies=None)
    client.cookies.load(screen.cookies())
    ask = client.post if screen.posted else client.get
    r = ask(screen.address.format(code=code), screen.posted or None)
    assert r.status_code == screen.status, screen.name
    return r.content.decode()


def test_every_screen_is_valid_html() -> None:
    assert_valid_html({s.name: html_of(s) for s in SCREENS if not s.touched})
