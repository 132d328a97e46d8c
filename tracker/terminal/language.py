"""The language of whoever started a program at a terminal."""

from __future__ import annotations

import os

from django.conf import settings
from django.utils.translation import get_supported_language_variant

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that says something counts


def own_language() -> str:
    """The one that the environment names, as in "pt_BR.UTF-8", else English."""
    named = next((value for name in VARIABLES if (value := os.environ.get(name))), "")
    code = named.partition(".")[0].partition("@")[0].replace("_", "-").lower()
    try:
        return get_supported_language_variant(code)
    except LookupError:
        return settings.LANGUAGE_CODE
