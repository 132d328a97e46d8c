"""The games that can be dealt, today's deal of each, and the matches of this browser."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tracker.boards.match.options import chosen_words
from tracker.boards.party.home import played
from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.names import record_text
from tracker.rules.registry import GAMES
from tracker.services.match.deals import daily_seed
from tracker.services.match.summaries import Played, matches_of

ABOUT: dict[str, str | Promise] = {
    "coop": gettext_lazy("One to four against the dungeon, floor after floor."),
    "solo": gettext_lazy("Alone through 44 cards. Three of every four you take."),
    "rascal": gettext_lazy("Alone, with a weapon that wears, a knife and a pocket."),
    "shiphead": gettext_lazy("Two to four. Be the first to get rid of every card."),
    "castle": gettext_lazy("Two. Hand, open cards, hidden cards: all must go."),
}
EMBLEMS = {
    "coop": ("8d", "Ks", "Qh"),
    "solo": ("9d", "As", "7h"),
    "rascal": ("2d", "10c", "Ah"),
    "shiphead": ("8s", "7d", "10h"),
    "castle": ("2c", "8h", "Ad"),
}


@dataclass(frozen=True)
class GameNote:
    key: str
    title: str
    about: str | Promise
    cards: tuple[CardFace, ...]


@dataclass(frozen=True)
class MatchNote:
    """A match on the list; `state` says how it stands."""

    code: str
    title: str
    names: str
    rules: str
    state: str
    kind: str
    played: str
    moment: str


@dataclass(frozen=True)
class GamesBoard:
    games: tuple[GameNote, ...]
    today: str
    going_on: tuple[MatchNote, ...]
    over: tuple[MatchNote, ...]


def games_board(phone: str) -> GamesBoard:
    known = matches_of(phone) if phone else []
    return GamesBoard(
        games=tuple(_game_note(key) for key in GAMES),
        today=daily_seed(timezone.localdate()),
        going_on=tuple(match_note(match) for match in known if match.going_on),
        over=tuple(match_note(match) for match in known if not match.going_on)[:5],
    )


def how_to(key: str) -> str:
    """The address of the game's rules."""
    return reverse("rules-coop") if key == "coop" else reverse("rules-game", args=[key])


def _game_note(key: str) -> GameNote:
    cards = tuple(card_face(card) for card in EMBLEMS[key])
    return GameNote(key, _(GAMES[key].title), ABOUT[key], cards)


def match_note(match: Played) -> MatchNote:
    kind, state = standing(match)
    return MatchNote(
        code=match.code,
        title=_(match.game.title),
        names=names_of(match),
        rules=" · ".join(chosen_words(match.game, match.options)),
        state=state,
        kind=kind,
        played=played(match.updated, timezone.now()),
        moment=match.updated.isoformat(timespec="seconds"),
    )


def names_of(match: Played) -> str:
    names = [name or _("Player {n}").format(n=n) for n, name in enumerate(match.names, 1)]
    return ", ".join(names) if len(names) > 1 or any(match.names) else ""


def standing(match: Played) -> tuple[str, str]:
    """ "won", "lost" or "", and how the match stands in words."""
    if match.going_on:
        return "", _("going on")
    if not match.outcome:
        return "", _("by earlier rules")
    if match.outcome == "quit":
        return "", _("broken off")
    if match.outcome == "over":
        return "", record_text(match.score["floors"], match.score["rooms"])
    if match.winner is not None and len(match.names) > 1:
        name = match.names[match.winner] or _("Player {n}").format(n=match.winner + 1)
        return won_or_lost(match), _("{name} has won").format(name=name)
    return won_or_lost(match), _("won") if match.outcome == "won" else _("lost")


def won_or_lost(match: Played) -> str:
    """For those on this phone."""
    return "won" if match.winner in match.held else "lost"
