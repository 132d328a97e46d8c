"""Training: its rules are the product's, it learns, and what it says of chances is tested."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.programs import needs
from tests.rules.laws import shuffler
from tests.scripts import assert_prints_its_figure, assert_says_what_it_takes
from tools.test_scripts import SCRIPTS
from tools.train.__main__ import (
    AT_ONCE,
    RECIPES,
    SOURCES,
    Recipe,
    add_games,
    as_learned,
    compile_program,
    from_lines,
    learn,
    level,
    play_games,
    to_lines,
    weigh,
)
from tools.train.fit import fitted
from tools.train.played import Said, read
from tracker.rules.advice.coop.judges import CoopValue, LearnedCoopJudge
from tracker.rules.advice.coop.spot import Steps, kind
from tracker.rules.advice.judges import LearnedJudge
from tracker.rules.advice.lone import A_TRIAL, ENTRANTS
from tracker.rules.advice.planner import Planner, PlannerRoom
from tracker.rules.advice.prospect import name_of, numbers
from tracker.rules.advice.rascal import RascalPlanner
from tracker.rules.advice.solo import SoloPlanner
from tracker.rules.advice.weights import FOLDER, Weights
from tracker.rules.cards import WEAPONS, enemy_value, red_value, strength
from tracker.rules.games.coop.game import Coop
from tracker.rules.games.coop.state import CoopState, Hero
from tracker.rules.protocol import Cards, Decision, parts

compiles = needs("g++")
QUICK = ("-O1", "-march=native", "-std=c++17")
QUICKEST = ("-O0", "-std=c++17")


def answered(program: Path, words: Sequence[str | Path], lines: list[str]) -> list[str]:
    text = "\n".join(lines) + "\n"
    ran = subprocess.run([program, *words], input=text, capture_output=True, text=True, check=True)
    return ran.stdout.splitlines()


@pytest.fixture(scope="module")
def rascal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_program(tiny(20_000), tmp_path_factory.mktemp("rascal"), QUICK)


def tiny(games: int) -> Recipe:
    return RECIPES["rascal"]._replace(units=16, games=games, deals=400, play=AT_ONCE)


def test_the_program_thinks_as_the_site_does() -> None:
    header = (SOURCES / "play_lone.h").read_text("utf-8")
    numbers = {"A_TRIAL": A_TRIAL, "JUDGED": LearnedJudge.counts, "entrants": ENTRANTS}
    for name, number in numbers.items():
        assert f" {name} = {number};" in header


@compiles
@pytest.mark.nightly
def test_a_tiny_value_is_better_than_none(rascal: Path, tmp_path: Path) -> None:
    won = []
    for games in (1, 20_000):
        learn(rascal, tiny(games), tmp_path / "lines")
        _, strength = read("".join(play_games(rascal, tiny(games), tmp_path / "lines")))
        assert strength.games == 400
        won.append(strength.mean)
    assert won[0] < 0.05
    assert won[1] > 0.1 + won[0]


@compiles
def test_the_same_seed_learns_the_same(rascal: Path, tmp_path: Path) -> None:
    for name in "ab":
        learn(rascal, tiny(300), tmp_path / name)
    learn(rascal, tiny(300), tmp_path / "c", seed=2)
    assert (tmp_path / "a").read_text() == (tmp_path / "b").read_text()
    assert (tmp_path / "a").read_text() != (tmp_path / "c").read_text()


@compiles
@pytest.mark.thorough
def test_to_think_is_weighed_as_better_than_not_to(
    rascal: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    learn(rascal, tiny(3000), tmp_path / "lines")
    told = {"units": 16} | from_lines((tmp_path / "lines").read_text())
    (tmp_path / "rascal.json").write_text(json.dumps(told))
    weigh("rascal", tmp_path, 1, 60, ["60,3,0,6", "60,3,0,1"])
    way, gain, _error = capfd.readouterr().out.split()
    assert way == "60,3,0,1"
    assert float(gain) < 0


def test_it_plays_the_packs_that_it_is_given(rascal: Path, tmp_path: Path) -> None:
    learn(rascal, tiny(300), tmp_path / "lines")
    packs = ["1 2h 3h 4h 5h 6h", "1 14 14 13 13 12 12", "2 2h 3h 4h 5h 6h"]
    words = ["given", str(tmp_path / "lines"), "default", "20", "3", "0", "0"]
    assert answered(rascal, words, packs) == ["1", "0", "1"]


HOUSES: dict[str, list[dict[str, Any]]] = {
    "rascal": [{}, {"inventory": "none"}, {"inventory": "carry"}, {"inventory": "any"}],
    "solo": [{}, {"weapon": "auto"}],
}
HOUSES["rascal"] += [house | {"knife": False} for house in HOUSES["rascal"]]


@compiles
def test_rooms_of_rascal_end_as_the_adviser_says(rascal: Path) -> None:
    rooms_end_alike(rascal, RascalPlanner)


@compiles
@pytest.mark.thorough
def test_rooms_of_scoundrel_end_as_the_adviser_says(tmp_path: Path) -> None:
    rooms_end_alike(compile_program(RECIPES["solo"], tmp_path, QUICKEST), SoloPlanner)


def rooms_end_alike(program: Path, kind: type[Planner[Any]]) -> None:
    asked, expected = [], []
    for number in range(300):
        chance = Random(number)
        house = chance.choice(HOUSES[kind.game.key])
        planner = kind(kind.game.chosen(house), tuple)
        hp, arms, room = some_room(kind.game.key, chance)
        asked.append(" ".join([words(house), str(hp), *arms_words(kind, arms), room_words(room)]))
        ends = planner.ends(hp, arms, room)
        expected.append(
            {" ".join([str(hp), *arms_words(kind, a), name_of(c)]) for (a, c), hp in ends.items()}
        )
    got = [{*line.split(",")} - {""} for line in answered(program, ["ends"], asked)]
    assert got == expected


def some_room(key: str, chance: Random) -> tuple[int, tuple[int, ...], PlannerRoom]:
    pack = SoloPlanner.game.pack(SoloPlanner.game.chosen({}))
    cards = numbers(tuple(chance.sample(pack, 5)))
    weapon, limit = chance.choice([(0, 0), (5, 15), (7, 11), (10, 4)])
    edge, knife = chance.choice([(-1, 0), (0, 0), (4, 0), (9, 2), (3, 1)])
    slot = cards[4] if cards[4] > 20 and chance.random() < 0.5 else 0
    arms = (weapon, limit) if key == "solo" else (edge, knife, slot)
    size = chance.choice([4, 4, 4, 3, 2])
    return chance.randint(1, 20), arms, PlannerRoom(cards[:size], last=size < 4)


def words(house: dict[str, Any]) -> str:
    return ",".join("dull" if name == "knife" else str(v) for name, v in house.items()) or "default"


def arms_words(kind: type[Planner[Any]], arms: tuple[int, ...]) -> list[str]:
    if kind is SoloPlanner:
        return [*map(str, arms)]
    return [str(arms[0]), str(arms[1]), name_of(arms[2])]


def room_words(room: PlannerRoom) -> str:
    return " ".join(["0" if room.last else "9", *map(name_of, room.cards)])


@compiles
@pytest.mark.parametrize("seats", Coop.seats)
def test_tables_are_played_and_judged_as_by_the_site(seats: int, tmp_path: Path) -> None:
    name = f"coop-{seats}"
    told = json.loads((FOLDER / f"{name}.json").read_text())
    value = CoopValue(Weights(told))
    (tmp_path / "lines").write_text(to_lines(told))
    program = compile_program(as_learned(RECIPES[name], told), tmp_path, QUICKEST)
    for seed in range(12):
        asked, states = recorded(seats, Random(seed))
        got = answered(program, ["replay", tmp_path / "lines"], asked)
        assert got[::2] == [*map(table_words, states)]
        odds = [odds_of(value, state) for state in states]
        assert [*map(float, got[1::2])] == pytest.approx(odds, rel=1e-3, abs=1e-3)


@compiles
@pytest.mark.nightly
def test_one_player_comes_further_with_trials(tmp_path: Path) -> None:
    """Stopped after 40 floors, which hardly any game without trials finishes."""
    told = json.loads((FOLDER / "coop-1.json").read_text())
    (tmp_path / "lines").write_text(to_lines(told))
    recipe = as_learned(RECIPES["coop-1"], told)._replace(deals=80)
    program, floors = compile_program(recipe, tmp_path, QUICK), []
    for trials in ("0", "24"):
        thinking = recipe._replace(play=("40", trials, str(recipe.later), "20"))
        said, strength = read("".join(play_games(program, thinking, tmp_path / "lines")))
        assert strength.games == 80
        assert max(each.game for each in said) >= 80, "those of players who are hurt follow"
        floors.append(strength.mean)
    assert told["later"] == recipe.later
    assert floors[1] > floors[0] + 1


def odds_of(value: CoopValue, state: CoopState) -> float:
    """Returns the adviser's rating of a table."""
    view = Coop().view(state, 0)
    judge = LearnedCoopJudge(value, view)
    steps = Steps(view, judge.moved)
    spot = steps.start(judge.cards())
    return judge.rate(spot, steps.may_run(spot)) if state.living else 0


