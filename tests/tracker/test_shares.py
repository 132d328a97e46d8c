"""A finished run on a public page: its key opens that run, and nothing else of the party."""

from __future__ import annotations

import io
import re

import pytest
from django.conf import settings
from django.test import Client
from PIL import Image

from tests.screens import finished_runs
from tests.tracker.parties import play
from tools.picture_font import LICENCE
from tracker import models
from tracker.boards.party.runs.run import picture_of
from tracker.boards.picture import (
    BLOOD,
    BRASS,
    DIM,
    FONT,
    GROUND,
    RIBBON,
    RULE,
    SEATS,
    PictureLine,
    drawn,
)
from tracker.rules.table.state.party import new_party
from tracker.services.codes import Missing, new_code
from tracker.services.party.parties import party_create, party_table
from tracker.services.party.runs import run_finished, run_share, run_shared, run_withdraw

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]

WIDTH, HEIGHT = 1200, 630
MOST_PICTURE = 60_000  # bytes


@pytest.fixture
def party() -> str:
    return finished_runs()


@pytest.fixture
def key(party: str) -> str:
    return run_share(code=party, first=1)


def page_of(client: Client, key: str) -> str:
    r = client.get(f"/r/{key}/")
    assert r.status_code == 200
    return str(r.content.decode())


def picture(client: Client, key: str) -> Image.Image:
    r = client.get(f"/r/{key}/picture.png")
    assert (r.status_code, r["Content-Type"]) == (200, "image/png")
    assert len(r.content) <= MOST_PICTURE
    return Image.open(io.BytesIO(r.content))


def near(written: str, pixel: object) -> bool:
    """Whether a pixel has this colour, as far as few colours can."""
    assert isinstance(pixel, tuple)
    return all(abs(a - b) <= 4 for a, b in zip(bytes.fromhex(written[1:]), pixel, strict=True))


def test_a_run_is_shared_and_withdrawn_on_its_page(client: Client, party: str) -> None:
    story = f"/p/{party}/runs/1"
    assert "/r/" not in client.get(story).content.decode()
    assert client.post(f"{story}/share", {"do": "share"})["Location"] == story
    (address,) = set(re.findall(r"http://testserver(/r/\w+/)", client.get(story).content.decode()))
    assert "3 floors, 6 rooms" in client.get(address).content.decode()
    client.post(f"{story}/share", {"do": "withdraw"})
    for way in (address, f"{address}picture.png"):
        assert client.get(way).status_code == 404


def test_shared_twice_it_has_one_key_and_withdrawn_it_gets_another(party: str, key: str) -> None:
    assert run_share(code=party, first=1) == key
    models.Run.objects.update(share_code="")
    assert run_share(code=party, first=1) != key


def test_the_page_needs_no_script_and_tells_the_whole_story(client: Client, key: str) -> None:
    page = page_of(client, key)
    for told in ("The Low Lantern", "Mara", '<svg class="chart"', "Hardest hit", "Floor by floor"):
        assert told in page
    assert re.findall(r"<form[^>]* action=\"(.*?)\"", page) == ["/language"]


def test_previews_find_words_and_a_picture(client: Client, key: str) -> None:
    told = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page_of(client, key)))
    assert told["title"] == "The Low Lantern: 3 floors, 6 rooms"
    assert told["description"].startswith("Mara, Odo, Pell, Rook. Hardest hit: Rook took 19")
    assert told["url"] == f"http://testserver/r/{key}/"
    assert picture(client, told["image"].split("/")[-2]).size == (WIDTH, HEIGHT)


@pytest.mark.parametrize("way", ["", "picture.png"])
def test_nothing_public_names_a_code(client: Client, party: str, key: str, way: str) -> None:
    other = party_create(state=new_party(("Pell",), "The other party"))
    codes = [code for each in (party, other) for code in (each, party_table(each).watch_code)]
    client.get(f"/p/{party}/")  # this browser is at the table itself
    r = client.get(f"/r/{key}/{way}")
    seen = r.content + str(r.headers).encode() + str(r.cookies).encode()
    assert not any(code.encode() in seen for code in codes)
    assert b"The other party" not in seen
    assert party_table(party).storage_key.encode() not in seen


def test_the_key_opens_no_table_and_writes_nothing(client: Client, key: str) -> None:
    for way in (f"/p/{key}/", f"/w/{key}/", f"/p/{key}/runs/1", f"/play/{key}/"):
        assert client.get(way).status_code == 404
    assert client.post(f"/r/{key}/", {"do": "withdraw"}).status_code == 405
    assert client.post(f"/p/{key}/runs/1/share", {"do": "withdraw"}).status_code == 404
    assert client.get(f"/r/{key}/").status_code == 200


def test_a_party_shares_no_run_of_another(client: Client, key: str) -> None:
    other = party_create(state=new_party(("Pell",)))
    for do in ("share", "withdraw"):
        assert client.post(f"/p/{other}/runs/1/share", {"do": do}).status_code == 404
    assert client.get(f"/r/{key}/").status_code == 200


def test_guesses_are_counted(client: Client) -> None:
    answers = [client.get(f"/r/{new_code()}/").status_code for _ in range(32)]
    assert answers[0] == 404
    assert answers[-1] == 429


