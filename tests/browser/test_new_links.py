"""New links after a leak: an answer that is lost, or comes late, loses no party."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.phones import Fingers, OpenTable, answered_once_asked_again, middle, press
from tracker import models
from tracker.services.party.parties import party_relink
from tracker.views.party import invite


def test_links_that_are_asked_for_twice_are_made_once(
    open_table: OpenTable, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The site is slow, so the finger comes back; the browser forgets the first answer."""
    monkeypatch.setattr(invite, "party_relink", answered_once_asked_again(party_relink))
    page = open_table()
    page.goto(f"/p/{code}/invite")
    press(page.get_by_text("Has the link leaked?"))
    button = page.get_by_role("button", name="Make new secret links")
    button.scroll_into_view_if_needed()
    Fingers(page).tap_twice(middle(button), 900)
    expect(page.get_by_text("The party has new links.")).to_be_visible()
    assert page.url.endswith(f"/p/{models.Party.objects.get().code}/invite")
    page.goto("/")
    expect(page.locator(".party")).to_have_count(1)
