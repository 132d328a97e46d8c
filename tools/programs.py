"""The dealt games as programs play them: lines of JSON, a snapshot out, a decision in.

    python -m tools.programs shiphead --computers strong [--games 1000]

Games are stored nowhere. docs/programs.md says what a program may ask for, and what stands in a
snapshot: what a seat sees, may do and is paid, as plain values.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, TextIO

from tools.smoke import arguments
from tracker.rules.players import decision_of
from tracker.rules.protocol import BadSetup, Decision, Illegal
from tracker.services.match.deals import AnyGame, first_state, new_seed, shuffle_of

if TYPE_CHECKING:
    from tracker.services.match.match import Seat

MOST_GAMES = 1_000_000
MOST_DECISIONS = 3000
"""A game is stopped after so many: two who play at random could play Shiphead for ever."""

Snapshot = dict[str, Any]


class Bout:
    """One game. Computers decide by themselves until a program must, or the game is over."""

    def __init__(
        self,
        game: AnyGame,
        seed: str,
        seats: int,
        options: Mapping[str, Any] | None = None,
        computers: Mapping[int, str] | None = None,
    ) -> None:
        """`computers` are levels by seat. Raises BadSetup."""
        self.game, self.seed, self.seats = game, seed, seats
        self.computers = computers or {}
        self.shuffle = shuffle_of(game, seed)
        self.state = first_state(game, options or {}, seats, seed)
        self.number = 0
        """So many decisions have been made, those of computers too."""
        self.rewards = [0.0] * seats
        """The pay of each seat for the newest decision of a program and all it led to."""
        self._let_computers_decide()

    @property
    def programs(self) -> tuple[int, ...]:
        """The seats that no computer plays."""
        return tuple(seat for seat in range(self.seats) if seat not in self.computers)

    @property
    def stopped(self) -> bool:
        """Too long, or only computers are alive: nobody is left to play for."""
        living = getattr(self.state, "living", None) or self.programs
        return self.number >= MOST_DECISIONS or not {*living} - {*self.computers}

    @property
    def to_act(self) -> tuple[int, ...]:
        """The programs' seats that owe a decision; none when the game is over or stopped.

        Once all of them have offered to run from a Red Room, it is for the computers.
        """
        seats = () if self.stopped else self.game.to_act(self.state)
        programs = tuple(seat for seat in seats if seat not in self.computers)
        return () if {*programs} <= {*self._offers} else programs

    @property
    def _offers(self) -> tuple[int, ...]:
        return getattr(self.state, "offers", ())

    def decisions(self, seat: int) -> tuple[Decision, ...]:
        """One of those that come to the same. Nobody is offered to give up, though they may."""
        return self.game.offered(self.state, seat) if seat in self.to_act else ()

    def decide(self, seat: int, decision: Decision) -> None:
        """Makes a decision of a program, then those of computers. Raises Illegal."""
        if seat not in self.to_act:
            raise Illegal(f"seat {seat} owes no decision")
        before = self.state
        self._play(self.game.apply(self.state, seat, decision, self.shuffle))
        self._let_computers_decide()
        self.rewards = paid(self.game, before, self.state, self.seats)

    def _play(self, after: Any) -> None:
        self.state, self.number = after, self.number + 1

    def _let_computers_decide(self) -> None:
        while not self.to_act and not self.stopped and self.game.to_act(self.state):
            seat = next(n for n in self.game.to_act(self.state) if n not in self._offers)
            chance = Random(f"{self.seed}:{self.number}")
            decision = decision_of(self.game.key, self.computers[seat], self.state, seat, chance)
            self._play(self.game.play(self.state, seat, decision, self.shuffle))

    def snapshot(self, seat: int | None = None) -> Snapshot:
        """The game as a seat may see it; without one, as the first that is to act does."""
        able = self.to_act
        eyes = seat if seat is not None else next(iter(able or self.programs), 0)
        return {
            "game": self.game.key,
            "deal": None if able else self.seed,
            "number": self.number,
            "seat": eyes,
            "to_act": [*able],
            "state": json.loads(self.game.to_json(self.game.view(self.state, eyes))),
            "decisions": [*self._offered(eyes, able)],
            "rewards": self.rewards,
            "result": None if able else self.game.result(self.state),
        }

    def _offered(self, eyes: int, able: Iterable[int]) -> Iterable[str]:
        """One's own decisions; then those of others, where all may act (rules.md 3.11)."""
        yield from self.decisions(eyes)
        for seat in able:
            if seat != eyes:
                yield from (f"{seat}/{decision}" for decision in self.decisions(seat))

    def answer(self, text: str) -> None:
        """Makes the decision that a program has written. Raises Illegal for any other text."""
        seat, slash, decision = text.partition("/")
        if slash and seat in map(str, self.to_act):
            self.decide(int(seat), decision)
        else:
            self.decide(self.to_act[0], text)