def test_a_run_taken_up_again_is_no_longer_shared(code: str) -> None:
    play(code, "floor:=3", "new")
    key = run_share(code=code, first=1)
    play(code, "undo:2")
    with pytest.raises(Missing):
        run_shared(key)


@pytest.mark.parametrize("end", [("hp:0:=0", "hp:1:=0"), ("new",)])
@pytest.mark.parametrize("looked", ["", "/p/{code}/runs", "/r/{key}/"])
def test_a_run_that_ends_after_all_is_shared_again(
    client: Client, code: str, end: tuple[str, ...], looked: str
) -> None:
    """While it goes on no page shows it, and nobody can share it, whether or not anybody looks."""
    play(code, "floor:=3", *end)
    key, last = run_share(code=code, first=1), 1 + len(end)
    for number in (last, last + 2):
        play(code, f"undo:{number}")
        client.get(looked.format(code=code, key=key) or "/")
        if looked:
            assert client.get(f"/r/{key}/").status_code == 404
            assert client.get(f"/p/{code}/runs.json").json() == []
            with pytest.raises(Missing):
                run_share(code=code, first=1)
        play(code, f"undo:{number + 1}")
        assert "2 floors" in page_of(client, key)
        assert run_share(code=code, first=1) == key


def test_a_run_taken_up_again_can_be_withdrawn_for_good(client: Client, code: str) -> None:
    play(code, "floor:=3", "new")
    key = run_share(code=code, first=1)
    play(code, "undo:2")
    assert client.get(f"/r/{key}/").status_code == 404
    run_withdraw(code=code, first=1)
    play(code, "undo:3")
    assert client.get(f"/r/{key}/").status_code == 404
    assert run_share(code=code, first=1) != key


def test_a_fallen_party_may_begin_anew_and_the_page_stays(code: str) -> None:
    play(code, "floor:=3", "hp:0:=0", "hp:1:=0")
    key = run_share(code=code, first=1)
    play(code, "new")
    assert run_shared(key).last == 3


def test_no_empty_key_opens_anything(code: str) -> None:
    play(code, "floor:=3", "new")
    with pytest.raises(Missing):
        run_shared("")


def test_what_was_typed_is_shown_as_text(client: Client) -> None:
    names = ('<script>alert("x")</script>', "o" * 60)
    party = party_create(state=new_party(names, '"><b>Lantern</b>'))
    play(party, "floor:=3", "new")
    page = page_of(client, run_share(code=party, first=1))
    assert "<script>alert" not in page
    assert "<b>Lantern" not in page
    assert "o" * 20 not in page.split("</head>")[0].split("og:title")[1].split("og:type")[0]


@pytest.mark.parametrize("name", ["", "Jörg Łukasz", "שלום", "🌂" * 30, "\u202eadoM", "a\nb"])
def test_every_name_makes_a_picture(name: str) -> None:
    party = party_create(state=new_party((name, "Odo")))
    play(party, "hp:0:-3", "floor:=3", "new")
    run = run_finished(party_table(party), 1)
    assert run is not None
    image = Image.open(io.BytesIO(picture_of(run.story)))
    assert image.size == (WIDTH, HEIGHT)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        *(("🧙\u200d♀\ufe0f Gandalf", "Gandalf"), ("Gandalf🧙", "Gandalf"), ("a\nb", "a b")),
        *(("Mara 魔法", "Mara"), ("魔a", "Player 1"), ("🌂 - 🌂", "Player 1")),
    ],
)
def test_the_picture_has_all_words_of_a_name_whose_letters_it_has(name: str, shown: str) -> None:
    one, other = (drawn(("3 rooms",), (PictureLine(0, each, ()),), 1) for each in (name, shown))
    assert one == other


def test_the_picture_draws_everybody_in_their_colour(client: Client, key: str) -> None:
    image = picture(client, key).convert("RGB")
    colours = {colour for _count, colour in image.getcolors(WIDTH * HEIGHT) or ()}
    for seat in SEATS:
        assert any(near(seat, colour) for colour in colours)


def test_the_picture_of_one_alone_speaks_of_no_floors() -> None:
    party = party_create(state=new_party(("Mara",)))
    play(party, "game:solo", "room:=4", "hp:0:=0")
    run = run_finished(party_table(party), 1)
    assert run is not None
    (mara,) = run.story.parts
    lines = (PictureLine(0, "Mara", tuple(mara.points)),)
    assert picture_of(run.story) == drawn(("3 rooms",), lines, run.story.count)


def test_the_colours_are_those_of_the_pages() -> None:
    (folder,) = settings.STATICFILES_DIRS
    theme = (folder / "css" / "base" / "theme.css").read_text()
    for colour in (*SEATS, BRASS, BLOOD, RIBBON, DIM, GROUND, RULE):
        assert f": {colour};" in theme or f": var(--night, {colour})" in theme


def test_the_letters_of_the_picture_may_be_carried_along() -> None:
    assert "SIL OPEN FONT LICENSE Version 1.1" in LICENCE.read_text()
    assert FONT.stat().st_size <= 70_000
