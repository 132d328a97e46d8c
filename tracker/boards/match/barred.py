"""What is decided about a room as a whole: offered, or shown with what the rules have against it.

A button that vanishes leaves people looking for it. Touched all the same, it is answered with the
whole sentence.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tracker.boards.match.acts import Act
from tracker.boards.match.frame import Sight
from tracker.rules.games import rascal, scoundrel
from tracker.rules.games.coop import decisions as coop

BRIEF: dict[str, str | Promise] = {
    coop.NO_TURNS: gettext_lazy("not in a Red Room"),
    coop.PASSED_BEFORE: gettext_lazy("not twice in a row"),
    coop.OFFERED_BEFORE: gettext_lazy("already offered"),
    coop.RAN_LAST: gettext_lazy("ran from last room"),
    coop.FOUGHT_HERE: gettext_lazy("enemy fought"),
    coop.USED_TOO_MUCH: gettext_lazy("too many red cards"),
    scoundrel.SKIPPED_LAST: gettext_lazy("skipped last room"),
    scoundrel.TAKEN_HERE: gettext_lazy("card taken here"),
    rascal.FLED_LAST: gettext_lazy("fled last room"),
    rascal.USED_HERE: gettext_lazy("card used here"),
}
"""The sentences of the rules, short enough for a button in the bar."""


def wide_act(sight: Sight[Any], act: Act) -> Iterator[Act]:
    """The act, or it with the reason against it; nothing for a seat that is not to decide."""
    match, seat = sight.match, sight.seat
    if act.decision in sight.decisions:
        yield act
    elif seat in match.to_act and not match.waiting and not sight.past:
        reason = match.game.objection(sight.view, seat, act.decision)
        yield replace(act, text=str(BRIEF[reason]), more=_(reason), barred=True)
