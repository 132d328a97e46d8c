"""Dealing and deciding over HTTP: forms, refusals, seats on several phones."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.test import Client
from django.utils.html import escape
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import Settings

from tests.examples import examples
from tests.play.matches import (
    OTHER,
    PHONE,
    at_one_phone,
    dealt,
    decide,
    finished,
    on_own_phones,
    phone,
    played_on,
    where_its_log_leads,
)
from tracker import models
from tracker.boards.match.achievements import feat_of
from tracker.boards.match.board import advice_note
from tracker.boards.match.games import option_boxes, option_text
from tracker.boards.match.shedding import SHIPHEAD
from tracker.boards.words.advice import deed
from tracker.rules.advice import ADVISED
from tracker.rules.games import GAMES
from tracker.rules.games.shedding import Holding
from tracker.rules.games.shiphead import ShipheadOptions, ShipheadState
from tracker.rules.protocol import Cards
from tracker.services.match.advice import match_advice
from tracker.services.match.deals import daily_seed
from tracker.services.match.rows import match_table

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
text = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
some = settings(
    max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def deal(client: Client, key: str, /, **fields: Any) -> str:
    """The code of the match that the form deals."""
    r = client.post(f"/play/new/{key}", fields)
    assert r.status_code == 303, r.content.decode()
    return str(r["Location"].split("/")[2])


def move(client: Client, code: str, decision: str, **fields: Any) -> Any:
    number = match_table(code).revision
    sent = {"seat": 0, "number": number, "decision": decision, **fields}
    return client.post(f"/play/{code}/moves", sent)


@pytest.mark.parametrize("key", GAMES)
def test_a_game_is_dealt_shown_and_played_with_plain_forms(client: Client, key: str) -> None:
    code = deal(client, key, **{"name-0": "Mara"})
    opened = match_table(code)
    assert opened.seats[0].name == "Mara"
    page = client.get(f"/play/{code}/").content.decode()
    decision = opened.game.distinct(opened._state, opened.to_act[0])[0]
    assert f'value="{decision}"' in page
    assert move(client, code, decision).status_code == 303
    assert match_table(code).revision > opened.revision


def test_every_decision_that_differs_is_a_button() -> None:
    for key in GAMES:
        code = at_one_phone(key, 1) if 1 in GAMES[key].seats else dealt(key, "easy")
        for opened in played_on(code, 25):
            if not opened.to_act:
                break
            page = phone().get(f"/play/{code}/").content.decode()
            offered = set(
                re.findall(r'name="decision" value="([^"]+)"(?! aria-disabled)', page)
            ) - {"undo"}
            assert offered == shown(opened)


def shown(opened: Any) -> set[str]:
    """Castle lays all of a rank together: one button does for them."""
    decisions = set(opened.game.distinct(opened._state, 0)) - {"quit"}
    if opened.game.key != "castle" or not opened._state.holding.hand:
        return decisions
    ranks = {d.rstrip("cdhs"): d for d in sorted(decisions, reverse=True)}
    first: dict[str, str] = {}
    for card in opened._state.players[0].hand:
        first.setdefault(f"play:{card[:-1]}", f"play:{card}")
    return {first.get(rank, d) for rank, d in ranks.items()}


def test_a_card_is_read_with_its_name_and_value() -> None:
    code = dealt("solo", seed="2026-11-20")
    assert "King of Spades, enemy 13" in phone().get(f"/play/{code}/").content.decode()


def test_in_a_red_room_a_shared_phone_decides_for_whom_it_likes() -> None:
    code = on_own_phones("coop", PHONE, PHONE, OTHER, seed="red-545")
    page = phone().get(f"/play/{code}/").content.decode()
    assert "Decide for Odo" in page
    ringed = re.compile(r'<li class="mate [^"]*seat(\d)[^"]* to-act"')
    for seat, name in enumerate(("Mara", "Odo")):
        page = phone().get(f"/play/{code}/?seat={seat}").content.decode()
        assert f'name="seat" value="{seat}"' in page
        assert f"anyone may take a card. {name}, choose a card." in page
        assert ringed.findall(page) == [str(seat + 1), "3"]
    alone = phone(OTHER).get(f"/play/{code}/").content.decode()
    assert "anyone may take a card.<" in alone
    assert ringed.findall(alone) == ["1", "2", "3"]
    fields = {"seat": 1, "number": 0, "decision": "equip:9d"}
    r = phone().post(f"/play/{code}/moves", fields, headers=HTMX)
    assert 'name="seat" value="1"' in r.content.decode()
    assert match_table(code)._state.players[1].weapon == "9d"


def test_who_has_not_moved_yet_is_told_all_that_the_others_did() -> None:
    code = at_one_phone("coop", 3)
    (opened,) = played_on(code, 1)
    while opened.to_act != (2,):
        (opened,) = played_on(code, 1)
    told = re.findall(r'data-move="(\d+)"', phone().get(f"/play/{code}/").content.decode())
    assert [*map(int, told)] == [*range(1, opened.revision + 1)]


def test_running_needs_an_offer_of_everybody() -> None:
    code = at_one_phone("coop", 2, seed="b")
    assert "0 of 2 agree" in phone().get(f"/play/{code}/").content.decode()
    decide(code, "offer")
    assert "1 of 2 agree" in phone().get(f"/play/{code}/").content.decode()
    room = match_table(code)._state.room
    after = decide(code, "offer", seat=1)._state
    assert (after.ran_last, after.deck[-len(room) :]) == (True, room)


@pytest.mark.parametrize("standard", [True, False])
@pytest.mark.parametrize(
    "held", [(("9c",), (), ("4c",)), ((), ("9c",), ("4c",)), ((), (), ("4c",))]
)
def test_before_an_8_one_reads_of_waiting_where_one_may_wait(
    held: tuple[Cards, Cards, Cards], standard: bool
) -> None:
    players = (Holding(*held), Holding(("5c",), (), ()))
    state = ShipheadState(
        options=ShipheadOptions(), players=players, deck=(), centre=("8c",), standard=standard
    )
    may_wait = "wait" in SHIPHEAD.game.decisions(state, 0)
    assert ("wait" in str(SHIPHEAD.why(state))) == may_wait
    assert may_wait == (standard and held[:2] != ((), ()))


def test_who_wins_on_a_shared_phone_is_no_loser() -> None:
    code = finished("castle")
    assert (winner := match_table(code).winner) == 1
    for kind in ("won", "lost"):
        page = phone().get(f"/play/{code}/").content.decode()
        assert f'class="ending pair {kind}"' in page
        models.Seat.objects.filter(match__code=code, number=winner).update(phone=OTHER)


def test_what_a_decision_came_to_is_said_aloud() -> None:
    code = dealt("solo", seed="2026-11-20")
    move(phone(), code, "fight:7s:bare")
    page = phone().get(f"/play/{code}/").content.decode()
    status = page.split('role="status"')[-1]
    assert "7 of Spades −7. Health 13." in status


def test_htmx_is_answered_with_the_table_alone() -> None:
    code = dealt("solo")
    r = phone().post(
        f"/play/{code}/moves", {"seat": 0, "number": 0, "decision": "skip"}, headers=HTMX
    )
    assert r.content.decode().strip().startswith("<form")
    assert phone().get(f"/play/{code}/table?after=1").status_code == 204


def test_an_overtaken_decision_shows_what_happened() -> None:
    code = on_own_phones("coop", PHONE, OTHER)
    decide(code, "pass")
    decide(code, "pass", seat=1, phone=OTHER)
    r = phone().post(f"/play/{code}/moves", {"seat": 0, "number": 0, "decision": "offer"})
    page = r.content.decode()
    assert r.status_code == 409
    assert "The game has moved on in the meantime." in page
    assert "Odo passes" in page


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"decision": "dance"}, 409),
        ({"decision": "fight:Kc:weapon:\0"}, 409),
        ({"seat": "1"}, 403),
        ({"seat": "9"}, 400),
        ({"seat": ""}, 400),
        ({"number": "x"}, 400),
        ({"number": "7"}, 400),
        ({"number": "9" * 30}, 400),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_stored(
    fields: dict[str, str], status: int
) -> None:
    code = on_own_phones("coop", PHONE, OTHER)
    r = move(phone(), code, **{"decision": "pass", **fields})
    assert r.status_code == status
    assert not models.Move.objects.exists()


@some
@given(st.dictionaries(st.sampled_from(["seat", "number", "decision", "card"]), text), text)
def test_any_post_to_a_match_is_answered_and_replays(
    client: Client, fields: dict[str, str], query: str
) -> None:
    code = dealt("shiphead", "easy")
    r = phone().post(f"/play/{code}/moves", fields)
    assert r.status_code in (303, 400, 403, 409)
    assert phone().get(f"/play/{code}/", {"open": query, "seat": query}).status_code == 200
    assert match_table(code)._state == where_its_log_leads(code)


@some
@given(
    st.sampled_from([*GAMES]),
    st.dictionaries(st.sampled_from(["seed", "name-0", "who-0", "who-1", "option-skip"]), text),
)
def test_any_new_game_is_dealt_or_told_why_not(
    client: Client, key: str, fields: dict[str, str]
) -> None:
    before = models.Match.objects.count()
    r = client.post(f"/play/new/{key}", fields)
    assert r.status_code in (303, 400)
    assert models.Match.objects.count() == before + (r.status_code == 303)
    assert client.get(f"/play/new/{key}", fields).status_code == 200


@pytest.mark.parametrize(
    ("key", "fields", "told"),
    [
        ("solo", {"option-lantern": "1"}, "lantern"),
        ("solo", {"option-skip": "sideways"}, "sideways"),
        ("rascal", {"option-removed": ["Kc", "Kd"]}, "Kd"),
        ("solo", {"seed": "two words"}, "two words"),
        ("castle", {"who-1": "wizard"}, "wizard"),
        ("castle", {"who-2": "easy"}, "who-2"),
        ("solo", {"name-0": "M" * 61}, "MMM"),
        ("coop", {"option-refill": "through", "option-floor_carry": "reshuffle"}, "together"),
    ],
)
def test_what_is_unknown_is_named(
    client: Client, key: str, fields: dict[str, Any], told: str
) -> None:
    r = client.post(f"/play/new/{key}", fields)
    assert r.status_code == 400
    assert told in r.content.decode()
    assert not models.Match.objects.exists()


def test_a_fault_stands_at_its_box_and_nothing_typed_is_lost(client: Client) -> None:
    sent = {"name-0": "Mara ", "name-2": "Odo", "who-1": "wizard", "seed": "two words"}
    page = client.post("/play/new/shiphead", sent).content.decode()
    who, seed = (re.findall(rf'<[^>]* name="{name}"[^>]*>', page)[0] for name in ("who-1", "seed"))
    assert "autofocus" in who
    assert all('aria-invalid="true"' in box for box in (who, seed))
    assert page.count("autofocus") == 1
    assert all(f'value="{text}"' in page for text in ("Mara ", "Odo", "two words"))


def test_somebody_named_plays_on_this_phone(client: Client) -> None:
    code = deal(client, "coop", **{"name-0": "Mara", "name-1": "Odo", "who-1": "", "name-2": " "})
    sides = match_table(code).seats
    assert [side.name for side in sides] == ["Mara", "Odo"]
    assert sides[0].phone == sides[1].phone


@pytest.mark.parametrize(("host", "told"), [("localhost", True), ("192.168.1.20", False)])
def test_the_lobby_says_where_its_link_leads_nobody(client: Client, host: str, told: bool) -> None:
    code = on_own_phones("castle", PHONE, "")
    page = client.get(f"/play/{code}/join", headers={"host": f"{host}:8000"}).content.decode()
    assert ("only works on this computer" in page) is told


def test_its_link_is_the_one_for_phones_where_that_is_known(
    client: Client, settings: Settings
) -> None:
    settings.PHONE_SITE = "http://192.168.1.20:8000"
    code = on_own_phones("castle", PHONE, "")
    at_home, elsewhere, proxied = (
        client.get(f"/play/{code}/join", headers={"host": host}).content.decode()
        for host in ("localhost:8000", "192.168.1.21:8000", "localhost")
    )
    assert f'href="http://192.168.1.20:8000/play/{code}/join"' in at_home
    assert "only works on this computer" not in at_home
    assert f'href="http://192.168.1.21:8000/play/{code}/join"' in elsewhere
    assert f'href="http://localhost/play/{code}/join"' in proxied


@pytest.mark.parametrize("host", ["localhost:8000", "172.17.0.2:8000", "table.local"])
def test_whoever_runs_the_site_says_what_phones_call_it(
    host: str, client: Client, settings: Settings
) -> None:
    settings.SITE_ADDRESS = "http://192.168.1.20:8080"
    code = on_own_phones("castle", PHONE, "")
    page = client.get(f"/play/{code}/join", headers={"host": host}).content.decode()
    assert f'href="http://192.168.1.20:8080/play/{code}/join"' in page
    assert "only works on this computer" not in page


def test_there_is_no_game_of_another_name(client: Client) -> None:
    assert client.get("/play/new/poker").status_code == 404
    assert client.get("/play/2345678abcdef/").status_code == 404


@pytest.mark.parametrize("key", GAMES)
def test_every_house_rule_has_words_and_can_be_chosen(client: Client, key: str) -> None:
    game = GAMES[key]
    for box in option_boxes(game, {}):
        assert all(value.text or value.face for value in box.answers)
        for value in box.answers:
            code = deal(client, key, **{f"option-{box.name}": value.value})
            kept = match_table(code).options[box.name]
            assert value.value in ([*map(str, kept)] if box.many else [option_text(kept)])


def test_a_name_is_kept_character_for_character(client: Client) -> None:
    code = deal(client, "coop", **{"name-0": " Mara  ", "who-1": "phone"})
    phone().post(f"/play/{code}/join", {"seat": 1, "name": "Odo "})
    assert [side.name for side in match_table(code).seats] == [" Mara  ", "Odo "]


def test_a_friend_is_dealt_the_same_cards_by_the_name_of_the_deal(client: Client) -> None:
    codes = [deal(one, "rascal", seed="Lantern-7") for one in (client, Client())]
    first, second = (match_table(code) for code in codes)
    assert first._state == second._state
    assert "lantern-7" in client.get(f"/play/{codes[0]}/about").content.decode()


def dealt_again(code: str, secret: str = PHONE, client: Client | None = None) -> str:
    """The match that its page deals by one touch."""
    client = client or phone(secret)
    page = client.get(f"/play/{code}/").content.decode().split('id="again"')[1]
    fields = dict(re.findall(r'name="([a-z]\S+)" value="([^"]*)"', page.split("</form>")[0]))
    return deal(client, match_table(code).game.key, **fields)


def test_after_the_end_the_same_people_play_again_in_one_touch(client: Client) -> None:
    rules = {"name-0": "Mara", "who-1": "easy", "option-flip_fail": "lost", "seed": "lantern"}
    code = deal(client, "shiphead", **rules)
    another = match_table(dealt_again(code, client=client))
    assert another.options == {"flip_fail": "lost"}
    assert [side.level for side in another.seats] == ["", "easy"]
    assert (another.seats[0].name, another._seed == "lantern") == ("Mara", False)


@pytest.mark.parametrize(("secret", "names"), [(PHONE, "Mara Odo Pell"), (OTHER, "Odo Pell Mara")])
def test_who_plays_again_keeps_their_name_on_either_phone(secret: str, names: str) -> None:
    code = on_own_phones("shiphead", PHONE, OTHER, OTHER)
    another = match_table(dealt_again(code, secret))
    assert " ".join(side.name for side in another.seats) == names
    before = {side.name: side.phone == secret for side in match_table(code).seats}
    assert {side.name: side.phone == secret for side in another.seats} == before


def test_all_phones_of_a_game_deal_one_next_until_somebody_moves_in_it() -> None:
    code = on_own_phones("shiphead", PHONE, OTHER, OTHER)
    for _ in range(2):
        first, again = (dealt_again(code, secret) for secret in (PHONE, OTHER))
        assert first == again != code
        assert b"Sit down" in phone(OTHER).get(f"/play/{first}/", follow=True).content
        for seat in (1, 2):
            phone(OTHER).post(f"/play/{first}/join", {"seat": seat})
        assert dealt_again(code, OTHER) == first
        opened = match_table(first)
        (seat, *_others) = opened.to_act
        decide(first, opened.decisions(seat)[0], seat, opened.seats[seat].phone)
    here = at_one_phone("shiphead", 2)
    assert dealt_again(here) != dealt_again(here)


@pytest.mark.parametrize("end", ["move", "quit", "deletion"])
def test_a_form_sent_again_leads_to_its_game_until_somebody_moves(client: Client, end: str) -> None:
    form = {"key": "c0ffee", "name-0": "Mara"}
    first, again = (deal(client, "solo", **form) for _ in "12")
    assert again == first
    assert deal(client, "solo", **form | {"name-0": "Odo"}) != first
    if end != "deletion":
        move(client, first, "quit" if end == "quit" else match_table(first).decisions(0)[0])
    else:
        client.post(f"/play/{first}/delete")
    after, again = (deal(client, "solo", **form) for _ in "12")
    assert again == after != first


def test_a_game_without_a_card_is_not_dealt(client: Client) -> None:
    every = [*GAMES["rascal"].options["removed"].allowed]
    r = client.post("/play/new/rascal", {"option-removed": every})
    assert (r.status_code, b"go together" in r.content) == (400, True)
    assert match_table(deal(client, "rascal", **{"option-removed": every[1:]})).to_act


LATE = datetime(2026, 5, 1, 23, 59, tzinfo=ZoneInfo("Asia/Tokyo"))


@pytest.mark.parametrize("key", GAMES)
def test_the_deal_of_the_day_is_that_of_the_tap_and_stays_while_it_is_on_show(
    client: Client, key: str
) -> None:
    """Its link may be from yesterday, or from before the site has known the phone's time zone."""
    game, form, shelf = GAMES[key], f"/play/new/{key}", client.get("/play/").content.decode()
    (link,) = re.findall(rf'class="[^"]*today" href="({form}[^"]*)"', shelf)
    client.cookies["zone"] = "Asia/Tokyo"
    with time_machine.travel(LATE, tick=False) as clock:
        yesterday = daily_seed(game, LATE.date())
        page = client.get(link, follow=True)
        assert page.redirect_chain == [(f"{form}?seed={yesterday}", 303)]
        assert f'value="{yesterday}"' in page.content.decode()
        assert f"Today’s deal is called {yesterday}." in page.content.decode()
        clock.shift(timedelta(minutes=2))
        today = daily_seed(game, LATE.date() + timedelta(days=1))
        assert client.get(link)["Location"] == f"{form}?seed={today}"
        match = match_table(deal(client, key, seed=yesterday))
    assert models.Match.objects.get().seed == yesterday != today
    assert feat_of(match, [], []).day or not match.deal  # a secret until the end


