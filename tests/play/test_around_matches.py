"""Matches fit in with the rest of the site: backups, live events, limits, the first load."""

from __future__ import annotations

import gzip
import json
import re
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.utils import timezone

from tests.play.matches import (
    PHONE,
    at_one_phone,
    dealt,
    decide,
    phone,
    played_on,
    where_its_log_leads,
)
from tests.servers import Site
from tests.site.test_wire import NEEDED, UNPACK, WITH_SCRIPTS, ask, post
from tests.wire import FORM, Phone, Stream
from tracker import models
from tracker.rules.games import GAMES
from tracker.rules.table.state.party import new_party
from tracker.services.backup import backup_restore, backup_write
from tracker.services.match.rows import match_table
from tracker.services.match.summaries import MOST_LISTED, matches_of
from tracker.services.news import revisions_now, topic_of
from tracker.services.party.parties import party_create
from tracker.web.limits import MATCHES, MOVES

MOST_BYTES = 35 * 1024


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_matches_come_back_from_a_backup(tmp_path: Path) -> None:
    code = dealt("shiphead", "easy")
    for _ in played_on(code, 10):
        pass
    before = match_table(code)
    backup_write(tmp_path / "all.gz")
    decide(code, match_table(code).game.distinct(match_table(code)._state, 0)[0])
    backup_restore(tmp_path / "all.gz", replace=True)
    assert match_table(code) == before
    assert where_its_log_leads(code) == before._state


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_backup_from_before_there_were_matches_is_restored(tmp_path: Path) -> None:
    backup_write(tmp_path / "all.gz")
    with gzip.open(tmp_path / "all.gz", "rt") as file:
        head = json.loads(file.readline())
    old = [table for table in head["columns"] if not re.search("match|seat|move", table)]
    head["columns"] = {table: head["columns"][table] for table in old}
    with gzip.open(tmp_path / "old.gz", "wt") as file:
        file.write(json.dumps(head) + '\n["rows", 0]\n')
    dealt("solo")
    assert backup_restore(tmp_path / "old.gz", replace=True) == 0
    assert not models.Match.objects.exists()


@pytest.mark.django_db
def test_a_match_and_a_party_of_the_same_number_are_two_topics() -> None:
    match, party = at_one_phone("coop", 2), party_create(state=new_party(("Mara",)))
    number = match_table(match).id
    models.Player.objects.all().delete()
    models.Party.objects.update(id=number)
    assert (topic_of("play", match), topic_of("p", party)) == (f"m{number}", f"p{number}")
    decide(match, "pass")
    topics = [f"p{number}", f"m{number}", "m999999"]
    assert revisions_now(topics) == [(f"p{number}", 0), (f"m{number}", 1)]


def test_another_phone_hears_of_a_move_and_of_the_end(production_server: Site) -> None:
    table = Phone(production_server.url)
    fields = urlencode({"name-0": "Mara"})
    r = table.send("POST", "/play/new/solo", fields, Content_Type=FORM)
    code = str(r.headers["Location"]).split("/")[2]
    cookie = str(r.headers["Set-Cookie"]).split(";")[0]
    with Stream(table.url, code, after=0, start="play") as stream:
        move = urlencode({"seat": 0, "number": 0, "decision": "skip"})
        sent = {"Cookie": f"{cookie}; csrftoken={'a' * 32}", "Content_Type": FORM}
        assert table.send("POST", f"/play/{code}/moves", move, **sent).status == 303
        assert stream.hears(1)
        assert table.send("POST", f"/play/{code}/delete", "", **sent).status == 303
        said = [line for line in stream if line != ":"]  # heartbeats aside
        assert said == ["event: gone", "data: deleted"]


@pytest.mark.django_db
def test_games_are_not_dealt_or_played_without_end(client: Client, no_limit_recovers: None) -> None:
    MATCHES.take("127.0.0.1", 120)
    assert client.post("/play/new/solo").status_code == 429
    code = dealt("solo")
    MOVES.take(code, 200)
    r = phone(PHONE).post(f"/play/{code}/moves", {"seat": 0, "number": 0, "decision": "skip"})
    assert r.status_code == 429
    assert not models.Move.objects.exists()


@pytest.mark.parametrize("accept", WITH_SCRIPTS)
@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("solo", {}),
        ("rascal", {}),
        ("coop", {"who-1": "here", "who-2": "here", "who-3": "here"}),
        ("shiphead", {"who-1": "easy", "who-2": "easy", "who-3": "easy"}),
        ("castle", {"who-1": "easy"}),
    ],
)
def test_the_first_load_of_a_game_is_light(
    production_server: Site, accept: str, game: str, seats: dict[str, str]
) -> None:
    path = post(production_server, f"/play/new/{game}", [*seats.items()])
    page = ask(production_server, path, accept)
    html = UNPACK[page.headers["Content-Encoding"]](page.body).decode()
    needed = dict.fromkeys(NEEDED.findall(html))
    loaded = [page, *(ask(production_server, name, accept) for name in needed)]
    assert sum(len(answer.body) for answer in loaded) <= MOST_BYTES


@pytest.mark.postgresql
@pytest.mark.django_db
def test_a_game_in_progress_stays_on_the_list_whatever_was_finished_since() -> None:
    """Two who take turns over weeks have no other way back."""
    slow = dealt("solo")
    for _ in range(MOST_LISTED):
        dealt("solo")
    others = models.Match.objects.exclude(code=slow)
    others.update(outcome="lost", updated=timezone.now() + timedelta(hours=1))
    assert [match.code for match in matches_of(PHONE)][MOST_LISTED:] == [slow]


@pytest.mark.django_db
def test_the_name_that_was_played_under_is_offered_again(client: Client) -> None:
    client.post("/play/new/solo", {"name-0": "Mara"})
    assert 'value="Mara"' in client.get("/play/new/castle").content.decode()
    assert 'value="Mara"' not in Client().get("/play/new/castle").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("key", GAMES)
def test_the_rules_are_one_touch_from_the_table_and_lead_back(key: str) -> None:
    code = at_one_phone(key, GAMES[key].seats[-1])
    page = phone().get(f"/play/{code}/").content.decode()
    bar = page[page.index('<nav class="bar"') : page.index("</nav>")]
    [rules] = re.findall(r'<a href="([^"]+)">(?:(?!</a>).)*Rules</a>', bar)
    assert f'href="/play/{code}/"' in phone().get(rules).content.decode()
