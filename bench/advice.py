"""How well the advice plays, and whether what it says comes true.

    python -m bench.advice [solo] [--deals 1000] [--first 0] [--player random quick advised]
        [--options skip=reshuffle,weapon=auto] [--seats 2] [--floors 100] [--trials 100]
        [--partner medium] [--keep var/advice.jsonl]

Deal n of a game is always the same, for everybody. Advice is asked when new cards lie open and
followed until the next do; the adviser sees what the seat sees, with the hidden cards shuffled
once more before. `quick` is what the learned value says at once, without any trials, `thumb` what
rules of thumb say, as where the files of weights are missing. The levels of the computers play,
too, and may be partners of whoever sits in the first seat. What takes hours is played in pieces:
`--keep` names a file that takes up each deal as it ends and counts those that are in it already.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain, takewhile
from pathlib import Path
from random import Random
from statistics import fmean, median, stdev
from time import process_time
from typing import Any

from tests.rules.laws import otherwise_hidden, shuffler
from tools.pieces import Piece, Pieces
from tools.smoke import arguments
from tools.train.fit import tenths
from tools.train.played import Said
from tracker.rules.advice import ADVISED, Advice, advice, weights
from tracker.rules.games import GAMES
from tracker.rules.players import PLAYERS, decision_of
from tracker.rules.protocol import Decision, Game

AnyGame = Game[Any, Any]

AT_ONCE = ("quick", "thumb")
"""Players that ask for advice without trials."""


@dataclass(frozen=True)
class Table:
    """A game to play, and the number of floors at which a long one is stopped."""

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

    @property
    def house(self) -> str:
        return ", ".join(f"{name} {value}" for name, value in self.options.items()) or "default"


@dataclass
class Player:
    """Decides by chance, as advised or like a computer of this name.

    It remembers how long advice took and what it was told.
    """

    name: str
    trials: int | None = None
    partner: str = ""
    """The level of the computers in all seats but the first; nobody's if it plays all of them."""
    took: list[float] = field(default_factory=list)
    chances: list[tuple[float, int]] = field(default_factory=list)
    """A chance, and the number of the room it was said in."""

    def __str__(self) -> str:
        return f"{self.name} and {self.partner}" if self.partner else self.name

    def steps(self, table: Table, state: Any, chance: Random) -> Iterator[tuple[int, Decision]]:
        game, (seat, *_) = table.game, table.game.to_act(state)
        level = self.partner if self.partner and seat else self.name
        if level in PLAYERS[game.key]:
            return iter([(seat, decision_of(game.key, level, state, seat, chance))])
        if self.name == "random":
            open_to = [each for each in game.decisions(state, seat) if each != "quit"]
            return iter([(seat, chance.choice(open_to))])
        found = self._ask(game, otherwise_hidden(game, state, seat), seat, chance)
        if found.chance is not None:
            self.chances.append((found.chance, rooms_entered(state)))
        return takewhile(lambda step: not self.partner or step[0] == seat, found.plan)

    def _ask(self, game: AnyGame, state: Any, seat: int, chance: Random) -> Advice:
        view, began = game.view(state, seat), process_time()
        trials = 0 if self.name in AT_ONCE else self.trials
        found = advice(game.key, view, seat, shuffler(chance), trials)
        self.took.append(process_time() - began)
        assert found is not None
        return found


def rooms_entered(state: Any) -> int:
    return int(getattr(state, "turn", 0) if hasattr(state, "hp") else state.total_rooms)


def play_out(table: Table, player: Player, deal: int) -> Piece:
    """Plays a deal; returns what it brought, and each chance said with whether it came true."""
    shuffle, chance = shuffler(Random(f"{table.game.key} {deal} on")), Random(deal)
    state, falls = table.start(deal), list[int]()
    player.chances, player.took = [], []
    while table.game.to_act(state) and table.progress(state) < table.floors:
        for seat, decision in player.steps(table, state, chance):
            living = len(getattr(state, "living", ()))
            state = table.game.apply(state, seat, decision, shuffle)
            if len(getattr(state, "living", ())) < living:
                falls.append(rooms_entered(state))
    said = [*came_true(table, state, player.chances, falls)]
    return Piece(deal, table.progress(state), said, player.took)


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


def report(table: Table, player: Player, deals: range, file: Path | None) -> None:
    cells = (table.game.key, table.seats, table.house, table.floors, player, player.trials)
    pieces = Pieces(" ".join(map(str, cells)), file)
    for deal in deals:
        if deal not in pieces:
            pieces.add(play_out(table, player, deal))
            if len(pieces) % 50 == 0 and deal != deals[-1]:
                print(line(table, player, pieces), flush=True)
    print(line(table, player, pieces), *calibration(pieces), sep="\n", flush=True)


def line(table: Table, player: Player, pieces: Pieces) -> str:
    """A row of a table; of one deal alone no interval can be said."""
    results = [piece.progress for piece in pieces]
    cells = [f"{table.game.key} {table.seats}", table.house, str(player), f"{fmean(results):.3f}"]
    if len(results) > 1:
        cells[-1] += f" ± {1.96 * stdev(results) / len(results) ** 0.5:.3f}"
    cells.append(f"{len(results):,}")
    if took := [*chain.from_iterable(piece.took for piece in pieces)]:
        cells.append(f"{1000 * median(took):.1f} ms, most {1000 * max(took):.0f} ms")
    return f"| {' | '.join(cells)} |"


def calibration(pieces: Pieces) -> Iterator[str]:
    """Yields what was said beside what came true, in tenths, as rows of a table."""
    said = (
        (chance, Said(chance, true, each.deal)) for each in pieces for chance, true in each.said
    )
    for each in tenths(said):
        cells = [f"{10 * each.number}-{10 * each.number + 10} %"]
        cells += [f"{100 * each.said:.1f}", f"{100 * each.true:.1f}"]
        cells += [f"{each.decisions:,}", f"{each.games:,}", "yes" if each.holds else "no"]
        yield f"| {' | '.join(cells)} |"


@contextmanager
def weights_for(name: str) -> Iterator[None]:
    """For whoever plays by rules of thumb there are no files of weights."""
    folder = weights.FOLDER
    weights.FOLDER = folder / "none" if name == "thumb" else folder
    weights.learned.cache_clear()
    yield
    weights.FOLDER = folder
    weights.learned.cache_clear()


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
    parser.add_argument("game", choices=ADVISED, nargs="?", default="solo")
    for name, default in {"deals": 1000, "first": 0, "floors": 100, "seats": 1}.items():
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--trials", type=int)
    parser.add_argument("--options", default="")
    parser.add_argument("--partner", default="", choices=PLAYERS["coop"])
    parser.add_argument("--keep", type=Path, help="a file of deals that are played")
    parser.add_argument("--player", nargs="+", default=["random", "quick", "advised"])
    args = arguments(parser, deals=2, floors=1, trials=2)
    game = GAMES[args.game]
    table = Table(game, house_rules(args.options, game), args.seats, args.floors)
    for name in args.player:
        deals = range(args.first, args.first + args.deals)
        with weights_for(name):
            report(table, Player(name, args.trials, args.partner), deals, args.keep)


if __name__ == "__main__":
    main()
