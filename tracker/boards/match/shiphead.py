"""Shiphead: what fits on the pile and why."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tracker.boards.match.frame import Act, SeatView
from tracker.boards.match.shedding import SheddingScreen, pile_text
from tracker.boards.rules import shiphead as words
from tracker.rules.games.shiphead import Shiphead, ShipheadState


class ShipheadScreen(SheddingScreen[ShipheadState]):
    emblem = ("8s", "7d", "10h")
    about = gettext_lazy("For two to four: be the first to get rid of every card.")
    house_rules = words.HOUSE_RULES
    examples = words.EXAMPLES
    heap = gettext_lazy("Pile")

    def page(self) -> dict[str, object]:
        return {"layable": words.layable()}

    def why(self, state: ShipheadState) -> str:
        """Tells in words which cards fit (rules.md 6.3)."""
        if not state.centre:
            return _("The pile is empty: anything fits.")
        fits = _on(state.anchor, state.standard)
        return f"{_('The 7 doesn’t count.')} {fits}" if state.top == "7" else fits

    def wide(self, seen: SeatView[ShipheadState]) -> Iterator[Act]:
        if "wait" in seen.decisions:
            yield Act("wait", _("Wait"), _("the 8 falls asleep"), icon="hour")
        if "take" in seen.decisions:
            yield Act("take", _("Take the pile"), pile_text(seen.view), icon="hand")


def _on(anchor: str, standard: bool) -> str:
    if anchor in ("", "2", "3"):
        return _("Anything fits.")
    if anchor == "8" and standard:
        return _("An 8 is awake: only another 8, or wait.")
    if anchor == "9" and standard:
        return _("On a 9: only 9 or lower.")
    if anchor == "8":
        return _("The 8 sleeps: 8 or higher, or a 2, 7 or 10.")
    # Translators: {rank} as it is printed on the card: 9, J, Q, K or A.
    return _("{rank} or higher, or a 2, 7 or 10.").format(rank=anchor)


SCREEN = ShipheadScreen(Shiphead())