def test_another_phone_takes_a_free_seat_and_only_that_one(client: Client) -> None:
    fields = {"name-0": "Mara", "who-1": "phone"}
    code = deal(client, "castle", **fields)
    assert (
        "The game begins when every seat is taken." in client.get(f"/play/{code}/").content.decode()
    )
    odo = Client()
    assert odo.post(f"/play/{code}/join", {"seat": 1, "name": "Odo"}).status_code == 303
    assert match_table(code).seats[1].name == "Odo"
    assert Client().post(f"/play/{code}/join", {"seat": 1, "name": "Pell"}).status_code == 409
    assert Client().post(f"/play/{code}/join", {"seat": 5}).status_code == 400
    assert move(odo, code, "pickup").status_code == 403


def test_who_comes_second_to_a_seat_finds_the_name_typed_at_the_free_ones(client: Client) -> None:
    code = deal(client, "coop", **{"name-0": "Mara", "who-1": "phone", "who-2": "phone"})
    Client().post(f"/play/{code}/join", {"seat": 1, "name": "Odo"})
    for name in (" <Pell>", "Pell" * 99):
        answer = Client().post(f"/play/{code}/join", {"seat": 1, "name": name})
        (box,) = re.findall(r'<input id="name-2"[^>]*>', answer.content.decode())
        assert f' value="{escape(name)}"' in box


