"""Run in a copy of the tree as it is: leaves a backup of a party behind."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tracker.rules.table.state.party import new_party
from tracker.services.backup import backup_write
from tracker.services.party.parties import party_create
from tracker.services.party.record import Envelope, party_record


@pytest.mark.django_db(transaction=True)
def test_a_party_is_kept() -> None:
    code = party_create(state=new_party(("Mara", "Odo")))
    texts = ("hp:0:-3", "undo:1", "save:before")
    party_record(code=code, commands=[Envelope(text) for text in texts])
    backup_write(Path(os.environ["BACKUP"]))
