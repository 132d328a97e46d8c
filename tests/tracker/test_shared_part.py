"""Phones that see the same share one drawing of the table, and none is shown another's."""

from __future__ import annotations

import gzip
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import timedelta
from random import Random
from threading import Lock, Semaphore

import brotli
import pytest
from django.conf import settings
from django.core import signing
from django.core.cache import caches
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory, override_settings
from django.urls import reverse

from tests.commands_at_random import played, story
from tests.examples import examples
from tests.tracker.drawings import drawings
from tests.tracker.parties import play
from tracker import models
from tracker.rules.table.state.party import new_party
from tracker.services.party.parties import (
    party_create,
    party_delete,
    party_relink,
    party_table,
)
from tracker.services.party.rows import Rows
from tracker.web import shared as sharing
from tracker.web.browser import (
    DEVICE_COOKIE,
    HAND_COOKIE,
    PARTIES_COOKIE,
    SWITCHES,
    THEME_COOKIE,
    THEMES,
    VIEW_COOKIE,
    WAY_COOKIE,
    WHOLE,
)
from tracker.web.limits import WRONG_CODES, network
from tracker.web.shared import SLOT, Shared, once_for_all, packed

pytestmark = pytest.mark.django_db
NAMES = ("Mara", "Odo", 'Pell "\1" <&>', "Rook")
OTHER = "a" * 13
LANGUAGES = [code for code, _ in settings.LANGUAGES]
OWN = re.compile(r'name="(csrfmiddlewaretoken|key)" value="(\w+)"')


TOKEN = "a" * 32  # of a phone that has opened a page


def phone(cookies: dict[str, str] | None = None, **headers: str) -> Client:
    client = Client(headers=headers)
    for name, value in {"csrftoken": TOKEN, **(cookies or {})}.items():
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
        PARTIES_COOKIE: signing.dumps(["a"] * chance.randrange(3), salt=PARTIES_COOKIE),
        **{name: chance.choice(["", "1"]) for name in SWITCHES},
    }
    return phone({name: all_of_it[name] for name in chance.sample([*all_of_it], 3)})


def address(code: str) -> str:
    return reverse("table-part", args=[code])


def part(client: Client, code: str, **asked: int) -> str:
    r = client.get(address(code), asked)
    assert r.status_code == 200
    unpack = {"br": brotli.decompress, "gzip": gzip.decompress}
    return str(unpack.get(r.headers.get("Content-Encoding", ""), bytes)(r.content), "utf-8")


def but_its_own(page: str) -> str:
    return OWN.sub(r"\1", page)


@pytest.fixture
def code() -> str:
    code = party_create(state=new_party(NAMES))
    play(code, "hp:0:-3")
    return code


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


def test_four_phones_of_the_whole_table_take_one_drawing(code: str) -> None:
    with drawings("party/table/_sync_status.html") as drawn:
        shown = [part(phone({"csrftoken": TOKEN[:-1] + str(n)}), code, after=0) for n in range(4)]
    assert len(drawn) == 1
    assert len({but_its_own(page) for page in shown}) == 1


def test_four_phones_at_once_take_one_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[HttpRequest] = []
    lock, arrived = Lock(), Semaphore(0)

    class Watched:
        release = lock.release

        def acquire(self, timeout: float) -> bool:
            arrived.release()
            return lock.acquire(timeout=timeout)

    def draw(request: HttpRequest) -> HttpResponse:
        drawn.append(request)
        if len(drawn) == 1:  # until all have come
            assert [arrived.acquire(timeout=30) for _ in range(4)] == [True] * 4
        return Shared(b"x", b"x")

    monkeypatch.setattr(sharing, "_key", lambda request: "four")
    monkeypatch.setattr(sharing, "LOCKS", [Watched()])
    monkeypatch.setattr(sharing, "PATIENCE", 60)
    with ThreadPoolExecutor(4) as threads:
        asked = [RequestFactory().get("/") for _ in range(4)]
        assert {r.content for r in threads.map(once_for_all(draw), asked)} == {b"x"}
    assert len(drawn) == 1


