"""Shiphead: what fits on the pile and why."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tracker.boards.match.acts import Act
from tracker.boards.match.frame import Shown, Sight
from tracker.boards.match.shedding import shown
from tracker.rules.games.shiphead import ShipheadState


def shiphead_shown(sight: Sight) -> Shown:
    state: ShipheadState = sight.view  # type: ignore[assignment]
    return shown(sight, why(state), list(_wide(state, sight.decisions)))


def why(state: ShipheadState) -> str:
    """What fits, in words (rules.md 6.3)."""
    if not state.centre:
        return _("The pile is empty: anything fits.")
    seven = _("The 7 is looked through. ") if state.top == "7" else ""
    return f"{seven}{_on(state.anchor, state.standard)}"


def _on(anchor: str, standard: bool) -> str:
    if anchor in ("", "2", "3"):
        return _("Anything fits.")
    if anchor == "8" and standard:
        return _("An 8 is awake: only another 8, or wait.")
    if anchor == "9" and standard:
        return _("On a 9: only 9 or lower.")
    high = _("{rank} or higher, and 2, 7, 10.").format(rank=anchor)
    return _("The 8 sleeps: {fits}").format(fits=high) if anchor == "8" else high


def _wide(state: ShipheadState, decisions: tuple[str, ...]) -> Iterator[Act]:
    if "wait" in decisions:
        yield Act("wait", _("Wait"), _("the 8 then sleeps"), icon="hour")
    if "take" in decisions:
        cards = _("{n} to the hand").format(n=len(state.centre))
        yield Act("take", _("Take the pile"), cards, icon="hand")