def paid(game: AnyGame, before: Any, after: Any, seats: int) -> list[float]:
    """Returns what each seat is paid for what has happened.

    1 to who has won and -1 to who has lost; in a co-operative game 1 to everybody for each room.
    """
    if hasattr(after, "total_rooms"):
        return [float(after.total_rooms - before.total_rooms)] * seats
    outcome = game.outcome(after)
    if outcome is None:
        return [0.0] * seats
    return [1.0 if seat == outcome.winner else -1.0 for seat in range(seats)]


LONGEST_LINE = 1000


def play_lines(bouts: Iterable[Bout], source: TextIO, out: TextIO) -> None:
    """Plays one game after the other, until all are over or the lines end."""
    for bout in bouts:
        while bout.to_act:
            if not answered(bout, source, out):
                return
        say(out, bout.snapshot())


def answered(bout: Bout, source: TextIO, out: TextIO) -> bool:
    """Asks for a decision until one is made; False when there are no more lines."""
    snapshot = bout.snapshot()
    while True:
        say(out, snapshot)
        line = source.readline(LONGEST_LINE)
        if not line:
            return False
        try:
            bout.answer(line.strip())
        except Illegal as wrong:
            snapshot["error"] = str(wrong)
        else:
            return True


def say(out: TextIO, snapshot: Snapshot) -> None:
    out.write(json.dumps(snapshot, separators=(",", ":")) + "\n")
    out.flush()


def bouts(
    game: AnyGame,
    sides: Sequence[Seat],
    rules: Mapping[str, Any],
    *,
    seed: str | None,
    games: int,
) -> Iterator[Bout]:
    """So many games, dealt when their turn comes: lantern, lantern-2, lantern-3."""
    computers = {side.number: side.level for side in sides if side.level}
    for number in range(1, games + 1):
        name = seed or new_seed()
        deal = f"{name}-{number}" if seed and number > 1 else name
        yield Bout(game, deal, len(sides), rules, computers)


def main() -> None:
    """Learners import this module without Django set up: only the script needs its command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scoundrel_web.settings")
    import django

    django.setup()
    from scoundrel_web.management.commands.play import add_table, count, house_rules, seated
    from tracker.rules.games import GAMES

    parser = argparse.ArgumentParser(description="Let a program play a dealt game.")
    add_table(parser)
    parser.add_argument("--games", type=count(MOST_GAMES), default=1, help="one after the other")
    args = arguments(parser, games=1)
    game = GAMES[args.game]
    try:
        sides = seated(game, args.people, args.computers, [])
        rules = house_rules(game, args.option)
        played = bouts(game, sides, rules, seed=args.seed, games=args.games)
        sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
        play_lines(played, sys.stdin, sys.stdout)
    except BadSetup as wrong:
        parser.error(str(wrong))
    except BrokenPipeError:  # nobody reads on; the flush at the end must not complain either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
