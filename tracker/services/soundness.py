"""Checks on the rows of a backup: somebody may have edited it, or another program made it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db import connection, models
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models import Count, F, Max

from tracker.models import Code, Match, Party, Result, Run
from tracker.rules.advice.review import MoveVerdict
from tracker.rules.input import UNSTORABLE
from tracker.rules.protocol import BadSetup
from tracker.rules.refusals import Refused
from tracker.rules.table.state.party import MAX_PLAYERS
from tracker.services.codes import CODE
from tracker.services.match.deals import SEED
from tracker.services.match.results import sound as sound_result
from tracker.services.party.story import from_data as story_of_data
from tracker.services.reading import UNREADABLE, moment_of

RANGES = BaseDatabaseOperations.integer_field_ranges  # SQLite would take in more


def stored_values(model: type[models.Model], row: Mapping[str, Any]) -> list[Any]:
    """The values of a backup's row as the database takes them, asked of the model.

    Raises ValueError for a row that cannot be.
    """
    fields = {field.attname: field for field in model._meta.concrete_fields}
    try:
        given = {name: _read(fields[name], value) for name, value in row.items()}
        # Columns that are newer than the backup are filled by the database.
        filled = {
            name: field.db_default for name, field in fields.items() if field.has_db_default()
        }
        made = model(**{**filled, **given})
        # Relations and uniqueness are the database's business once all rows are in.
        made.full_clean(
            exclude=[field.name for field in fields.values() if field.is_relation],
            validate_unique=False,
            validate_constraints=False,
        )
        wrong = [
            name
            for name, value in given.items()
            if getattr(made, name) != value or not _fits(model, name, value)
        ]
    except ValidationError as fault:
        wrong = [*fault.message_dict]
    except (*UNREADABLE, Refused, BadSetup):
        wrong = ["what it holds"]
    if wrong:
        raise ValueError(f"row {row.get('id')} of {model._meta.db_table}: {wrong[0]} is wrong")
    return [
        fields[name].get_db_prep_save(getattr(made, name), connection=connection) for name in given
    ]


def _read(field: models.Field[Any, Any], value: Any) -> Any:
    """A value of a backup as its field has it, which may still not take it."""
    kind = field.get_internal_type()
    if value is None:
        return None
    if kind == "JSONField":
        return _dict(json.loads(value))
    if kind == "DateTimeField":
        return moment_of(f"{value}+00:00")
    lowest, highest = RANGES.get(kind, (0, 0))
    if kind in RANGES and (type(value) is not int or not lowest <= value <= highest):
        raise ValueError(f"{field.attname} is wrong")
    # Early releases took in what no database text can hold.
    return UNSTORABLE.sub("\N{REPLACEMENT CHARACTER}", value) if type(value) is str else value


def _dict(value: Any) -> dict[str, Any]:
    if type(value) is not dict:
        raise TypeError(value)
    return value


def _fits(model: type[models.Model], name: str, value: Any) -> bool:
    check = FORMS.get(model, {}).get(name)
    return check is None or value in (None, "") or bool(check(value))


def tables_fault() -> str:
    """Names what does not fit together when all rows are in; "" if all does."""
    parties, matches = Party.objects.all(), Match.objects.all()
    wrong: dict[str, models.QuerySet[Any]] = {
        "has not the players of a party": parties.alias(n=Count("players")).exclude(n=MAX_PLAYERS),
        "has entries after its newest": _longer(parties, "entries__number"),
        "has moves after its newest": _longer(matches, "moves__number"),
        "has no seat": matches.exclude(seats__number=0),
        "has a seat too far": matches.alias(n=Count("seats"), last=Max("seats__number")).filter(
            last__gte=F("n")
        ),
        "was won by nobody there": matches.alias(n=Count("seats")).filter(winner__gte=F("n")),
    }
    for fault, rows in wrong.items():
        if row := rows.first():
            return f"{row._meta.verbose_name} {row.pk} {fault}"
    return ""


def _longer(rows: models.QuerySet[Any], log: str) -> models.QuerySet[Any]:
    longer: models.QuerySet[Any] = rows.alias(last=Max(log)).filter(last__gt=F("revision"))
    return longer


def _is_par(par: dict[str, Any]) -> bool:
    return type(par["state"]) is str


def _is_review(review: dict[str, Any]) -> bool:
    verdicts = [MoveVerdict(*values) for values in review["verdicts"].values()]
    numbers = [int(number) for number in review["verdicts"]]
    figures = [figure for found in verdicts for figure in found[1:]]
    counts = type(review["revision"]) is int and type(review["done"]) is int
    return counts and len(numbers) <= review["done"] and all(0 <= each <= 1 for each in figures)


FORMS: dict[type[models.Model], dict[str, Callable[[Any], object]]] = {
    Code: {"text": CODE.fullmatch},
    Party: {"code": CODE.fullmatch, "watch_code": CODE.fullmatch},
    Run: {"story": story_of_data, "share_code": CODE.fullmatch},
    Match: {
        "code": CODE.fullmatch,
        "seed": SEED.fullmatch,
        "share_code": CODE.fullmatch,
        "review": _is_review,
        "par": _is_par,
    },
    Result: {"data": sound_result},
}
"""Checks of what services write in columns that the rules do not know."""
