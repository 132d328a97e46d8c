"""What a weapon of Rascal is worth as it stands (rules.md 5.2)."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.rules.games.rascal import RascalState


def worth_text(state: RascalState) -> str:
    """With the words that matter between stars: "Takes off *6*, knife for 1 fight"."""
    if state.value < 1:
        return _("*Worn out.* Of no use")
    worth = _("Takes off *{value}*").format(value=state.value)
    if not state.knife:
        return worth
    left = ngettext("knife for {n} fight", "knife for {n} fights", state.knife_uses)
    return f"{worth}, {left.format(n=state.knife_uses)}"
