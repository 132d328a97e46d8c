"""A backup that somebody has edited is refused, or every page of what it brings can be read."""

from __future__ import annotations

import copy
import gzip
import itertools
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.test import Client

from tests.examples import examples
from tests.long_logs import party_of
from tests.play.matches import (
    PHONE,
    at_one_phone,
    dealt,
    looked_back,
    on_own_phones,
    phone,
    played_on,
)
from tests.play.visitors import undone
from tests.routes import ROUTES, filled
from tests.tracker.parties import play
from tracker import models
from tracker.rules.games import GAMES
from tracker.rules.table.state.party import new_party
from tracker.services.backup import COLUMNS, FORMS
from tracker.services.match.play import match_share
from tracker.services.match.review import reviews_audit
from tracker.services.match.rows import match_table
from tracker.services.party.ledger import STRIDE
from tracker.services.party.parties import party_create
from tracker.services.party.runs import run_share
from tracker.services.reading import UNREADABLE
from tracker.web.limits import THOUGHTS, WRONG_CODES

THOROUGH = pytest.mark.thorough
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.thorough]

Lines = list[Any]
# First parts of addresses. A match is on no page of a party, nor a party on one of a match.
OF_PARTIES, OF_MATCHES = ("p", "w", "r"), ("play", "m")
PARTIES = {"tracker_party", "tracker_player", "tracker_entry", "tracker_save", "tracker_run"}
MATCHES = {"tracker_match", "tracker_seat", "tracker_move"}
JUNK: list[Any] = [
    *(
        None,
        True,
        -1,
        0,
        1,
        3,
        7,
        2**31,
        1.5,
        "",
        "x",
        "0",
        "undo",
        "sit",
        "away",
        "computer:1",
        "won",
        "quit",
        "easy",
    ),
    *("{}", "[]", "null", '"x"', "7", '{"hp": "x"}', '{"x": [[], {}]}', '{"hp": null}'),
    *('{"players.0.hp": ["x", null]}', '{"hp": [1]}', '{"hp": ["a", "b"]}', '{"": 7}', "a,b:c"),
]


def party(game: str = "coop") -> str:
    code = party_create(state=new_party(("Mara", "Odo")))
    play(code, "referee:room", "deal:1.1:9cKd4h10s2c7d", "take:1.1:equip:0:7d", "hp:1:-3", "save:x")
    play(code, "fight:0:As:bare", "floor:=3", "note:by the fire", "fight:0:3s:bare")
    play(code, "fight:0:6s:weapon", "undo:6", "hp:1:-40", "new", "hp:0:-3")
    run_share(code=code, first=1)
    return code


def matches() -> list[str]:
    """In progress, waiting for a player and finished, of every game."""
    going = [at_one_phone("coop", 2), dealt("castle", "easy"), on_own_phones("shiphead", PHONE, "")]
    for code in going[:2]:
        for _ in played_on(code, 6):
            pass
    over = [
        dealt("solo"),
        dealt("rascal"),
        at_one_phone("coop", 2, "lamp"),
        dealt("castle", "easy"),
        dealt("shiphead", "easy"),
    ]
    for code in over:
        for _ in played_on(code, 2000):
            pass
        match_share(code=code, phone=PHONE)
    return [*going, *over]


def addresses(parties: list[str], played: list[str]) -> list[str]:
    """Every address under these codes and the keys of what they share, and those under none."""
    runs = models.Run.objects.exclude(share_code="").values_list("share_code", flat=True)
    shared = models.Match.objects.exclude(share_code="").values_list("share_code", flat=True)
    codes: dict[str, list[str]] = {
        "p": parties,
        "w": [*models.Party.objects.values_list("watch_code", flat=True)],
        "play": played,
        "r": [*runs],
        "m": [*shared],
    }
    places = {"int": "1", "game": "coop", "save": "x", "slug": "9c", "str": "x"}
    found = (
        filled(route, lambda kind, _: {"code": code, **places}.get(kind, code))  # noqa: B023
        for route in ROUTES
        if route.partition("/")[0] in (*codes, "", "runs", "records")
        for code in codes.get(route.partition("/")[0], [""])
    )
    return [*dict.fromkeys(found)]


