"""A party's own counters and its turn marker: on the table, in the history, undone, saved."""

from __future__ import annotations

import json
import re
import uuid
from typing import Any

import pytest
from django.test import Client

from tests.tracker.parties import play
from tracker import models
from tracker.rules.table.room.changes import sound
from tracker.rules.table.state.party import new_party
from tracker.rules.words import Refused
from tracker.services.party.ledger import UndoBlocked
from tracker.services.party.log import bursts, history_page
from tracker.services.party.parties import party_create, party_table

pytestmark = pytest.mark.django_db

COUNTERS = ("tally-add:party:Gold", "tally-add:each:Torches")


def page(client: Client, code: str, name: str = "") -> str:
    r = client.get(f"/p/{code}/{name}")
    assert r.status_code == 200
    return str(r.content.decode())


def sent(client: Client, code: str, *texts: str) -> dict[str, Any]:
    """The answer to the outbox of a phone."""
    commands = [{"text": text, "key": uuid.uuid4().hex} for text in texts]
    body = json.dumps({"commands": commands})
    answer: dict[str, Any] = client.post(
        f"/p/{code}/entries", body, content_type="application/json"
    ).json()
    return answer


def painted(html: str) -> dict[str, str]:
    """The numbers of a table by the commands that step them."""
    return dict(re.findall(r'data-steps="([^"]+)"[^>]*>([^<]*)<', html))


def test_a_table_without_counters_has_nothing_of_them(client: Client, code: str) -> None:
    html = page(client, code)
    assert "tallies.css" not in html
    assert "tally" not in html
    assert 'id="marker"' not in html


def test_they_stand_on_the_table_with_their_numbers(client: Client, code: str) -> None:
    play(code, *COUNTERS, "tally:0:+7", "own-tally:1:1:-2")
    numbers = painted(page(client, code))
    assert numbers["tally:0"] == "7"
    assert (numbers["own-tally:0:1"], numbers["own-tally:1:1"]) == ("0", "−2")


def test_whoever_watches_sees_them_and_has_nothing_to_touch(client: Client, code: str) -> None:
    play(code, *COUNTERS, "tally:0:+7", "marker:on")
    html = client.get(f"/w/{party_table(code).watch_code}/").content.decode()
    assert all(word in html for word in ("Gold", "Torches", "Mara’s turn"))
    assert "<button name" not in html
    assert 'value="turn' not in html


def test_a_phone_of_ones_own_tells_the_others_by_words(client: Client, code: str) -> None:
    play(code, *COUNTERS, "own-tally:1:1:+3")
    client.cookies["device"] = "0"
    html = page(client, code)
    assert ">3 Torches<" in html
    assert "own-tally:0:1" in painted(html)


def test_a_phone_is_told_the_numbers_it_paints(client: Client, code: str) -> None:
    play(code, *COUNTERS)
    answer = sent(client, code, "tally:0:+1", "tally:0:+1", "own-tally:1:1:-1", "tally:3:+1")
    assert answer["state"]["count_0"] == 2
    assert answer["state"]["players.1.count_1"] == -1
    assert [*answer["refused"].values()] == ["There is no counter “3” at this table."]


def test_taps_are_one_line_of_the_history_and_each_is_undone(client: Client, code: str) -> None:
    play(code, *COUNTERS, "tally:0:+1", "tally:0:+1", "own-tally:0:1:-1", "tally:0:=40")
    html = page(client, code, "history")
    assert "Gold +2, now 2" in html
    assert "Torches −1, now −1" in html
    assert "Gold is set to 40" in html
    assert play(code, "undo:3").count_0 == 39
    assert "Undone: Gold +1" in page(client, code, "history")


def test_a_removed_counter_comes_back_with_its_numbers(code: str) -> None:
    before = play(code, *COUNTERS, "tally:0:+7", "own-tally:1:1:+2")
    play(code, "tally-drop:0", "tally-drop:1")
    assert party_table(code).state.tallies == ()
    assert play(code, "undo:5", "undo:6") == before


def test_they_are_saved_and_loaded(code: str) -> None:
    play(code, *COUNTERS, "tally:0:+7", "save:door", "tally:0:-5", "own-tally:0:1:+1")
    state = play(code, "load:door")
    assert (state.count_0, state.players[0].count_1) == (7, 0)


def test_the_party_page_adds_renames_and_removes(client: Client, code: str) -> None:
    def post(command: str, value: str = "") -> int:
        typed = {"command": command, "next": "settings"} | ({"value": value} if value else {})
        return client.post(f"/p/{code}/entries", typed).status_code

    assert post("tally-add:each:", "Łódź: <keys>") == 303
    assert "Łódź: &lt;keys&gt;" in page(client, code, "settings")
    assert post("tally-name:0:", "Keys") == 303
    assert "Keys" in page(client, code)
    assert post("tally-drop:0") == 303
    assert "tally-drop" not in page(client, code, "settings")


