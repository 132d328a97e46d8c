"""News of numbers: phones paint them, and ask for all else a little later."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from tests.commands_at_random import BEGINNINGS, played, story
from tests.examples import examples
from tests.tracker.parties import play
from tracker.boards.party.log.recent_change import redo_of, undo_of
from tracker.rules.words import Refused
from tracker.services import news
from tracker.services.party.parties import party_create, party_table

PAINTED = "|".join(  # by static/js/outbox/counters.js, or what only adds to the number
    (
        r'<input type="hidden" name="(csrfmiddlewaretoken|key)".*?>',
        r'data-(revision|mark)=".*?"',
        r'<button class="deed".*?</button>',
        r'<output data-path="players\.\d\.hp".*?</output>',
        r'(?<=tint seat\d)[^"]*',
        r' aria-disabled="true"',
        r'<span class="badge.*?</span>',
        r'<svg class="gauge".*?</svg>',
        r'<link [^>]*spark[^>]*>\s*<div class="spark">.*?</div>',
        r"Lost health\? Tap\N{NO-BREAK SPACE}−|Tap here to fight",  # hints of a first room
        r"\s+",
    )
)

Told = list[str]


@pytest.fixture
def told() -> Iterator[Told]:
    """The numbers of each commit, "" where it is to be asked for."""
    heard: Told = []

    def hear(topic: str, revision: int, numbers: str) -> None:
        heard.append(numbers)

    news.subscribe(hear)
    yield heard
    news.unsubscribe(hear)


@pytest.fixture
def others() -> Iterator[None]:
    """Listeners before all that come later: one leaves at the first news, one fails at each."""

    def leave(*_told: object) -> None:
        news.unsubscribe(leave)

    def fail(*_told: object) -> None:
        raise OSError("Nobody is here.")

    news.subscribe(leave)
    news.subscribe(fail)
    yield
    news.unsubscribe(fail)


@pytest.mark.django_db(transaction=True)
def test_a_listener_hears_whatever_others_do(
    code: str, others: None, told: Told, caplog: pytest.LogCaptureFixture
) -> None:
    play(code, "hp:0:-1")
    play(code, "hp:0:-1")
    assert [json.loads(numbers)["revision"] for numbers in told] == [1, 2]
    assert [str(record.exc_info and record.exc_info[1]) for record in caplog.records] == [
        "Nobody is here."
    ] * 2


@pytest.mark.django_db(transaction=True)
def test_the_health_of_each_who_is_hit_is_told(code: str, told: Told) -> None:
    play(code, "hp:0:-3", "hp:1:-1", "hp:0:+1")
    values = {"players.0.hp": 18, "players.1.hp": 19}
    assert [json.loads(numbers) for numbers in told] == [
        {"from": 0, "revision": 3, "values": values}
    ]
    play(code, "hp:1:+1")
    assert json.loads(told[1]) == {"from": 3, "revision": 4, "values": {"players.1.hp": 20}}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "text", ["hp:0:=0", "equip:0:8d", "fight:0:9c:bare", "note:hp", "floor:+1", "tally-add:each:x"]
)
def test_what_changes_more_is_not(code: str, told: Told, text: str) -> None:
    play(code, "referee:count")
    play(code, "hp:1:-1", text)
    assert told == ["", ""]


@pytest.mark.django_db(transaction=True)
def test_a_button_shown_beside_told_numbers_still_does_what_it_says(told: Told) -> None:
    """Undo or Redo, which a phone draws again a little later."""
    tried = 0
    for seed in range(examples(8)):
        chance = Random(seed)
        code = party_create(state=chance.choice(BEGINNINGS))
        for _ in range(30):
            table = party_table(code)
            shown = [turn.command for turn in (undo_of(table), redo_of(table)) if turn]
            told.clear()
            play(code, chance.choice([*shown, "hp:0:=9", "hp:0:+1", "equip:0:8d"]))
            for command in shown if told[-1] else ():
                tried += 1
                play(code, command)
    assert tried > examples(8)


@pytest.mark.django_db(transaction=True)
def test_what_is_told_is_all_that_has_changed(client: Client, told: Told) -> None:
    """But for Undo, Redo and what goes with the number: the loss, and the line of health."""
    tried = 0
    for seed in range(examples(8)):
        chance = Random(seed)
        code = party_create(state=chance.choice(BEGINNINGS))
        own = 0 if seed % 2 else None  # every other phone shows the cards of its player
        client.post(reverse("join", args=[code]), {"device": "" if own is None else own})

        def shown(code: str = code) -> str:
            page = client.get(reverse("table-part", args=[code])).content.decode()
            return re.sub(PAINTED, "", page, flags=re.DOTALL)

        for ledger in played(code, story(chance, 16)):
            told.clear()
            before = shown()
            number = chance.choice(ledger.state.seated)
            try:
                play(code, f"hp:{number}:{chance.choice(('-1', '+1', '-2'))}")
            except Refused:
                continue
            if told[-1] and 'in-room"' not in before and number != own:
                tried += 1
                assert shown() == before, seed
    assert tried > examples(8)
