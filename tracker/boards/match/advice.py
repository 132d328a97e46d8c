"""Advice in words: what to do, how likely it leads where, and that this is an estimate."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tracker.boards.words.names import card_name
from tracker.rules.advice import Advice
from tracker.rules.protocol import Decision, parts

WORDS: dict[str, str | Promise] = {
    "fight": gettext_lazy("fight the {card}"),
    "drink": gettext_lazy("drink the {card}"),
    "equip": gettext_lazy("equip the {card}"),
    "take": gettext_lazy("take the {card}"),
    "knife": gettext_lazy("make the {card} a knife"),
    "store": gettext_lazy("store the {card}"),
    "toss": gettext_lazy("toss the {card}"),
    "use": gettext_lazy("use the {card}"),
    "place": gettext_lazy("discard the {card}"),
    "skip": gettext_lazy("skip the room"),
    "flee": gettext_lazy("flee"),
    "next": gettext_lazy("go to the next room"),
    "pass": gettext_lazy("pass"),
    "offer": gettext_lazy("run"),
    "quit": gettext_lazy("give up"),
}
MANNERS: dict[str, str | Promise] = {
    "weapon": gettext_lazy("{deed} with the weapon"),
    "bare": gettext_lazy("{deed} with bare hands"),
    "drop": gettext_lazy("{deed}, dropping the pocket’s card"),
}
SLOT = "inv-"


def advice_text(found: Advice) -> str:
    """ "I would fight the King of Clubs with the weapon. That wins about 34 games in 100, …"."""
    told = _("I would {deed}.").format(deed=deed(found.decision))
    return f"{told} {_estimate(found)}"


def _estimate(found: Advice) -> str:
    if found.chance is None:
        return _("How likely that is to succeed cannot be said; it is an estimate.")
    if found.measure == "win":
        chance = _("That wins about {n} games in 100, by an estimate.")
    else:
        chance = _("Nobody falls in ten rooms about {n} times in 100, by an estimate.")
    return chance.format(n=round(100 * found.chance))


def deed(decision: Decision) -> str:
    do, card, how = parts(decision.removeprefix(SLOT))
    words = str(WORDS[do]).format(card=card_name(card) if card else "")
    if how:
        words = str(MANNERS[how]).format(deed=words)
    return _("{deed} from the pocket").format(deed=words) if decision.startswith(SLOT) else words