def recorded(seats: int, chance: Random) -> tuple[list[str], list[CoopState]]:
    """A random game, and the table after each decision."""
    game, orders, asked = Coop(), list[str](), ["start"]

    def shuffle(cards: Cards) -> list[str]:
        order = shuffler(chance)(cards)
        orders.append(" ".join(["order", *map(kind, order)]))
        return [*order]

    deck = shuffle(game.pack(game.chosen({})))
    state = game.setup({}, seats, deck, shuffle)
    states = [state]
    while game.to_act(state) and len(asked) < 300:
        seat = chance.choice(game.to_act(state))
        open_to = game.decisions(state, seat)
        decision = first_twin(state, open_to[int(len(open_to) * chance.random() ** 2)])
        do, card, how = parts(decision)
        asked.append(f"{seat} {DOS.index(f'{do} {how}'.strip())} {kind(card) if card else '-'}")
        state = game.play(state, seat, decision, shuffle)
        states.append(state)
    return orders + asked, states


def first_twin(state: CoopState, decision: Decision) -> Decision:
    """Picks the first dealt of two monsters that are alike, as the program does."""
    _, card, _ = parts(decision)
    same = [other for other in state.room if card and kind(other) == kind(card)]
    return decision.replace(card, same[0]) if same else decision


DOS = ["fight bare", "fight weapon", "equip", "drink", "use", "place", "pass", "offer"]


