"""Pages that a guest meets first are read in each language, also when the site cannot answer."""

from __future__ import annotations

import re
from time import monotonic
from typing import Any, NoReturn

import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoundrel_web.refusals import BusyPage
from scoundrel_web.threads import Threads
from tests.screens import shared_run
from tests.screens import untouched as party
from tracker.services.party.parties import party_delete, party_table

pytestmark = pytest.mark.django_db

NAMES = dict(settings.LANGUAGES)
CHOICE = re.compile(r'name="language" value="([\w-]+)"')
BACK = re.compile(r'name="next" value="([^"]*)"')


@pytest.fixture
def code() -> str:
    return party()


def language_of(page: str) -> str:
    return page.partition('<html lang="')[2].partition('"')[0]


def guest(asks: str = "en", **cookies: str) -> Client:
    client = Client(headers={"Accept-Language": asks})
    for name, value in cookies.items():
        client.cookies[name] = value
    return client


def assert_switches(address: str, status: int = 200) -> None:
    """Each language is offered there, and leads back there in that language.

    Where the page does not say where that is, the browser does.
    """
    client = guest()
    page = client.get(address)
    assert page.status_code == status
    assert {*CHOICE.findall(page.content.decode())} == {*NAMES}
    (back,) = BACK.findall(page.content.decode())
    assert back == ("" if status >= 400 else address)
    here = {"Referer": f"http://testserver{address}"}
    for language in NAMES:
        r = client.post(reverse("language"), {"language": language, "next": back}, headers=here)
        assert r["Location"] == address
        assert language_of(client.get(address).content.decode()) == language


def test_where_a_guest_says_who_they_are(code: str) -> None:
    assert_switches(reverse("join", args=[code]))


def test_on_the_screen_that_is_watched(code: str) -> None:
    assert_switches(reverse("watch", args=[party_table(code).watch_code]))


def test_on_the_invitation(code: str) -> None:
    assert_switches(reverse("invite", args=[code]))


def test_on_a_shared_run() -> None:
    assert_switches(reverse("shared-run", args=[shared_run()]))


def test_where_nothing_is() -> None:
    assert_switches("/p/nowhere", status=404)
    assert_switches(reverse("table", args=["23456789abcde"]), status=404)


def test_a_page_that_answers_a_touch_offers_none(code: str) -> None:
    """The second tap of two would choose one."""
    refused = guest().post(reverse("watch", args=[code]))
    party_delete(code=code)
    gone = guest().get(f"{reverse('table', args=[code])}?deleted")
    assert (refused.status_code, gone.status_code) == (405, 410)
    assert not any(CHOICE.findall(r.content.decode()) for r in (refused, gone))


def dead(*_: object) -> NoReturn:
    raise OperationalError("disk I/O error")


@pytest.mark.parametrize("language", NAMES)
def test_a_dead_database_is_told_in_the_language_of_the_phone(code: str, language: str) -> None:
    with translation.override(language):
        said = translation.gettext("Try again in a moment")
    with connection.execute_wrapper(dead):
        for client in (guest(language), guest("en", language=language)):
            r = client.get(reverse("table", args=[code]))
            assert (r.status_code, r["Retry-After"]) == (503, "2")
            assert said in r.content.decode()
            assert language_of(r.content.decode()) == language


def refused(**asked: str) -> str:
    """The page of a site that has no thread for who asks."""
    site: Any = Threads(lambda environ, start: [], largest=1, busy=BusyPage())
    _start, body = site.answer(asked, latest=monotonic() - 1)
    return str(body["body"].decode())


@pytest.mark.parametrize("language", NAMES)
def test_a_crowded_site_says_so_in_the_language_of_the_phone(language: str) -> None:
    assert language_of(refused(HTTP_ACCEPT_LANGUAGE=language)) == language
    chosen = refused(HTTP_COOKIE=f"a=b; language={language}", HTTP_ACCEPT_LANGUAGE="en")
    assert language_of(chosen) == language
    assert ('<html lang="he" dir="rtl">' in chosen) == (language == "he")


@pytest.mark.parametrize("hostile", ["", "tlh", "*", ";;=", "x" * 5000, "xx;q=nan", "\x80é"])
def test_whatever_a_phone_asks_for_a_crowded_site_has_a_page(hostile: str) -> None:
    page = refused(HTTP_ACCEPT_LANGUAGE=hostile, HTTP_COOKIE=f"language={hostile}")
    assert language_of(page) == settings.LANGUAGE_CODE
