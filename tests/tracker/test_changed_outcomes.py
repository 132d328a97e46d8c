"""A command does what its sender was shown, or asks again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tracker.boards.party.table.outcome import question_of_change
from tracker.rules.table.ahead.ways import ways
from tracker.rules.table.state.party import Party, new_party
from tracker.rules.table.texts.card_rows import STRIP
from tracker.services.party import record
from tracker.services.party.ledger import Ledger, UndoBlocked, state_at
from tracker.services.party.parties import party_table
from tracker.services.party.record import Envelope, OutcomeChanged, party_record
from tracker.services.party.table import LogEntry

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
def test_what_others_did_beside_it_changes_no_outcome(
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
    assert question["text"] == f"The table changed. “Mara fights King of Clubs”: {words}"
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
    for _ in range(5):
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


def taps(phone: str, *texts: str, revision: int, first: int = 0) -> list[Envelope]:
    """The batch of an outbox, of taps that were all made in sight of that revision."""
    return [
        Envelope(text, f"{first + n:010}-{phone}.page", revision) for n, text in enumerate(texts)
    ]


def questions(code: str, commands: list[Envelope]) -> list[str]:
    receipt = party_record(code=code, commands=commands)
    return [
        why.command.text for why in receipt.refusals.values() if isinstance(why, OutcomeChanged)
    ]


def deeds(rng: Random) -> Iterator[str]:
    """Whatever a room may bring, each card once."""
    cards = rng.sample(STRIP, 20)
    for card in cards:
        number = rng.randrange(4)
        if rng.random() < 0.2:
            yield f"hp:{number}:{rng.randrange(-6, 7):+}"
        way = rng.choice(ways(new_party(("", "", "", "")), number, card) or ("",))
        if way:
            yield f"take:1.1:{way.replace(':bare', rng.choice((':bare', ':weapon')))}"


BESIDE = ("note:by the fire", "name:3:Rook", "tally-add:party:Gold", "first:1")


@pytest.mark.parametrize("seed", range(20))
def test_nothing_that_a_phone_did_itself_is_asked_again(code: str, seed: int) -> None:
    """However its taps come: in batches, with its page opened again, and between those of others
    that change no price."""
    rng = Random(seed)
    elsewhere(code, "referee:room", "equip:0:8d", "use:1:Jh")
    mine = list(deeds(rng))
    shown = party_table(code).revision
    while mine:
        count = rng.randrange(1, 6)
        batch, mine = mine[:count], mine[count:]
        commands = taps("mine", *batch, revision=shown, first=100 * len(mine))
        pages = [replace(tap, key=f"{tap.key}{rng.randrange(3)}") for tap in commands]
        assert questions(code, pages) == []
        elsewhere(code, rng.choice(BESIDE))


@pytest.mark.parametrize(
    ("between", "asked"),
    [
        (["hp:1:-1"], []),
        (["floor:+1", "hp:0:-1"], []),
        (["equip:0:3d"], [FIGHT]),
        (["hp:0:=4"], [FIGHT]),
    ],
)
def test_only_what_others_did_between_is_asked(
    code: str, between: list[str], asked: list[str]
) -> None:
    """Mara’s own jack, on its way, changes nothing for the fight after it; another's may."""
    elsewhere(code, "equip:0:8d")
    elsewhere(code, *between)
    commands = taps("mine", "hp:0:-2", "use:0:Jh", FIGHT, revision=1)
    assert questions(code, commands) == asked


def test_a_whole_evening_without_a_network_is_asked_nothing(code: str) -> None:
    elsewhere(code, "equip:0:8d")
    many = ["hp:0:-1", "hp:0:+1"] * 400
    for start in range(0, 800, 100):
        commands = taps("mine", *many[start : start + 100], revision=1, first=start)
        assert questions(code, commands) == []
    assert questions(code, taps("mine", "use:0:Jh", FIGHT, revision=1, first=900)) == []


