"""Chances the way a player reads them."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

SURE = Fraction(99, 100)
WIDE = 0.15
"""Where the truth may lie so far apart, no middle is told."""


def percent_text(chance: Fraction, about: bool = False) -> str:
    """ "73 %", "under 1 %", "no", "certain"; a half is rounded up.

    `about` where which cards lie in the pile is not known for all: nothing is certain then.
    """
    if chance in (0, 1) and not about:
        return pgettext("a chance", "certain") if chance else pgettext("a chance", "no")
    if not chance:
        return pgettext("a chance", "hardly")
    if chance < 1 - SURE:
        return _("under 1 %")
    if chance > SURE:
        return _("over 99 %")
    text = _("{percent} %").format(percent=int(chance * 100 + Fraction(1, 2)))
    return _("about {percent}").format(percent=text) if about else text


def percent_first(chance: Fraction) -> str:
    """The same as it begins a sentence, of what is neither certain nor impossible."""
    if chance < 1 - SURE:
        return pgettext("begins a sentence", "Under 1 %")
    if chance > SURE:
        return pgettext("begins a sentence", "Over 99 %")
    return percent_text(chance)


def interval_text(chance: float, low: float, high: float, about: bool = False) -> str:
    """ "2.6 % (1.8 to 3.8)" for what was found by trials; only its bounds where they lie far apart.

    The same as `percent_text` where the bounds are one.
    """
    if low == high:
        return percent_text(Fraction(chance), about)
    if not chance or high - low > WIDE:
        text = _("{low} to {high} %").format(low=floor(low * 100), high=ceil(high * 100))
    else:
        figures = (number_format(round(100 * each, 1), 1) for each in (chance, low, high))
        text = _("{chance} % ({low} to {high})").format(
            **dict(zip(("chance", "low", "high"), figures, strict=True))
        )
    return _("about {percent}").format(percent=text) if about else text
