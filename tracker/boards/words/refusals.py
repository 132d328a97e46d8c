"""Refusals in the words of the player's language."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tracker.rules.refusals import Refused


def refusal_text(reason: Refused) -> str:
    """The reason in the language of the page, its details filled in."""
    return _(reason.reason).format(**reason.details)