def test_no_batch_looks_further_back_than_it_may(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each command was chosen in sight of another revision, while nobody else can write."""
    walked: list[int] = []

    def counted(party: Ledger, number: int, newest: Sequence[LogEntry]) -> Party:
        walked.append(party.revision - number)
        return state_at(party, number, newest)

    for _ in range(6):
        elsewhere(code, *(f"hp:1:{step}" for step in ("-1", "+1") * 50))
    monkeypatch.setattr(record, "state_at", counted)
    seen = (record.MOST_BACK - 2 * place for place in range(record.MOST_COMMANDS))
    commands = [Envelope("hit:0:1", f"x-y.{back}", 600 - back) for back in seen]
    party_record(code=code, commands=commands)
    assert 0 < sum(walked) <= record.MOST_STEPS


@pytest.mark.parametrize(
    ("before", "text", "others", "words"),
    [
        (
            ["equip:0:8d"],
            "equip:0:Ad",
            ["fight:0:Kc:weapon"],
            "“Mara equips Ace of Diamonds”: "
            "Goes to the discard pile: 8 of Diamonds and King of Clubs",
        ),
        (
            ["equip:0:8d"],
            "equip:0:Ad",
            ["discard:0"],
            "“Mara equips Ace of Diamonds”: You have no weapon to replace",
        ),
    ],
)
def test_a_question_says_what_has_changed_and_each_card_once(
    code: str, before: list[str], text: str, others: list[str], words: str
) -> None:
    elsewhere(code, *before)
    elsewhere(code, *others)
    receipt = party_record(code=code, commands=taps("mine", text, revision=1))
    (why,) = receipt.refusals.values()
    assert isinstance(why, OutcomeChanged)
    assert question_of_change(why).text == f"The table changed. {words}"


NEWCOMER = ["leave:1", "join:1:Uma"]
OTHER_COUNTER = ["tally-drop:0", "tally-add:party:Oil"]
OTHER_RUNS = [["new"], ["load:before"], ["return:1"]]
OF_ODO = ["hp:1:-3", "fight:1:2c:bare", "drink:1:4h", "shields:1:Jh", "own-tally:1:1:+1"]
OF_ALL = ["hp:0:-1", "room:+1:1.1", "used:+Kd", "tally:0:+1", *OF_ODO]


@pytest.fixture
def counting(code: str) -> str:
    """Gold of the party, torches of each, a save and a hit: that is revision 4."""
    counters = "tally-add:party:Gold", "tally-add:each:Torches"
    elsewhere(code, *counters, "save:before", "hp:2:-2")
    return code


@pytest.mark.parametrize(
    ("others", "text"),
    [
        *((NEWCOMER, text) for text in OF_ODO),
        (OTHER_COUNTER, "tally:0:+1"),
        *((others, text) for others in OTHER_RUNS for text in OF_ALL),
        (["new", "undo:5", "undo:6"], "hp:0:-1"),
    ],
)
def test_no_tap_counts_for_another_in_the_place_of_whom_it_was_meant_for(
    client: Client, counting: str, others: list[str], text: str
) -> None:
    elsewhere(counting, *others)
    before = party_table(counting).state
    answer = send(client, counting, text, 4)
    assert answer["refused"] == {"mine": "The table has changed in the meantime."}
    assert party_table(counting).state == before


@pytest.mark.parametrize(
    ("others", "text"),
    [
        (NEWCOMER, "hp:0:-1"),
        (OTHER_COUNTER, "own-tally:1:1:+1"),
        (["leave:1", "back:1"], "hp:1:-1"),
        (["save:here", "load:here"], "hp:1:-1"),
        (["name:1:Uma", "tally-name:0:Coins"], "hp:1:-1"),
        (["leave:1", "join:1:Uma", "undo:6", "undo:5"], "hp:1:-1"),
        *(([*others, "undo:5"], "room:+1:1.1") for others in OTHER_RUNS),
        *((others, "note:we ran") for others in OTHER_RUNS),
        *((others, "marker:on") for others in OTHER_RUNS),
    ],
)
def test_taps_count_for_whoever_is_still_in_their_place(
    client: Client, counting: str, others: list[str], text: str
) -> None:
    elsewhere(counting, *others)
    assert send(client, counting, text, 4)["done"] == ["mine"]


@pytest.mark.parametrize("others", [NEWCOMER, ["hp:0:-1", "new"]])
def test_taps_at_a_table_that_nobody_has_touched_count_for_nobody_else(
    client: Client, code: str, others: list[str]
) -> None:
    elsewhere(code, *others)
    assert send(client, code, "hp:1:-3", 0)["done"] == []


def test_taps_count_after_another_run_of_their_own_phone(counting: str) -> None:
    receipt = party_record(code=counting, commands=taps("mine", "new", "hp:0:-1", revision=4))
    assert not receipt.refusals
    later = taps("mine", "hp:0:-1", "room:+1:1.1", revision=4, first=9)
    assert not party_record(code=counting, commands=later).refusals


def test_an_old_page_is_refused_once_an_undone_run_has_been_looked_at(counting: str) -> None:
    """Its taps are for the run on show, which another phone took back."""
    elsewhere(counting, "new", "undo:5")
    commands = taps("mine", "hp:0:-1", revision=5)
    assert [*party_record(code=counting, commands=commands).refusals] == [commands[0].key]


@pytest.mark.postgresql
@pytest.mark.parametrize(("others", "obstacle"), [(NEWCOMER, 8), *((o, 7) for o in OTHER_RUNS)])
def test_an_old_entry_is_undone_for_nobody_else(
    counting: str, others: list[str], obstacle: int
) -> None:
    """Its change goes back once the entry that is named has been undone."""
    elsewhere(counting, "hp:1:-3", "own-tally:1:1:+2")
    hurt = party_table(counting).state.players[1]
    elsewhere(counting, *others)
    before = party_table(counting).state
    for number in (5, 6):
        with pytest.raises(UndoBlocked) as blocked:
            elsewhere_together(counting, f"undo:{number}")
        assert blocked.value.entry.number == obstacle
    assert party_table(counting).state == before
    elsewhere(counting, f"undo:{obstacle}", "undo:5")
    assert party_table(counting).state.players[1] == replace(hurt, hp=hurt.hp + 3)


@pytest.mark.parametrize("back", ["load:here", "return:6"])
def test_an_entry_before_the_state_that_was_brought_back_can_be_undone(
    counting: str, back: str
) -> None:
    """It is in that state, and an entry after it is not."""
    elsewhere(counting, "hp:1:-3", "save:here", "hp:1:-2", back)
    with pytest.raises(UndoBlocked) as blocked:
        elsewhere_together(counting, "undo:7")
    assert blocked.value.entry.number == 8
    elsewhere_together(counting, "undo:5")
    assert party_table(counting).state.players[1].hp == 20


def test_an_entry_that_only_an_older_save_lacks_is_not_undone_in_it(counting: str) -> None:
    elsewhere(counting, "hp:1:-3", "save:here", "load:here")
    elsewhere_together(counting, "undo:4")  # a load that changed nothing is in nobody's way
    elsewhere(counting, "resave:3", "load:before")
    with pytest.raises(UndoBlocked):
        elsewhere_together(counting, "undo:5")


def elsewhere_together(code: str, text: str) -> None:
    party_record(code=code, commands=[Envelope(text)], together=True)


@pytest.mark.postgresql
def test_a_batch_looks_once_for_what_took_a_place(counting: str) -> None:
    """However many of its taps and undos are older, while nobody else can write."""
    elsewhere(counting, *["hp:1:-1", "hp:1:+1"] * 40, "new")
    undos = [Envelope(f"undo:{number}") for number in range(5, 85)]
    with CaptureQueriesContext(connection) as seen:
        receipt = party_record(code=counting, commands=[*taps("mine", *OF_ALL, revision=4), *undos])
    assert len(receipt.refusals) == len(OF_ALL) + len(undos)
    assert sum(" LIKE " in query["sql"] for query in seen) == 1
