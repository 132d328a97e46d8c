"""Chances the way a player reads them."""

from __future__ import annotations

from fractions import Fraction

from django.utils.translation import gettext as _

SURE = Fraction(99, 100)


def percent_text(chance: Fraction, about: bool = False) -> str:
    """ "73 %", "under 1 %", "no", "certain"; a half is rounded up.

    `about` where which cards lie in the pile is not known for all: nothing is certain then.
    """
    if chance in (0, 1) and not about:
        return _("certain") if chance else _("no")
    if not chance:
        return _("hardly")
    if chance < 1 - SURE:
        return _("under 1 %")
    if chance > SURE:
        return _("over 99 %")
    text = _("{percent} %").format(percent=int(chance * 100 + Fraction(1, 2)))
    return _("about {percent}").format(percent=text) if about else text
