"""Castle: what fits on the pile and why."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tracker.boards.match.acts import Act
from tracker.boards.match.frame import Sight
from tracker.boards.match.shedding import SheddingScreen
from tracker.boards.rules import castle as words
from tracker.rules.games.castle import Castle, CastleState
from tracker.rules.games.shedding import RANK


class CastleScreen(SheddingScreen[CastleState]):
    emblem = ("2c", "8h", "Ad")
    about = gettext_lazy("Two. Hand, open cards, hidden cards: all must go.")
    house_rules = words.HOUSE_RULES
    examples = words.EXAMPLES
    heap = "Stack"

    def why(self, state: CastleState) -> str:
        """What fits, in words (rules.md 7.3)."""
        if not state.centre:
            return _("The pile is empty: anything fits.")
        top = RANK[state.centre[-1]]
        if top == "2":
            return _("On a 2 anything fits.")
        if top == "A":
            return _("Only an ace, a 2 or an 8.")
        return _("{rank} or higher, and 2 and 8.").format(rank=top)

    def wide(self, sight: Sight[CastleState]) -> Iterator[Act]:
        if "pickup" in sight.decisions:
            cards = _("{n} to the hand").format(n=len(sight.view.centre))
            yield Act("pickup", _("Pick up"), cards, icon="hand")


SCREEN = CastleScreen(Castle())