def table_words(state: CoopState) -> str:
    turn = -1 if state.turn is None else state.turn
    figures = [state.floor, state.total_rooms, turn, len(state.deck), state.bottom]
    figures += [len(state.discard), len(state.aside), may_run(state)]
    pairs = zip(state.players, state.used, strict=True)
    people = [player_words(player, used) for player, used in pairs]
    room = " ".join(map(kind, state.room))
    return " / ".join([" ".join(map(str, figures)), *people, room])


def may_run(state: CoopState) -> int:
    used = [state.used[seat] for seat in state.living]
    too_much = not state.red_room and any(count > 1 for count in used)
    return int(not (state.ran_last or state.fought or too_much))


def player_words(player: Hero, used: int) -> str:
    limit = enemy_value(player.slain[-1]) if player.slain else 15
    weapon = red_value(player.weapon) if player.weapon in WEAPONS else 0
    figures = [player.hp, weapon, limit if weapon else 0, len(player.slain)]
    figures += [sum(map(strength, player.shields)), int(player.passed), used]
    return " ".join(map(str, figures))


def test_a_file_of_weights_can_be_played_again() -> None:
    for file in FOLDER.glob("*.json"):
        told = json.loads(file.read_text())
        parts = ("rows", "scale", "out", "for", "bias", "second")
        assert from_lines(to_lines(told)) == {part: told[part] for part in parts if part in told}


