"""A script says a number in the form that the language of the page has for it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route

from tests.browser.phones import OpenTable

POLISH = "% ruch|% ruchy|% ruchów"


@pytest.mark.parametrize(
    ("language", "texts", "said"),
    [
        ("en", "% to send", ["1 to send", "3 to send"]),
        ("pl", POLISH, ["1 ruch", "2 ruchy", "5 ruchów", "22 ruchy", "112 ruchów"]),
        ("fr", "% envoi|% envois|% envois", ["0 envoi", "1 envoi", "2 envois", "1000000 envois"]),
    ],
)
def test_a_number_has_the_form_of_the_language(
    open_table: OpenTable, language: str, texts: str, said: list[str]
) -> None:
    def translate(route: Route) -> None:
        answer = route.fetch()
        body = answer.text().replace('<html lang="en"', f'<html lang="{language}"')
        route.fulfill(response=answer, body=body)

    page = open_table()
    page.context.route("**/p/*/", translate)
    page.reload()
    counts = [int(text.split()[0]) for text in said]
    tell = "([texts, counts]) => counts.map((count) => app.counted(texts, count))"
    assert page.evaluate("document.documentElement.lang") == language
    assert page.evaluate(tell, [texts, counts]) == said
