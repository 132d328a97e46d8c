"""Castle: what fits on the pile and why."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tracker.boards.match.acts import Act
from tracker.boards.match.frame import Shown, Sight
from tracker.boards.match.shedding import shown
from tracker.rules.games.castle import CastleState
from tracker.rules.games.shedding import RANK


def castle_shown(sight: Sight) -> Shown:
    state: CastleState = sight.view  # type: ignore[assignment]
    cards = _("{n} to the hand").format(n=len(state.centre))
    pick_up = Act("pickup", _("Pick up"), cards, icon="hand")
    return shown(sight, why(state), [pick_up] if "pickup" in sight.decisions else [])


def why(state: CastleState) -> str:
    """What fits, in words (rules.md 7.3)."""
    if not state.centre:
        return _("The pile is empty: anything fits.")
    top = RANK[state.centre[-1]]
    if top == "2":
        return _("On a 2 anything fits.")
    if top == "A":
        return _("Only an ace, a 2 or an 8.")
    return _("{rank} or higher, and 2 and 8.").format(rank=top)