def unreadable(found: list[str]) -> list[str]:
    """The addresses that are a fault of ours, for whoever plays there."""
    client, faults = phone(), []
    client.raise_request_exception = False
    for path in found:
        if client.get(path).status_code >= 500:
            faults.append(path)
        THOUGHTS.reset()
        WRONG_CODES.reset()
    return faults


def restored(file: Path, rows: Lines) -> bool:
    """False where it is refused, in one line."""
    file.write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))
    try:
        call_command("restore", file, "--replace")
    except CommandError:
        return False
    return True


def read(value: Any) -> Any:
    """Reads a text of JSON; any other value stays as it is."""
    try:
        return json.loads(value)
    except (TypeError, ValueError):
        return value


def edited(rows: Lines, table: str, column: str, value: object, number: int = 0) -> Lines:
    """The rows of a backup with another value in one of a table."""
    place, copied = COLUMNS[table].index(column) + 1, copy.deepcopy(rows)
    mine = [row for row in copied[1:] if row[0] == table]
    mine[number % len(mine)][place] = value
    return copied


def spoilt(value: Any, junk: object) -> Iterator[Any]:
    """Copies of a value of JSON, with junk in place of it or of one of its parts."""
    yield junk
    if isinstance(value, dict | list):
        for place, part in value.items() if isinstance(value, dict) else enumerate(value):
            for other in spoilt(part, junk):
                changed = copy.copy(value)
                changed[place] = other
                yield changed


@dataclass(frozen=True)
class Backup:
    file: Path
    rows: Lines
    addresses: list[str]

    def showing(self, table: str) -> list[str]:
        """Returns the addresses that may read a row of this table."""
        others = OF_MATCHES if table in PARTIES else OF_PARTIES if table in MATCHES else ()
        return [path for path in self.addresses if path.split("/")[1] not in others]

    def number(self, **values: object) -> int:
        """The first row of a match that has these values."""
        names = COLUMNS["tracker_match"]
        matches = [row[1:] for row in self.rows[1:] if row[0] == "tracker_match"]
        rows = [dict(zip(names, row, strict=True)) for row in matches]
        return next(n for n, row in enumerate(rows) if values.items() <= row.items())


@pytest.fixture
def backup(tmp_path: Path) -> Backup:
    """The backup of a site that is as it was then."""
    found, whole = site_in_play()
    (file := tmp_path / "site.gz").write_bytes(whole)
    call_command("restore", file, "--replace")
    return Backup(file, [json.loads(line) for line in gzip.decompress(whole).splitlines()], found)


@cache
def site_in_play() -> tuple[list[str], bytes]:
    """Its addresses and its backup. Games are played to their ends once, not for every test."""
    found = addresses([party()], matches())
    with TemporaryDirectory() as folder:
        call_command("backup", file := Path(folder) / "site.gz")
        return found, file.read_bytes()


NONSENSE = [
    ("tracker_match", "options", '{"skip": [[]]}'),
    ("tracker_match", "options", '{"": 7}'),
    ("tracker_match", "score", '{"floors": "x"}'),
    ("tracker_match", "winner", 7),
    ("tracker_match", "outcome", "x"),
    ("tracker_match", "seed", "A B"),
    ("tracker_seat", "level", "wizard"),
    ("tracker_seat", "number", 3),
    ("tracker_entry", "changes", '{"players.0.hp": ["x", null]}'),
    ("tracker_entry", "changes", '{"about.best_floors": [0, 1]}'),
    ("tracker_entry", "changes", '{"about.entry": [0, "x"]}'),
    ("tracker_entry", "state", '{"floor": "x"}'),
    ("tracker_entry", "device", "x"),
    ("tracker_run", "story", "{}"),
]


