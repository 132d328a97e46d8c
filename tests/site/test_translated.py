"""Every word of every screen can be translated, and no number is where a program reads it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from django.test import override_settings

from tests.screens import CHIEF, Screen
from tests.unmarked import EVERY_SCREEN, page_of, spoken, unmarked_on
from tools.pseudo import OPEN

pytestmark = pytest.mark.django_db


def params(screens: Iterable[Screen]) -> list[Any]:
    rest = pytest.mark.thorough
    return [pytest.param(s, id=s.name, marks=() if s.name in CHIEF else rest) for s in screens]


# Attributes that a program reads as numbers.
READ = re.compile(
    r"\s((?:[xyrd]|[xy][12]|c[xy]|r[xy]|width|height|points|viewBox|transform|offset|min|max|step"
    r'|stroke-\w+|font-size|data-(?:low|high|length|danger|revision))="[^"]*\d[^"]*")'
)


@pytest.fixture(scope="module")
def _pseudo() -> Iterator[None]:
    with spoken():
        yield


@pytest.mark.usefixtures("_pseudo")
@pytest.mark.parametrize("screen", params(EVERY_SCREEN))
def test_every_word_of_a_screen_is_in_the_catalogue(screen: Screen) -> None:
    assert unmarked_on(screen) == []


@pytest.mark.usefixtures("_pseudo")
def test_what_is_in_the_catalogue_is_seen() -> None:
    """Else nothing at all would have been translated above."""
    assert page_of(EVERY_SCREEN[0]).count(OPEN) > 20


@pytest.mark.parametrize("screen", params(s for s in EVERY_SCREEN if not s.posted))
def test_numbers_that_a_program_reads_are_the_same_in_every_language(screen: Screen) -> None:
    """In German 1.5 is written 1,5, which no drawing knows."""
    code = screen.party()
    with override_settings(LANGUAGES=[("en", "English"), ("de", "Deutsch")]):
        english, german = (page_of(screen, code, language) for language in ("en", "de"))
    assert 'lang="de"' in german
    assert READ.findall(german) == READ.findall(english)


def test_such_numbers_are_found() -> None:
    assert READ.findall('<path d="M 1,5"><rect width="1,5"><b data-low="-9">') == [
        'd="M 1,5"',
        'width="1,5"',
        'data-low="-9"',
    ]
