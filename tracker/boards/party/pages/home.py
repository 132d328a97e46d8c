"""The first page: the news of a version, and this browser's parties."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.boards.words.clock import day_of_year_text, day_text
from tracker.boards.words.names import SeatNote, people_text, seat_notes
from tracker.rules.table.state.party import Party
from tracker.services.party.parties import Summary

TODAY = timedelta(hours=12)
SINCE = "1.1"
"""The version that the news is about: a phone that has read it keeps this word."""


def news_text() -> str:
    """The news in one sentence, for phones that know an older version."""
    return _("New: lay out a room with one tap a card.")


@dataclass(frozen=True)
class PartyNote:
    """One party on the list; `names` is empty where they are its heading already."""

    code: str
    heading: str
    names: str
    floor: int
    room: int
    seats: tuple[SeatNote, ...]
    ago: str
    moment: str
    """When that was, for programs."""
    fallen: bool


def party_note(party: Summary) -> PartyNote:
    state = party.state
    names = party_names(state)
    title = state.title.strip()
    return PartyNote(
        code=party.code,
        heading=title or names,
        names=names if title else "",
        floor=state.floor,
        room=state.room,
        seats=seat_notes(state),
        ago=time_ago(party.updated, timezone.now()),
        moment=party.updated.isoformat(timespec="seconds"),
        fallen=state.over,
    )


def party_names(state: Party) -> str:
    return people_text({number: state.players[number].name for number in state.seated})


def time_ago(then: datetime, now: datetime) -> str:
    """How long ago, the way people say it: "5 minutes ago", "yesterday", "12 March"."""
    minutes = int((now - then).total_seconds()) // 60
    if minutes < 1:
        return _("just now")
    if minutes < 60:
        return ngettext("{n} minute ago", "{n} minutes ago", minutes).format(n=minutes)
    days = (timezone.localdate(now) - timezone.localdate(then)).days
    if days == 0 or now - then < TODAY:
        hours = minutes // 60
        return ngettext("{n} hour ago", "{n} hours ago", hours).format(n=hours)
    if days == 1:
        return _("yesterday")
    if days < 7:
        return ngettext("{n} day ago", "{n} days ago", days).format(n=days)
    this_year = timezone.localdate(now).year == timezone.localdate(then).year
    return day_of_year_text(timezone.localtime(then)) if this_year else day_text(then)
