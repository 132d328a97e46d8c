"""The party itself: who sits where, who has left, its name and code, and its deletion."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tracker.boards.party.log.house_rules import table_rules
from tracker.boards.party.pages.invite import code_groups
from tracker.boards.rules.house_rules import RuleBox
from tracker.boards.words.names import SeatNote, player_name, seat_note
from tracker.rules.games import GAMES as ALL_GAMES
from tracker.rules.input import MAX_TEXT
from tracker.rules.table.state.party import MAX_TALLY_NAME, TALLIES, Party, Player, Tally
from tracker.rules.table.texts.house_rules import KINDS
from tracker.rules.table.verbs.commands import Command
from tracker.services.party.table import Table


def display_name(table: Table) -> str:
    """The party's own name; else that of its first player, else the start of its code."""
    first = [player_name(table.state, number) for number in table.state.seated[:1]]
    names = (table.state.title, *first, code_groups(table.code)[0])
    return next(name for name in names if normalised(name))


def normalised(name: str) -> str:
    """A name as it is said aloud: whatever its letters look like, and however they are spaced."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


@dataclass(frozen=True)
class SettingsSeat:
    """A player at the table. `name` is what was typed, `called` the name they go by."""

    number: int
    seat: int
    name: str
    called: str
    leads: bool
    unfolds: bool
    """The newest change here, or what was refused, is about them: more of the kind may follow."""


@dataclass(frozen=True)
class TallyRow:
    """A counter that the party named; `name` is what stands in its box, `unfolds` as of a seat."""

    number: int
    name: str
    called: str
    whose: str
    unfolds: bool


TALLY_VERBS = ("tally-add", "tally-name", "tally-drop", "marker")
COUNTING = {
    # Translators: how a party plays: three buttons side by side.
    "count": gettext_lazy("Just count"),
    "room": gettext_lazy("Lay out rooms"),
    "off": gettext_lazy("Don’t count cards"),
}


GAMES = {key: gettext_lazy(ALL_GAMES[key].title) for key in KINDS}
"""The names of the games for real cards."""

NOTHING = Command.read("")
# Sections of the page, by the verbs of what is done there.
SECTIONS = {
    **dict.fromkeys(("name", "first", "move", "leave", "back", "join", "title"), "players"),
    "game": "game",
    "rules": "house",
    "new": "run",
}


@dataclass(frozen=True)
class SettingsBoard:
    title: str
    seats: tuple[SettingsSeat, ...]
    unfolds: str
    """The section that the newest change here, or what was refused, is about; "" where none is."""
    lone: bool
    """Whether the game is for one player, so that nobody can join."""
    away: tuple[SeatNote, ...]
    """Players who have left, with the hit points they would come back with."""
    free: int | None
    """The number a new player would get; None at a full table."""
    joining: str
    """The name that was typed for them and refused."""
    displaced: str
    """The name of the player who would then lose the place kept for them."""
    holder: str
    """Whose phone it is, "" where nobody's."""
    counting: tuple[tuple[str, str, bool], ...]
    """How cards are counted: the command, what it does, and whether it is so now."""
    games: tuple[tuple[str, str, bool], ...]
    """The games for one who plays alone: the command, its name, and whether it is played now."""
    rules: tuple[RuleBox, ...]
    tallies: tuple[TallyRow, ...]
    tally: str
    """The name of a new counter that was typed and refused."""
    may_add: bool
    """Whether there is a place for another counter."""
    counts: bool
    """Whether the newest change here, or what was refused, is about the counters."""
    marker: str
    """The command that puts the turn marker on the table, or takes it off where it is `marked`."""
    marked: bool
    longest: int = MAX_TALLY_NAME


def settings_board(
    state: Party, device: str = "", newest: Command | None = None, refused: Command | None = None
) -> SettingsBoard:
    """Tells who sits where, who is away and which place is free.

    `device` is whose phone it is, `newest` the change that was made here last. What was typed and
    `refused` stands in its box again.
    """
    about, refused = refused or newest or NOTHING, refused or NOTHING
    lone = state.game != "coop"
    left = [number for number in state.away if state.players[number] != Player() and not lone]
    away = tuple(seat_note(state, number) for number in left)
    free = _free_number(state)
    return SettingsBoard(
        title=_typed(refused, "title") or state.title,
        joining=_typed(refused, "join"),
        seats=tuple(_seat(state, number, about, refused) for number in state.seated),
        unfolds=SECTIONS.get(about.verb, ""),
        lone=lone,
        away=away,
        free=free,
        counting=tuple(
            (f"referee:{word}", str(text), word == state.referee) for word, text in COUNTING.items()
        ),
        games=tuple(
            (f"game:{word}", str(text), word == state.game)
            for word, text in (GAMES if len(state.seated) == 1 else {}).items()
        ),
        rules=table_rules(state),
        tallies=tuple(_tally(tally, about, refused) for tally in state.tallies),
        tally=refused.how[:MAX_TEXT] if refused.verb == "tally-add" else "",
        may_add=len(state.tallies) < len(TALLIES),
        counts=about.verb in TALLY_VERBS,
        marker="marker:off" if state.marker else "marker:on",
        marked=state.marker,
        displaced=next((left.name for left in away if left.number == free), ""),
        holder=next((player_name(state, n) for n in state.seated if str(n) == device), ""),
    )


def _free_number(state: Party) -> int | None:
    """A place nobody has had; otherwise one somebody has left."""
    untouched = [number for number in state.away if state.players[number] == Player()]
    return next(iter([*untouched, *state.away]), None)


def _typed(refused: Command, verb: str) -> str:
    return refused.rest[:MAX_TEXT] if refused.verb == verb else ""


def _seat(state: Party, number: int, about: Command, refused: Command) -> SettingsSeat:
    mine = about.player == number
    return SettingsSeat(
        number=number,
        seat=number + 1,
        name=(mine and _typed(refused, "name")) or state.players[number].name,
        called=player_name(state, number),
        leads=number == state.first,
        unfolds=mine,
    )


def _tally(tally: Tally, about: Command, refused: Command) -> TallyRow:
    renamed = about.verb == "tally-name" and about.card == str(tally.number)
    typed = refused.how[:MAX_TEXT] if renamed and refused is about else ""
    return TallyRow(
        number=tally.number,
        name=typed or tally.name,
        called=tally.name,
        # Translators: whose a counter is.
        whose=_("each player’s") if tally.each else _("the party’s"),
        unfolds=renamed,
    )


def file_name(table: Table) -> str:
    """The name of an export, so that two parties are two files: "The-Low-Lantern.json"."""
    called = "-".join(re.findall(r"\w+", display_name(table)))
    return f"{called or 'party'}.json"
