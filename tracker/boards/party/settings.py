"""The party itself: who sits where, who has left, its name and its code."""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.utils.translation import gettext_lazy

from tracker.boards.party.deletion import party_called
from tracker.boards.party.house_rules import RuleBox, rule_boxes
from tracker.boards.words.names import player_name, signed
from tracker.rules.table.party import Party
from tracker.rules.table.player import Player
from tracker.services.party.table import Table


@dataclass(frozen=True)
class Seat:
    """A player at the table. `name` is what was typed, `called` the name they go by."""

    number: int
    seat: int
    name: str
    called: str
    leads: bool
    first: bool
    last: bool
    alone: bool


@dataclass(frozen=True)
class Away:
    """Somebody who has left, with the hit points they would come back with."""

    number: int
    called: str
    hp: str


COUNTING = {
    "count": gettext_lazy("Count the cards"),
    "room": gettext_lazy("And show the room on the table"),
    "off": gettext_lazy("Do not count"),
}


GAMES = {
    "coop": gettext_lazy("Co-operative Scoundrel"),
    "solo": gettext_lazy("Solo Scoundrel"),
}


@dataclass(frozen=True)
class SettingsBoard:
    title: str
    seats: tuple[Seat, ...]
    away: tuple[Away, ...]
    free: int | None
    """The number a new player would get; None at a full table."""
    displaced: str
    """Whoever would then lose the place kept for them."""
    holder: str
    """Whose phone it is, "" where nobody's."""
    counting: tuple[tuple[str, str, bool], ...]
    """How cards are counted: the command, what it does, and whether it is so now."""
    games: tuple[tuple[str, str, bool], ...]
    """What one who plays alone may play: the command, its name, and whether it is played now."""
    rules: tuple[RuleBox, ...]


def settings_board(state: Party, device: str = "") -> SettingsBoard:
    """Who sits where, who is away, the place that is free; `device` is whose phone it is."""
    away = tuple(
        Away(number, player_name(state, number), signed(state.players[number].hp))
        for number in state.away
        if state.players[number] != Player()
    )
    free = _free_number(state)
    return SettingsBoard(
        title=state.title,
        seats=tuple(_seat(state, number) for number in state.seated),
        away=away,
        free=free,
        counting=tuple(
            (f"referee:{word}", str(text), word == state.referee) for word, text in COUNTING.items()
        ),
        games=tuple(
            (f"game:{word}", str(text), word == state.game)
            for word, text in (GAMES if len(state.seated) == 1 else {}).items()
        ),
        rules=rule_boxes(state) if state.game == "coop" else (),
        displaced=next((left.called for left in away if left.number == free), ""),
        holder=next((player_name(state, n) for n in state.seated if str(n) == device), ""),
    )


def _free_number(state: Party) -> int | None:
    """A place nobody has had; otherwise one somebody has left."""
    untouched = [number for number in state.away if state.players[number] == Player()]
    return next(iter([*untouched, *state.away]), None)


def _seat(state: Party, number: int) -> Seat:
    place = state.seated.index(number)
    return Seat(
        number=number,
        seat=number + 1,
        name=state.players[number].name,
        called=player_name(state, number),
        leads=number == state.first,
        first=place == 0,
        last=place == len(state.seated) - 1,
        alone=len(state.seated) == 1,
    )


def file_name(table: Table) -> str:
    """What an export is called, so that two parties are two files: "The-Low-Lantern.json"."""
    called = "-".join(re.findall(r"\w+", party_called(table)))
    return f"{called or 'party'}.json"
