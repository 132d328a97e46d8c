"""Days and times as a language writes them; in English as they were in the first release."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.utils import translation

from tracker.boards.words.clock import day_text, moment_text, short_moment_text, weekday_text

MOMENT = datetime(2026, 3, 14, 19, 40, 5, tzinfo=UTC)
SUNDAY = {
    "en": "Sunday, 1 March",
    "de": "Sonntag, 1. März",
    "fr": "dimanche 1er mars",
    "es": "domingo, 1 de marzo",
    "it": "domenica 1 marzo",
    "pt-br": "domingo, 1 de março",
    "pl": "niedziela, 1 marca",
    "uk": "неділя, 1 березня",
    "he": "יום ראשון, 1 במרץ",
}


@pytest.mark.parametrize(
    ("language", "day", "short"),
    [
        ("en", "14 March 2026", "14 Mar, 19:40"),
        ("de", "14. März 2026", "14.03.2026, 19:40"),
        ("fr", "14 mars 2026", "14/03/2026, 19:40"),
        ("es", "14 de marzo de 2026", "14/03/2026, 19:40"),
        ("it", "14 marzo 2026", "14/03/2026, 19:40"),
        ("pt-br", "14 de março de 2026", "14/03/2026, 19:40"),
        ("pl", "14 marca 2026", "14.03.2026, 19:40"),
        ("uk", "14 березня 2026", "14.03.2026, 19:40"),
        ("he", "14 במרץ 2026", "14/03/2026, 19:40"),
    ],
)
def test_a_day_is_written_as_its_language_does(language: str, day: str, short: str) -> None:
    with translation.override(language):
        assert day_text(MOMENT) == day
        assert short_moment_text(MOMENT) == short


def test_english_days_are_what_they_were() -> None:
    assert weekday_text(MOMENT.date(), year=False) == "Saturday, 14 March"
    assert weekday_text(MOMENT.date(), year=True) == "Saturday, 14 March 2026"
    assert moment_text(MOMENT) == "Saturday, 14 March, 19:40:05"


@pytest.mark.parametrize(("language", "day"), SUNDAY.items())
def test_a_weekday_is_written_as_inside_a_line(language: str, day: str) -> None:
    with translation.override(language):
        assert weekday_text(datetime(2026, 3, 1, tzinfo=UTC).date(), year=False) == day


def test_every_language_has_its_days_tested() -> None:
    assert {*SUNDAY} == {language for language, _name in settings.LANGUAGES}
