"""Pages that anybody may read name no code, no phone, and nobody of another party or match."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from tests.play.matches import PHONE, dealt, phone, played_on
from tests.tracker.parties import play
from tracker import models
from tracker.rules.games import GAMES
from tracker.rules.table.state.party import new_party
from tracker.services.match.play import match_share
from tracker.services.match.rows import match_table
from tracker.services.party.parties import party_create, party_table
from tracker.services.party.runs import run_share

pytestmark = pytest.mark.django_db

MINE, THEIRS = ("Quillon", "Peregrine"), ("Zebedee", "Wenceslas")
EVERYWHERE = sorted(
    f"/{pattern}"
    for name in get_resolver().reverse_dict
    if isinstance(name, str)
    for ways, *_ in get_resolver().reverse_dict.getlist(name)
    for pattern, arguments in ways
    if not arguments
)


@dataclass(frozen=True)
class World:
    """A party and a match of `MINE`, and the same of `THEIRS`; all of them are shared."""

    parties: tuple[str, str]
    runs: tuple[str, str]
    matches: tuple[str, str]
    shares: tuple[str, str]

    @property
    def secrets(self) -> set[str]:
        parties = {party_table(code).storage_key for code in self.parties}
        watched = {*(party_table(code).watch_code for code in self.parties)}
        keys = {*self.runs, *self.matches, *self.shares}
        return {PHONE, *self.parties} | parties | watched | keys


def party(names: tuple[str, ...]) -> str:
    code = party_create(state=new_party(names, f"The inn of {names[0]}"))
    play(code, "note:by the fire", "fight:0:As:bare", "floor:=3", "save:door", "new", "hp:0:-3")
    return code


def match(name: str) -> str:
    code = dealt("solo", seed=name.lower())
    models.Seat.objects.filter(match__code=code).update(name=name)
    for _ in played_on(code, 300):
        pass
    match_share(code=code, phone=PHONE)
    return code


@pytest.fixture
def world() -> World:
    parties = party(MINE), party(THEIRS)
    matches = match(MINE[0]), match(THEIRS[0])
    runs = tuple(run_share(code=code, first=1) for code in parties)
    shares = tuple(match_table(code).share_code for code in matches)
    return World(parties, (runs[0], runs[1]), matches, (shares[0], shares[1]))


@pytest.fixture(params=["a stranger", "at the table"])
def client(request: pytest.FixtureRequest, world: World) -> Client:
    """A stranger or a browser that knows all of it: such a page may be passed on as it was seen."""
    if request.param == "a stranger":
        return Client()
    known = phone()
    for code in world.parties:
        known.get(f"/p/{code}/")
    return known


def seen(client: Client, way: str) -> str:
    """All that comes back: page, headers, cookies."""
    r = client.get(way)
    assert r.status_code == 200, way
    return r.content.decode("utf-8", "replace") + str(r.headers) + str(r.cookies)


def test_a_public_page_names_no_code_and_nobody_else(client: Client, world: World) -> None:
    watched = party_table(world.parties[0]).watch_code
    ways = {
        watched: ("watch", "watch-part"),
        world.runs[0]: ("shared-run", "run-picture"),
        world.shares[0]: ("shared-match", "match-picture", "shared-replay"),
    }
    for key, names in ways.items():
        for name in names:
            told = seen(client, reverse(name, args=[key]))
            assert [secret for secret in world.secrets - {key} if secret in told] == []
            assert [name for name in THEIRS if name in told] == []


def test_a_stranger_finds_nobody_anywhere(world: World) -> None:
    pages = [*EVERYWHERE, *(reverse("rules-game", args=[key]) for key in GAMES)]
    stranger, told = Client(), ""
    for way in pages:
        r = stranger.get(way)
        told += r.getvalue().decode("utf-8", "replace") + str(r.headers) + str(r.cookies)
    assert [each for each in (*world.secrets, *MINE, *THEIRS) if each in told] == []
