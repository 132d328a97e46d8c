"""The party's own screen: who sits where, who has left, its key, this phone, a new run."""

from __future__ import annotations

import json
import re
from urllib.parse import unquote

import pytest
from django.test import Client
from django.urls import reverse

from tests.servers import ROOT
from tracker.boards.party.pages.settings import SettingsBoard, settings_board
from tracker.rules.table.state.party import Party, new_party
from tracker.rules.table.verbs.commands import apply
from tracker.services.party.parties import party_create, party_table
from tracker.services.party.record import Envelope, party_record

pytestmark = pytest.mark.django_db


@pytest.fixture
def code() -> str:
    return party_create(state=new_party(("Mara", "Odo", "Rook"), "The Low Lantern"))


def do(code: str, *commands: str) -> None:
    recorded = party_record(code=code, commands=[Envelope(text) for text in commands])
    assert not recorded.refusals


def state(code: str) -> Party:
    return party_table(code).state


def board(code: str) -> SettingsBoard:
    return settings_board(state(code))


def post(client: Client, code: str, command: str, **fields: str) -> int:
    fields = {"command": command, "next": "settings", **fields}
    return client.post(reverse("entries", args=[code]), fields).status_code


def page(client: Client, code: str) -> str:
    r = client.get(reverse("settings", args=[code]))
    assert r.status_code == 200
    return r.content.decode()


def test_players_stand_in_the_order_round_the_table(client: Client, code: str) -> None:
    do(code, "move:2:-1")
    assert [seat.called for seat in board(code).seats] == ["Mara", "Rook", "Odo"]
    moves = re.findall(r'value="(move:[^"]+)"', page(client, code))
    assert moves == ["move:0:+1", "move:2:-1", "move:2:+1", "move:1:-1"]


@pytest.mark.parametrize(
    ("command", "value", "field"),
    [("name:1:", " Ödön <3", "players.1.name"), ("title:", "", "title")],
)
def test_names_are_kept_as_typed(
    client: Client, code: str, command: str, value: str, field: str
) -> None:
    assert post(client, code, command, value=value) == 303
    assert party_table(code).recent[0].changes[field][1] == value


def test_every_button_of_the_page_names_a_command_that_works(client: Client, code: str) -> None:
    text = page(client, code)
    for command in ("first:1", "move:0:+1", "move:1:-1", "leave:2", "new"):
        assert f'name="command" value="{command}"' in text
        assert post(client, code, command) == 303


@pytest.mark.parametrize("game", ["coop", "solo", "rascal"])
def test_no_button_of_the_page_is_refused(client: Client, code: str, game: str) -> None:
    """Nobody knows what will be typed into a box, and an undo has laws of its own."""
    do(code, "hp:2:-3", "leave:2", "leave:1", f"game:{game}")
    text = page(client, code)
    buttons = re.findall(r'name="command" value="((?!undo)[^"]+[^":])"', text)
    assert len(buttons) > 5
    for command in buttons:
        apply(state(code), command)
    assert ("back:2" in text, "join:" in text) == ((game == "coop"),) * 2


def test_who_left_can_be_brought_back_with_their_numbers(client: Client, code: str) -> None:
    do(code, "hp:2:=-3", "leave:2")
    (rook,) = board(code).away
    assert (rook.name, rook.hp) == ("Rook", "\N{MINUS SIGN}3")
    assert 'value="back:2"' in page(client, code)
    assert post(client, code, "back:2") == 303
    assert state(code).players[2].hp == -3


def test_somebody_new_gets_a_place_nobody_has_had(client: Client, code: str) -> None:
    do(code, "leave:1")
    assert (board(code).free, board(code).displaced) == (3, "")
    assert post(client, code, "join:3:", value="Sif") == 303
    assert state(code).seating == "023"


def test_who_comes_second_to_a_place_reads_who_sits_there_and_keeps_the_name_typed(
    client: Client, code: str
) -> None:
    do(code, "leave:2", "join:3:Sif")
    fields = {"command": "join:3:", "value": "Uma", "next": "settings"}
    text = client.post(reverse("entries", args=[code]), fields).content.decode()
    assert "Sif is already at the table." in text
    assert re.search('<input id="join-2"[^>]* value="Uma"', text)


