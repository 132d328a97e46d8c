"""Two phones at one table, each in the language of whoever holds it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phones import OpenTable, elsewhere, expect_hp, seat


@pytest.fixture
def german(open_table: OpenTable) -> Page:
    return open_table(locale="de-DE")


def test_what_one_does_the_other_reads_in_its_own_language(
    open_table: OpenTable, german: Page, code: str
) -> None:
    english = open_table()
    expect(german.locator("html")).to_have_attribute("lang", "de")
    expect(english.locator("html")).to_have_attribute("lang", "en")
    german.get_by_role("button", name="Odo: 1 LP verlieren").click()
    expect_hp(english, "Odo", "19")
    elsewhere(code, "equip:0:8d", "fight:0:Kc:weapon")
    expect(seat(german, "Mara")).to_contain_text("Kämpft gegen 12 oder weniger")
    expect(seat(english, "Mara")).to_contain_text("Can fight 12 or lower")
    german.goto(f"{german.url}history")
    expect(german.locator("main")).to_contain_text("Mara kämpft gegen den Kreuz-König mit der 8")
    english.goto(f"{english.url}history")
    expect(english.locator("main")).to_contain_text("Mara fights the King of Clubs with the 8")


def test_the_choice_of_a_phone_stays_with_it(open_table: OpenTable, german: Page) -> None:
    english = open_table()
    english.goto("/")
    english.get_by_role("button", name="Polski").click()
    expect(english.locator("html")).to_have_attribute("lang", "pl")
    german.reload()
    expect(german.locator("html")).to_have_attribute("lang", "de")
