"""The version has one owner, and visitors and whoever watches over the site can read it."""

import re

import pytest
from django.test import Client

from tests.servers import ROOT
from tracker import __version__
from tracker.rules.table.state.party import new_party
from tracker.services.party.parties import party_create

pytestmark = pytest.mark.django_db
FOOT = f"Version {__version__}</footer>"


def test_the_changelog_begins_with_this_version() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    versions = re.findall(r"^## (\d+\.\d+\.\d+) - \d{4}-\d{2}-\d{2}$", changelog, re.MULTILINE)
    assert versions[0] == __version__
    assert versions == sorted(versions, key=lambda v: [*map(int, v.split("."))], reverse=True)


@pytest.mark.parametrize("address", ["/", "/rules/", "/rules/castle/", "/records/", "/about"])
def test_the_foot_of_a_page_has_the_version(client: Client, address: str) -> None:
    assert FOOT in client.get(address).content.decode()


def test_the_pages_of_a_party_have_it_but_the_table_has_no_foot(client: Client) -> None:
    code = party_create(state=new_party(("Mara", "Odo")))
    address = f"/p/{code}/"
    assert FOOT in client.get(f"{address}saves").content.decode()
    assert "</footer>" not in client.get(address).content.decode()


def test_a_player_finds_what_is_kept_about_them(client: Client) -> None:
    assert 'href="/about"' in client.get("/").content.decode()
    html = client.get("/about").content.decode()
    assert '<h2 id="privacy">' in html
    assert "Zach Gage and Kurt Bieg" in html
