"""Advice on a dealt game, as it stands beside the table."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tracker.boards.words.advice import deed, odds_text, reason_text
from tracker.rules.advice import Advice


@dataclass(frozen=True)
class AdviceNote:
    text: str
    """What to do and why."""
    odds: str
    """How likely that is to succeed, and what would be the next best; "" for what is certain."""


def advice_note(found: Advice) -> AdviceNote:
    """Advice in sentences."""
    text = _("{deed}. {reason}").format(deed=deed(found.decision), reason=reason_text(found))
    return AdviceNote(text, odds_text(found))
