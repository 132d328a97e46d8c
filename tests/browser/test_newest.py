"""A phone shows the newest state that it can know, or says when it dates from."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.phones import OpenTable, button, elsewhere, expect_hp
from tracker import models

WITHOUT_STORAGE = (
    "Object.defineProperty(window, 'localStorage', { get() { throw Error('closed') } })"
)
SEQUENCE = """
  window.numbers = [];
  const look = () => {
    const { textContent } = document.querySelector("#player-1 output");
    if (numbers.at(-1) !== textContent) numbers.push(textContent);
  };
  look();
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true });
"""


def hold(page: Page, address: str) -> list[Route]:
    """Filled with the next request of that address, which is not answered."""
    late: list[Route] = []
    page.route(address, lambda route: late.append(route), times=1)
    return late


def come(page: Page, late: list[Route]) -> Route:
    for _ in range(500):
        if late:
            break
        # Playwright sees requests only while it waits.
        page.wait_for_timeout(20)
    return late[0]


@pytest.mark.parametrize(
    "script",
    [WITHOUT_STORAGE, pytest.param("", marks=pytest.mark.thorough)],
    ids=["htmx", "outbox"],
)
def test_an_answer_that_has_been_overtaken_is_not_shown(
    open_table: OpenTable, code: str, script: str
) -> None:
    page = open_table(script=script)
    page.evaluate(SEQUENCE)
    late = hold(page, "**/table?after=0&*")
    elsewhere(code, "hp:0:-1")
    old = come(page, late).fetch()
    button(page, "Odo: lose 1 HP").tap()
    expect_hp(page, "Odo", "19")
    late[0].fulfill(response=old)
    elsewhere(code, "hp:0:-1")
    expect_hp(page, "Mara", "18")
    assert page.evaluate("numbers") == ["20", "19"]


def go_back(code: str, revision: int, hp: int) -> None:
    """The site is restored from a backup of then."""
    models.Party.objects.filter(code=code).update(revision=revision)
    models.Player.objects.filter(party__code=code, number=1).update(hp=hp)


def test_what_a_phone_has_kept_gives_way_to_a_backup(open_table: OpenTable, code: str) -> None:
    page = open_table()
    elsewhere(code, *["hp:1:-1"] * 3)
    expect_hp(page, "Odo", "17")
    go_back(code, 1, 19)
    page.reload()
    expect_hp(page, "Odo", "19")


@pytest.mark.thorough
def test_a_backup_is_shown_though_a_finger_was_in_the_way(open_table: OpenTable, code: str) -> None:
    page = open_table()
    elsewhere(code, *["hp:1:-1"] * 3)
    expect(page.locator("#table")).to_have_attribute("data-revision", "3")
    late = hold(page, "**/table?after=3&*")
    go_back(code, 1, 19)
    page.evaluate("dispatchEvent(new Event('online'))")
    answer = come(page, late).fetch()
    page.mouse.move(5, 5)
    page.mouse.down()
    with page.expect_request_finished():
        late[0].fulfill(response=answer)
    page.mouse.up()
    expect_hp(page, "Odo", "19")
