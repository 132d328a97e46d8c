"""A name that runs the other way than the page leaves the sentence around it alone."""

from __future__ import annotations

from dataclasses import replace

from django.utils import timezone, translation

from tracker.boards.party.log.lines import line_text
from tracker.boards.party.pages.home import party_names
from tracker.boards.party.table.table import marker_of
from tracker.boards.words.names import in_order, isolated, step_text
from tracker.rules.table.state.party import new_party
from tracker.services.party.table import LogEntry

HEBREW, ARABIC = "\u05de\u05e8\u05d4", "\u0645\u0627\u0631\u0627"


def test_a_name_in_the_direction_of_the_page_stays_as_it_was_typed() -> None:
    for name in ("Mara", "\u041c\u0430\u0440\u0430", "\U0001f5e1", "4", "", "\ue000"):
        assert isolated(name) == name
    with translation.override("he"):
        assert isolated(HEBREW) == HEBREW


def test_a_name_in_the_other_direction_is_held_apart() -> None:
    for name in (HEBREW, ARABIC, f"Mara {HEBREW}", "Mara\u202eodO"):
        assert isolated(name) == f"\u200e\u2068{name}\u2069"
    with translation.override("he"):
        assert isolated("Mara") == "\u200f\u2068Mara\u2069"


def test_a_sign_stays_before_its_number() -> None:
    assert (step_text(-3), in_order("A\u2660 8\u2665")) == ("\u22123", "A\u2660 8\u2665")
    with translation.override("he"):
        assert step_text(-3) == "\u2066\u22123\u2069"
        assert step_text(2) == "\u2066+2\u2069"


def test_lines_and_turns_hold_names_apart() -> None:
    party = replace(new_party((HEBREW, "Odo")), marker=True)
    entry = LogEntry(1, "", "hp:0:-3", {"players.0.hp": (20, 17)}, timezone.now())
    held = f"\u200e\u2068{HEBREW}\u2069"
    assert line_text(entry, party) == f"{held}: \u22123"
    assert party_names(party) == f"{held}, Odo"
    marker = marker_of(party)
    assert marker is not None
    assert marker.text == f"{held}\u2019s turn"