def test_a_place_that_is_kept_goes_last_and_the_page_says_whose(client: Client, code: str) -> None:
    do(code, "join:3:Sif", "leave:1")
    assert (board(code).free, board(code).displaced) == (1, "Odo")
    assert "They replace <bdi>Odo</bdi>." in page(client, code)


def test_four_are_a_full_table(client: Client, code: str) -> None:
    do(code, "join:3:Sif")
    text = page(client, code)
    assert "join:" not in text
    assert "Table full (4 players)." in text


def test_the_last_player_is_not_asked_to_leave(client: Client, code: str) -> None:
    do(code, "leave:1", "leave:2")
    assert "leave:0" not in page(client, code)


def test_leaving_is_taken_back_on_the_same_screen(client: Client, code: str) -> None:
    post(client, code, "leave:1")
    assert 'value="undo:1"' in page(client, code)
    assert post(client, code, "undo:1") == 303
    assert state(code).seating == "012"


def test_changes_of_other_screens_are_not_taken_back_here(client: Client, code: str) -> None:
    do(code, "hp:0:-1")
    assert "undo:1" not in page(client, code)


def test_a_new_run_can_be_undone(client: Client, code: str) -> None:
    do(code, "hp:0:-9", "floor:=6", "weapon:0:8:Kc")
    before = state(code)
    post(client, code, "new")
    assert (state(code).floor, state(code).players[0].hp) == (1, 20)
    post(client, code, "undo:4")
    assert state(code) == before


def unfolded(text: str) -> list[str]:
    return re.findall(r'<li id="seat-(\d)">\n<details open>', text)


def test_what_is_done_with_a_player_is_folded_till_it_is_wanted(client: Client, code: str) -> None:
    """And stays unfolded for whoever it was done with."""
    assert unfolded(page(client, code)) == []
    post(client, code, "move:1:-1")
    assert unfolded(page(client, code)) == ["1"]
    post(client, code, "hp:2:-1")
    assert unfolded(page(client, code)) == []


def sections(text: str) -> list[str]:
    """The sections that lie open."""
    return re.findall(r"<details open>\n<summary><h2>([\w ]+)", text)


@pytest.mark.parametrize(
    ("command", "section"),
    [
        ("move:1:-1", "Players"),
        ("title:Cellar", "Players"),
        ("rules:jokers=False", "House rules"),
        ("new", "Run"),
    ],
)
def test_sections_are_folded_but_the_one_where_something_was_done(
    client: Client, code: str, command: str, section: str
) -> None:
    do(code, "hp:0:-1")
    assert sections(page(client, code)) == []
    do(code, command)
    assert sections(page(client, code)) == [section]
    url = reverse("settings", args=[code])
    assert "This phone" in sections(client.get(url, {"phone": ""}).content.decode())


@pytest.mark.parametrize("command", ["name:1:", "join:3:", "title:"])
def test_what_was_typed_and_refused_is_in_its_box_again(
    client: Client, code: str, command: str
) -> None:
    long = "Odo <b>" * 10
    r = client.post(
        reverse("entries", args=[code]), {"command": command, "value": long, "next": "settings"}
    )
    text = r.content.decode()
    assert f'value="{long.replace("<", "&lt;").replace(">", "&gt;")}"' in text
    assert unfolded(text) == (["1"] if command == "name:1:" else [])


def test_a_refusal_is_told_on_this_page(client: Client, code: str) -> None:
    fields = {"command": "name:0:", "value": "x" * 61, "next": "settings"}
    r = client.post(reverse("entries", args=[code]), fields)
    assert r.status_code in (400, 409)
    assert 'role="alert"' in r.content.decode()


def test_the_code_is_split_to_be_read_aloud(client: Client, code: str) -> None:
    groups = re.findall(r"<span>(\w{1,4})</span>", page(client, code))
    assert "".join(groups) == code
    assert [len(group) for group in groups] == [4, 4, 4, 1]


