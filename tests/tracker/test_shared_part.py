"""Phones that see the same share one drawing of the table, and none is shown another's."""

from __future__ import annotations

import re
from random import Random

import pytest
from django.conf import settings
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from tests.commands_at_random import played, story
from tests.examples import examples
from tests.tracker.drawings import drawings
from tests.tracker.parties import play
from tracker.rules.table.state.party import new_party
from tracker.services.party.parties import party_create, party_table
from tracker.web.browser import (
    DEVICE_COOKIE,
    HAND_COOKIE,
    SWITCHES,
    THEME_COOKIE,
    THEMES,
    VIEW_COOKIE,
    WAY_COOKIE,
    WHOLE,
)

pytestmark = pytest.mark.django_db
NAMES = ("Mara", "Odo", 'Pell "\1" <&>', "Rook")
LANGUAGES = [code for code, _ in settings.LANGUAGES]
OWN = re.compile(r'name="(csrfmiddlewaretoken|key)" value="(\w+)"')


def phone(cookies: dict[str, str]) -> Client:
    client = Client()
    for name, value in cookies.items():
        client.cookies[name] = value
    return client


def any_phone(chance: Random) -> Client:
    """Whose it is, what it shows, its language, its look and its clock."""
    all_of_it = {
        DEVICE_COOKIE: chance.choice(["", "0", "3"]),
        VIEW_COOKIE: chance.choice([WHOLE, ""]),
        HAND_COOKIE: chance.choice(["", "1"]),
        WAY_COOKIE: chance.choice(["", "room"]),
        THEME_COOKIE: chance.choice(["", *THEMES]),
        "language": chance.choice(LANGUAGES),
        "zone": chance.choice(["", "Asia/Kathmandu", "America/Lima"]),
        **{name: chance.choice(["", "1"]) for name in SWITCHES},
    }
    return phone({name: all_of_it[name] for name in chance.sample([*all_of_it], 3)})


def part(client: Client, code: str, **asked: int) -> str:
    r = client.get(reverse("table-part", args=[code]), asked)
    assert r.status_code == 200
    return r.content.decode()


def but_its_own(page: str) -> str:
    return OWN.sub(r"\1", page)


def test_whatever_a_phone_is_like_it_is_shown_what_it_would_be_shown_alone() -> None:
    for seed in range(examples(60)):
        chance = Random(seed)
        code = party_create(state=new_party(NAMES))
        *_, ledger = played(code, story(chance, 8))
        before = chance.randrange(ledger.revision) if ledger.revision else 0
        asked = {"after": before} if ledger.revision else {}
        phones = [any_phone(chance) for _ in range(8)]
        together = [part(each, code, **asked) for each in phones]
        for one, shown in zip(phones, together, strict=True):
            caches["moment"].clear()
            assert but_its_own(shown) == but_its_own(part(one, code, **asked)), seed


def test_four_phones_of_the_whole_table_take_one_drawing() -> None:
    code = party_create(state=new_party(NAMES))
    play(code, "hp:0:-3")
    with drawings("party/table/_sync_status.html") as drawn:
        shown = [part(Client(), code, after=0) for _ in range(4)]
    assert len(drawn) == 1
    assert len({but_its_own(page) for page in shown}) == 1


def test_each_form_has_a_token_and_a_key_of_its_own() -> None:
    code = party_create(state=new_party(NAMES))
    forms = [OWN.findall(part(Client(), code)) for _ in range(4)]
    assert {tuple(name for name, _ in form) for form in forms} == {("csrfmiddlewaretoken", "key")}
    assert len({value for form in forms for _, value in form}) == 8


def test_a_form_that_is_shared_is_taken() -> None:
    code = party_create(state=new_party(NAMES))
    part(Client(), code)
    strict = Client(enforce_csrf_checks=True)
    fields = dict(OWN.findall(part(strict, code)))
    answer = strict.post(reverse("entries", args=[code]), {**fields, "command": "hp:0:-1"})
    assert answer.status_code < 400
    assert party_table(code).state.players[0].hp == 19


def test_no_number_of_before_is_shown() -> None:
    code = party_create(state=new_party(NAMES))
    for hp in range(19, 9, -1):
        play(code, "hp:0:-1")
        assert f">{hp}</output>" in part(Client(), code)
