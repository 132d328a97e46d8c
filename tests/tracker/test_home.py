"""The way in: new parties, known ones, codes, saves and files."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.core import signing
from django.db import connection
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from tests.tracker.parties import play
from tracker import models
from tracker.boards.party.pages.home import time_ago
from tracker.forms.party import code_in
from tracker.rules.table.state.party import Party, new_party
from tracker.rules.table.verbs.commands import apply
from tracker.services.party.parties import party_create, party_table
from tracker.web.limits import WRONG_CODES

pytestmark = pytest.mark.django_db

CODE = "abcdefghjkmnp"


@pytest.fixture
def code() -> str:
    return party_create(state=new_party(("Mara", "Odo"), "The Low Lantern"))


@pytest.fixture
def visitor(client: Client, code: str) -> Client:
    """A browser that has been at the table of The Low Lantern."""
    client.get(f"/p/{code}/")
    return client


NEWS = "New: lay out a room"


def test_whoever_knows_an_older_version_reads_what_is_new_until_it_is_closed(
    visitor: Client,
) -> None:
    del visitor.cookies["news"]  # an older version has kept none
    assert NEWS in page_of(visitor)
    r = visitor.post("/", follow=True)
    assert r.redirect_chain == [("/", 303)]
    assert NEWS not in r.content.decode()
    assert NEWS not in page_of(visitor)


def test_a_browser_that_comes_back_knows_its_parties_and_seats_for_as_long_again(
    visitor: Client, code: str
) -> None:
    """Browsers drop a cookie 400 days after it was last set, however often it was sent."""
    visitor.cookies["phone"] = signing.dumps("m" * 13, salt="phone")
    visitor.cookies["puzzles"] = "forged"
    kept = visitor.get("/").cookies
    assert signing.loads(kept["parties"].value, salt="parties") == [code]
    assert signing.loads(kept["phone"].value, salt="phone") == "m" * 13
    assert "puzzles" not in kept


def test_nothing_is_news_to_a_first_guest(client: Client, code: str) -> None:
    assert NEWS not in page_of(client)
    client.get(f"/p/{code}/")
    assert NEWS not in page_of(client)


def only_state() -> Party:
    return party_table(models.Party.objects.get().code).state


def page_of(client: Client, address: str = "/") -> str:
    return client.get(address).content.decode()


def told(page: str) -> list[str]:
    """The messages beside the boxes that were refused."""
    return re.findall(r'<ul class="errorlist"[^>]*><li>(.*?)</li>', page)


# /


def test_a_stranger_is_told_what_this_is(client: Client) -> None:
    page = page_of(client)
    assert "Play Scoundrel with real cards" in page
    assert 'class="tiles"' not in page


def test_what_most_come_for_stands_first(visitor: Client) -> None:
    order = ["/new", "/p/", "/play/", "/rules/", "/open", "/import", "/language"]
    page = page_of(visitor).partition("</a></p>")[2]  # after the way on with the last party
    places = [re.search(rf'(?:href|action)="{address}', page) for address in order]
    assert [*map(bool, places)] == [True] * len(order)
    starts = [place.start() for place in places if place]
    assert starts == sorted(starts)


def test_a_party_stays_on_the_first_page(visitor: Client, code: str) -> None:
    play(code, "hp:0:-6", "hp:1:=-3", "floor:=9", "room:=3")
    page = page_of(visitor)
    assert f'href="/p/{code}/"' in page
    for shown in ("The Low Lantern", "Mara, Odo", ">14<", ">−3<", ">9<", "Room 3", "just now"):
        assert shown in page


def test_a_run_in_which_all_fell_is_marked(visitor: Client, code: str) -> None:
    assert "Fallen" not in page_of(visitor)
    play(code, "hp:0:=0", "hp:1:=-3")
    assert "Fallen" in page_of(visitor)


def test_the_last_party_goes_on_with_one_touch(visitor: Client, code: str) -> None:
    play(code, "floor:=3")
    assert "Continue: The Low Lantern, floor 3" in page_of(visitor)
    play(code, "hp:0:=0", "hp:1:=-3")
    assert "Continue" not in page_of(visitor)


def test_nameless_players_are_counted(client: Client) -> None:
    client.get("/p/{}/".format(party_create(state=new_party(("", "", "")))))
    assert 'dir="auto">3 players</strong>' in page_of(client)


def test_the_party_opened_last_stands_first(visitor: Client, code: str) -> None:
    other = party_create(state=new_party(("Pell",)))
    visitor.get(f"/p/{other}/")
    assert re.findall(r'"/p/(\w+)/"', page_of(visitor)) == [other, other, code]  # go on, then all


def test_many_parties_cost_as_many_queries_as_one(
    visitor: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for name in ("Pell", "Rook", "Ann"):
        visitor.get(f"/p/{party_create(state=new_party((name,)))}/")
    with django_assert_num_queries(4):  # parties, players, runs in doubt, the best ones
        page_of(visitor)


def test_what_was_typed_is_shown_as_text(client: Client) -> None:
    client.get("/p/{}/".format(party_create(state=new_party(("<b>Mara</b>",)))))
    assert "&lt;b&gt;Mara&lt;/b&gt;" in page_of(client)


@pytest.mark.parametrize(
    ("ago", "words"),
    [
        (timedelta(seconds=20), "just now"),
        (timedelta(minutes=1), "1 minute ago"),
        (timedelta(hours=2), "2 hours ago"),
        (timedelta(hours=11), "11 hours ago"),
        (timedelta(days=1), "yesterday"),
        (timedelta(days=6), "6 days ago"),
        (timedelta(days=20), "26 May"),
        (timedelta(days=200), "27 November 2025"),
    ],
)
def test_the_last_time_is_told_as_people_say_it(ago: timedelta, words: str) -> None:
    now = datetime(2026, 6, 15, 20, 30, tzinfo=UTC)
    assert time_ago(now - ago, now) == words


# /new


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_one_tap_makes_a_party(client: Client, count: int) -> None:
    r = client.post("/new", {"players": count})
    assert r.status_code == 303
    invited = "?invite" if count > 1 else ""
    assert r["Location"] == f"/p/{models.Party.objects.get().code}/{invited}"
    assert only_state() == new_party(("",) * count)


def test_enter_starts_no_party_while_names_are_typed(client: Client) -> None:
    """The first button of a form is the one that Enter presses."""
    form = page_of(client, "/new").partition('action="/new"')[2]
    assert re.findall(r"<button[^>]*>", form)[0] == "<button disabled hidden>"


@pytest.mark.parametrize("count", ["0", "5", "two", "-1", "1.5"])
def test_a_party_has_one_to_four_players(client: Client, count: str) -> None:
    r = client.post("/new", {"players": count})
    assert r.status_code == 400
    assert "A party has one to four players." in r.content.decode()
    assert not models.Party.objects.exists()


def test_as_many_play_as_names_are_given(client: Client) -> None:
    client.post("/new", {"title": "Lantern", "name_0": "Mara", "name_1": "", "name_2": "Odo"})
    assert only_state() == new_party(("Mara", "Odo"), "Lantern")


@pytest.mark.parametrize("game", ["solo", "rascal"])
def test_who_plays_alone_chooses_the_game(client: Client, game: str) -> None:
    assert f'<option value="{game}">' in page_of(client, "/new")
    client.post("/new", {"name_0": "Mara", "game": game, "floor": "3", "used": "Kh"})
    assert only_state() == apply(new_party(("Mara",)), f"game:{game}")


def test_two_play_together(client: Client) -> None:
    r = client.post("/new", {"name_0": "Mara", "name_1": "Odo", "game": "solo"})
    assert told(r.content.decode()) == ["This game is for one player."]
    assert r.status_code == 400
    assert not models.Party.objects.exists()


def test_the_old_website_is_taken_over_letter_for_letter(client: Client) -> None:
    typed = {"floor": "9", "used": " KdJd  kh", "hp_0": "−3", "weapon_0": "8 : kcjs ", "hp_1": "14"}
    client.post("/new", typed)
    state = only_state()
    assert state.seating == "01"
    assert (state.floor, state.used) == (9, " KdJd  kh")
    assert [player.hp for player in state.players[:2]] == [-3, 14]
    assert state.players[0].weapon == "8 : kcjs "


@pytest.mark.parametrize(
    ("box", "typed", "reason"),
    [
        ("game", "chess", "That game can’t be played with real cards here."),
        ("floor", "0", "“0” isn’t a whole number from 1 to 9999."),
        ("floor", "deep", "“deep” isn’t a whole number from 1 to 9999."),
        ("hp_0", "21", "“21” isn’t a whole number from −9999 to 20."),
        ("hp_2", "1e3", "“1e3” isn’t a whole number from −9999 to 20."),
        ("name_3", "n" * 61, "That is too long: 61 characters, 60 fit."),
        ("title", "t" * 61, "That is too long: 61 characters, 60 fit."),
        ("weapon_1", "w" * 501, "That is too long: 501 characters, 500 fit."),
        ("used", "u\0", "That text has a character we can’t store. Remove it and try again."),
    ],
)
def test_a_bad_box_is_named_and_nothing_is_lost(
    client: Client, box: str, typed: str, reason: str
) -> None:
    r = client.post("/new", {"name_0": "Mara", "weapon_0": "hammer ", box: typed})
    page = r.content.decode()
    assert r.status_code == 400
    assert told(page) == [reason]
    assert 'value="Mara"' in page
    assert 'value="hammer "' in page
    assert not models.Party.objects.exists()


def test_the_old_websites_boxes_are_open_while_something_is_in_them(client: Client) -> None:
    assert '<details class="panel">' in page_of(client, "/new")
    r = client.post("/new", {"hp_0": "99"})
    assert '<details class="panel" open>' in r.content.decode()


# /open


@pytest.mark.parametrize(
    "typed",
    [
        CODE,
        CODE.upper(),
        "abcd efgh jkmn p",
        " abcd-efgh-jkmn-p. ",
        f"https://scoundrel.example/p/{CODE}/",
        f"http://192.168.1.20:8000/p/{CODE.upper()}/history?before=9#line-3",
        f"Come and play with us: https://scoundrel.example/p/{CODE}/ (Mara)",
        f"Watch us: https://scoundrel.example/w/{CODE}/ (Mara)",
        "The code is ABCD EFGH JKMN P, see you there",
        f"our party: {CODE}!",
    ],
)
def test_a_code_is_found_in_what_was_pasted(typed: str) -> None:
    assert code_in(typed) == CODE


@pytest.mark.parametrize(
    "typed", ["abc", CODE[:-1], CODE + "q", "0bcdefghjkmnp", "https://a.b/p//"]
)
def test_what_is_no_code_is_told_so(client: Client, typed: str) -> None:
    r = client.post("/open", {"code": typed})
    assert r.status_code == 400
    assert told(r.content.decode())[0].startswith("A code has 13 letters and digits")
    assert f'value="{typed}"' in r.content.decode()


def test_a_code_opens_its_table(visitor: Client, code: str) -> None:
    r = visitor.post("/open", {"code": f" {code[:4]} {code[4:]} ".upper()})
    assert (r.status_code, r["Location"]) == (303, f"/p/{code}/")


@pytest.mark.parametrize("typed", ["{}", " http://testserver/w/{}/ ", "Watch us: {}"])
def test_a_code_to_watch_leads_there_and_is_no_wrong_one(
    client: Client, code: str, typed: str
) -> None:
    watched = party_table(code).watch_code
    for _ in range(2 * WRONG_CODES.burst):
        r = client.post("/open", {"code": typed.format(watched)})
        assert (r.status_code, r["Location"]) == (303, f"/w/{watched}/")
    assert code not in client.get(r["Location"]).content.decode()


def test_a_code_nobody_has_is_told_so(client: Client) -> None:
    r = client.post("/open", {"code": CODE})
    assert r.status_code == 404
    assert told(r.content.decode()) == ["No party has this code. Check every letter."]


@pytest.mark.parametrize("address", ["/open", "/open-save", "/import"])
def test_an_empty_form_is_told_so_and_its_address_shows_the_page(
    client: Client, address: str
) -> None:
    r = client.post(address, {})
    assert r.status_code == 400
    assert len(told(r.content.decode())) == 1
    assert client.get(address).status_code == 200


# /open-save


def test_a_save_is_loaded_by_its_name_alone(visitor: Client, code: str) -> None:
    play(code, "floor:=9", "save:Mara_Odo", "floor:=2")
    r = visitor.post("/open-save", {"name": "Mara_Odo"}, follow=True)
    assert r.redirect_chain == [(f"/p/{code}/", 303)]
    assert "Mara_Odo is loaded. Undo brings back what was here." in r.content.decode()
    assert party_table(code).state.floor == 9


def test_case_matters_and_near_misses_are_offered(visitor: Client, code: str) -> None:
    play(code, "save:Ann_Bob", "floor:=2")
    r = visitor.post("/open-save", {"name": "ann_bob"})
    page = r.content.decode()
    assert r.status_code == 404
    assert told(page) == ["No save of your parties is called “ann_bob”. Nothing was changed."]
    assert '<button class="button quiet" name="name" value="Ann_Bob">Ann_Bob?</button>' in page
    assert party_table(code).revision == 2


def test_saves_of_parties_this_browser_never_saw_stay_closed(client: Client, code: str) -> None:
    play(code, "save:Ann_Bob")
    r = client.post("/open-save", {"name": "Ann_Bob"})
    assert r.status_code == 404
    assert "Ann_Bob?" not in r.content.decode()


def test_a_save_that_is_deleted_just_then_is_not_found(visitor: Client, code: str) -> None:
    play(code, "save:Mara_Odo")

    def delete_what_was_found(execute, sql, *query):  # type: ignore[no-untyped-def]
        found = execute(sql, *query)
        if sql.startswith("SELECT") and "tracker_save" in sql:
            models.Save.objects.all().delete()
        return found

    with connection.execute_wrapper(delete_what_was_found):
        r = visitor.post("/open-save", {"name": "Mara_Odo"})
    assert r.status_code == 404
    said = ["No save of your parties is called “Mara_Odo”. Nothing was changed."]
    assert told(r.content.decode()) == said


@pytest.mark.parametrize(("address", "field"), [("/open", "code"), ("/open-save", "name")])
def test_what_is_far_too_long_is_not_even_looked_at(
    visitor: Client, address: str, field: str
) -> None:
    r = visitor.post(address, {field: "x" * 100_000})
    assert r.status_code == 400
    assert len(told(r.content.decode())) == 1


# what went wrong


@pytest.mark.parametrize("address", ["/p/nobody/", "/p/%00/", "/nowhere", f"/p/{CODE}/run"])
def test_an_address_nobody_has_shows_ways_on(client: Client, address: str) -> None:
    r = client.get(address)
    assert r.status_code == 404
    assert '<a class="button primary wide" href="/">' in r.content.decode()


def test_an_address_nobody_has_leads_back_to_the_last_table(visitor: Client, code: str) -> None:
    table = f'<a class="button primary wide" href="/p/{code}/">'
    assert table in visitor.get(f"/p/{CODE}/run").content.decode()
    models.Party.objects.all().delete()
    assert table not in visitor.get(f"/p/{code}/").content.decode()


def test_a_fault_of_ours_is_told_without_our_help(client: Client) -> None:
    client.raise_request_exception = False
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tracker.views.site.home.own_parties", None)
        r = client.get("/")
    assert r.status_code == 500
    assert "That is our fault, not yours." in r.content.decode()


def test_what_is_rarely_opened_is_folded_away(client: Client) -> None:
    assert '<details class="panel">' in page_of(client)
    assert '<details class="panel" open>' in client.post("/open").content.decode()
