"""Every page of every party and match that people can bring about opens, or says why it does not.

A new address is in the law by itself: where one has a place of a new kind, say in PLACES or in
`places_of` what may stand there.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from html import unescape
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client

from tests.commands_at_random import BEGINNINGS, played, story
from tests.examples import examples
from tests.play.matches import NAMES, OTHER, PHONE, phone, stored
from tests.routes import ROUTES, filled
from tests.rules.laws import AnyGame, goes
from tracker import models
from tracker.boards.party.cards.card_picker import TASKS
from tracker.rules.cards import PACK
from tracker.rules.games import GAMES
from tracker.rules.players import PLAYERS
from tracker.rules.table.room.changes import as_data, from_data, sound
from tracker.rules.table.room.room import Room
from tracker.rules.table.state.fields import Kind
from tracker.rules.table.state.party import FIELDS, PLAYER_FIELDS, Party
from tracker.services.match.match import DealtMatch, Seat
from tracker.services.match.play import match_decide, match_share, match_undo, seat_key
from tracker.services.match.rows import match_table
from tracker.services.party import advice
from tracker.services.party.parties import party_create, party_table
from tracker.services.party.runs import run_share, runs_of
from tracker.web.limits import THOUGHTS, WRONG_CODES

pytestmark = pytest.mark.django_db

OF_PARTIES, OF_MATCHES = ("p/<", "w/<", "r/<"), ("play/<", "m/<")
"""How addresses begin that lead to one party or match."""
ADDRESSES = [route for route in ROUTES if route.startswith(OF_PARTIES + OF_MATCHES)]
STRAYS = 0.1
"""The share of addresses of the other kind that are asked for as well: each is a 404."""
MOST_COMMANDS, MOST_DECISIONS = 60, 120
QUERIES: dict[str, Sequence[str]] = {
    **dict.fromkeys(("after", "at", "before", "begin", "skip"), ("0", "1", "7", "99999")),
    **dict.fromkeys(("open", "seat", "player", "floors"), ("0", "1", "9")),
    **dict.fromkeys(("card", "value"), PACK),
    "words": ("9c Kd", "Ks kc", "hammer", ""),
    "tab": ("heal", "cards", "x"),
    "view": ("0", "all", "x"),
    **dict.fromkeys(("invite", "taken", "phone", "own", "advice", "all", "hide"), ("", "1")),
}
WEAPONS = ("8", "A:Kc", "2:9cKc", "10:KsQsJs10s9s8s7s6s5s4s3s2sAcKc", "hammer", "8:JOKb+Kh", ":")
ODD: list[Any] = [
    *("", "2d", "2dKc", "Kc", "7h", "Kh", "KhQhJhKhQhJh", "Kh (Rook’s)", "x" * 64, *WEAPONS),
    *("9cKc,4h,3s", "9c,Kc,3s/2s", "9c0Kd~1", "9c14h-", "jokers=False", "210", "3", "012"),
    *(0, 1, 2, 3, 7, 20, 54, 9999, -9999, True, False, "coop", "solo", "rascal", "off", "room"),
]
"""Values for any field: those that fit it may stand in a file somebody imports."""

Values = Mapping[str, Sequence[str]]


@pytest.fixture(autouse=True)
def _little_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Finds odds and advice quickly: they do not matter here."""
    monkeypatch.setattr(advice, "SECONDS", 0.02)
    monkeypatch.setattr(advice, "TRIAL_SECONDS", 0.02)


def assert_all_open(
    clients: Sequence[Client], own: tuple[str, ...], places: Values, chance: Random
) -> None:
    """Each of its own addresses that has a code among `places`, on one of the phones: once, or
    twice with whatever may stand there."""
    for route in ADDRESSES:
        if not route.startswith(own) and chance.random() > STRAYS:
            continue
        wanted = {name for _, name in re.findall(r"<(\w+):(\w+)>", route)}
        if wanted <= {*places, *PLACES}:
            for _ in range(1 + bool(wanted - CODES)):
                address = filled(route, lambda _, n: chosen(places, n, chance))
                assert_opens(chance.choice(clients), address, chance)
        else:
            assert wanted - {*places} <= CODES, f"nothing is known to stand in {route}"