@pytest.mark.parametrize(("table", "column", "value"), NONSENSE)
def test_nonsense_is_refused(backup: Backup, table: str, column: str, value: object) -> None:
    number = backup.number(game="coop", outcome="over") if column == "score" else 1
    assert not restored(backup.file, edited(backup.rows, table, column, value, number))
    assert restored(backup.file, backup.rows)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("winner", 0),
        ("game", "coop"),
        *(
            pytest.param(*change, marks=THOROUGH)
            for change in (("outcome", "won"), ("state", None), ("seed", "lamp"))
        ),
    ],
)
def test_a_match_that_its_log_does_not_lead_to_is_outdated(
    backup: Backup, column: str, value: object
) -> None:
    number = backup.number(game="solo", outcome="lost")
    if column == "state":  # that of another deal
        value = dealt_elsewhere()
    if restored(backup.file, edited(backup.rows, "tracker_match", column, value, number)):
        match = models.Match.objects.order_by("id")[number]
        assert match_table(match.code).outdated
    else:
        assert column == "game"  # its state is none of that game
    assert unreadable(backup.showing("tracker_match")) == []


def dealt_elsewhere() -> str:
    return str(models.Match.objects.get(code=dealt("solo", seed="elsewhere")).state)


@pytest.mark.parametrize(
    "text",
    ["quit", *(pytest.param(text, marks=THOROUGH) for text in ("undo", "fight:9c", "x", ""))],
)
def test_a_log_that_leads_elsewhere_is_that_of_an_outdated_match(backup: Backup, text: str) -> None:
    rows = [row for row in backup.rows[1:] if row[0] == "tracker_move"]
    first = {row[2]: place for place, row in reversed([*enumerate(rows)])}  # by match
    for place in first.values():
        assert restored(backup.file, edited(backup.rows, "tracker_move", "text", text, place))
        assert models.Match.objects.filter(version=0).count() == 1
    assert unreadable(backup.showing("tracker_move")) == []


@pytest.mark.parametrize("table", COLUMNS)
def test_a_table_that_is_cut_out_is_refused_or_not_missed(backup: Backup, table: str) -> None:
    looked_back("solo")
    backup.file.unlink()
    call_command("backup", backup.file)
    lines = gzip.decompress(backup.file.read_bytes()).splitlines()
    head, *rows, _count = [json.loads(line) for line in lines]
    left = [row for row in rows if row[0] != table]
    assert restored(backup.file, [head, *rows, ["rows", len(rows)]])
    if restored(backup.file, [head, *left, ["rows", len(left)]]):
        assert unreadable(backup.showing(table)) == []


def test_a_story_with_junk_in_any_place_is_refused_or_told(backup: Backup) -> None:
    story = models.Run.objects.get().story
    reads = re.compile(r"/r/.*|.*/runs?(\.csv|\.json|/\d+)?")  # a replay reads the log alone
    pages = list(filter(reads.fullmatch, backup.addresses))
    junks: list[Any] = [None, True, -1, 10**400, 1.5, "Ac", "\ud800", [], [[1]], {}]
    for junk in junks:
        for edited in spoilt(story, junk):
            try:
                taken_in = FORMS[models.Run]["story"](edited)
            except UNREADABLE:
                continue
            if taken_in and edited != story:
                models.Run.objects.update(story=edited)
                assert (junk, edited, unreadable(pages)) == (junk, edited, [])


def test_a_score_with_junk_in_any_place_is_refused_or_told(backup: Backup) -> None:
    """Every game is tried, by the rules of today and by changed ones."""
    over = models.Match.objects.exclude(outcome__in=("", models.QUIT))
    assert {*over.values_list("game", flat=True)} == {*GAMES}
    junks: list[Any] = [None, True, 1.5, "7", [1], {}, 10**400, models.FIGURES[-1]]
    for match in over:
        keys = {match.code, match.share_code, "records"}
        pages = [path for path in backup.addresses if keys.intersection(path.split("/"))]
        scores = [each for junk in junks for each in spoilt(match.score, junk)]
        scores = [each for each in scores if isinstance(each, dict)]
        for version, score in itertools.product((match.version, 0), scores):
            match.version, match.score = version, score
            with suppress(ValidationError, *UNREADABLE):
                match.clean()
                match.save()
                assert (version, score, unreadable(pages)) == (version, score, [])


