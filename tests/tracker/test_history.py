"""The history of a party: what it tells, how taps are told as one, undo of any line."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tracker import models
from tracker.boards.party.log.history import HistoryBoard, HistoryRow, history_board
from tracker.rules.table.state.party import new_party
from tracker.services.party import log
from tracker.services.party.ledger import state_at
from tracker.services.party.log import history_page
from tracker.services.party.parties import party_create, party_table
from tracker.services.party.record import Envelope, party_record

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

MINUS = "\N{MINUS SIGN}"


@pytest.fixture
def code() -> str:
    return party_create(state=new_party(("Mara", "Odo"), "The Low Lantern"))


def do(code: str, *commands: str) -> None:
    recorded = party_record(code=code, commands=[Envelope(text) for text in commands])
    assert not recorded.refusals


def board(code: str) -> HistoryBoard:
    opened = party_table(code)
    return history_board(history_page(opened), opened.state, opened)


def rows(code: str) -> list[HistoryRow]:
    return [row for day in board(code).days for room in day.rooms for row in room.rows]


def page(client: Client, code: str, query: str = "") -> str:
    r = client.get(reverse("history", args=[code]) + query)
    assert r.status_code == 200
    return r.content.decode()


def earlier(code: str, number: int, **time: float) -> None:
    """Moves the lines up to this number back in time."""
    entries = models.Entry.objects.filter(party__code=code, number__lte=number)
    entries.update(created=F("created") - timedelta(**time))


def test_an_untouched_party_says_so(client: Client, code: str) -> None:
    assert "Nothing yet." in page(client, code)


def test_lines_stand_newest_first_with_the_hp_they_leave(code: str) -> None:
    do(code, "equip:0:8d", "hit:0:3", "floor:+1")
    assert [(row.number, row.seat, row.hp) for row in rows(code)] == [
        (3, 0, ""),
        (2, 1, "17"),
        (1, 1, ""),
    ]


def test_fast_taps_of_one_player_are_one_line(code: str) -> None:
    do(code, *["hp:0:-1"] * 7)
    (row,) = rows(code)
    assert "Mara" in row.text
    assert f"{MINUS}7" in row.text
    assert (row.hp, row.undo, len(row.taps)) == ("13", "", 7)
    assert [tap.hp for tap in row.taps] == ["13", "14", "15", "16", "17", "18", "19"]


def test_two_players_tapping_at_once_are_two_lines(code: str) -> None:
    do(code, *["hp:0:-1", "hp:1:-1"] * 3)
    assert [(row.seat, row.hp, len(row.taps)) for row in rows(code)] == [(2, "17", 3), (1, "17", 3)]


def test_taps_more_than_two_seconds_apart_stand_alone(code: str) -> None:
    do(code, "hp:0:-1", "hp:0:-1")
    earlier(code, 1, seconds=2.5)
    assert [len(row.taps) for row in rows(code)] == [0, 0]


def test_another_line_between_ends_a_burst(code: str) -> None:
    do(code, "hp:0:-1", "room:+1", "hp:0:-1")
    assert [len(row.taps) for row in rows(code)] == [0, 0, 0]


def test_an_undone_tap_leaves_its_burst(code: str) -> None:
    do(code, *["hp:0:-1"] * 3, "undo:3")
    taken_back, undone, left = rows(code)
    assert (taken_back.undo, taken_back.hp) == ("undo:4", "18")
    assert (undone.undone, undone.undo) == (True, "")
    assert f"{MINUS}2" in left.text


def test_an_undo_and_a_redo_name_the_line_they_are_about(code: str) -> None:
    do(code, "equip:0:8d", "fight:0:Kc:weapon", "undo:2", "undo:3")
    assert [row.text for row in rows(code)[:2]] == [
        "Redone: Mara fights King of Clubs",
        "Undone: Mara fights King of Clubs",
    ]


def test_taps_taken_back_one_after_another_are_one_line(code: str) -> None:
    do(code, *["hp:0:-1"] * 3, "undo:3", "undo:2", "undo:1")
    taken_back, undone = rows(code)
    assert (len(taken_back.taps), taken_back.hp) == (3, "20")
    assert (len(undone.taps), undone.undone, undone.undoable) == (3, True, ())


def test_taps_that_moved_nothing_are_told_and_have_no_undo(code: str) -> None:
    do(code, "hp:0:+1", "hp:0:+1")
    (row,) = rows(code)
    assert (row.hp, row.undoable) == ("20", ())


def test_negative_hp_is_written_with_a_real_minus(code: str) -> None:
    do(code, "hp:0:=-3")
    assert rows(code)[0].hp == f"{MINUS}3"


def test_a_line_keeps_the_name_of_who_sat_there_then(code: str) -> None:
    do(code, "hp:1:-1", "leave:1", "join:1:Sif", "hp:1:-1")
    assert "Sif" in rows(code)[0].text
    assert "Odo" in rows(code)[-1].text


def test_a_change_of_a_player_no_party_has_is_told_like_any_unknown_one(
    client: Client, code: str
) -> None:
    """A backup that somebody has edited may have one."""
    do(code, "note:tired")
    models.Entry.objects.update(changes={"players.9.hp": [20, 19]})
    assert "tired" in page(client, code)


def test_days_have_headings(code: str) -> None:
    do(code, "room:+1", "room:+1", "room:+1")
    earlier(code, 2, days=1)
    earlier(code, 1, days=300)
    assert [day.heading for day in board(code).days][:2] == ["Today", "Yesterday"]
    assert len(board(code).days) == 3


def test_every_line_offers_its_own_undo(client: Client, code: str) -> None:
    do(code, "weapon:0:hammer", "hp:0:-1", "hp:0:-1")
    text = page(client, code)
    assert [f'value="undo:{number}"' in text for number in (1, 2, 3)] == [True] * 3


def test_undo_from_the_history_comes_back_to_it(client: Client, code: str) -> None:
    do(code, "hp:0:-3", "room:+1")
    fields = {"command": "undo:1", "key": "a", "next": "history"}
    r = client.post(reverse("entries", args=[code]), fields)
    assert (r.status_code, r["Location"]) == (303, reverse("history", args=[code]))
    assert party_table(code).state.players[0].hp == 20
    assert "<small>undone</small>" in page(client, code)


def test_undo_of_a_text_written_over_since_says_why_not(client: Client, code: str) -> None:
    do(code, "weapon:0:8", "weapon:0:9")
    fields = {"command": "undo:1", "key": "a", "next": "history"}
    r = client.post(reverse("entries", args=[code]), fields)
    assert r.status_code == 409
    assert "weapon has been changed since" in r.content.decode()
    way = f"{reverse('history', args=[code])}?before=3#line-2"
    assert f'<a href="{way}">Mara: 9</a>' in r.content.decode()
    assert party_table(code).state.players[0].weapon == "9"


def test_a_refused_undo_leads_to_the_line_in_the_way_on_the_table_too(
    client: Client, code: str
) -> None:
    do(code, "weapon:0:8", "weapon:0:<9>", "undo:2", "undo:3", "weapon:1:8")
    r = client.post(reverse("entries", args=[code]), {"command": "undo:1", "key": "a"})
    way = f'<a href="{reverse("history", args=[code])}?before=5#line-4">Mara: &lt;9&gt; redone</a>'
    assert way in r.content.decode()


def test_a_phone_is_offered_to_see_the_line_in_the_way(client: Client, code: str) -> None:
    do(code, "join:2:Pell", "first:2")
    sent = {"commands": [{"key": "a", "text": "undo:1"}]}
    r = client.post(reverse("entries", args=[code]), sent, content_type="application/json")
    question = r.json()["questions"]["a"]
    assert question["text"].endswith("Choose another first. Pell leads")
    assert question["command"] == f"{reverse('history', args=[code])}?before=3#line-2"


def test_lines_stand_under_the_room_they_were_done_in(code: str) -> None:
    do(code, "hp:0:-1", "room:+1", "equip:0:8d", "fight:0:9c:weapon", "floor:+1")
    rooms = [(room.floor, room.room, len(room.rows)) for room in board(code).days[0].rooms]
    assert rooms == [(2, 1, 1), (1, 2, 3), (1, 1, 1)]


def test_names_are_bold_and_cards_are_drawn(client: Client, code: str) -> None:
    do(code, "equip:0:8d", "used:+JOKr")
    text = page(client, code)
    assert "<b>Mara</b> equips the <span" in text
    assert 'class="face paper chip red" role="img" aria-label="8 of Diamonds"' in text
    assert "Mara equips the 8 of Diamonds</span></button>" in text


def test_the_lines_of_one_player_stand_alone(client: Client, code: str) -> None:
    do(code, "hit:0:5", "room:+1", "hit:1:3", "first:1", "new")
    text = page(client, code, "?player=2")
    assert [f'id="line-{n}"' in text for n in range(1, 6)] == [False, False, True, True, True]
    assert "Floor 1 · room 2" in text
    assert '<b class="number">17</b>' in text


def test_the_lines_of_one_player_go_on_over_the_pages(client: Client, code: str) -> None:
    do(code, *["room:+1", "hp:0:-1", "room:-1", "hp:1:-1"] * 20)
    newest = page(client, code, "?player=1")
    assert 'href="?player=1&amp;before=' in newest
    older = page(client, code, "?player=1&before=20")
    assert "Floor 1 · room 2" in older
    assert '<b class="number">16</b>' in older
    assert 'id="line-16"' not in older
    assert f'href="{reverse("history", args=[code])}?player=1"' in older


def test_lines_of_one_player_far_below_are_a_page_away(
    client: Client, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No page looks through a whole log for them."""
    monkeypatch.setattr(log, "REACH", 10)
    do(code, "hp:0:-1", *["hp:1:-1"] * 15)
    newest = page(client, code, "?player=1")
    assert "Nothing matches." in newest
    assert 'href="?player=1&amp;before=7"' in newest
    older = page(client, code, "?player=1&before=7")
    assert 'id="line-1"' in older
    assert "Older" not in older