def test_nobody_waits_long_for_a_drawing(code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "PATIENCE", 0.01)
    with ExitStack() as held:
        for lock in sharing.LOCKS:
            held.enter_context(lock)
        assert "</form>" in part(phone(), code)


def test_each_form_has_a_token_and_a_key_of_its_own(code: str) -> None:
    for accepted in ("br", "gzip", "identity"):
        forms = [OWN.findall(part(phone(accept_encoding=accepted), code)) for _ in range(4)]
        names = {tuple(name for name, _ in form) for form in forms}
        assert names == {("csrfmiddlewaretoken", "key")}
        assert len({value for form in forms for _, value in form}) == 8


def test_a_form_that_is_shared_is_taken(code: str) -> None:
    part(phone(), code)
    strict = Client(enforce_csrf_checks=True)
    strict.cookies["csrftoken"] = "b" * 32
    with drawings("party/table/_sync_status.html") as drawn:
        fields = dict(OWN.findall(part(strict, code)))
    answer = strict.post(reverse("entries", args=[code]), {**fields, "command": "hp:0:-1"})
    assert not drawn
    assert answer.status_code < 400
    assert party_table(code).state.players[0].hp == 16


def test_a_phone_without_a_cookie_gets_one_and_no_other_phone_the_same(code: str) -> None:
    first, second = (Client() for _ in range(2))
    part(phone(), code)
    for client in (first, second):
        part(client, code)
    assert first.cookies["csrftoken"].value != second.cookies["csrftoken"].value
    assert not phone().get(address(code)).cookies


@pytest.mark.parametrize("accepted", ["br", "gzip", "identity", "br;q=0, gzip", "deflate"])
def test_a_packed_answer_is_the_same_for_all_but_for_its_own(code: str, accepted: str) -> None:
    shown = [part(phone(accept_encoding=each), code) for each in ("identity", accepted, accepted)]
    assert len({but_its_own(page) for page in shown}) == 1


@pytest.mark.parametrize("coding", ["br", "gzip"])
def test_in_whatever_is_packed_the_slot_stands_as_it_is(coding: str) -> None:
    chance = Random(coding)
    for size in (0, 1, 2, 500, 30_000, 300_000):
        words = [chance.choice(["hp", "\0", "Mara", SLOT.hex(), "ö"]) for _ in range(size)]
        before, after = (" ".join(some).encode() for some in (words, words[::-1]))
        for quality in (1, 6, 9):
            assert SLOT in packed(before + SLOT + after, coding, quality)


def test_what_is_packed_is_small(code: str) -> None:
    plain = part(phone(), code).encode()
    once = len(brotli.compress(plain, quality=6))
    assert len(phone(accept_encoding="br").get(address(code)).content) < once + 120


def test_no_number_of_before_is_shown(code: str) -> None:
    for hp in range(16, 9, -1):
        play(code, "hp:0:-1")
        assert f">{hp}</output>" in part(phone(), code)


def test_a_restored_backup_of_the_same_revision_is_shown(code: str) -> None:
    before = part(phone(), code, after=0)
    later = models.Entry.objects.get(party__code=code).created + timedelta(microseconds=1)
    models.Entry.objects.filter(party__code=code).update(created=later)
    models.Party.objects.filter(code=code).update(updated=later)
    models.Player.objects.filter(party__code=code, number=0).update(hp=5)
    assert ">17</output>" in before
    assert ">5</output>" in part(phone(), code, after=0)


def test_another_party_of_the_same_number_is_shown_as_it_is(code: str) -> None:
    part(phone(), code)
    written = models.Party.objects.get(code=code).updated
    models.Party.objects.filter(code=code).update(code=OTHER)
    play(other := party_create(state=new_party(("Zoe", "Yan"))), "hp:0:-3")
    models.Party.objects.filter(code=other).update(code=code, updated=written)
    assert ["Zoe" in part(phone(), code) for _ in range(2)] == [True, True]


def test_a_deleted_party_is_gone_at_once(code: str) -> None:
    part(phone(), code)
    key = party_table(code).storage_key
    party_delete(code=code)
    assert phone(party=key).get(address(code)).status_code == 410


