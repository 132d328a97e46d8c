"""The computer players: legal, fair and as strong as they say."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from tests.examples import examples
from tests.rules.laws import AnyGame, otherwise_hidden, positions, shuffler, started
from tests.rules.opponents import OPPONENTS, castle_ai, shiphead_program
from tests.rules.pairings import Pairing, share
from tests.rules.tables import cards
from tracker.rules.cards import LOW_TO_HIGH
from tracker.rules.games import GAMES
from tracker.rules.games.shedding import Holding, take
from tracker.rules.players import PLAYERS, Dice, decision_of, shedding
from tracker.rules.players.shedding import playout, unseen_ranks
from tracker.rules.protocol import BACK

pytestmark = pytest.mark.thorough

SHEDDING = {key: PLAYERS[key] for key in ("shiphead", "castle")}
EVERY_PLAYER = {key: levels | OPPONENTS[key] for key, levels in SHEDDING.items()}
ODO = Holding(cards("Kh"), cards("Kd"), cards("Ks"))


@pytest.fixture(autouse=True)
def few_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that whole games take no minutes; `bench.players` plays with all of them."""
    for game in ("CASTLE", "SHIPHEAD"):
        monkeypatch.setattr(shedding, f"{game}_TRIALS", 40)


every_game = pytest.mark.parametrize("key", SHEDDING)
every_level = pytest.mark.parametrize(
    ("key", "level"), [(key, level) for key, levels in SHEDDING.items() for level in levels]
)


def every_table(game: AnyGame) -> list[tuple[dict[str, Any], int]]:
    """All ways to set the options, for every number of seats."""
    values = product(*(option.allowed for option in game.options.values()))
    ways = [dict(zip(game.options, each, strict=True)) for each in values]
    return [*product(ways, game.seats)]


def table(key: str, mara: Holding, centre: str = "", odo: Holding = ODO, **options: Any) -> Any:
    """Mara is to move, there is no pile any more."""
    held = {"players": (mara, odo), "deck": (), "centre": cards(centre)}
    game = GAMES[key]
    return game.state_type(options=game.chosen(options), **held)


@every_game
@pytest.mark.parametrize("seed", range(2))
def test_they_decide_legally_at_every_table(key: str, seed: int) -> None:
    game, chance = GAMES[key], Random(seed)
    for options, seats in every_table(game):
        state = started(game, options, seats, chance)
        for _ in range(200):
            for seat in game.to_act(state):
                player = chance.choice([*EVERY_PLAYER[key].values()])
                decision = player(game.view(state, seat), seat, chance)
                state = game.apply(state, seat, decision, shuffler(chance))


