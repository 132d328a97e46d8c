"""How long a party has played, for whoever asks."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tracker.boards.words.clock import clock_text
from tracker.rules.table.party import Party
from tracker.services.party.clock import Lately


def lately_text(party: Party, lately: Lately) -> str:
    """Time played in this room, on this floor, this evening; "" in the first minute of it."""
    if lately.evening < 60:
        return ""
    # Translators: how long was played: "This room 5 min, this floor 1 h 10 min, this evening 3 h".
    text = _("This room {room}, this floor {floor}, this evening {evening}")
    if party.game != "coop":
        text = _("This room {room}, this evening {evening}")
    return text.format(
        room=clock_text(lately.room),
        floor=clock_text(lately.floor),
        evening=clock_text(lately.evening),
    )
