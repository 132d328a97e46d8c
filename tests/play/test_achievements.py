"""Each achievement of a dealt game is earned by what it says, and not by a little less."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from tests.play.matches import at_one_phone, dealt, phone, played_on
from tracker import models
from tracker.boards.match.achievements import ACHIEVEMENTS, Feat, achieved, feat_of
from tracker.boards.match.story import health_of
from tracker.rules.games import GAMES
from tracker.services.match.deals import daily_seed
from tracker.services.match.log import moves_not_undone
from tracker.services.match.rows import match_table

LOST = Feat(
    won=False,
    decisions=("drink:4h", "skip", "offer", "take"),
    health=((20,), (9,), (0,)),
    floors=0,
    levels=(),
    undo_count=1,
    day=False,
)
# Won, and so ordinary that this alone is remembered.
WON = {"won": True, "health": ((20,), (9,), (5,))}
RACE: dict[str, Any] = {"won": True, "health": (), "decisions": ("play:4h", "take", "wait")}


def won(*health: int, **more: Any) -> dict[str, Any]:
    return {**WON, **({"health": ((20,), *((hp,) for hp in health))} if health else {}), **more}


def raced(*decisions: str, levels: tuple[str, ...] = ()) -> dict[str, Any]:
    return {**RACE, "decisions": decisions or RACE["decisions"], "levels": levels}


BARE = ("drink:4h", "skip", *["fight:2c:bare"] * 5)
TAKEN = ("take",) * 3 + ("pickup",) * 2
EARNED: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "won": (won(), {}),
    "won-hair": (won(1), won(2)),
    "won-whole": (won(9, 20), won(9, 19)),
    "won-safe": (won(10), won(9, 12)),
    "won-back": (won(2, 5), won(3, 5)),
    "won-dry": (won(decisions=("skip",)), won(decisions=("skip", "inv-drink:4h"))),
    "won-straight": (won(decisions=("drink:4h",)), won(decisions=("drink:4h", "flee"))),
    "won-one-weapon": (
        won(decisions=("drink:4h", "skip", "equip:5d")),
        won(decisions=("drink:4h", "skip", "equip:5d", "inv-equip:6d")),
    ),
    "won-fists": (won(decisions=BARE), won(decisions=BARE[:-1])),
    "won-at-once": (won(undo_count=0), won()),
    "won-day": (won(day=True), {"day": True}),
    "won-knife": (won(decisions=("drink:4h", "skip", "knife:2d")), won()),
    "floor": ({"floors": 1}, {}),
    "floors": ({"floors": 3}, {"floors": 2}),
    "steadfast": ({"floors": 1, "decisions": ()}, {"floors": 1}),
    "brink": ({"health": ((20, 20), (1, 9), (3, 0))}, {"health": ((20, 20), (2, 9), (1, 0))}),
    "outplayed": (raced(levels=("easy",)), raced()),
    "outplayed-strong": (raced(levels=("strong",)), raced(levels=("medium",))),
    "outplayed-three": (raced(levels=("easy",) * 3), raced(levels=("easy",) * 2)),
    "light-hand": (raced("play:4h"), raced("play:4h", "pickup")),
    "heavy-hand": (raced(*TAKEN), raced(*TAKEN[1:])),
    "patient": (raced("take", "wait", "wait", "wait"), raced("take", "wait", "wait")),
}


def earned(feat: Feat) -> set[str]:
    return {key for key, (_, is_earned) in ACHIEVEMENTS.items() if is_earned(feat)}


def test_each_has_its_words_and_its_place_here() -> None:
    assert ACHIEVEMENTS.keys() == EARNED.keys()
    assert len({str(name) for name, _ in ACHIEVEMENTS.values()}) == len(ACHIEVEMENTS)


def test_a_game_that_was_lost_at_once_has_earned_nothing() -> None:
    assert earned(LOST) == set()


@pytest.mark.parametrize("key", EARNED)
def test_it_is_earned_by_this_and_not_by_a_little_less(key: str) -> None:
    enough, less = (replace(LOST, **changed) for changed in EARNED[key])
    assert key in earned(enough)
    assert key not in earned(less)


@pytest.mark.django_db
@pytest.mark.parametrize(("key", "seats"), [("castle", 2), ("coop", 2), ("rascal", 1)])
def test_a_match_is_told_as_it_was(key: str, seats: int) -> None:
    code = at_one_phone(key, seats) if seats > 1 else dealt(key)
    for _ in played_on(code, 2000, Random(5)):
        pass
    match = match_table(code)
    moves = moves_not_undone(match)
    feat = feat_of(match, moves, health_of(match, moves))
    deciding = {match.winner} if feat.won else {0, 1}
    assert feat.decisions == tuple(move.text for move in moves if move.seat in deciding)
    assert len(feat.health) == (len(moves) + 1 if key != "castle" else 0)
    assert all(len(hps) == seats for hps in feat.health)
    assert feat.won == (match.outcome == "won")


@pytest.mark.django_db
@pytest.mark.parametrize("today", [-1, 0, 1])
def test_the_deal_of_the_day_is_that_of_whoever_played_it(today: int) -> None:
    """At half past ten in the morning it is three days on earth."""
    day = date(2026, 5, 1)
    seed = daily_seed(GAMES["solo"], day + timedelta(today))
    models.Match.objects.filter(code=dealt("solo", seed=seed)).update(
        created=datetime(2026, 5, 1, 10, 30, tzinfo=UTC)
    )
    match = match_table(models.Match.objects.get().code)
    for zone in ("Etc/GMT+12", "UTC", "Pacific/Kiritimati"):
        with timezone.override(zone):
            assert feat_of(match, [], []).day


@pytest.mark.django_db
def test_the_story_of_a_game_names_them_unless_it_goes_on_from_another() -> None:
    code = at_one_phone("castle", 2)
    for _ in played_on(code, 2000, Random(5)):
        pass
    models.Seat.objects.filter(match__code=code, number=1).update(level="strong")
    models.Match.objects.filter(code=code).update(winner=0)
    page = phone().get(f"/play/{code}/story").content.decode()
    assert "Outplayed a strong computer" in page
    assert "Cleared a dungeon" not in page
    models.Match.objects.filter(code=code).update(prefix_count=2)
    assert "Achievements" not in phone().get(f"/play/{code}/story").content.decode()
    match = match_table(code)
    assert achieved(match, moves_not_undone(match), []) == []
