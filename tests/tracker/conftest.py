from __future__ import annotations

import pytest

from tracker.rules.table.state.party import new_party
from tracker.services.party.parties import party_create


@pytest.fixture
def code(db: None) -> str:
    """The code of a party of two that has just sat down."""
    return party_create(state=new_party(("Mara", "Odo")))