def test_an_old_link_is_dead_at_once(code: str) -> None:
    before = part(phone(), code)
    fresh = party_relink(code=code)
    assert phone().get(address(code)).status_code == 404
    assert code in before
    assert code not in part(phone(), fresh)


def test_the_code_to_watch_with_opens_nothing_else(code: str) -> None:
    part(phone(), code)
    assert phone().get(address(party_table(code).watch_code)).status_code == 404


def test_whoever_has_tried_too_many_codes_is_told_nothing(code: str) -> None:
    part(phone(), code)
    WRONG_CODES.take(network(RequestFactory().get("/")), WRONG_CODES.burst)
    assert phone().get(address(code)).status_code == 429


def test_each_phone_is_told_what_is_new_to_it(code: str) -> None:
    play(code, "new", "hp:0:-1")
    assert "data-deed=" in part(phone(), code, after=1)
    assert "data-deed=" not in part(phone(), code, after=2)


def test_each_phone_is_told_in_its_own_language(code: str) -> None:
    spoken = [("de", ""), ("en", ""), ("en", "fr")]
    phones = [phone({"language": own}, accept_language=system) for system, own in spoken]
    answers = [each.get(address(code)) for each in phones]
    assert [r.headers["Content-Language"] for r in answers] == ["de", "en", "fr"]
    assert len({but_its_own(r.content.decode()) for r in answers}) == 3


@pytest.mark.parametrize(
    "cookies", [{DEVICE_COOKIE: "1"}, {DEVICE_COOKIE: "1", VIEW_COOKIE: WHOLE}, {"aloud": "1"}]
)
def test_each_phone_is_shown_what_is_its_own(code: str, cookies: dict[str, str]) -> None:
    others = [{}, {DEVICE_COOKIE: "0"}, {DEVICE_COOKIE: "1", HAND_COOKIE: "1"}]
    whole, *_ = [part(phone(each), code) for each in others]
    assert but_its_own(part(phone(cookies), code)) != but_its_own(whole)


def test_hints_are_for_a_phone_without_another_party() -> None:
    code = party_create(state=new_party(NAMES))
    old, new = (
        phone({PARTIES_COOKIE: signing.dumps(codes, salt=PARTIES_COOKIE)})
        for codes in ([code, OTHER], [code])
    )
    hint = "Lost health?"
    assert [hint in part(each, code) for each in (old, new, old)] == [False, True, False]


def test_what_is_refused_is_refused_beside_a_kept_answer(code: str) -> None:
    with override_settings(ALLOWED_HOSTS=["testserver"]):
        part(phone(), code)
        assert phone(host="elsewhere").get(address(code)).status_code == 400
    assert phone().get(address(code), CONTENT_LENGTH="99999999").status_code == 413
    assert phone().post(address(code)).status_code == 405


def test_who_has_the_newest_is_told_so(code: str) -> None:
    part(phone(), code, after=0)
    for _ in range(2):
        assert phone().get(address(code), {"after": "1"}).status_code == 204
        assert phone().get(address(code), {"after": "1", "mark": "x"}).status_code == 200


def test_a_message_is_said_to_one_phone(code: str) -> None:
    told = phone()
    told.post(reverse("entries", args=[code]), {"command": "save:door"})
    assert "messages" in told.cookies
    assert "Saved as" not in part(phone(), code)
    again = phone({"messages": told.cookies["messages"].value})
    for client in (told, again):
        assert "Saved as" in part(client, code)
        assert not client.cookies["messages"].value
    assert "Saved as" not in part(phone(), code)


def test_a_database_that_is_away_is_said_in_words(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    part(phone(), code)

    def away(*_: object) -> None:
        raise OperationalError

    monkeypatch.setattr(Rows, "_read", away)
    assert phone().get(address(code)).status_code == 503


def test_answers_are_kept_for_a_moment_and_few_of_them() -> None:
    for number in range(1000):
        caches["moment"].set(str(number), b"x")
    assert len(caches["moment"].get_many(map(str, range(1000)))) <= 200
    assert settings.CACHES["moment"]["TIMEOUT"] <= 2
