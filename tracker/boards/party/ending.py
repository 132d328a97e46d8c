"""How a run ended: all have fallen, or one who played alone has cleared the dungeon."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tracker.boards.words.names import record_text, rooms_text, signed
from tracker.rules.cards import enemy_value
from tracker.rules.games.dungeon import MONSTERS
from tracker.rules.table.lone import cleared
from tracker.rules.table.party import Party
from tracker.rules.table.room import Room


@dataclass(frozen=True)
class Ending:
    """`icon` is its symbol in icons.svg; `text` says how far it went."""

    icon: str
    title: str
    text: str


def ending_of(party: Party) -> Ending | None:
    """None while the run goes on."""
    if party.over and party.game == "coop":
        return Ending("skull", _("Everyone has fallen"), record_text(*party.record))
    if party.over:
        text = _with_rooms(_loss(party), party)
        return Ending("skull", _("The dungeon won"), text)
    if cleared(party):
        title = _("You win, score {hp}").format(hp=party.players[party.living[0]].hp)
        return Ending("torch", title, _with_rooms(_("The dungeon is cleared"), party))
    return None


def _loss(party: Party) -> str:
    """The score: minus the sum of all enemies still in pile and room (rules.md 4.5)."""
    room = Room(party)
    left = (room.unseen | room.places.lies) & MONSTERS
    score = signed(-sum(map(enemy_value, left)))
    if room.sure:
        return _("Score {score}, for the enemies left in it").format(score=score)
    return _("Score about {score}, for the enemies left in it").format(score=score)


def _with_rooms(text: str, party: Party) -> str:
    return f"{text} · {rooms_text(party.room)}"
