"""The table as it was at one line of the log, to look at."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tracker.boards.party.lines import line_pieces
from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.names import floor_of, player_name, signed
from tracker.boards.words.pieces import Pieces
from tracker.rules.table.notation import Verdict, read_used
from tracker.rules.table.party import Party
from tracker.rules.table.strip import read_strip
from tracker.services.party.entry import Entry


@dataclass(frozen=True)
class PastPlayer:
    """`weapon` is the text as typed where it holds no cards that could be drawn."""

    seat: int
    name: str
    hp: str
    fallen: bool
    leads: bool
    cards: tuple[CardFace, ...]
    shields: tuple[CardFace, ...]
    pocket: tuple[CardFace, ...]
    weapon: str


@dataclass(frozen=True)
class PastBoard:
    """`used` is the text as typed where it is more than cards; `floor` is 0 in a game for one."""

    number: int
    words: Pieces
    created: datetime
    undone: bool
    previous: int | None
    next: int | None
    floor: int
    room: int
    cards: tuple[CardFace, ...]
    used: str
    players: tuple[PastPlayer, ...]


def past_board(entry: Entry, state: Party, revision: int) -> PastBoard:
    """`state` is the party as it stood right after `entry`."""
    used = read_used(state.used)
    return PastBoard(
        number=entry.number,
        words=line_pieces(entry, state),
        created=entry.created.replace(microsecond=0),
        undone=entry.undone,
        previous=entry.number - 1 or None,
        next=entry.number + 1 if entry.number < revision else None,
        floor=floor_of(state),
        room=state.room,
        cards=tuple(card_face(card) for card in used.cards),
        used=state.used if used.verdict is Verdict.FREE else "",
        players=tuple(_player(state, number) for number in state.seated),
    )


def _player(state: Party, number: int) -> PastPlayer:
    player = state.players[number]
    reading = player.reading
    weapon = (f"{reading.weapon}d",) if reading.weapon else ()
    on_it = (*reading.monsters, *read_strip(player.knife))
    return PastPlayer(
        seat=number + 1,
        name=player_name(state, number),
        hp=signed(player.hp),
        fallen=player.fallen,
        leads=number == state.first,
        cards=tuple(card_face(card) for card in (*weapon, *on_it)),
        pocket=tuple(map(card_face, read_strip(player.pocket))),
        shields=tuple(card_face(card) for card in player.shield_cards),
        weapon=player.weapon if reading.verdict is Verdict.FREE else "",
    )
