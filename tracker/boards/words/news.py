"""The news of a version in one sentence, for phones that know an older one."""

from __future__ import annotations

from django.utils.translation import gettext as _

SINCE = "1.1"
"""The version that it is about: a phone that has read it keeps this word."""


def news_text() -> str:
    return _("New: lay out a room with one tap a card.")
