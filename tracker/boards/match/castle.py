"""Castle: what fits on the pile and why."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tracker.boards.match.frame import Act, SeatView
from tracker.boards.match.shedding import SheddingScreen, pile_text
from tracker.boards.rules import castle as words
from tracker.rules.games.castle import Castle, CastleState
from tracker.rules.games.shedding import RANK


class CastleScreen(SheddingScreen[CastleState]):
    emblem = ("2c", "8h", "Ad")
    about = gettext_lazy("For two: get rid of hand, face-up and face-down cards.")
    house_rules = words.HOUSE_RULES
    examples = words.EXAMPLES
    heap = gettext_lazy("Pile")

    def why(self, state: CastleState) -> str:
        """Tells in words which cards fit (rules.md 7.3)."""
        if not state.centre:
            return _("The pile is empty: anything fits.")
        top = RANK[state.centre[-1]]
        if top == "2":
            return _("On a 2 anything fits.")
        if top == "A":
            return _("Only an ace, a 2 or an 8.")
        # Translators: {rank} as it is printed on the card: 9, J, Q or K.
        return _("{rank} or higher, or a 2 or 8.").format(rank=top)

    def wide(self, seen: SeatView[CastleState]) -> Iterator[Act]:
        if "pickup" in seen.decisions:
            yield Act("pickup", _("Pick up the pile"), pile_text(seen.view), icon="hand")


SCREEN = CastleScreen(Castle())