def test_seats_turn_round_this_phone_only(client: Client, code: str) -> None:
    url = reverse("settings", args=[code])
    r = client.post(url, {"around": "1"})
    assert (r.status_code, r["Location"], r.cookies["around"].value) == (303, f"{url}?phone", "1")
    assert r.cookies["around"]["max-age"] > 300 * 24 * 3600
    assert 'name="around" value="0"' in page(client, code)
    client.post(url, {"around": "0"})
    assert 'name="around" value="1"' in page(client, code)
    assert party_table(code).revision == 0


def test_the_export_is_a_file_with_the_whole_party(client: Client, code: str) -> None:
    do(code, "save:Ann")
    r = client.get(reverse("export", args=[code]))
    content = json.loads(r.content)
    assert r["Content-Type"] == "application/json"
    assert r["Content-Disposition"].startswith("attachment")
    assert content["party"]["players"][0]["name"] == "Mara"
    assert [save["name"] for save in content["saves"]] == ["Ann"]


def test_the_way_to_rules_run_and_import_is_there(client: Client, code: str) -> None:
    text = page(client, code)
    for name, args in (("run", [code]), ("export", [code]), ("home", [])):
        assert f'href="{reverse(name, args=args)}"' in text
    assert f'href="{reverse("rules-coop")}?back={code}"' in text


def test_an_exported_file_is_called_like_its_party(client: Client) -> None:
    code = party_create(state=new_party(("Mara", "Odo"), "The Löw/Lantern"))
    said = client.get(reverse("export", args=[code]))["Content-Disposition"]
    assert unquote(said).endswith("''The-Löw-Lantern.json")


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_phone_keeps_its_theme_on_every_page(client: Client, code: str, theme: str) -> None:
    settings = reverse("settings", args=[code])
    assert client.post(settings, {"theme": theme}).status_code == 303
    for address in (settings, reverse("table", args=[code]), "/"):
        shown = client.get(address).content.decode()
        assert f'data-theme="{theme}"' in shown
    client.post(settings, {"theme": "nonsense"})
    assert "data-theme" not in page(client, code)


def test_a_light_theme_is_the_same_by_choice_and_by_the_system() -> None:
    theme = (ROOT / "static" / "css" / "base" / "theme.css").read_text()
    chosen, by_system = re.findall(r"--night: ;\s+--day: initial;", theme)
    assert chosen.split() == by_system.split()
    assert set(re.findall(r"var\(--night, [^;]+;", theme)) == set(
        re.findall(r"var\(--night, (?:#\w+|var\(--brass\))\) var\(--day, #\w+\);", theme)
    )


def test_the_page_knows_whose_phone_it_is(client: Client, code: str) -> None:
    assert "Whose phone is this?" in page(client, code)
    client.post(reverse("join", args=[code]), {"device": "1"})
    assert "It’s <bdi>Odo</bdi>’s" in page(client, code)


def test_a_phone_keeps_bigger_numbers(client: Client, code: str) -> None:
    settings, table = (reverse(name, args=[code]) for name in ("settings", "table"))
    client.post(settings, {"bigger": "1"})
    assert "css/table/bigger" in client.get(table).content.decode()
    client.post(settings, {"theme": "dark"})
    assert 'name="bigger" value="0" aria-pressed="true"' in page(client, code)
    client.post(settings, {"bigger": "0"})
    assert "css/table/bigger" not in client.get(table).content.decode()


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_a_new_run_leads_to_its_table_and_says_so(
    client: Client, code: str, headers: dict[str, str]
) -> None:
    do(code, "hp:0:-5")
    table = reverse("table", args=[code])
    fields = {"command": "new", "next": "settings"}
    r = client.post(reverse("entries", args=[code]), fields, headers=headers)
    assert r.get("HX-Redirect", r.get("Location")) == table
    text = client.get(table).content.decode()
    assert "A new run begins" in text
    assert 'value="undo:2"' in text
