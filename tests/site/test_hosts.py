"""A Host that names no place is refused, wherever it is sent."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client, override_settings

from tests.play.matches import PHONE, on_own_phones, phone
from tests.routes import ROUTES, opened
from tracker.rules.table.state.party import new_party
from tracker.services.party.parties import party_create, party_table

MALFORMED = [
    *("localhost:99999", "127.0.0.1:70000", "[::1]:99999", "[::::]", "[1:2:3:4:5:6:7:8:9]"),
    *("[fe80::1.2.3.4.5]", "[::1", "a b", "", "localhost:x", "a@b", "localhost,localhost"),
]
WORST = ("localhost:99999", "[::::]")  # which Django lets pass

pytestmark = [pytest.mark.django_db, pytest.mark.thorough]


def addresses() -> list[str]:
    """Every address, of a party and of a dealt game that waits for a player."""
    party = party_create(state=new_party(("Mara", "Odo")))
    match = on_own_phones("shiphead", PHONE, "")
    codes = {"p": party, "w": party_table(party).watch_code, "play": match}
    return [opened(route, codes) for route in ROUTES]


def assert_refused(client: Client, host: str) -> None:
    for address in addresses():
        for method in ("GET", "POST"):
            r = client.generic(method, address, headers={"host": host, "accept": "text/html"})
            assert r.status_code == 400, f"{method} {address}"


@pytest.mark.parametrize("host", MALFORMED)
def test_a_malformed_host_is_refused_at_every_address(host: str) -> None:
    assert_refused(phone(), host)


@pytest.mark.parametrize("host", WORST)
@override_settings(SECURE_SSL_REDIRECT=True)
def test_it_is_refused_behind_a_proxy_that_speaks_https(host: str) -> None:
    assert_refused(phone(), host)


@pytest.mark.parametrize("host", WORST)
@override_settings(OWN_HTTPS=True)
def test_it_is_refused_at_both_doors_of_own_https(host: str) -> None:
    middleware = [*settings.MIDDLEWARE]
    below = middleware.index("whitenoise.middleware.WhiteNoiseMiddleware") + 1
    middleware.insert(below, "tracker.web.doors.http_and_https")
    with override_settings(MIDDLEWARE=middleware):
        assert_refused(phone(), host)


def test_a_refusal_carries_what_every_page_does(client: Client) -> None:
    r = client.get("/", headers={"host": "localhost:99999"})
    assert r.status_code == 400
    assert r["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'self'" in r["Content-Security-Policy"]