def chosen(places: Values, name: str, chance: Random) -> str:
    return chance.choice([*places.get(name, ()), *PLACES.get(name, ())])


def assert_opens(client: Client, address: str, chance: Random) -> None:
    names = chance.sample([*QUERIES], chance.choice((0, 0, 1, 2)))
    query = urlencode({name: chance.choice(QUERIES[name]) for name in names})
    part = {"HX-Request": "true"} if chance.random() < 0.3 else {}
    # A phone that has tried many codes would be shown nothing but that.
    WRONG_CODES.reset()
    THOUGHTS.reset()
    r = client.get(f"{address}?{query}", headers=part)
    assert r.status_code < 500, f"{address}?{query}"
    assert r.status_code != 429, f"{address}?{query} was asked for too often"
    if r.status_code >= 400:
        words = unescape(re.sub("<[^>]*>", " ", r.content.decode()))
        assert re.search(r"\w+ \w+.*[.?!]", words), f"{address}?{query} is refused without a word"


PLACES: dict[str, Sequence[str]] = {
    "card": ("9c", "JOKr", "x"),
    "do": (*TASKS, "x"),
    "name": ("Ann", "Floor 2", "door", "nobody"),
    "number": ("0", "1", "2", "3", "4", "99999"),
    "place": ("0", "1", "9"),
    "key": ("x",),
}
"""By their names in the addresses."""
CODES = {"code", "watch_code", "share_code"}


# Parties


def party_at_random(chance: Random) -> str:
    """A party after commands, some of them of one that a file has brought."""
    start = chance.choice(BEGINNINGS)
    if chance.random() < 0.4:
        start = imported(start, chance)
    code = party_create(state=start)
    for _ in played(code, story(chance, chance.randint(0, MOST_COMMANDS))):
        pass
    if chance.random() < 0.7:
        lay_out(code, chance)
    return code


def lay_out(code: str, chance: Random) -> None:
    """A whole room, of which advice is asked; some of its cards may be held as well."""
    for text in ("room:+1", "referee:room", "deal:<room>:{}"):
        room = Room(party_table(code).state)
        cards = chance.sample(sorted(room.pack), room.size)
        for _ in played(code, [text.format("".join(cards))]):
            pass


def imported(party: Party, chance: Random) -> Party:
    """As it may stand in a file: some of its values are others that fit."""
    data = as_data(party)
    for _ in range(chance.randint(1, 5)):
        whole = chance.random() < 0.5
        holder: dict[str, Any] = data if whole else chance.choice(data["players"])
        name = chance.choice([*(FIELDS if whole else PLAYER_FIELDS)])
        kind: Kind = (FIELDS if whole else PLAYER_FIELDS)[name]
        before, holder[name] = holder[name], chance.choice([*filter(kind.fits, ODD), holder[name]])
        if not sound(from_data(data)):
            holder[name] = before
    return from_data(data)


def places_of_party(code: str) -> Values:
    table = party_table(code)
    runs = [note.first for note in runs_of(table)]
    saves = models.Save.objects.filter(party__code=code).values_list("number", "name")
    return {
        "code": [code],
        "watch_code": [party_table(code).watch_code],
        "share_code": [run_share(code=code, first=first) for first in runs] or ["x" * 13],
        "number": [*map(str, [table.revision, *runs, *(number for number, _ in saves)])],
        "name": [name for _, name in saves],
    }


def assert_every_page_of_a_party_opens(seed: int) -> None:
    chance = Random(seed)
    code = party_at_random(chance)
    assert_all_open([Client()], OF_PARTIES, places_of_party(code), chance)


