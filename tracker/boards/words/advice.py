"""Advice and chances in words: what to do, why, and how likely it leads where."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tracker.boards.words.names import card_name, nameless
from tracker.boards.words.refusals import rules_text
from tracker.rules.advice import Advice
from tracker.rules.cards import PACK
from tracker.rules.protocol import Decision, parts

SURE = Fraction(99, 100)
WIDE = 0.15
"""The width of an interval above which its middle is not shown."""


def percent_text(chance: Fraction, about: bool = False) -> str:
    """ "73%", "under 1%", "0%", "100%"; a half is rounded up.

    `about` where which cards lie in the pile is not known for all: nothing is certain then.
    """
    if chance in (0, 1) and not about:
        return pgettext("a chance", "100%") if chance else pgettext("a chance", "0%")
    if not chance:
        return pgettext("a chance", "almost 0%")
    if chance < 1 - SURE:
        return _("under 1%")
    if chance > SURE:
        return _("over 99%")
    text = _("{percent}%").format(percent=int(chance * 100 + Fraction(1, 2)))
    return _("about {percent}").format(percent=text) if about else text


def percent_first(chance: Fraction) -> str:
    """Returns a chance as it begins a sentence; it is neither certain nor impossible."""
    if chance < 1 - SURE:
        return pgettext("begins a sentence", "Under 1%")
    if chance > SURE:
        return pgettext("begins a sentence", "Over 99%")
    return percent_text(chance)


def interval_text(chance: float, low: float, high: float, about: bool = False) -> str:
    """ "2.6% (1.8 to 3.8)" for what was found by trials; only its bounds where they lie far apart.

    The same as `percent_text` where the bounds are one.
    """
    if low == high:
        return percent_text(Fraction(chance), about)
    if not chance or high - low > WIDE:
        text = _("{low} to {high}%").format(low=floor(low * 100), high=ceil(high * 100))
    else:
        figures = (number_format(round(100 * each, 1), 1) for each in (chance, low, high))
        text = _("{chance}% ({low} to {high})").format(
            **dict(zip(("chance", "low", "high"), figures, strict=True))
        )
    return _("about {percent}").format(percent=text) if about else text


DEEDS: dict[tuple[str, str], str | Promise] = {
    ("fight", "weapon"): gettext_lazy("Fight the {card} with the weapon"),
    ("fight", "bare"): gettext_lazy("Fight the {card} with bare hands"),
    ("take", ""): gettext_lazy("Take the {card}"),
    ("drink", ""): gettext_lazy("Drink the {card}"),
    ("equip", ""): gettext_lazy("Equip the {card}"),
    ("knife", ""): gettext_lazy("Make the {card} a knife"),
    ("store", ""): gettext_lazy("Put the {card} in the pocket"),
    ("toss", ""): gettext_lazy("Toss the {card}"),
    ("inv-drink", ""): gettext_lazy("Drink the {card} from the pocket"),
    ("inv-equip", ""): gettext_lazy("Equip the {card} from the pocket"),
    ("inv-knife", ""): gettext_lazy("Make the {card} from the pocket a knife"),
    ("inv-toss", ""): gettext_lazy("Toss the {card} from the pocket"),
    ("use", ""): gettext_lazy("Use the {card}"),
    ("place", ""): gettext_lazy("Discard the {card} unused"),
    ("skip", ""): gettext_lazy("Skip the room"),
    ("flee", ""): gettext_lazy("Flee"),
    ("next", ""): gettext_lazy("Go to the next room"),
    ("next", "drop"): gettext_lazy("Go to the next room and drop the {card} there"),
    ("pass", ""): gettext_lazy("Pass"),
    ("offer", ""): gettext_lazy("Run"),
    ("quit", ""): gettext_lazy("Give up"),
}


def reason_text(found: Advice, name: Callable[[int], str] = nameless) -> str:
    """The strongest reason for it; `name` says how a seat is called."""
    details = {
        key: name(int(value) - 1) if key == "player" else _named(value)
        for key, value in found.reason.details.items()
    }
    return rules_text(found.reason.text, details)


def deed(decision: Decision) -> str:
    """A decision as what somebody would do: "Drink the 7 of Hearts"."""
    do, card, how = parts(decision)
    return str(DEEDS[do, how]).format(card=card_name(card) if card else "")


def _named(value: str | int) -> str | int:
    return card_name(value) if value in PACK else value


def odds_text(found: Advice) -> str:
    """How likely it is to succeed, and what would be the next best; "" for what is certain."""
    if found.chance in (0, 1):
        return ""  # the reason says it
    if found.chance is None:
        return _("No estimate of how likely that is to work.")
    chance = percent_first(Fraction(found.chance))
    rival = next((each for each in found.ranked[1:] if each[1] is not None), None)
    if not rival:
        return _sole(found.measure).format(chance=chance)
    other = percent_text(Fraction(rival[1] or 0))
    return _with_rival(found.measure).format(chance=chance, deed=deed(rival[0]), other=other)


def _sole(measure: str) -> str:
    if measure == "win":
        return _("{chance} to win (estimate).")
    return _("{chance} that nobody falls in the next ten rooms (estimate).")


def _with_rival(measure: str) -> str:
    if measure == "win":
        return _("{chance} to win (estimate). Next best: {deed}, {other}.")
    return _(
        "{chance} that nobody falls in the next ten rooms (estimate). Next best: {deed}, {other}."
    )
