"""Commands played at a party's table."""

from __future__ import annotations

from tracker.rules.table.state.party import Party
from tracker.services.party.parties import party_table
from tracker.services.party.record import Envelope, party_record


def play(code: str, *texts: str) -> Party:
    """The party after these commands, all carried out together or none."""
    party_record(code=code, commands=[Envelope(text) for text in texts], together=True)
    return party_table(code).state
