"""Time played and days, the way people say them."""

from __future__ import annotations

from datetime import date, datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

LARGE_NAMES = ("en", "de")
"""The languages that write days and months with a capital letter inside a sentence."""
FIRST = {"fr": "1er"}
"""How a language writes the first day of a month, if not as any number."""
FORMS = {
    "en": {"DATE_FORMAT": "j F Y", "MONTH_DAY_FORMAT": "j F", "SHORT_DATE_FORMAT": "j M"},
    "it": {"DATE_FORMAT": "j F Y"},  # without a nought before the day
    "pl": {"SHORT_DATE_FORMAT": "d.m.Y"},
    "uk": {"DATE_FORMAT": "j E Y", "MONTH_DAY_FORMAT": "j E"},  # the month as after a number
}
"""How a language writes days, if not as Django does."""


def clock_text(seconds: int) -> str:
    """ "2 h 35 min", "48 min"; "< 1 min" for less."""
    hours, minutes = divmod(seconds // 60, 60)
    if hours:
        return _("{hours} h {minutes} min").format(hours=hours, minutes=minutes)
    return _("{minutes} min").format(minutes=minutes) if minutes else _("< 1 min")


def minutes_text(seconds: int) -> str:
    """ "155", "48", "< 1": whole minutes, for a narrow column."""
    return str(seconds // 60) if seconds >= 60 else "<\N{NO-BREAK SPACE}1"


def day_text(moment: datetime) -> str:
    """ "14 March 2026", where the phone is."""
    return _day(timezone.localtime(moment), "DATE_FORMAT")


def day_of_year_text(day: date) -> str:
    """ "14 March"."""
    return _day(day, "MONTH_DAY_FORMAT")


def weekday_text(day: date, year: bool) -> str:
    """ "Saturday, 14 March", with the year if it is to be said."""
    # Translators: a day with its weekday: "Saturday, 14 March".
    return _("{weekday}, {day}").format(
        weekday=_inside(date_format(day, "l")),
        day=_day(day, "DATE_FORMAT" if year else "MONTH_DAY_FORMAT"),
    )


def moment_text(moment: datetime) -> str:
    """ "Saturday, 14 March, 19:40:05", where the phone is."""
    here = timezone.localtime(moment)
    return _at(weekday_text(here, year=False), date_format(here, "H:i:s"))


def short_moment_text(moment: datetime) -> str:
    """ "14 Mar, 19:40", where the phone is."""
    here = timezone.localtime(moment)
    return _at(_in_form(here, "SHORT_DATE_FORMAT"), date_format(here, "H:i"))


def _at(day: str, time: str) -> str:
    # Translators: a day and a time: "14 Mar, 19:40".
    return _("{day}, {time}").format(day=day, time=time)


def _day(day: date, form: str) -> str:
    text = _inside(_in_form(day, form))
    first = FIRST.get(get_language() or "en")
    return text.replace("1", first, 1) if first and day.day == 1 else text


def _in_form(day: date, form: str) -> str:
    return date_format(day, FORMS.get(get_language() or "en", {}).get(form, form))


def _inside(name: str) -> str:
    """Django gives some languages capital names, as at the head of a calendar."""
    return name if (get_language() or "en").startswith(LARGE_NAMES) else name.lower()
