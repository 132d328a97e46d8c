"""Every word of every screen can be translated, and no number is where a program reads it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import pytest
from django.test import override_settings

from tests.screens import CHIEF, FULLEST, Screen
from tests.unmarked import EVERY_SCREEN, page_of, spoken, unmarked_on
from tools.pseudo import OPEN

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

CHIEF_ONES = [screen for screen in EVERY_SCREEN if screen.name in CHIEF]
FULLEST_ONES = [screen for screen in EVERY_SCREEN if screen.name in FULLEST]
BY_DAY = pytest.param(CHIEF_ONES, id="chief")
EVERY_ONE = pytest.param(EVERY_SCREEN, marks=pytest.mark.thorough, id="all")
EVERY_TEMPLATE = pytest.param(FULLEST_ONES, marks=pytest.mark.thorough, id="templates")
BY_NIGHT = pytest.param(EVERY_SCREEN, marks=pytest.mark.nightly, id="all")


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
@pytest.mark.parametrize("screens", [BY_DAY, EVERY_ONE])
def test_every_word_of_a_screen_is_in_the_catalogue(screens: Iterable[Screen]) -> None:
    bare = {screen.name: unmarked_on(screen) for screen in screens}
    assert {name: words for name, words in bare.items() if words} == {}


@pytest.mark.usefixtures("_pseudo")
def test_what_is_in_the_catalogue_is_seen() -> None:
    """Else nothing at all would have been translated above."""
    assert page_of(EVERY_SCREEN[0]).count(OPEN) > 20


@pytest.mark.parametrize("screens", [BY_DAY, EVERY_TEMPLATE, BY_NIGHT])
def test_numbers_that_a_program_reads_are_the_same_in_every_language(
    screens: Iterable[Screen],
) -> None:
    """In German 1.5 is written 1,5, which no drawing knows."""
    wrong = []
    for screen in (screen for screen in screens if not screen.posted):
        code = screen.party()
        with override_settings(LANGUAGES=[("en", "English"), ("de", "Deutsch")]):
            english, german = (page_of(screen, code, language) for language in ("en", "de"))
        assert 'lang="de"' in german, screen.name
        if READ.findall(german) != READ.findall(english):
            wrong.append(screen.name)
    assert wrong == []


def test_such_numbers_are_found() -> None:
    assert READ.findall('<path d="M 1,5"><rect width="1,5"><b data-low="-9">') == [
        'd="M 1,5"',
        'width="1,5"',
        'data-low="-9"',
    ]