def test_an_undo_comes_back_to_the_lines_of_that_player(client: Client, code: str) -> None:
    do(code, "hp:0:-1", "hp:1:-1")
    address = reverse("entries", args=[code]) + "?player=1&before=9"
    assert f'action="{address}"'.replace("&", "&amp;") in page(client, code, "?player=1&before=9")
    r = client.post(address, {"command": "undo:1", "key": "a", "next": "history"})
    assert r["Location"] == reverse("history", args=[code]) + "?player=1&before=9"


@pytest.mark.parametrize("player", ["", "0", "5", "x", "9" * 30])
def test_lines_of_nobody_are_those_of_all(client: Client, code: str, player: str) -> None:
    do(code, "hp:0:-1", "room:+1")
    assert 'id="line-1"' in page(client, code, f"?player={player}")


def test_whose_phone_it_was_is_said_where_it_was_another(client: Client, code: str) -> None:
    for key, text in (("a", "hp:0:-1"), ("b", "hp:1:-1")):
        party_record(code=code, commands=[Envelope(text, key)], device="0")
    assert page(client, code).count("’s phone") == 1


def test_fifty_lines_a_page_and_links_to_the_others(client: Client, code: str) -> None:
    do(code, *["room:+1"] * 120)
    assert "?before=71" in page(client, code)
    middle = page(client, code, "?before=71")
    assert 'id="line-70"' in middle
    assert 'id="line-71"' not in middle
    assert "?before=21" in middle
    assert f'href="{reverse("history", args=[code])}"' in middle
    assert "?before=71" in page(client, code, "?before=21")


