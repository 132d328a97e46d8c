"""A command does what its sender was shown, or asks again."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tracker.services.party.parties import party_table
from tracker.services.party.record import Envelope, party_record

pytestmark = pytest.mark.django_db

FIGHT = "fight:0:Kc:weapon"


@pytest.fixture
def armed(code: str) -> str:
    """Mara holds the 8 and a shield; that is revision 2."""
    elsewhere(code, "equip:0:8d", "use:0:Jh")
    return code


def elsewhere(code: str, *texts: str) -> None:
    party_record(code=code, commands=[Envelope(text) for text in texts])


def send(client: Client, code: str, text: str, revision: int) -> dict[str, Any]:
    command = {"text": text, "key": "mine", "revision": revision}
    body = json.dumps({"commands": [command]})
    r = client.post(reverse("entries", args=[code]), body, "application/json")
    return dict(json.loads(r.content))


def last(code: str) -> str:
    return party_table(code).recent[0].text


@pytest.mark.parametrize(
    "others",
    [
        [],
        ["hp:0:-4"],  # the fight costs what it cost
        ["fight:1:Qc:bare", "floor:+1", "used:+Kd"],
        ["equip:0:3d", "equip:0:8d"],
    ],
)
def test_what_others_did_beside_it_is_no_surprise(
    client: Client, armed: str, others: list[str]
) -> None:
    if others:
        elsewhere(armed, *others)
    assert send(client, armed, FIGHT, 2)["done"] == ["mine"]
    assert last(armed) == FIGHT


@pytest.mark.parametrize(
    ("others", "words"),
    [
        (["equip:0:3d"], "With the 3: −9, 11 left, spends the Jack of Hearts"),
        (["spend:0:Jh"], "With the 8: −5, 15 left"),
        (["hp:0:=2"], "With the 8: −4, falls, spends the Jack of Hearts"),
    ],
)
def test_another_price_is_asked_for(
    client: Client, armed: str, others: list[str], words: str
) -> None:
    elsewhere(armed, *others)
    answer = send(client, armed, FIGHT, 2)
    assert (answer["done"], list(answer["refused"])) == ([], ["mine"])
    question = answer["questions"]["mine"]
    assert question["text"] == f"The table has changed. Mara fights King of Clubs: {words}"
    assert last(armed) == others[-1]
    again = send(client, armed, question["command"], answer["revision"])
    assert again["done"] == ["mine"]
    assert last(armed) == FIGHT


def test_what_cannot_be_done_any_more_is_refused_without_a_question(
    client: Client, armed: str
) -> None:
    elsewhere(armed, "discard:0")
    answer = send(client, armed, FIGHT, 2)
    assert answer["refused"] == {"mine": "Mara has no weapon to fight with."}
    assert answer["questions"] == {}


def test_what_was_shown_long_ago_is_asked_for(client: Client, armed: str) -> None:
    for _ in range(2):
        elsewhere(armed, *["hp:1:-1", "hp:1:+1"] * 55)
    assert "mine" in send(client, armed, FIGHT, 2)["questions"]


@pytest.mark.parametrize("revision", ["", "x", "-1", "99", "9" * 30, None, [1], {}])
def test_a_revision_that_cannot_be_changes_nothing_of_the_command(
    client: Client, armed: str, revision: Any
) -> None:
    answer = send(client, armed, "hit:0:3", revision)
    assert answer["done"] == ["mine"] or "mine" in answer["questions"]


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_without_an_outbox_the_table_asks(
    client: Client, armed: str, headers: dict[str, str]
) -> None:
    elsewhere(armed, "equip:0:3d")
    fields = {"command": FIGHT, "revision": "2", "key": "mine"}
    r = client.post(reverse("entries", args=[armed]), fields, headers=headers)
    assert r.status_code == 409
    html = r.content.decode()
    assert "With the 3: −9" in html
    assert f'name="command" value="{FIGHT}">Do it</button>' in html
    assert last(armed) == "equip:0:3d"
