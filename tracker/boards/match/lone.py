"""What the games for one share: the hero, what is still to come, how it ended."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.boards.match.frame import Ending, Sight
from tracker.boards.match.rest import Rest, rest_of
from tracker.boards.party.panel import Panel, panel_of
from tracker.boards.words.names import MINUS, signed
from tracker.rules.cards import enemy_value
from tracker.rules.games.dungeon import MONSTERS, arms, weapon_text
from tracker.rules.table.party import new_party


def hero(sight: Sight, state: Any, slain: tuple[str, ...]) -> Panel:
    """The one who plays, drawn as on the tracker's table."""
    name = sight.match.chairs[0].name
    party = new_party((name or _("You"),))
    weapon = weapon_text(state.weapon, slain)
    party = party.with_player(0, hp=state.hp, weapon=weapon)
    panel = panel_of(party, 0, 1, last_step(sight, "hp"), alone=True)
    return replace(panel, beats=_("*Fallen*")) if state.hp <= 0 else panel


def last_step(sight: Sight, path: str) -> int:
    """What the newest move did to this number."""
    newest = sight.match.moves[:1]
    before, after = newest[0].changes.get(path, (0, 0)) if newest else (0, 0)
    return int(after) - int(before)


def unseen(sight: Sight, state: Any, *held: str) -> list[str]:
    """What lies in the pile, for all that the player has seen; `held` is put by."""
    pack = sight.match.game.pack(state.options)
    gone = {*state.room, *state.discard, *arms(state.weapon, state.slain), *held}
    return [card for card in pack if card not in gone]


def rest(sight: Sight, state: Any, *held: str) -> Rest:
    return rest_of(unseen(sight, state, *held))


def ending(sight: Sight, state: Any, *held: str) -> Ending | None:
    """A loss is as bad as the enemies that were left, a win as good as the health."""
    word = sight.match.outcome
    if not word:
        return None
    rooms = ngettext("{n} room entered", "{n} rooms entered", state.turn).format(n=state.turn)
    if word == "won":
        points = ngettext("*{n}* hit point left", "*{n}* hit points left", state.hp)
        return Ending("won", _("Through the dungeon"), (points.format(n=state.hp), rooms))
    left = [card for card in (*unseen(sight, state, *held), *state.room) if card in MONSTERS]
    points = _("*{minus}{n}* points of enemies left").format(
        minus=MINUS, n=sum(map(enemy_value, left))
    )
    heading = _("Given up") if word == "quit" else _("You have fallen")
    hp = _("Health {hp}").format(hp=signed(state.hp))
    return Ending("lost", heading, (points, hp if word == "lost" else "", rooms))


def said(state: Any, move: str) -> str:
    """What is read aloud after a move."""
    return _("{move}. Health {hp}.").format(move=move, hp=signed(state.hp)) if move else ""