def test_the_box_for_ones_own_name_says_so(client: Client) -> None:
    """So a phone can fill it in (WCAG 2.2, 1.3.5)."""
    code = deal(client, "castle", **{"name-0": "Mara", "who-1": "phone"})
    page = Client().get(f"/play/{code}/join").content.decode()
    (box,) = re.findall(r'<input id="name-1"[^>]*>', page)
    assert 'autocomplete="nickname"' in box


def test_a_seat_moves_to_another_phone_by_its_secret_link_once(client: Client) -> None:
    code = deal(client, "solo")
    link = re.search(
        r'href="(/play/\w+/seat/[^"]+)"', client.get(f"/play/{code}/about").content.decode()
    )
    assert link is not None
    other = Client()
    assert move(other, code, "skip").status_code == 403
    assert other.get(link[1]).status_code == 200
    assert other.post(link[1]).status_code == 303
    assert move(other, code, "skip").status_code == 303
    assert move(client, code, "quit").status_code == 403
    assert client.post(link[1]).status_code == 404


def test_a_forged_cookie_or_seat_link_opens_nothing() -> None:
    code = dealt("solo")
    forger = Client()
    forger.cookies["phone"] = PHONE
    assert move(forger, code, "skip").status_code == 403
    assert forger.get(f"/play/{code}/seat/0/abc").status_code == 404


