"""Texts that a table says aloud, and the keys that press what stands on it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

MOST = 100  # numbers up to here show all plural forms there are


@dataclass(frozen=True)
class Key:
    """`key` as a keyboard names it, `press` finds the button or link that it presses.

    In `press` "@" stands for the player where the keys are (static/js/page/voice.js).
    """

    key: str
    text: str | Promise
    press: str
    sign: str = ""

    @property
    def cap(self) -> str:
        return self.sign or self.key.upper()


EVERYWHERE = (
    Key("?", gettext_lazy("This list"), "[data-keys]"),
    Key("r", gettext_lazy("Read the table"), "[data-read]"),
    Key("u", gettext_lazy("Undo"), ".bar :is([data-undo], [value=undo])"),
    Key("a", gettext_lazy("Advice"), "#table [href*=advice]"),
)
OF_PARTY = (
    Key("-", gettext_lazy("Lose 1 HP"), "@ .hp [value$=':-1']", "\N{MINUS SIGN}"),
    Key("+", gettext_lazy("Gain 1 HP"), "@ .hp [value$=':+1']"),
    Key("h", gettext_lazy("Hit or heal by number"), "@ .inside > a[hidden]"),
    Key("f", gettext_lazy("Fight, drink, equip"), "@ :is(.kit .cover, .mate > a)"),
    Key("n", pgettext_lazy("the counter", "Next room"), "[value^='room:+1']"),
    Key("m", gettext_lazy("Next floor"), "[value^='floor:+1']"),
    Key("b", gettext_lazy("Shuffle the returning cards in"), "#returns"),
    Key("t", gettext_lazy("Pass the turn on"), "#marker"),
    Key("c", gettext_lazy("The cards that are left"), "#table [href$='/left']"),
    Key("y", gettext_lazy("Redo"), "[data-party] .deed[value]:not([data-undo])"),
    Key("l", gettext_lazy("History"), ".bar [href$='/history']"),
    Key("s", gettext_lazy("Saves"), ".bar [href$='/saves']"),
    Key("p", gettext_lazy("Party"), ".bar [href$='/settings']"),
)


def health_forms() -> dict[int, str]:
    """How health is said, in each plural form of the language under a number that takes it."""
    found: dict[str, int] = {}
    for number in range(MOST):
        # Translators: said aloud, like "Mara: 8 HP".
        text = ngettext("{name}: {n} HP", "{name}: {n} HP", number)
        found.setdefault(text, number)
    return {number: text for text, number in found.items()}
