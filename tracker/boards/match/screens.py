"""The screens of the games: one line for each that is not shown like any game."""

from __future__ import annotations

from typing import Any

from tracker.boards.match import coop, rascal, shedding, solo
from tracker.boards.match.screen import Screen
from tracker.rules.games import GAMES
from tracker.rules.protocol import Game

SCREENS: dict[str, Screen[Any]] = {
    screen.key: screen
    for screen in (coop.SCREEN, solo.SCREEN, rascal.SCREEN, shedding.SHIPHEAD, shedding.CASTLE)
}


COOP = SCREENS[coop.SCREEN.key]
"""The game that the tracker is for; its rules are the first on the site."""


def all_screens() -> list[Screen[Any]]:
    """The screens of all games, in the order of GAMES."""
    return [screen_of(game) for game in GAMES.values()]


def other_screens() -> list[Screen[Any]]:
    """The screens of all games but COOP."""
    return [screen for screen in all_screens() if screen.key != COOP.key]


def screen_of(game: Game[Any, Any]) -> Screen[Any]:
    """How this game is shown; one without a screen of its own like any game."""
    return SCREENS.get(game.key) or Screen(game)
