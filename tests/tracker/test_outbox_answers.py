"""A phone's outbox is answered (the phone's side is in tests/browser/test_outbox.py)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tracker import models
from tracker.services.party.log import history_page
from tracker.services.party.parties import party_table

pytestmark = pytest.mark.django_db

TAP = "m2x-phone.page"
Send = Callable[..., tuple[int, dict[str, Any]]]


@pytest.fixture
def send(client: Client, code: str) -> Send:
    def send(body: Any) -> tuple[int, dict[str, Any]]:
        data = body if isinstance(body, str) else json.dumps(body)
        r = client.post(reverse("entries", args=[code]), data, "application/json")
        return r.status_code, json.loads(r.content)

    return send


def waiting(*texts: str) -> dict[str, Any]:
    return {"commands": [{"text": text, "key": f"k{n}"} for n, text in enumerate(texts)]}


def test_it_is_told_all_numbers_and_what_became_of_each_command(send: Send) -> None:
    status, answer = send(waiting("hp:0:-3", "fight:0:Kc:weapon", "floor:+1"))
    assert (status, answer["revision"], answer["done"]) == (200, 2, ["k0", "k2"])
    assert answer["entries"] == {"k0": 1, "k2": 2}
    assert (answer["state"]["players.0.hp"], answer["state"]["floor"]) == (17, 2)
    assert answer["refused"] == {"k1": "Mara has no weapon to fight with."}


def test_a_tap_is_undone_by_its_key(send: Send, code: str) -> None:
    """While its phone does not know yet whether it has arrived."""
    tap, undo = (
        {"text": text, "key": key} for text, key in (("hp:0:-3", TAP), (f"undo:{TAP}", "u"))
    )
    for commands in ([tap], [tap, undo], [undo]):
        answer = send({"commands": commands})[1]
        assert answer["refused"] == {}
    assert answer["state"]["players.0.hp"] == 20
    assert [line.text for line in history_page(party_table(code))] == ["undo:1", "hp:0:-3"]


def test_of_a_tap_that_was_refused_there_is_nothing_to_undo(send: Send) -> None:
    tap = {"text": "fight:0:Kc:weapon", "key": TAP}
    _, answer = send({"commands": [tap, {"text": f"undo:{TAP}", "key": "u"}]})
    assert answer["refused"] == {
        TAP: "Mara has no weapon to fight with.",
        "u": "That entry changed nothing, so there is nothing to undo.",
    }
    assert answer["done"] == []


UNREADABLE = [
    " ", "{", "[]", "7", "null", '{"commands": 3}', '{"commands": [1]}', '{"commands": [{}]}',
    '{"commands": []}', "[" * 10**5, '{"commands": [{"text": "hp:0:-1", "key": "a b"}]}',
]  # fmt: skip


@pytest.mark.parametrize("body", UNREADABLE, ids=range(len(UNREADABLE)))
def test_what_no_outbox_sends_is_refused_and_nothing_is_stored(send: Send, body: str) -> None:
    status, answer = send(body)
    assert status == 400
    assert answer["message"]
    assert not models.Entry.objects.exists()


def test_a_fault_of_the_site_is_not_laid_at_the_phones_door(send: Send, code: str) -> None:
    send(waiting("hp:0:-3"))
    models.Entry.objects.update(changes={"players.0.hp": "broken"})
    with pytest.raises(ValueError, match="unpack"):
        send({"commands": [{"text": "undo:1", "key": "u"}]})
    assert party_table(code).revision == 1


TAILS = [
    "new:" + "x" * 250_000, "new:\0", "discard:0:x", "leave:1:x", "first:0:x", "undo:1:x",
    "used:+Kh " + "x" * 5_000, "used:+Kh\0", "shields:0:Kh" + " " * 5_000, "save:" + "x" * 5_000,
    "load:\0", "resave:1\0", "undo:" + "1" * 5_000, "weapon:0:\ud800",
]  # fmt: skip


@pytest.mark.parametrize("text", TAILS, ids=range(len(TAILS)))
def test_what_nobody_reads_is_never_stored(send: Send, text: str) -> None:
    send(waiting("hp:0:-1"))
    status, answer = send({"commands": [{"text": text, "key": "tail"}]})
    assert (status, answer["done"], list(answer["refused"])) == (200, [], ["tail"])
    assert len(answer["refused"]["tail"]) < 200
    assert models.Entry.objects.count() == 1
