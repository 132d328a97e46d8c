"""A link is handed to the phone, and copied where the phone cannot pass it on."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.screens import shared_run

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_shared_run_is_passed_on(page: Page, base_url: str) -> None:
    address = f"{base_url}/r/{shared_run()}/"
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(address)
    button = page.locator("[data-share]")
    expect(button).to_have_text("Share the link")
    button.click()
    expect(button).to_have_text("Link copied")
    assert page.evaluate("navigator.clipboard.readText()") == address
    # A phone has this, this browser doesn't.
    page.evaluate("void (navigator.share = async ({ url }) => { document.title = url; })")
    button.click()
    expect(page).to_have_title(address)
