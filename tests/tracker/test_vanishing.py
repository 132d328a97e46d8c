"""A page leaves out the things that somebody deletes while it is read, or says so."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from django.core import signing
from django.test import Client

from tests.routes import ROUTES, filled
from tests.screens import made
from tests.vanishing import answers_too_late
from tracker import models
from tracker.services.party.parties import party_delete, party_relink, party_table
from tracker.services.party.runs import run_share
from tracker.web.browser import PARTIES_COOKIE

pytestmark = pytest.mark.django_db

OF_PARTIES = ("p/<", "w/<", "r/<")
OF_ALL = ("", "new", "open", "open-save", "runs")
PLACES = {"card": "9c", "do": "fight", "name": "door"}
VANISHING: list[Callable[[str], object]] = [
    lambda code: party_delete(code=code),
    lambda code: party_relink(code=code),
    lambda code: models.Save.objects.filter(party__code=code).delete(),
]


@pytest.mark.parametrize("vanish", VANISHING, ids=["party", "links", "saves"])
def test_pages_open_whatever_vanishes_meanwhile(vanish: Callable[[str], object]) -> None:
    code, other = (
        made("hp:0:-3", "save:door", "hp:1:-2", "floor:+1", "new", "hp:0:-1") for _ in range(2)
    )
    codes = {
        "watch_code": party_table(code).watch_code,
        "share_code": run_share(code=code, first=1),
    }
    models.Party.objects.update(runs_found=False)
    client = Client()
    client.cookies[PARTIES_COOKIE] = signing.dumps([code, other], salt=PARTIES_COOKIE)
    places = {"code": code, "count": "2"} | codes | PLACES
    for route in ROUTES:
        if route in OF_ALL or route.startswith(OF_PARTIES):
            # The second entry made the save; the first is in its run, and of its player.
            places["number"] = "2" if "/saves/" in route else "1"
            address = filled(route, lambda _, name: places[name])
            for r in answers_too_late(partial(client.get, address), partial(vanish, code)):
                assert r.status_code < 500, address
                assert route not in OF_ALL or r.status_code == 200, address