@pytest.mark.postgresql
@pytest.mark.parametrize("seed", range(examples(32)))
def test_every_page_of_any_party_opens(seed: int) -> None:
    assert_every_page_of_a_party_opens(seed)


# Matches


def options_at_random(game: AnyGame, chance: Random) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for name, option in game.options.items():
        if chance.random() < 0.4:
            few = chance.sample(option.allowed, chance.randint(0, min(3, len(option.allowed))))
            value = few if option.many else chance.choice(option.allowed)
            options |= {name: value} if goes(game, options | {name: value}) else {}
    return options


def seats_at_random(game: AnyGame, chance: Random) -> list[Seat]:
    """Mara sits on the phone that looks; each of the others there, elsewhere or nowhere yet, or a
    computer does."""
    others = [Seat(0, phone=OTHER), Seat(0, phone=PHONE)]
    others += [Seat(0, level="easy")] if "easy" in PLAYERS[game.key] else []
    others += [Seat(0)] if chance.random() < 0.2 else []
    sides = [Seat(0, phone=PHONE)]
    sides += [chance.choice(others) for _ in range(chance.choice(game.seats) - 1)]
    return [replace(side, number=n, name=NAMES[n]) for n, side in enumerate(sides)]


def match_at_random(chance: Random) -> str:
    """A match of any game after decisions, some of them undone; many are over."""
    game = GAMES[chance.choice([*GAMES])]
    code = stored(
        game,
        options_at_random(game, chance),
        seats_at_random(game, chance),
        seed=f"{chance.getrandbits(64):x}",
    )
    for _ in range(chance.randint(0, MOST_DECISIONS)):
        match = match_table(code)
        if match.may_undo and chance.random() < 0.1:
            match_undo(code=code, phone=PHONE, number=match.revision)
        elif match.to_act and (seat := a_person(match, chance)) is not None:
            decide(match, seat, chance)
    return code


def a_person(match: DealtMatch, chance: Random) -> int | None:
    people = [seat for seat in match.to_act if match.seats[seat].phone]
    return chance.choice(people) if people else None


def decide(match: DealtMatch, seat: int, chance: Random) -> None:
    decisions = match.decisions(seat)
    match_decide(
        code=match.code,
        phone=match.seats[seat].phone,
        seat=seat,
        number=match.revision,
        decision=chance.choice(decisions),
    )


def places_of_match(code: str) -> Values:
    match = match_table(code)
    if match.outcome:
        match_share(code=code, phone=PHONE)
    keys = [seat_key(match, side) for side in match.seats if side.phone]
    shared = match_table(code).share_code or "x" * 13
    return {"code": [code], "share_code": [shared], "key": keys}


def assert_every_page_of_a_match_opens(seed: int) -> None:
    chance = Random(seed)
    code = match_at_random(chance)
    places = places_of_match(code)
    if chance.random() < 0.1:  # dealt by rules that are others now
        models.Match.objects.filter(code=code).update(version=99)
    assert_all_open([phone(PHONE), phone(OTHER), Client()], OF_MATCHES, places, chance)


@pytest.mark.postgresql
@pytest.mark.parametrize("seed", range(examples(40)))
def test_every_page_of_any_match_opens(seed: int) -> None:
    assert_every_page_of_a_match_opens(seed)


# Others each time


def seeds(most: int) -> Iterator[int]:
    """Each is printed before it is tried; with SEED in the environment that one alone."""
    given = os.environ.get("SEED")
    for seed in [int(given)] if given else (secrets.randbits(32) for _ in range(most)):
        print(f"SEED={seed}")
        yield seed


@pytest.mark.thorough
def test_every_page_of_many_more_parties_opens() -> None:
    for seed in seeds(examples(60)):
        assert_every_page_of_a_party_opens(seed)


@pytest.mark.thorough
def test_every_page_of_many_more_matches_opens() -> None:
    for seed in seeds(examples(60)):
        assert_every_page_of_a_match_opens(seed)
