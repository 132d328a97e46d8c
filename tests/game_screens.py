"""Every screen of the dealt games, each with a match that shows what it can show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from random import Random

from django.core import signing

from tests.play.matches import (
    NAMES,
    OTHER,
    PHONE,
    RED_ROOM,
    at_one_phone,
    dealt,
    decide,
    linked_puzzles,
    played_on,
    remembered,
    reviewed,
    stored,
)
from tests.screens import LONGEST, Screen
from tracker import models
from tracker.rules.games import GAMES
from tracker.rules.puzzles import all_puzzles
from tracker.services.match.deals import TAUGHT
from tracker.services.match.match import DealtMatch, Seat
from tracker.services.match.play import match_create, match_share
from tracker.services.match.review import match_par_on
from tracker.services.match.rows import match_table
from tracker.services.match.summaries import results_export, results_import
from tracker.web.browser import PHONE_COOKIE


@dataclass(frozen=True)
class GameScreen(Screen):
    """A screen of a match, seen by the phone that all its people play on, or by `seen_by`."""

    seen_by: str = PHONE

    def cookies(self) -> dict[str, str]:
        return super().cookies() | {PHONE_COOKIE: signing.dumps(self.seen_by, salt=PHONE_COOKIE)}


# Matches. Each function returns the match's code.


def long_names(key: str, seats: int, seed: str, phones: tuple[str, ...] = (PHONE,) * 4) -> str:
    sides = [Seat(n, LONGEST[n], phone=phones[n]) for n in range(seats)]
    return stored(GAMES[key], {}, sides, seed)


def until(code: str, found: Callable[[DealtMatch], bool], most: int = 300, seed: int = 5) -> str:
    """Random decisions until the match looks like this."""
    for opened in played_on(code, most, Random(seed)):
        if found(opened):
            return code
    raise AssertionError("it never comes to that")


def played_well(code: str, moves: int, *likes: str) -> str:
    """Decisions that cost least now; before all others what begins like one of these."""
    for _ in range(moves):
        opened = match_table(code)
        if not opened.to_act:
            break
        decision = max(_open_to(opened), key=lambda d: (d.startswith(likes), _worth(opened, d)))
        decide(code, decision, opened.to_act[0])
    return code


def _open_to(opened: DealtMatch) -> tuple[str, ...]:
    seats = opened.to_act
    return opened.game.distinct(opened._state, seats[0]) if seats else ()


def _worth(opened: DealtMatch, decision: str) -> tuple[int, bool]:
    """Hit points that are left; what costs none but leads nowhere counts as a small loss."""
    seat, before = opened.to_act[0], opened._state
    after = opened.game.play(before, seat, decision, tuple)
    was, now = (s.players[seat].hp if hasattr(s, "players") else s.hp for s in (before, after))
    idle = decision in ("quit", "flee", "skip", "pass", "offer") or "toss" in decision
    return now - was - 5 * idle, decision.endswith("weapon")


def solo_begun() -> str:
    return dealt("solo")


@remembered
def solo_fighting() -> str:
    return played_well(dealt("solo", seed="lantern7"), 9)


@remembered
def solo_lost() -> str:
    return until(dealt("solo"), lambda opened: opened.outcome == "lost")


def rascal_begun() -> str:
    return dealt("rascal")


@remembered
def rascal_knife() -> str:
    """A knife on a worn weapon, and something in the slot that may be taken out."""
    likes = ("knife", "store", *(f"equip:{value}" for value in range(3, 11)))
    return played_well(dealt("rascal", seed="k11", inventory="any"), 9, *likes)


@remembered
def rascal_moving_on() -> str:
    return until(dealt("rascal", seed="c"), lambda o: "next" in o.game.decisions(o._state, 0))


@remembered
def coop_alone() -> str:
    return played_well(at_one_phone("coop", 1, seed="a"), 8)


def coop_taught() -> str:
    return at_one_phone("coop", 1, seed=TAUGHT)


def coop_taught_four() -> str:
    return long_names("coop", 4, TAUGHT)


@remembered
def coop_two() -> str:
    return played_well(at_one_phone("coop", 2, seed="b"), 9)


@remembered
def coop_three() -> str:
    return played_well(long_names("coop", 3, "c"), 12)


@remembered
def coop_four() -> str:
    return played_well(at_one_phone("coop", 4, seed="d"), 14)


def coop_four_new() -> str:
    return long_names("coop", 4, "d")


@remembered
def coop_over() -> str:
    return until(at_one_phone("coop", 2), lambda opened: opened.outcome == "over")


def coop_red_room() -> str:
    """A room without turns, for two who share a phone."""
    return at_one_phone("coop", 2, seed=RED_ROOM)


def shiphead_begun() -> str:
    return dealt("shiphead", "easy")


@remembered
def shiphead_four() -> str:
    return until(long_names("shiphead", 4, "four", (PHONE, *(OTHER,) * 3)), _mine_with_news)


def _mine_with_news(opened: DealtMatch) -> bool:
    return opened.revision > 14 and opened.to_act == (0,)


@remembered
def shiphead_many() -> str:
    """As many cards as anybody has in hand."""
    code = dealt("shiphead", "easy", seed="many")
    for _ in range(400):
        opened = match_table(code)
        if len(opened._state.players[0].hand) >= 30 and opened.to_act:
            break
        decisions = opened.game.distinct(opened._state, 0)
        taken = "take" in decisions and len(opened._state.centre) > 2
        decide(code, "take" if taken else decisions[0])
    return code


def beside_computers(key: str, most: int) -> str:
    """Somebody among three that nobody has named, who have all moved since."""
    sides = [Seat(0, NAMES[0], phone=PHONE), *(Seat(n, level="medium") for n in (1, 2, 3))]
    code = match_create(game=GAMES[key], options={}, seats=sides, seed="lantern")
    return until(code, lambda opened: opened.revision > most and opened.to_act == (0,))


@remembered
def shiphead_computers() -> str:
    return beside_computers("shiphead", 12)


@remembered
def coop_computers() -> str:
    return beside_computers("coop", 12)


@remembered
def castle_fighting() -> str:
    return until(dealt("castle", "easy", seed="c"), lambda o: "pickup" in _open_to(o))


@remembered
def castle_hidden() -> str:
    for number in range(40):
        code = dealt("castle", "easy", seed=f"h{number}")
        for opened in played_on(code, 300, Random(number)):
            if opened.to_act and opened._state.players[0].pile == "hidden":
                return code
    raise AssertionError("nobody comes to the hidden cards")


@remembered
def castle_over() -> str:
    return until(dealt("castle", "easy"), lambda opened: bool(opened.outcome), most=900)


def castle_shared() -> str:
    return long_names("castle", 2, "shared")


def castle_waiting() -> str:
    return long_names("castle", 2, "free", (PHONE, ""))


def left(key: str, phones: tuple[str, ...], agreed: int) -> str:
    """The second of three has left, and so many of the others have agreed to a computer."""
    code = until(long_names(key, 3, "lantern", phones), lambda opened: opened.to_act == (1,))
    models.Move.objects.filter(match__code=code).update(created=datetime(2026, 5, 1, tzinfo=UTC))
    for seat in (2, 0)[:agreed]:
        decide(code, "computer:1", seat, phones[seat])
    return code


def shiphead_left() -> str:
    return left("shiphead", (PHONE, OTHER, "o" * 13), 0)


def shiphead_asked() -> str:
    return left("shiphead", (PHONE, OTHER, "o" * 13), 1)


def coop_asked() -> str:
    return left("coop", (PHONE, OTHER, "o" * 13), 1)


def coop_offered() -> str:
    return left("coop", (OTHER, "o" * 13, PHONE), 1)


def shiphead_away() -> str:
    return left("shiphead", (OTHER, PHONE, "o" * 13), 2)


def coop_away() -> str:
    return left("coop", (OTHER, PHONE, "o" * 13), 2)


def rascal_outdated() -> str:
    """Dealt by rules that have changed since."""
    code = rascal_knife()
    models.Match.objects.filter(code=code).update(version=0)
    return code


def castle_apart() -> str:
    return long_names("castle", 2, "apart", (PHONE, OTHER))


def solo_shared() -> str:
    """Its story, with what others have made of the deal and a public page; on no table."""
    other = until(
        match_create(
            game=GAMES["solo"],
            options={},
            seats=[Seat(0, LONGEST[0], phone=OTHER)],
            seed="1",
        ),
        lambda opened: opened.outcome == "lost",
        seed=6,
    )
    code = solo_solved()
    match_share(code=other, phone=OTHER)
    match_share(code=code, phone=PHONE)
    return code


def solo_public() -> str:
    """The key of its public page, in place of a code."""
    return match_table(solo_shared()).share_code


@remembered
def solo_reviewed() -> str:
    return reviewed(solo_lost())


@remembered
def coop_reviewed() -> str:
    return reviewed(coop_over())


@cache
def solo_asked() -> str:
    """The link of a puzzle, not the code of a match; a long pile lies open."""
    return next(linked_puzzles(played_well(dealt("solo", seed="door"), 99)))[1]


@cache
def rascal_asked() -> str:
    """With a house rule, and a card in the pocket."""
    code = played_well(dealt("rascal", seed="k11", inventory="any"), 99)
    return next(linked_puzzles(code))[1]


@remembered
def solo_solved() -> str:
    """Its deal is known as one that can be won."""
    return until(dealt("solo", seed="1"), lambda opened: opened.outcome == "lost")


@remembered
def solo_beside_par() -> str:
    """The adviser has played it as well."""
    code = solo_lost()
    while not match_par_on(match_table(code)).over:
        pass
    return code


def several() -> str:
    """Plays several matches on one phone, which has imported the results of another as well."""
    for _ in played_on(dealt("solo", phone=OTHER), 300):
        pass
    results_import(PHONE, results_export(OTHER)["results"])
    for made in (solo_lost, castle_over, coop_over, coop_two):
        code = made()
    return code


# Screens.

TABLE = "/play/{code}/"
FIRST = all_puzzles()[0]
WRONG = next(iter(FIRST.misses))
STALE = {"seat": "0", "number": "0", "decision": "dance"}
GAME_TABLES = (
    *(
        GameScreen(made.__name__.replace("_", "-"), TABLE, made)
        for made in (
            *(solo_begun, solo_fighting, solo_lost, rascal_begun, rascal_knife, rascal_moving_on),
            rascal_outdated,
            *(coop_alone, coop_two, coop_three, coop_four, coop_four_new, coop_over),
            *(coop_red_room, coop_computers, coop_taught, coop_taught_four),
            *(shiphead_begun, shiphead_four, shiphead_many, shiphead_computers),
            *(castle_fighting, castle_hidden, castle_over, castle_shared),
            *(shiphead_asked, shiphead_away),
            *(coop_asked, coop_offered, coop_away),
        )
    ),
    GameScreen("castle-looked-on", TABLE, castle_shared, seen_by=OTHER),
    GameScreen("coop-advised", f"{TABLE}?advice=1", coop_three),
    GameScreen("solo-advised", f"{TABLE}?advice=1", solo_fighting),
    GameScreen("solo-replay", f"{TABLE}replay?at=6", solo_lost),
    GameScreen("solo-replay-hidden", f"{TABLE}replay?at=6&hide=1", solo_lost),
    GameScreen("coop-replay", f"{TABLE}replay?at=9", coop_over),
    GameScreen("castle-replay", f"{TABLE}replay?at=9", castle_over),
    GameScreen("solo-question", f"{TABLE}ask?at=0&all=1", solo_reviewed),
    GameScreen("coop-question", f"{TABLE}ask?at=0&all=1", coop_reviewed),
    GameScreen("solo-public-replay", "/m/{code}/replay?at=6", solo_public, seen_by=OTHER),
    GameScreen("coop-refused", f"{TABLE}moves", coop_four_new, posted=STALE, status=409),
)
GAME_PAGES = (
    GameScreen("games", "/play/", several),
    GameScreen("games-empty", "/play/", solo_begun, seen_by=OTHER),
    *(GameScreen(f"new-{key}", f"/play/new/{key}", solo_begun) for key in GAMES),
    GameScreen(
        "new-game-refused",
        "/play/new/castle",
        solo_begun,
        posted={"who-1": "wizard", "seed": "two words", "name-0": NAMES[0]},
        status=400,
    ),
    GameScreen("match-about", f"{TABLE}about", solo_fighting),
    GameScreen("match-about-hidden", f"{TABLE}about", castle_shared),
    GameScreen("match-about-left", f"{TABLE}about", shiphead_left),
    GameScreen("match-about-asked", f"{TABLE}about", coop_asked, seen_by=OTHER),
    GameScreen("match-story", f"{TABLE}story", solo_shared),
    GameScreen("match-story-hands", f"{TABLE}story", castle_over),
    GameScreen("match-story-public", "/m/{code}/", solo_public, seen_by=OTHER),
    GameScreen("puzzles", "/play/puzzles", solo_begun),
    GameScreen("puzzle", "/play/puzzles/1", solo_begun),
    GameScreen("puzzle-wrong", f"/play/puzzles/1?decision={WRONG}", solo_begun),
    GameScreen("puzzle-on", f"/play/puzzles/1/on?step={FIRST.answer}", solo_begun),
    GameScreen("puzzle-lost", f"/play/puzzles/1/on?step={WRONG}", solo_begun),
    GameScreen("puzzle-made", "/play/puzzles/{code}", solo_asked),
    GameScreen("puzzle-made-rascal", "/play/puzzles/{code}", rascal_asked, seen_by=OTHER),
    GameScreen("puzzle-none", f"{TABLE}puzzle?at=3", solo_lost, status=409),
    GameScreen("match-par", f"{TABLE}par", solo_beside_par),
    GameScreen("match-solution", f"{TABLE}solution?at=6", solo_solved),
    GameScreen("match-review", f"{TABLE}review", solo_reviewed),
    GameScreen("match-ask", f"{TABLE}ask", solo_reviewed),
    GameScreen("match-reply", f"{TABLE}ask?at=0&decision=skip", solo_reviewed),
    GameScreen("match-deletion", f"{TABLE}delete", castle_apart),
    GameScreen("match-deletion-foreign", f"{TABLE}delete", castle_waiting, seen_by=OTHER),
    GameScreen("match-join", f"{TABLE}join", castle_waiting),
    GameScreen("match-waiting", TABLE, castle_waiting, seen_by=OTHER),
    GameScreen("records", "/records/", several),
    GameScreen("records-empty", "/records/", solo_begun),
)
GAME_SCREENS = (*GAME_TABLES, *GAME_PAGES)