def test_what_was_refused_stands_in_its_box_again(client: Client, code: str) -> None:
    typed = {"command": "tally-add:party:", "value": "x" * 25, "next": "settings"}
    r = client.post(f"/p/{code}/entries", typed)
    assert r.status_code == 400
    assert "That is too long: 25 characters, 24 fit." in r.content.decode()
    assert f'value="{"x" * 25}"' in r.content.decode()


def test_by_hand_they_are_set_on_the_sheets(client: Client, code: str) -> None:
    play(code, *COUNTERS)
    assert 'value="tally:0:="' in page(client, code, "dungeon")
    assert 'value="own-tally:1:1:="' in page(client, code, "player/1?tab=more")
    client.post(f"/p/{code}/entries", {"command": "own-tally:1:1:=", "value": "12"})
    assert party_table(code).state.players[1].count_1 == 12


def marker(html: str) -> tuple[str, str]:
    """Whose turn it is, and the command that passes it on."""
    found = re.search(r'id="marker"([^>]*)>', html)
    assert found is not None
    said = dict(re.findall(r'([\w-]+)="([^"]*)"', found[1]))
    return said["data-turn"], said.get("value", "")


def test_the_marker_goes_round_past_the_fallen(client: Client) -> None:
    code = party_create(state=new_party(("Mara", "Odo", "Pell")))
    play(code, "marker:on", "hp:1:=0")
    assert marker(page(client, code)) == ("0", "turn:2")
    play(code, "turn:2")
    assert marker(page(client, code)) == ("2", "turn:0")
    play(code, "hp:2:=-3")
    assert 'id="marker"' not in page(client, code)


def test_a_card_that_is_dealt_with_moves_the_marker(client: Client, code: str) -> None:
    play(code, "marker:on", "fight:0:5c:bare")
    assert marker(page(client, code)) == ("1", "turn:0")
    play(code, "room:+1")
    assert marker(page(client, code))[0] == str(party_table(code).state.first)


def test_where_the_room_is_on_the_table_it_tells_whose_turn_it_is(
    client: Client, code: str
) -> None:
    play(code, "marker:on", "referee:room")
    assert marker(page(client, code)) == ("0", "turn:1")
    play(code, "deal:1.1:9c4c3c2c5cKs")
    assert 'id="marker"' not in page(client, code)
    cards = ("9c", "4c", "3c", "2c", "5c")
    play(code, *(f"take:1.1:fight:{n % 2}:{card}:bare" for n, card in enumerate(cards)))
    assert marker(page(client, code)) == ("1", "")


def undone_by_an_earlier_release(code: str) -> None:
    """Removes the name of a counter that each player had, and nothing else of it."""
    models.Party.objects.filter(code=code).update(tally_each="0")


def test_a_counter_of_the_party_is_not_each_players_after_an_undo(code: str) -> None:
    undone_by_an_earlier_release(code)
    state = play(code, "tally-add:party:Oil")
    assert [(tally.name, tally.each) for tally in state.tallies] == [("Oil", False)]


def test_a_counter_of_each_player_stands_once_after_an_undo(code: str) -> None:
    undone_by_an_earlier_release(code)
    assert sound(play(code, "tally-add:each:Oil"))


def test_undoing_a_step_leaves_another_counter_in_its_place_alone(code: str) -> None:
    steps = ("tally:0:+5", "tally-drop:0", "tally-add:party:Oil", "tally:0:+2")
    play(code, "tally-add:party:Gold", *steps)
    with pytest.raises(Refused, match="The counters have been changed since"):
        play(code, "undo:2")
    assert party_table(code).state.count_0 == 2
    assert play(code, "undo:5", "undo:4", "undo:3", "undo:2").count_0 == 0


def test_before_a_step_of_a_renamed_counter_the_new_name_is_undone(code: str) -> None:
    play(code, "tally-add:each:Gold", "own-tally:1:0:+5", "tally-name:0:Coins", "own-tally:1:0:+1")
    with pytest.raises(UndoBlocked) as blocked:
        play(code, "undo:2")
    assert blocked.value.entry.text == "tally-name:0:Coins"
    assert play(code, "undo:3", "undo:2").players[1].count_0 == 1


def test_undone_taps_of_a_counter_are_told_as_one(code: str) -> None:
    play(code, "tally-add:party:Gold", "tally:0:+1", "tally:0:+1", "undo:3", "undo:2")
    sizes = [len(burst) for burst in bursts(history_page(party_table(code)))]
    assert sizes == [2, 2, 1]