def test_a_review_with_junk_in_any_place_is_shown_or_made_anew() -> None:
    code = looked_back("solo")
    match = models.Match.objects.get()
    whole = match.review or {}
    places = ("review", "ask", "ask?all=1&at=0", "ask?all=1&at=900")
    pages = [f"/play/{code}/{place}" for place in places]
    reviews_audit()
    assert models.Match.objects.get().review == whole
    junks: list[Any] = [None, True, -1, 999, 1.5, "x", "fight:zz", [], [1], {}]
    for junk in junks:
        for review in [*spoilt(whole, junk), *misnumbered(whole, junk)]:
            models.Match.objects.update(review=review)
            reviews_audit()
            if models.Match.objects.get().review not in (None, whole):
                assert (junk, review, unreadable(pages)) == (junk, review, [])


def misnumbered(review: dict[str, Any], number: object) -> Iterator[dict[str, Any]]:
    """The review with one verdict on another move."""
    for place in review["verdicts"]:
        verdicts = {**review["verdicts"], str(number): review["verdicts"][place]}
        del verdicts[place]
        yield review | {"verdicts": verdicts}


@pytest.mark.django_db
def test_an_entry_with_junk_in_any_place_is_refused_or_told(client: Client) -> None:
    """It can be undone and redone too, and the table goes back past it."""
    code = party_of(STRIDE, 2 * STRIDE)
    play(code, *(f"hp:{number}:-30" for number in range(4)), "new")
    end = STRIDE + 5
    client.raise_request_exception = False
    pages = [f"/p/{code}/{page}" for page in ("history/300", f"history/{end}", "runs/1/replay")]
    texts = (f"undo:{end}", f"undo:{end + 1}", f"return:{STRIDE - 1}")
    commands = [{"text": text, "key": text.replace(":", ".")} for text in texts]
    junks: list[Any] = [None, True, -1, 10**30, 1.5, "x", "9", [], [1, 1], {}]
    for number, column in ((STRIDE, "state"), (end, "changes")):
        entry = models.Entry.objects.get(number=number)
        whole = getattr(entry, column)
        values = [*lacking(whole), *(value for junk in junks for value in spoilt(whole, junk))]
        for value in Random(0).sample([v for v in values if is_taken_in(entry, column, v)], 16):
            with undone():
                models.Entry.objects.filter(id=entry.id).update(**{column: value})
                body = json.dumps({"commands": commands})
                r = client.post(f"/p/{code}/entries", body, "application/json")
                assert (value, r.status_code, unreadable(pages)) == (value, 200, [])


def is_taken_in(entry: models.Entry, column: str, value: object) -> bool:
    edited = copy.copy(entry)
    setattr(edited, column, value)
    try:
        edited.clean()
    except (ValidationError, *UNREADABLE):
        return False
    return type(value) is dict


def lacking(values: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The values without one of them."""
    for name in values:
        yield {other: value for other, value in values.items() if other != name}


@pytest.mark.parametrize("value", ["x", "take:zz:why", "", "a,b:c"])
def test_what_a_move_tells_is_told_again(backup: Backup, value: str) -> None:
    before = models.Move.objects.order_by("id").values_list("report", flat=True)
    told = list(before)
    rows = backup.rows
    for place in range(0, len(told), 5):
        rows = edited(rows, "tracker_move", "report", value, place)
        rows = edited(rows, "tracker_move", "changes", '{"hp": ["x", []]}', place)
    assert restored(backup.file, rows)
    assert list(before.all()) == told
    assert not models.Match.objects.filter(version=0).exists()


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=THOROUGH) for seed in range(1, examples(24)))]
)
def test_whatever_is_edited_every_page_can_be_read(backup: Backup, seed: int) -> None:
    """Junk in any column or any part of one, or what stands there in another row."""
    chance = Random(seed)
    for _ in range(6):
        table = chance.choice([*dict.fromkeys(row[0] for row in backup.rows[1:-1])])
        column = chance.choice([name for name in COLUMNS[table] if name != "id"])
        there = [
            row[COLUMNS[table].index(column) + 1] for row in backup.rows[1:-1] if row[0] == table
        ]
        value = chance.choice([*JUNK, *there])
        if isinstance(read(whole := chance.choice(there)), dict) and chance.random() < 0.5:
            value = json.dumps(chance.choice([*spoilt(read(whole), read(chance.choice(JUNK)))]))
        if restored(backup.file, edited(backup.rows, table, column, value, chance.randrange(999))):
            said = f"{table}.{column} = {value!r}"
            assert (said, unreadable(backup.showing(table))) == (said, [])
