"""How a run ended: all have fallen, or one who played alone has cleared the dungeon."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.boards.words.names import record_text, signed
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
        score = _("Score {score}, for the enemies left in it").format(score=_loss(party))
        return Ending("skull", _("The dungeon won"), f"{score} · {_rooms(party)}")
    if cleared(party):
        title = _("You win, score {hp}").format(hp=party.players[party.living[0]].hp)
        return Ending("torch", title, _("The dungeon is cleared") + f" · {_rooms(party)}")
    return None


def _loss(party: Party) -> str:
    """Minus the sum of all enemies still in pile and room (rules.md 4.5)."""
    room = Room(party)
    left = (room.unseen | room.places.lies) & MONSTERS
    score = signed(-sum(map(enemy_value, left)))
    return score if room.sure else _("about {number}").format(number=score)


def _rooms(party: Party) -> str:
    return ngettext("{count} room", "{count} rooms", party.room).format(count=party.room)