@every_level
def test_hidden_cards_change_no_decision(
    key: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for thinking in ("CASTLE", "SHIPHEAD"):
        monkeypatch.setattr(shedding, f"{thinking}_TRIALS", 4)  # as many look at a card as forty
    game = GAMES[key]
    for seed, (options, seats) in enumerate(every_table(game)):
        chance = Random(seed)
        for state in positions(
            game, started(game, options, seats, chance), chance, most=examples(60)
        ):
            for seat in game.to_act(state):
                other = otherwise_hidden(game, state, seat)
                choices = {
                    decision_of(key, level, each, seat, Random(1)) for each in (state, other)
                }
                assert len(choices) == 1


@pytest.mark.parametrize(
    ("key", "stronger", "weaker", "games"),
    [
        pytest.param("shiphead", "strong", "medium", 30, marks=pytest.mark.nightly),
        ("shiphead", "medium", "easy", 120),
        pytest.param("castle", "strong", "medium", 30, marks=pytest.mark.nightly),
        ("castle", "medium", "easy", 120),
    ],
)
def test_each_level_beats_the_one_below(key: str, stronger: str, weaker: str, games: int) -> None:
    assert share(Pairing(key, stronger, weaker), games) > 0.6


@pytest.mark.parametrize(
    ("key", "seats"), [(key, seats) for key in SHEDDING for seats in GAMES[key].seats]
)
def test_strong_players_come_to_an_end(key: str, seats: int) -> None:
    pairing = Pairing(key, "strong", "strong", seats)
    share(pairing, games=2)
    assert pairing.stopped == 0


@every_game
def test_nobody_takes_the_centre_while_a_card_fits_on_easy_and_medium(key: str) -> None:
    state = table(key, Holding(cards("4c Kc"), (), ()), centre="Js")
    for level in ("easy", "medium"):
        assert decision_of(key, level, state, 0, Random(1)) == "play:Kc"


def test_the_medium_player_lays_all_cards_of_the_lowest_rank() -> None:
    state = table("shiphead", Holding(cards("9c 5c 9d 5d"), (), ()), centre="3s")
    assert decision_of("shiphead", "medium", state, 0, Random(1)) == "play:5c,5d"


@every_level
def test_hidden_cards_are_turned_over_by_chance(key: str, level: str) -> None:
    state = table(key, Holding((), (), cards("4c 5c 6c")), "Js")
    seen = {decision_of(key, level, state, 0, Random(seed)) for seed in range(50)}
    assert seen == {"flip:0", "flip:1", "flip:2"}


@pytest.mark.parametrize("level", PLAYERS["castle"])
def test_nobody_picks_up_who_may_but_need_not(level: str) -> None:
    for held in (Holding(cards("Kc"), (), ()), Holding((), (), cards("4c"))):
        state = table("castle", held, "Js", voluntary_pickup=True)
        assert decision_of("castle", level, state, 0, Random(1)) != "pickup"


def test_the_strong_player_wins_when_it_can() -> None:
    state = table("shiphead", Holding(cards("2c 2d"), (), ()), centre="3s")
    assert decision_of("shiphead", "strong", state, 0, Random(1)) == "play:2c,2d"


@pytest.mark.parametrize(("odo", "laid"), [("9h", "Kc"), ("Kh", "Ac")])
def test_the_strong_player_looks_at_the_cards_the_next_one_shows(odo: str, laid: str) -> None:
    shown = Holding((), cards(odo), ())
    state = table("shiphead", Holding(cards(f"4c {laid}"), (), ()), "3s", odo=shown)
    assert decision_of("shiphead", "strong", state, 0, Random(1)) == f"play:{laid}"


@pytest.mark.parametrize(("odo", "laid"), [("9h", "Kc"), ("Kh", "Ac")])
def test_among_several_it_looks_at_the_next_one_too(odo: str, laid: str) -> None:
    state = table("shiphead", Holding(cards(f"4c {laid}"), (), ()), "3s")
    odo_shows, pell_shows = (Holding((), cards(each), ()) for each in (odo, "3h Ah"))
    state = replace(state, players=(state.holding, odo_shows, pell_shows))
    assert decision_of("shiphead", "strong", state, 0, Random(1)) == f"play:{laid}"


def test_cards_in_sight_are_counted() -> None:
    state = table("shiphead", Holding(cards("4c 4d"), cards("4h"), cards("4s")), "Kc")
    unseen = unseen_ranks(GAMES["shiphead"].view(state, 0))
    assert [unseen[rank] for rank in ("4", "K", "9")] == [1, 2, 4]


@every_game
def test_cards_that_were_taken_up_are_remembered_where_they_are(key: str) -> None:
    """Until they are laid: in every trial the opponent holds them."""
    game = GAMES[key]
    state = table(key, Holding(cards("9c"), (), ()), "Kc Qd", odo=Holding(cards("3h 4h"), (), ()))
    after = take(replace(state, player=1))
    view = game.view(after, 0)
    assert view.players[1].hand == (BACK,) * 4
    for seed in range(20):
        unseen = [*Counter(unseen_ranks(view)).elements()]
        numbers = [LOW_TO_HIGH.index(rank) for rank in Random(seed).sample(unseen, len(unseen))]
        counts = playout(view, numbers).sides[1].counts
        assert counts[LOW_TO_HIGH.index("K")]
        assert counts[LOW_TO_HIGH.index("Q")]
    laid = game.apply(replace(after, player=1), 1, "play:Kc", tuple)
    assert laid.players[1].known == cards("Qd")


class Always:
    """Chance that always falls on the same place, counted in tenths of all."""

    def __init__(self, tenths: int) -> None:
        self.tenths = tenths

    def choice(self, things: Any) -> Any:
        return things[len(things) * self.tenths // 10]


@pytest.mark.parametrize(
    ("chance", "decision"),
    [(Always(0), "play:7c"), (Always(1), "play:3c"), (Always(9), "play:3c,3d")],
)
def test_the_published_shiphead_player_draws_a_level_for_each_turn(
    chance: Dice, decision: str
) -> None:
    view = table("shiphead", Holding(cards("7c 3c 10c 3d"), (), ()))
    assert shiphead_program(view, 0, chance) == decision


@pytest.mark.parametrize(
    ("hand", "stack", "decision"),
    [
        ("Kc 9c 10c", "9s", "play:9c"),
        ("Qc Jc 10c", "9s", "play:10c"),
        ("Ac 8c Kc", "9s", "play:Ac"),
        ("4c 3c", "", "play:3c"),
        ("4c 2c", "", "play:2c"),
        ("4c 3c", "9s", "pickup"),
    ],
)
def test_the_published_castle_player_keeps_close_to_the_top(
    hand: str, stack: str, decision: str
) -> None:
    assert castle_ai(table("castle", Holding(cards(hand), (), ()), stack), 0, Random(1)) == decision
