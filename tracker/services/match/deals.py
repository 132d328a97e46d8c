"""Deals and logs: what follows from a deal's name and the decisions made in it, and nothing else.

The pack and every later shuffle follow from the name alone, so a log can be played again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import partial
from random import Random
from typing import Any

from tracker.rules.protocol import Game, Shuffle, parts
from tracker.rules.solved import HARD, Solved, solved_for
from tracker.services.codes import new_code

SEED = re.compile(r"[a-z0-9-]{1,32}")
TAUGHT = "learn-97550"
"""The co-op deal of the taught floor, whose lone player meets one new thing at a time."""
UNDO, SIT, AWAY = "undo", "sit", "away"
"""Lines of a log that are no decisions: the newest one is taken back, somebody takes a seat, a
computer plays it from now on."""
AGREE, DECLINE = "computer", "decline"
"""With the number of a seat, whether a computer may play it: `computer:1`."""

AnyGame = Game[Any, Any]


def is_seating(text: str) -> bool:
    """Whether a line of a log is about who plays a seat, and changes nothing in the game."""
    return parts(text)[0] in (SIT, AWAY, AGREE, DECLINE)


DAY = re.compile(r"\d{4}-\d\d-\d\d")


def daily_seed(game: AnyGame, day: date) -> str:
    """The name of the deal of a day: one that can be won where that is known, else the date."""
    solved = solved_for(game, {})
    return winnable_seed(solved, Random(day.isoformat())) if solved else day.isoformat()


def is_daily(game: AnyGame, seed: str, day: date) -> bool:
    """Whether this is the deal of that day, or has the date of any day for a name."""
    return bool(DAY.fullmatch(seed)) or seed == daily_seed(game, day)


def new_seed() -> str:
    """The name of a deal that nobody has chosen, nor can find by dealing all there are."""
    return new_code()


def winnable_seed(solved: Solved, chance: Random) -> str:
    """The name of a deal that can be won; each is as likely."""
    while (seed := str(chance.randint(1, solved.deals))) in solved.lost:
        pass
    return seed


def hard_seed(solved: Solved, chance: Random) -> str:
    """The name of a hard deal that can be won; each is as likely. IndexError if there is none."""
    graded = enumerate(solved.grades, 1)
    return str(chance.choice([name for name, grade in graded if int(grade) in HARD]))


def shuffle_of(game: AnyGame, seed: str) -> Shuffle:
    """The one shuffle of this game and deal."""
    return partial(shuffle_of_name, game.key, seed)


def shuffle_of_name(key: str, seed: str, cards: Sequence[str]) -> list[str]:
    """Shuffles the same cards of the same deal into the same order, whoever plays and whenever."""
    # The cards are part of the seed, else every later shuffle would be the same.
    return Random(f"{key}:{seed}:{','.join(cards)}").sample(cards, len(cards))


def shuffle_with(chance: Random) -> Shuffle:
    """A shuffle of what may come: by these dice, not by those of a deal."""
    return lambda cards: chance.sample(cards, len(cards))


def first_state(game: AnyGame, options: Mapping[str, Any], seats: int, seed: str) -> Any:
    """The state a match begins with. Raises BadSetup."""
    shuffle = shuffle_of(game, seed)
    return game.setup(options, seats, shuffle(game.pack(game.chosen(options))), shuffle)


def changes(game: AnyGame, before: Any, after: Any) -> dict[str, list[Any]]:
    """The changes of a move, in the words of the trace format; of cards only how many there are."""
    was, now = dict(_numbers(game.summary(before))), dict(_numbers(game.summary(after)))
    return {path: [was.get(path), now[path]] for path in now if was.get(path) != now[path]}


def _numbers(summary: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(summary, dict):
        for name, part in summary.items():
            yield from _numbers(part, f"{path}.{name}".lstrip("."))
    elif isinstance(summary, list) and any(isinstance(part, dict | list) for part in summary):
        for place, part in enumerate(summary):
            yield from _numbers(part, f"{path}.{place}")
    else:
        yield path, len(summary) if isinstance(summary, list) else summary
