"""What the rows of a backup may hold: somebody may have edited it, or another program made it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache
from typing import Any

from django.db import models
from django.db.models import Count, F, Max

from tracker.models import Code, Entry, Match, Move, Party, Player, Result, Run, Save, Seat
from tracker.rules.advice.review import Verdict
from tracker.rules.input import UNSTORABLE
from tracker.rules.players import PLAYERS
from tracker.rules.protocol import BadSetup
from tracker.rules.refusals import Refused
from tracker.rules.registry import GAMES
from tracker.rules.table.changes import from_data, kind_of, sound
from tracker.rules.table.fields import NUMBERS as NUMBERS_OF_PLAYERS
from tracker.rules.table.fields import Kind
from tracker.rules.table.party import FIELDS, MAX_PLAYERS
from tracker.rules.table.player import PLAYER_FIELDS
from tracker.services.codes import CODE
from tracker.services.match.deals import SEED
from tracker.services.match.results import FIGURES
from tracker.services.match.results import sound as sound_result
from tracker.services.party.story import from_data as story_of_data

Values = Mapping[str, Any]
Check = Callable[[Any], object]
"""True of what may stand there; for what may not it may also raise what reading it raises."""

UNREADABLE = (ValueError, TypeError, LookupError, AttributeError, RecursionError, OverflowError)
"""What is raised by reading a text that means nothing."""
YEARS = range(2000, 2101)
QUIT = "quit"  # the outcome of a match that was given up
LEVELS = {"", *(level for levels in PLAYERS.values() for level in levels)}
NUMBERS: dict[str, range] = {
    "PositiveSmallIntegerField": range(2**15),
    "PositiveIntegerField": range(2**31),
    "IntegerField": range(-(2**31), 2**31),
    "ForeignKey": range(1, 2**63),
    "BigAutoField": range(1, 2**63),
}


def clean(value: Any) -> Any:
    """Without what no database text can hold: early releases took it in."""
    return UNSTORABLE.sub("\N{REPLACEMENT CHARACTER}", value) if type(value) is str else value


def row_fault(model: type[models.Model], values: Values) -> str:
    """What is wrong with a row of this table; "" if nothing is."""
    for name, value in values.items():
        if not _holds(checks_of(model)[name], value):
            return f"{name} is wrong"
    fit = _holds(TOGETHER.get(model, bool), values)
    return "" if fit else "its values do not fit together"


def tables_fault() -> str:
    """What does not fit together when all rows are in; "" if all does."""
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


@cache
def checks_of(model: type[models.Model]) -> dict[str, Check]:
    """What each column of a table may hold."""
    fields = {field.attname: field for field in model._meta.concrete_fields}
    own = {name: _as_kind(kind) for name, kind in KINDS.get(model, {}).items()} | OWN.get(model, {})
    return {
        name: _or_nothing(own.get(name) or _as_column(field), field.null)
        for name, field in fields.items()
    }


def _holds(check: Check, value: Any) -> bool:
    try:
        return bool(check(value))
    except (*UNREADABLE, Refused, BadSetup):
        return False


def _or_nothing(check: Check, null: bool) -> Check:
    return (lambda value: value is None or check(value)) if null else check


def _as_column(field: models.Field[Any, Any]) -> Check:
    kind, most = field.get_internal_type(), field.max_length
    if kind in NUMBERS:
        return lambda value: type(value) is int and value in NUMBERS[kind]
    if kind == "BooleanField":
        return lambda value: type(value) in (bool, int) and value in (0, 1)
    if kind == "DateTimeField":
        return lambda value: datetime.fromisoformat(value).year in YEARS
    if kind == "JSONField":
        return lambda value: type(json.loads(value)) is dict
    return lambda value: type(value) is str and (most is None or len(value) <= most)


def _as_kind(kind: Kind) -> Check:
    return lambda value: kind.from_column(value) == value and kind.fits(kind.from_column(value))


def _is_change(text: str) -> bool:
    return all(
        len(ends) == 2 and ((kind := kind_of(path)) is None or all(map(kind.fits, ends)))
        for path, ends in json.loads(text).items()
    )


def _is_told(text: str) -> bool:
    """Checks what a move of a match changed: numbers alone (see services/match/audit.py)."""
    return all(len(ends) == 2 for ends in json.loads(text).values())


def _is_party(text: str) -> bool:
    return sound(from_data(json.loads(text)))


def _is_story(text: str) -> bool:
    return bool(story_of_data(json.loads(text)))


def _is_share_code(text: str) -> bool:
    return text == "" or bool(CODE.fullmatch(text))


def _is_par(text: str) -> bool:
    return type(json.loads(text)["state"]) is str


def _is_review(text: str) -> bool:
    review = json.loads(text)
    verdicts = [Verdict(*values) for values in review["verdicts"].values()]
    numbers = [int(number) for number in review["verdicts"]]
    figures = [figure for found in verdicts for figure in found[1:]]
    counts = type(review["revision"]) is int and type(review["done"]) is int
    return counts and len(numbers) <= review["done"] and all(0 <= each <= 1 for each in figures)


def _is_earlier(values: Values) -> bool:
    """What an entry points back at was written before it."""
    back = (values.get(name) or 0 for name in ("below", "undoes", "root"))
    return all(number < values["number"] for number in back)


def _is_match(values: Values) -> bool:
    """Whether it can be shown; whether its log leads to where it stands says audit.py."""
    game, options = GAMES[values["game"]], json.loads(values["options"])
    over, score = values["outcome"] not in ("", QUIT), json.loads(values.get("score", "{}"))
    if values.get("version", 1) != game.version:
        return type(options) is dict and bool(json.loads(values["state"]))
    game.chosen(options)
    figures = [score[name] for name in game.score(game.from_json(values["state"])) if over]
    return all(n is None or (type(n) is int and n in FIGURES) for n in figures)


KINDS: dict[type[models.Model], dict[str, Kind]] = {Party: FIELDS, Player: PLAYER_FIELDS}
OWN: dict[type[models.Model], dict[str, Check]] = {
    Code: {"text": CODE.fullmatch},
    Party: {"code": CODE.fullmatch, "watch_code": CODE.fullmatch},
    Player: {"number": range(MAX_PLAYERS).__contains__},
    Entry: {"changes": _is_change, "device": ("", *NUMBERS_OF_PLAYERS).__contains__},
    Save: {"state": _is_party},
    Run: {"story": _is_story, "share_code": _is_share_code},
    Match: {
        "code": CODE.fullmatch,
        "seed": SEED.fullmatch,
        "outcome": ("", "won", "lost", "over", QUIT).__contains__,
        "share_code": _is_share_code,
        "review": _is_review,
        "par": _is_par,
    },
    Seat: {"level": LEVELS.__contains__},
    Move: {"changes": _is_told},
    Result: {"data": lambda text: sound_result(json.loads(text))},
}
TOGETHER: dict[type[models.Model], Check] = {
    Party: lambda values: str(values["first"]) in values["seating"],
    Entry: _is_earlier,
    Match: _is_match,
}
"""Of columns that depend on each other."""
