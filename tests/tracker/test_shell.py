"""The worker, the manifest and the page in place of a missing one make the site an app."""

from __future__ import annotations

import pytest
from django.conf import settings
from django.test import Client
from PIL import Image
from pytest_django.fixtures import Settings

from tracker.views.site import shell


def test_the_worker_is_asked_for_anew_every_time(client: Client) -> None:
    r = client.get("/sw.js")
    assert (r["Content-Type"], r["Cache-Control"]) == ("text/javascript", "no-cache")


def test_another_set_of_files_makes_another_worker(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = client.get("/sw.js").content
    monkeypatch.setattr(shell, "files_version", lambda: "another")
    assert client.get("/sw.js").content != before


def test_files_that_may_change_under_their_name_are_not_kept(
    client: Client, settings: Settings
) -> None:
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STORAGES = {"staticfiles": {"BACKEND": plain}}
    assert 'const FILES = ["/offline"];' in client.get("/sw.js").content.decode()


def test_the_app_has_a_name_colours_and_icons(client: Client) -> None:
    r = client.get("/manifest.webmanifest")
    data = r.json()
    assert r["Content-Type"] == "application/manifest+json"
    assert (data["short_name"], data["display"], data["start_url"]) == (
        "Scoundrel",
        "standalone",
        "/",
    )
    assert {icon["purpose"] for icon in data["icons"]} == {"any", "maskable"}


def test_icons_are_as_large_as_the_manifest_says_and_light(client: Client) -> None:
    for icon in client.get("/manifest.webmanifest").json()["icons"]:
        path = settings.STATIC_ROOT / icon["src"].removeprefix("/static/")
        with Image.open(path) as picture:
            assert f"{picture.width}x{picture.height}" == icon["sizes"]
        with open(path, "rb") as file:
            assert len(file.read()) < 8_000


def test_an_iphone_finds_its_icon_where_it_looks_for_one(client: Client) -> None:
    r = client.get("/apple-touch-icon.png")
    with Image.open(settings.STATIC_ROOT / r["Location"].removeprefix("/static/")) as picture:
        assert picture.size == (180, 180)


def test_a_page_that_is_not_on_the_phone_says_so(client: Client) -> None:
    assert "You’re offline" in client.get("/offline").content.decode()
