"""Whose phones have come to a party's table."""

from __future__ import annotations

from django.db.models import Value
from django.db.models.functions import Concat

from tracker import models
from tracker.rules.table.fields import NUMBERS
from tracker.services.codes import Missing
from tracker.services.writing import writing


def phone_arrive(*, code: str, number: str) -> None:
    """The phone of the player of that number has come; that of the whole table is nobody's."""
    if number in NUMBERS:
        with writing():
            absent = models.Party.objects.filter(code=code).exclude(phones__contains=number)
            absent.update(phones=Concat("phones", Value(number)))


def phones_of(code: str) -> str:
    """The numbers of the players whose phones have come, the first first. Raises Missing."""
    found = models.Party.objects.filter(code=code).values_list("phones", flat=True).first()
    if found is None:
        raise Missing("No party has this code.")
    return found
