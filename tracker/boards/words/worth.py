"""What a weapon of Rascal is worth as it stands (rules.md 5.2)."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.rules.games.rascal import RascalState


def worth_text(state: RascalState) -> str:
    """With the words that matter between stars: "Takes off *6*, knife for 1 fight"."""
    if state.value < 1:
        return _("*Worn out.* Of no use")
    if not state.knife:
        return _("Takes off *{value}*").format(value=state.value)
    words = ngettext(
        "Takes off *{value}*, knife for {n} fight",
        "Takes off *{value}*, knife for {n} fights",
        state.knife_uses,
    )
    return words.format(value=state.value, n=state.knife_uses)
