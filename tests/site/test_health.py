"""/healthz: whoever watches over the site learns whether it can work."""

import pytest
from django.db import OperationalError
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries, Settings

from tracker import __version__, models


@pytest.mark.django_db
def test_a_site_that_can_read_its_database_is_well(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        r = client.get("/healthz")
    assert (r.status_code, r.content) == (200, f"ok {__version__}\n".encode())
    assert not r.cookies


def test_a_site_without_its_database_is_not(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OperationalError("the server closed the connection")

    monkeypatch.setattr(models.Party.objects, "exists", fail)
    r = client.get("/healthz")
    assert r.status_code == 503
    assert b"closed" not in r.content


@pytest.mark.django_db
def test_a_proxy_may_ask_over_http(settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert Client().get("/").status_code == 301
    assert Client().get("/healthz").status_code == 200
