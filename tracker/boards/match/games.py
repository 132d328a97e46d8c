"""The games that can be dealt, their house rules as forms, and the matches of this browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tracker.boards.match.frame import names_of
from tracker.boards.match.screen import Screen
from tracker.boards.match.screens import all_screens, screen_of
from tracker.boards.party.pages.home import time_ago
from tracker.boards.rules.house_rules import RuleBox, as_sentence, rule_boxes, rule_text
from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.names import isolated, listed, record_text
from tracker.rules.protocol import Option
from tracker.rules.puzzles import puzzle_of_day
from tracker.services.match.deals import AnyGame
from tracker.services.match.summaries import MatchSummary


def option_boxes(game: AnyGame, chosen: Mapping[str, Any]) -> tuple[RuleBox, ...]:
    """Every house rule of a game, with what is chosen now."""
    return rule_boxes(game.options, screen_of(game).house_rules, chosen, _written)


def _written(_name: str, _option: Option, value: Any) -> str:
    return option_text(value)


def option_text(value: Any) -> str:
    """A value as a form sends it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def chosen_words(game: AnyGame, options: Mapping[str, Any]) -> tuple[str, ...]:
    """The house rules that are not the usual ones, each as a sentence."""
    # Read from JSON, several cards are a list.
    chosen = {n: tuple(value) if isinstance(value, list) else value for n, value in options.items()}
    boxes = option_boxes(game, chosen)
    return tuple(rule_text(box.question, as_sentence(box.words)) for box in boxes if box.words)


MOST_FINISHED = 5


@dataclass(frozen=True)
class GameNote:
    """A game on the shelf."""

    key: str
    title: str
    about: str | Promise
    cards: tuple[CardFace, ...]


@dataclass(frozen=True)
class MatchNote:
    """A match on the list: `state` says how it stands, `kind` is "won", "lost" or ""."""

    code: str
    title: str
    names: str
    state: str
    kind: str
    when: str
    moment: str


@dataclass(frozen=True)
class GamesBoard:
    """`puzzle` is the number of the puzzle of the day."""

    games: tuple[GameNote, ...]
    puzzle: int
    going_on: tuple[MatchNote, ...]
    over: tuple[MatchNote, ...]


def games_board(matches: Sequence[MatchSummary]) -> GamesBoard:
    """`matches` are those of this browser, the one played last first."""
    over = [match for match in matches if not match.going_on]
    return GamesBoard(
        games=tuple(map(_game_note, all_screens())),
        puzzle=puzzle_of_day(timezone.localdate().toordinal()).number,
        going_on=tuple(_match_note(match) for match in matches if match.going_on),
        over=tuple(map(_match_note, over[:MOST_FINISHED])),
    )


def _game_note(screen: Screen[Any]) -> GameNote:
    cards = tuple(map(card_face, screen.cards()))
    return GameNote(screen.key, screen.title, screen.about, cards)


def _match_note(match: MatchSummary) -> MatchNote:
    return MatchNote(
        code=match.code,
        title=screen_of(match.game).title,
        names=_names(match),
        state=_state(match),
        kind=_kind(match),
        when=time_ago(match.updated, timezone.now()),
        moment=match.updated.isoformat(timespec="seconds"),
    )


def _names(match: MatchSummary) -> str:
    """Lists the players; "" for somebody alone without a name."""
    names = names_of(match.names, match.levels)
    return listed([*map(isolated, names)]) if len(names) > 1 or any(match.names) else ""


def _state(match: MatchSummary) -> str:
    """How the match stands in words."""
    if match.going_on:
        return pgettext("a game", "in progress")
    if not match.outcome:
        return pgettext("a game", "by earlier rules")
    if match.outcome == "quit":
        return pgettext("a game", "given up")
    if match.prefix_count:
        # Translators: {result} is "won", "Mara has won" or "7 floors, 1 room".
        return _("{result}, from move {n}").format(result=_result(match), n=match.prefix_count)
    return _result(match)


def _result(match: MatchSummary) -> str:
    if distance := screen_of(match.game).distance(match.score):
        return record_text(*distance)
    if match.winner is not None and len(match.names) > 1:
        winner = names_of(match.names, match.levels)[match.winner]
        return _("{name} has won").format(name=isolated(winner))
    if match.outcome == "won":
        return pgettext("a game", "won")
    return pgettext("a game", "lost")


def _kind(match: MatchSummary) -> str:
    """Whether it was won or lost by those on this phone."""
    decisive = match.outcome in ("won", "lost")
    return "" if not decisive else "won" if match.winner in match.seats else "lost"
