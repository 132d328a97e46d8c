"""Games as programs play them: snapshots that show no hidden card, decisions, rewards."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from scoundrel_web.management.commands.play import seated
from tests.rules.laws import face_down, known
from tests.servers import ROOT, production
from tools import programs as bout_module
from tools.programs import Bout, bouts, play_lines
from tracker.rules.games import GAMES
from tracker.rules.players import PLAYERS
from tracker.rules.protocol import BadSetup, Illegal
from tracker.services.codes import CODE

pytestmark = pytest.mark.thorough

DEAL = "whale-oil"
DOCUMENT = ROOT / "docs" / "programs.md"
every_game = pytest.mark.parametrize("key", GAMES)


def played(bout: Bout, chance: Random) -> Bout:
    """To its end at random; nobody gives up."""
    while bout.to_act:
        offered = bout.snapshot()["decisions"]
        bout.answer(chance.choice(offered))
    return bout


@every_game
def test_a_snapshot_says_all_that_a_seat_may_know_and_no_more(key: str) -> None:
    game, chance = GAMES[key], Random(key)
    bout = Bout(game, "lantern", game.seats[-1])
    for _ in range(60):
        if not bout.to_act:
            break
        for seat in range(bout.seats):
            shown = json.loads(json.dumps(bout.snapshot(seat)))
            assert game.from_json(json.dumps(shown["state"])) == game.view(bout.state, seat)
            named = {*re.findall(r'"(\w+)"', json.dumps(shown["state"]))}
            assert not named & ({*face_down(bout.state, seat)} - {*known(bout.state)})
            mine = [each for each in shown["decisions"] if "/" not in each]
            assert tuple(mine) == bout.decisions(seat)
        bout.answer(chance.choice(bout.snapshot()["decisions"]))


@every_game
def test_the_deal_is_named_once_nobody_can_decide_any_more(key: str) -> None:
    chance, out = Random(key), io.StringIO()
    bout = Bout(GAMES[key], DEAL, GAMES[key].seats[-1])
    while bout.to_act:
        play_lines([bout], io.StringIO(f"{chance.choice(bout.snapshot()['decisions'])}\n"), out)
    *earlier, last = out.getvalue().splitlines()
    assert json.loads(last)["deal"] == DEAL
    assert DEAL not in "".join(earlier)


@every_game
def test_rewards_add_up_to_what_the_game_came_to(key: str) -> None:
    game, chance = GAMES[key], Random(1)
    bout, paid = Bout(game, "lantern", game.seats[0]), 0.0
    while bout.to_act:
        bout.answer(chance.choice(bout.snapshot()["decisions"]))
        paid += bout.rewards[0]
    result = game.result(bout.state)
    if key == "coop":
        assert paid == result["total_rooms"]
    else:
        outcome = game.outcome(bout.state)
        assert outcome is not None
        assert paid == (1 if outcome.winner == 0 else -1)


@pytest.mark.parametrize(
    ("key", "level"),
    [
        pytest.param("shiphead", "strong", marks=pytest.mark.thorough),
        ("coop", "reckless"),
    ],
)
def test_computers_play_their_seats_themselves(key: str, level: str) -> None:
    bout = Bout(GAMES[key], "lantern", 2, computers={1: level})
    decided = 0
    while bout.to_act:
        assert bout.to_act == (0,)
        bout.answer(Random(decided).choice(bout.snapshot()["decisions"]))
        decided += 1
    assert bout.number > decided


def test_a_table_where_only_computers_live_is_stopped() -> None:
    bout = Bout(GAMES["coop"], "lantern", 2, computers={1: "medium"})
    while bout.to_act:
        bare = [each for each in bout.decisions(0) if each.endswith("bare")]
        bout.answer((bare or list(bout.decisions(0)))[0])
    assert bout.state.players[0].hp <= 0
    assert bout.state.players[1].hp > 0
    assert bout.snapshot()["result"]["outcome"] == "stopped"


def test_a_game_without_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bout_module, "MOST_DECISIONS", 7)
    bout = played(Bout(GAMES["shiphead"], "lantern", 2), Random(1))
    assert bout.number == 7
    assert bout.snapshot()["result"]["outcome"] == "stopped"
    with pytest.raises(Illegal):
        bout.decide(0, "take")


def test_in_a_red_room_a_decision_of_another_seat_names_it() -> None:
    bout = Bout(GAMES["coop"], "red-23", 2)
    assert "1/equip:8d" in bout.snapshot()["decisions"]
    bout.answer("1/equip:8d")
    assert [hero.weapon for hero in bout.state.players] == ["", "8d"]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("level", PLAYERS["coop"])
def test_from_a_red_room_computers_run_with_the_program(seat: int, level: str) -> None:
    bout = Bout(GAMES["coop"], "red-23", 2, computers={1 - seat: level})
    assert bout.state.red_room
    bout.answer("offer")
    assert bout.state.ran_last
    assert bout.to_act == (seat,)


@pytest.mark.parametrize("text", ["", "x", "2/pass", "1/fight:Kc:bare", "{}", "é" * 400])
def test_a_line_that_is_no_decision_is_answered_with_an_error(text: str) -> None:
    out = io.StringIO()
    bout = Bout(GAMES["shiphead"], "lantern", 2)
    play_lines([bout], io.StringIO(f"{text}\n"), out)
    first, second = map(json.loads, out.getvalue().splitlines())
    assert second.pop("error")
    assert second == first
    assert bout.number == 0


def test_the_same_deal_and_decisions_are_the_same_game() -> None:
    one, other = (played(Bout(GAMES["castle"], "tide", 2), Random(4)) for _ in range(2))
    assert one.snapshot() == other.snapshot()


def test_seats_that_do_not_fit_are_refused() -> None:
    with pytest.raises(BadSetup):
        Bout(GAMES["castle"], "tide", 3)


def test_several_games_follow_one_another() -> None:
    out = io.StringIO()
    sides = seated(GAMES["solo"], 1, None, [])
    play_lines(
        bouts(GAMES["solo"], sides, {}, seed="tide", games=2), io.StringIO("skip\n" * 9), out
    )
    assert {json.loads(line)["deal"] for line in out.getvalue().splitlines()} == {None}
    solo = [played(each, Random(1)) for each in bouts(GAMES["solo"], sides, {}, seed="a", games=3)]
    assert [each.seed for each in solo] == ["a", "a-2", "a-3"]


def test_no_deal_that_nobody_named_tells_of_the_next() -> None:
    sides = seated(GAMES["shiphead"], 2, None, [])
    dealt = [each.seed for each in bouts(GAMES["shiphead"], sides, {}, seed=None, games=3)]
    assert len({*dealt}) == 3
    assert all(CODE.fullmatch(seed) for seed in dealt)


def test_the_bot_of_the_document_plays_a_game(tmp_path: Path) -> None:
    """It is run as it stands there, beside manage.py."""
    text, *_ = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    assert len(text.splitlines()) <= 10
    env = production(VAR_DIR=str(tmp_path))
    command = [sys.executable, "-c", text]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.stderr == ""
    assert re.fullmatch(r"\{'outcome': '\w+'.*\}\n", done.stdout)
