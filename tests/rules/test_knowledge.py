"""Promises about the cards to come come true."""

from __future__ import annotations

from tests.rules.doors import kept

FAR = 3
"""So many standard deviations are no chance any more."""


def test_what_is_promised_comes_true_as_often() -> None:
    records = kept("lantern", doors=240)
    assert len(records) == 14
    assert {text: record.z for text, record in records.items() if abs(record.z) > FAR} == {}
    assert all(record.doors >= 240 for record in records.values())