def test_a_page_further_down_tells_the_hp_of_its_own_time(client: Client, code: str) -> None:
    do(code, "hit:0:5", *["room:+1"] * 60, "hit:0:5")
    assert '<b class="number">15</b>' in page(client, code, "?before=2")


@pytest.mark.parametrize("before", ["", "x", "-1", "٣", "0", "9" * 30])
def test_odd_page_numbers_do_no_harm(client: Client, code: str, before: str) -> None:
    do(code, "hp:0:-1")
    assert client.get(reverse("history", args=[code]), {"before": before}).status_code == 200


def test_typed_text_is_never_markup(client: Client, code: str) -> None:
    do(code, "weapon:0:<b>hammer</b>", "title:<i>Inn</i>", "name:0:<u>M</u>")
    text = page(client, code)
    assert "&lt;b&gt;hammer" in text
    assert not any(tag in text for tag in ("<b>hammer", "<i>Inn", "<u>M"))


def test_the_queries_of_a_page_do_not_grow_with_the_log(
    client: Client, code: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    do(code, *["hp:0:-1", "hp:1:-1"] * 60)
    for query in ("", "?player=2", "?player=2&before=60"):
        with django_assert_max_num_queries(7):
            page(client, code, query)


def look(client: Client, code: str, number: int) -> str:
    r = client.get(reverse("history-at", args=[code, number]))
    assert r.status_code == 200
    return r.content.decode()


def test_the_table_can_be_seen_as_it_was(client: Client, code: str) -> None:
    do(code, "equip:0:8d", "fight:0:Kc:weapon", "use:0:Kh", "floor:+8", "used:+JOKr", "hp:0:=-3")
    then = look(client, code, 2)
    assert "8 of Diamonds" in then
    assert "King of Clubs" in then
    assert '<p class="number">15' in then
    assert "King of Hearts" not in then
    now = look(client, code, 6)
    assert "King of Hearts" in now
    assert "Red Joker" in now
    assert '<b class="number">9</b>' in now
    assert f'<p class="number">{MINUS}3' in now
    assert "Fallen" in now


def test_a_look_back_offers_nothing_that_changes(client: Client, code: str) -> None:
    do(code, "hp:0:-1")
    text = look(client, code, 1)
    assert "<form" not in text
    assert "<button" not in text


def test_the_lines_before_and_after_are_one_step_away(client: Client, code: str) -> None:
    do(code, "hp:0:-1", "hp:0:-1", "hp:0:-1")
    steps = {n: reverse("history-at", args=[code, n]) for n in range(5)}
    middle, first, last = (look(client, code, n) for n in (2, 1, 3))
    assert steps[1] in middle
    assert steps[3] in middle
    assert steps[0] not in first
    assert steps[4] not in last


def test_words_in_the_boxes_are_shown_as_they_stood(client: Client, code: str) -> None:
    do(code, "weapon:0:hammer & tongs", "used:=the king, twice")
    text = look(client, code, 2)
    assert "hammer &amp; tongs" in text
    assert "the king, twice" in text


@pytest.mark.parametrize("number", [0, 2, 999_999_999_999_999_999_999])
def test_a_line_that_is_not_there_is_not_found(client: Client, code: str, number: int) -> None:
    do(code, "hp:0:-1")
    r = client.get(f"/p/{code}/history/{number}")
    assert r.status_code == 404


def test_times_stand_in_the_zone_of_the_phone(client: Client, code: str) -> None:
    do(code, "hp:0:-1")
    models.Entry.objects.update(created=datetime(2026, 11, 20, 18, 30, tzinfo=UTC))
    client.cookies["zone"] = "Asia/Kolkata"
    assert ">00:00<" in page(client, code)


@pytest.mark.parametrize("zone", ["../etc/passwd", "Middle/Earth", "x" * 999, "/", "a/" * 300])
def test_a_zone_nobody_knows_leaves_the_time_of_the_site(
    client: Client, code: str, zone: str
) -> None:
    do(code, "hp:0:-1")
    client.cookies["zone"] = zone
    assert "Mara" in page(client, code)


def test_looking_back_reads_no_further_than_the_next_kept_state(client: Client, code: str) -> None:
    """The lines above it could not even be read: a long log costs no more than a short one."""
    taps = [f"hp:{n % 2}:{'-' if n % 4 < 2 else '+'}1" for n in range(1_200)]
    states = {}
    for start in range(0, len(taps), 100):
        do(code, *taps[start : start + 100])
        states[start + 100] = party_table(code).state
    models.Entry.objects.filter(number__gt=500).update(changes="far above")
    table = party_table(code)
    assert [state_at(table, number) for number in (100, 300, 400, 500)] == [
        states[number] for number in (100, 300, 400, 500)
    ]
    assert client.get(reverse("history-at", args=[code, 250])).status_code == 200
    assert 'id="line-' in page(client, code, "?before=61")


def test_an_older_log_that_kept_no_states_is_looked_back_on_too(code: str) -> None:
    do(code, *["hp:0:-1"] * 200)
    before = party_table(code).state
    do(code, *["hp:0:-1"] * 150)
    do(code, *["hp:0:-1"] * 180)
    models.Entry.objects.update(state=None)
    assert state_at(party_table(code), 200) == before
