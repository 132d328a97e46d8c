"""Matches for tests, and who decides in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from functools import wraps
from random import Random
from typing import Any, ParamSpec

from django.core import signing
from django.test import Client

from tracker import models
from tracker.rules.games import GAMES
from tracker.rules.puzzles import NoPuzzle
from tracker.services.match.deals import AnyGame
from tracker.services.match.log import moves_not_undone
from tracker.services.match.match import DealtMatch, Seat, computers_decide, states
from tracker.services.match.match import dealt as new_match
from tracker.services.match.play import match_decide
from tracker.services.match.puzzles import match_puzzle
from tracker.services.match.review import match_review_on
from tracker.services.match.rows import add_match, match_table
from tracker.services.register import give_out
from tracker.web.browser import PHONE_COOKIE

P = ParamSpec("P")
NAMES = ("Mara", "Odo", "Pell", "Rook")
PHONE, OTHER = "m" * 13, "n" * 13
RED_ROOM = "red-23"
"""A co-op deal of two that begins in a Red Room: Qh 7h 8d 8h 3d 4h."""


def dealt(key: str, *levels: str, seed: str = "lantern", phone: str = PHONE, **options: Any) -> str:
    """A match of people on one phone, and of a computer for each level that is named."""
    game = GAMES[key]
    people = 1 if levels else game.seats[0]
    sides = [Seat(n, NAMES[n], phone=phone) for n in range(people)]
    sides += [Seat(people + n, level.title(), level) for n, level in enumerate(levels)]
    return stored(game, options, sides, seed)


def stored(game: AnyGame, options: dict[str, Any], sides: Sequence[Seat], seed: str) -> str:
    """A match of this deal, also where nobody may choose one by its name."""
    start = new_match(game=game, options=options, seats=sides, seed=seed)
    return add_match(start, computers_decide(start))


def remembered(made: Callable[P, str]) -> Callable[P, str]:
    """Plays a match once in a run; later calls store a copy of its rows under a new code."""
    kept: dict[object, tuple[models.Match, list[models.Seat], list[models.Move]]] = {}

    @wraps(made)
    def made_or_copied(*args: P.args, **kwargs: P.kwargs) -> str:
        key = (args, tuple(kwargs.items()))
        if key not in kept:
            match = models.Match.objects.get(code=made(*args, **kwargs))
            kept[key] = (match, [*match.seats.all()], [*match.moves.all()])
            return match.code
        match, seats, moves = deepcopy(kept[key])
        rows: list[models.Seat | models.Move] = [*seats, *moves]
        match.pk, match.code = None, give_out()
        match.save(force_insert=True)
        for row in rows:
            row.pk, row.match = None, match
        models.Seat.objects.bulk_create(seats)
        models.Move.objects.bulk_create(moves)
        return match.code

    return made_or_copied


def at_one_phone(key: str, seats: int, seed: str = "lantern", **options: Any) -> str:
    sides = [Seat(number, NAMES[number], phone=PHONE) for number in range(seats)]
    return stored(GAMES[key], options, sides, seed)


@remembered
def finished(key: str, seats: int = 0, seed: str = "lantern") -> str:
    """A match of people on one phone, as few as may be, that has been played to its end."""
    code = at_one_phone(key, seats or GAMES[key].seats[0], seed)
    for _ in played_on(code, 3000):
        pass
    return code


def reviewed(code: str) -> str:
    while not match_review_on(match_table(code)).whole:
        pass
    return code


@remembered
def looked_back(key: str, seats: int = 0) -> str:
    """Such a match with its whole review."""
    return reviewed(finished(key, seats))


def on_own_phones(key: str, *phones: str, seed: str = "lantern") -> str:
    """A seat for each of these phones; a free one where the phone is ""."""
    sides = [Seat(n, NAMES[n] if p else "", phone=p) for n, p in enumerate(phones)]
    return stored(GAMES[key], {}, sides, seed)


def where_its_log_leads(code: str) -> Any:
    """The state after every decision of the log that stands, played from the deal on."""
    match = match_table(code)
    *_, state = states(match, moves_not_undone(match))
    return state


def decide(code: str, decision: str, seat: int = 0, phone: str = PHONE) -> DealtMatch:
    number = match_table(code).revision
    return match_decide(code=code, phone=phone, seat=seat, number=number, decision=decision)[-1]


def played_on(code: str, most: int, chance: Random | None = None) -> Iterator[DealtMatch]:
    """The match after each of so many random decisions of people; nobody quits."""
    opened = match_table(code)
    chance = chance or Random(opened._seed)  # the code is another in each run
    for _ in range(most):
        if not opened.to_act:
            return
        seat = chance.choice(opened.to_act)
        open_to = [d for d in opened.game.distinct(opened._state, seat) if d != "quit"]
        *_before, opened = match_decide(
            code=code,
            phone=opened.seats[seat].phone,
            seat=seat,
            number=opened.revision,
            decision=chance.choice(open_to),
        )
        yield opened


def linked_puzzles(code: str) -> Iterator[tuple[int, str]]:
    """The moments of a finished match that are puzzles, each with its link."""
    match = match_table(code)
    for at in range(len(moves_not_undone(match))):
        with suppress(NoPuzzle):
            yield at, match_puzzle(match, at)


def phone(secret: str = PHONE) -> Client:
    """A browser that holds the seats with this secret."""
    client = Client()
    client.cookies[PHONE_COOKIE] = signing.dumps(secret, salt=PHONE_COOKIE)
    return client
