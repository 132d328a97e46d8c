"""Advice on a dealt game, as it stands beside the table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from tracker.boards.words.advice import deed, odds_text, reason_text
from tracker.boards.words.names import listed
from tracker.rules.advice import Advice
from tracker.rules.protocol import Decision

KINDS = {
    "careful": pgettext_lazy("kind of computer", "careful"),
    "medium": pgettext_lazy("kind of computer", "medium"),
    "reckless": pgettext_lazy("kind of computer", "reckless"),
}
"""Of the computers that play against the deck, by their level."""


@dataclass(frozen=True)
class AdviceNote:
    text: str
    """What to do and why."""
    odds: str
    """How likely that is to succeed, and what would be the next best; "" for what is certain."""
    others: str
    """What the computers that play like people would do."""


def advice_note(found: Advice, levels: Mapping[str, Decision]) -> AdviceNote:
    """Advice in sentences; `levels` is what computers would do, by their level."""
    # Translators: two sentences: "Flee. Somebody falls in this room, whatever you do."
    text = _("{deed}. {reason}").format(deed=deed(found.decision), reason=reason_text(found))
    return AdviceNote(text, odds_text(found), _others(found.decision, levels))


def _others(advised: Decision, levels: Mapping[str, Decision]) -> str:
    kinds = defaultdict[Decision, list[str]](list)
    for level, decision in levels.items():
        kinds[decision].append(str(KINDS[level]))
    if {*kinds} <= {advised}:
        return _("The computers would do the same.") if kinds else ""
    groups = [
        # Translators: kinds of computers and what they would do: "careful and medium – Flee".
        _("{kinds} – {deed}").format(
            kinds=listed(same),
            deed=pgettext("as advised", "the same") if decision == advised else deed(decision),
        )
        for decision, same in kinds.items()
    ]
    return _("The computers: {all}.").format(all="; ".join(groups))