def test_undo_is_told_in_the_result() -> None:
    code = dealt("solo")
    move(phone(), code, "skip")
    move(phone(), code, "undo")
    move(phone(), code, "quit")
    page = phone().get(f"/play/{code}/").content.decode()
    assert "Given up" in page
    assert "1 move undone" in page


@pytest.mark.parametrize("key", ADVISED)
def test_advice_marks_a_decision_and_says_it_is_an_estimate(key: str) -> None:
    code = at_one_phone(key, GAMES[key].seats[-1])
    page = phone().get(f"/play/{code}/table?advice=1").content.decode()
    assert "estimate" in page
    assert re.search(r'class="[^"]*\badvised\b', page)
    assert "estimate" not in phone(OTHER).get(f"/play/{code}/table?advice=1").content.decode()


@pytest.mark.parametrize("key", ADVISED)
def test_advice_is_a_decision_and_can_be_told(key: str) -> None:
    for opened in played_on(at_one_phone(key, GAMES[key].seats[-1]), 8):
        if opened.to_act:
            found = match_advice(opened, opened.to_act[0])
            assert found is not None
            assert found.decision in opened.game.decisions(opened._state, opened.to_act[0])
            assert deed(found.decision) in advice_note(found, {}).text
            assert "{" not in advice_note(found, {}).text


@pytest.mark.parametrize("key", ADVISED)
def test_every_decision_can_be_told_as_advice(key: str) -> None:
    for opened in played_on(at_one_phone(key, 1), 30):
        decisions = opened.game.decisions(opened._state, 0)
        assert len({deed(decision) for decision in decisions}) == len(decisions)


@pytest.mark.parametrize("key", ["shiphead", "castle", "coop", "solo", "rascal"])
def test_a_move_late_in_a_long_game_costs_few_queries(
    key: str, django_assert_max_num_queries: Any
) -> None:
    code = dealt(key, "easy") if key in ("shiphead", "castle") else at_one_phone(key, 1)
    for opened in played_on(code, 150):
        if not opened.to_act:
            break
        last = opened
    if not match_table(code).to_act:
        move(phone(), code, "undo") if last.alone else None
    opened = match_table(code)
    if opened.to_act:
        decision = opened.game.distinct(opened._state, 0)[0]
        with django_assert_max_num_queries(8):
            assert move_quietly(code, opened.revision, decision) == 200


def move_quietly(code: str, number: int, decision: str) -> int:
    sent = {"seat": 0, "number": number, "decision": decision}
    return phone().post(f"/play/{code}/moves", sent, headers=HTMX).status_code
