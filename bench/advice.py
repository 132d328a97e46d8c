"""How well the advice plays, and whether what it says comes true.

    python -m bench.advice solo [--deals 1000] [--first 0] [--player random quick advised]
        [--options skip=reshuffle,weapon=auto] [--seats 2] [--floors 100] [--trials 100]

Deal n of a game is always the same, for everybody. Advice is asked when new cards lie open and
followed until the next do; the adviser sees what the seat sees, with the hidden cards shuffled
once more before. `quick` is what the learned value says at once, without any trials.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from statistics import fmean, median, stdev
from time import process_time
from typing import Any

from tests.rules.laws import otherwise_hidden, shuffler
from tracker.rules.advice import ADVISED, Advice, advice
from tracker.rules.advice.chances import tenth
from tracker.rules.protocol import Decision, Game
from tracker.rules.registry import GAMES

AnyGame = Game[Any, Any]


@dataclass(frozen=True)
class Table:
    """What is played, and where a game that would go on for long is stopped."""

    game: AnyGame
    options: dict[str, Any]
    seats: int
    floors: int

    def start(self, deal: int) -> Any:
        shuffle = shuffler(Random(f"{self.game.key} {deal}"))
        pack = self.game.pack(self.game.chosen(self.options))
        return self.game.setup(self.options, self.seats, shuffle(pack), shuffle)

    def progress(self, state: Any) -> float:
        """Floors finished, or 1 for a win."""
        result = self.game.result(state)
        return float(result.get("floors", result["outcome"] == "won"))


@dataclass
class Player:
    """Decides at random or as advised, and remembers how long that took and what it was told."""

    name: str
    trials: int | None
    took: list[float] = field(default_factory=list)
    chances: list[tuple[float, int]] = field(default_factory=list)
    """A chance, and the number of the room it was said in."""

    def steps(self, table: Table, state: Any, chance: Random) -> Iterator[tuple[int, Decision]]:
        game, (seat, *_) = table.game, table.game.to_act(state)
        if self.name == "random":
            open_to = [each for each in game.decisions(state, seat) if each != "quit"]
            return iter([(seat, chance.choice(open_to))])
        found = self._ask(game, otherwise_hidden(game, state, seat), seat, chance)
        if found.chance is not None:
            self.chances.append((found.chance, rooms_entered(state)))
        return iter(found.plan)

    def _ask(self, game: AnyGame, state: Any, seat: int, chance: Random) -> Advice:
        view, began = game.view(state, seat), process_time()
        trials = 0 if self.name == "quick" else self.trials
        found = advice(game.key, view, seat, shuffler(chance), trials)
        self.took.append(process_time() - began)
        assert found is not None
        return found


def rooms_entered(state: Any) -> int:
    return int(getattr(state, "turn", 0) if hasattr(state, "hp") else state.total_rooms)


def play_out(table: Table, player: Player, deal: int) -> tuple[float, list[tuple[float, bool]]]:
    """What a game brought, and each chance that was said with whether it came true."""
    shuffle, chance = shuffler(Random(f"{table.game.key} {deal} on")), Random(deal)
    state, falls = table.start(deal), list[int]()
    player.chances.clear()
    while table.game.to_act(state) and table.progress(state) < table.floors:
        for seat, decision in player.steps(table, state, chance):
            living = len(getattr(state, "living", ()))
            state = table.game.apply(state, seat, decision, shuffle)
            if len(getattr(state, "living", ())) < living:
                falls.append(rooms_entered(state))
    return table.progress(state), [*came_true(table, state, player.chances, falls)]


def came_true(
    table: Table, state: Any, chances: list[tuple[float, int]], falls: list[int]
) -> Iterator[tuple[float, bool]]:
    """In a lone game the win; else that nobody fell in ten rooms, if so many were played."""
    for chance, room in chances:
        if not hasattr(state, "players"):
            yield chance, table.progress(state) == 1
        elif any(room <= fall <= room + 10 for fall in falls):
            yield chance, False
        elif rooms_entered(state) > room + 10:
            yield chance, True


def report(table: Table, player: Player, deals: range) -> None:
    results, said = [], list[tuple[float, bool]]()
    for deal in deals:
        progress, chances = play_out(table, player, deal)
        results.append(progress)
        said += chances
        if len(results) > 1 and (len(results) % 50 == 0 or deal == deals[-1]):
            print(line(table, player, results), flush=True)
    print(*calibration(said), sep="\n")


def line(table: Table, player: Player, results: list[float]) -> str:
    """A row of a table."""
    error = 1.96 * stdev(results) / len(results) ** 0.5
    house = ", ".join(f"{name} {value}" for name, value in table.options.items()) or "default"
    cells = [f"{table.game.key} {table.seats}", house, player.name]
    cells += [f"{fmean(results):.3f} ± {error:.3f}", f"{len(results):,}"]
    if player.took:
        cells += [f"{1000 * median(player.took):.1f} ms, most {1000 * max(player.took):.0f} ms"]
    return f"| {' | '.join(cells)} |"


def calibration(said: list[tuple[float, bool]]) -> Iterator[str]:
    """What was said beside what came true, in tenths, as rows of a table."""
    by_tenth = defaultdict(list)
    for chance, true in said:
        by_tenth[tenth(chance)].append((chance, true))
    for number, pairs in sorted(by_tenth.items()):
        said_mean, true_mean = (100 * fmean(each) for each in zip(*pairs, strict=True))
        cells = [f"{10 * number}-{10 * number + 10} %", f"{said_mean:.1f}", f"{true_mean:.1f}"]
        cells += [f"{true_mean - said_mean:+.1f}", f"{len(pairs):,}"]
        yield f"| {' | '.join(cells)} |"


def house_rules(text: str, game: AnyGame) -> dict[str, Any]:
    """`skip=reshuffle,knife=False` as options of the game."""
    chosen = dict(each.split("=") for each in text.split(",")) if text else {}
    allowed = {
        name: {str(value): value for value in option.allowed}
        for name, option in game.options.items()
    }
    return {name: allowed[name][value] for name, value in chosen.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game", choices=ADVISED)
    for name, default in {"deals": 1000, "first": 0, "floors": 100, "seats": 1}.items():
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--trials", type=int)
    parser.add_argument("--options", default="")
    parser.add_argument("--player", nargs="+", default=["random", "quick", "advised"])
    args = parser.parse_args()
    game = GAMES[args.game]
    table = Table(game, house_rules(args.options, game), args.seats, args.floors)
    for name in args.player:
        deals = range(args.first, args.first + args.deals)
        report(table, Player(name, args.trials), deals)


if __name__ == "__main__":
    main()
