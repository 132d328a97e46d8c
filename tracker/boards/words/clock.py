"""Time played and days, the way people say them."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _


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
    return date_format(timezone.localtime(moment), "j F Y")