def test_what_the_rows_of_a_part_have_in_common_may_stand_in_the_bias() -> None:
    data = json.loads((FOLDER / "rascal.json").read_text())
    far = {name: [number + 900 for number in row] for name, row in data["rows"]["arms"].items()}
    uneven = {**data, "rows": {**data["rows"], "arms": far}}
    levelled = level(uneven, "arms")
    assert len(json.dumps(levelled)) < len(json.dumps(uneven))
    both = [Weights(uneven), Weights(levelled)]
    for arms in far:
        for hp in data["rows"]["hp"]:
            sums = [
                weights.bias + weights.rows["arms"][arms] + weights.rows["hp"][hp]
                for weights in both
            ]
            assert sums[0] == sums[1]


def test_of_games_that_were_played_is_told_how_they_went() -> None:
    said, strength = read("0.5 1 0\ngame 0 100 37\n0.25 0 1\ngame 1 100\ngame 2 70 55\n")
    assert said == [Said(0.5, True, 0), Said(0.25, False, 1)]
    assert [*strength] == [3, 90, pytest.approx(19.6), 1]


def test_games_of_players_hurt_on_purpose_count_for_what_was_said_alone() -> None:
    said, strength = read("game 0 100\n0.5 1 1\nhurt 1\n0.25 0 2\nhurt 2\ngame 3 80\n")
    assert said == [Said(0.5, True, 1), Said(0.25, False, 2)]
    assert (strength.games, strength.mean) == (2, 90)


def test_games_played_in_pieces_count_as_games_of_their_own(tmp_path: Path) -> None:
    kept = tmp_path / "games"
    add_games(["0.5 1 0\ngame 0 1\n", "game 1 0\n"], 21, kept)
    add_games(["0.25 0 0\ngame 0 1\n"], 22, kept)
    said, strength = read(kept.read_text())
    assert said == [Said(0.5, True, 0), Said(0.25, False, 2)]
    assert strength.games == 3
    with pytest.raises(ValueError, match="would count twice"):
        add_games([], 22, kept)


def test_what_is_said_is_fitted_to_what_came_true() -> None:
    table, tested = fitted([*games_that_say(lambda chance: chance**0.7)])
    assert table["silent"] == []
    assert all(each.holds for each in tested)


def test_what_does_not_hold_in_games_it_was_not_fitted_to_is_not_said() -> None:
    said = games_that_say(lambda chance: chance)
    spoiled = [s._replace(true=True) if s.game % 2 and 0.4 < s.chance < 0.5 else s for s in said]
    silent = {each.number for each in fitted(spoiled)[1] if not each.holds}
    assert 4 in silent
    assert not {0, 1, 9} & silent


def test_every_game_is_tested_by_a_table_fitted_to_others() -> None:
    said = [*games_that_say(lambda chance: chance)]
    assert sum(each.decisions for each in fitted(said)[1]) == len(said)
    always = [each._replace(true=each.game % 2 == 0) for each in said]
    halves = {each.number: each.true for each in fitted(always)[1]}
    assert halves[0] > 0.99, "those that came true, by a table fitted to those that did not"
    assert halves[9] < 0.01


def games_that_say(truth: Any) -> Iterator[Said]:
    chance = Random(1)
    for game in range(20_000):
        said = chance.random()
        yield Said(said, chance.random() < truth(said), game)


@pytest.mark.parametrize("script", [each for each in SCRIPTS if each.startswith("tools.train.")])
def test_its_scripts_run_and_print_their_figures(script: str) -> None:
    assert_says_what_it_takes(script)
    assert_prints_its_figure(script)
