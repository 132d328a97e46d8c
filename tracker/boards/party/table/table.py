"""The table of a party: everything on it as plain values, in the order it is printed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from tracker.boards.party.log.lines import line_text
from tracker.boards.party.log.recent_change import Turn, redo_of, undo_of
from tracker.boards.party.table.panel import Panel, TallyBox, panels, party_tallies
from tracker.boards.party.table.ribbon import (
    FloorStep,
    Returns,
    SpecialCard,
    due_cards,
    returns,
    special_cards,
    track,
)
from tracker.boards.party.table.room import RoomBoard, room_board
from tracker.boards.words.names import (
    isolated,
    player_name,
    record_text,
    rooms_text,
    signed,
    turn_text,
)
from tracker.rules.cards import enemy_value
from tracker.rules.games.dungeon import MAX_HP, MONSTERS
from tracker.rules.table.room.room import Room, cleared, next_living, room_name, to_act
from tracker.rules.table.state.party import MAX_COUNT, Party
from tracker.rules.table.verbs.turns import next_to_act
from tracker.services.party.table import Table


@dataclass(frozen=True)
class RunEnding:
    """`icon` is its symbol in icons.svg; `text` says how far it went."""

    icon: str
    title: str
    text: str


def ending_of(party: Party) -> RunEnding | None:
    """How the run ended; None while it goes on."""
    if party.over and party.game == "coop":
        return RunEnding("skull", _("Everyone has fallen"), record_text(*party.record))
    if party.over:
        text = _with_rooms(_loss(party), party)
        return RunEnding("skull", _("The dungeon won"), text)
    if cleared(party):
        title = _("You win, score {hp}").format(hp=party.players[party.living[0]].hp)
        return RunEnding("torch", title, _with_rooms(_("The dungeon is cleared"), party))
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


@dataclass(frozen=True)
class Marker:
    """`number` is that of the player whose turn it is, `command` passes it on past the fallen.

    The command is "" where the room decides who comes next. `ring` is for a phone to paint the
    marker before the answer is there: in JSON the number, crest and words of each who may have it.
    """

    number: int
    seat: int
    text: str
    command: str
    effect: str
    ring: str


def marker_of(party: Party) -> Marker | None:
    """The marker; None if there is none, the room tells the turn, or nobody else lives."""
    room = Room(party)
    rooms = party.referee == "room"
    if not party.marker or len(party.living) < 2 or (rooms and not room.at_door):
        return None
    decided = rooms and room.over
    number = next_to_act(party) if decided else to_act(party)
    following = next_living(party, number)
    return Marker(
        number=number,
        seat=number + 1,
        text=turn_text(party, number),
        command="" if decided else f"turn:{following}",
        effect=json.dumps({"turn": following}, separators=(",", ":")),
        ring=json.dumps([[n, n + 1, turn_text(party, n)] for n in party.living]),
    )


class Hint(NamedTuple):
    """`place` is where it stands: in the first player's "hand", below the "counter", in the "room".

    There nothing else would stand, so that nothing moves.
    """

    place: str
    text: str


NO_HINT = Hint("", "")
"""Quicker to print than None, whose fields templates look for in vain."""


def first_hint(party: Party) -> Hint | None:
    """The first of three that is not done yet; None once the first room of all is over, or left."""
    if (party.floor, party.room) != (1, 1) or not party.living:
        return None
    if party.referee == "room":
        return _in_room(Room(party))
    players = [party.players[number] for number in party.seated]
    if any(player.weapon for player in players):
        return Hint("counter", _("Room over? Tap + at Room"))
    if any(player.hp < MAX_HP for player in players):
        return Hint("hand", _("Tap here to fight"))
    return Hint("hand", _("Lost health? Tap −"))


def _in_room(room: Room) -> Hint | None:
    if room.over:
        return None
    if room.taken:
        return Hint("counter", _("Take all but one, or run"))
    # Once they lie there the room itself says to everybody how one is taken.
    return Hint("room", _("tap each card as you take it")) if room.at_door else None


@dataclass(frozen=True)
class TableBoard:
    """`ending` says how the run ended, None while it goes on.

    `code` is "" where the table may only be looked on. `party` names the party for good, also
    when its codes change: under it phones keep what they have not sent yet, but under `watch_code`
    what was tapped before it had that name (static/js/outbox/outbox.js). Floor and room are at
    least 1, at most `most`. `left` is the number of cards in the pile, "" where none are counted.
    """

    code: str
    watch_code: str
    party: str
    title: str
    revision: int
    mark: str
    floor: int
    room: int
    here: str
    """Both, as commands name the room: a step says which one it leaves, so that it counts once."""
    floors: bool
    """There are none where one plays alone."""
    rooms: bool
    """The rooms are laid out; else the people count, and the app does no more than that."""
    asks: bool
    """Nobody has said which of the two it is, and the first room is not left: the table asks."""
    offers: bool
    """Three rooms have just been counted: it offers to lay them out."""
    enemies: str
    """How many are left in pile and room, "" where there are floors or cards are not counted."""
    left: str
    room_board: RoomBoard | None
    track: tuple[FloorStep, ...]
    returns: Returns
    cards: tuple[SpecialCard, ...]
    players: tuple[Panel, ...]
    ending: RunEnding | None
    undo: Turn | None
    redo: Turn | None
    own: int | None = None
    """The player whose phone it is, None on a phone of the whole table."""
    mine: bool = False
    """Whether `own` comes first and large, with all cards at hand, and the others are a strip."""
    most: int = MAX_COUNT
    latest: str = ""
    """The deed done last; "" before anything was."""
    further: str = ""
    """Said right after the step by which the party came further than in its best run."""
    tallies: tuple[TallyBox, ...] = ()
    """The party's own counters."""
    marker: Marker | None = None
    hint: Hint | None = None
    """For a phone that has no other party."""

    @property
    def turn(self) -> str | None:
        """Said where the room waits for whoever has this phone; None on one of the whole table."""
        if self.own is None:
            return None
        acts = any(panel.acts for panel in self.players if panel.number == self.own)
        return _("Your turn") if acts else ""


def table_board(table: Table, now: datetime, device: str = "", mine: bool = True) -> TableBoard:
    """`now` says what is news still, `device` whose phone it is (their number, or "").

    That player comes first unless `mine` is off.
    """
    party = table.state
    own = next((number for number in party.seated if str(number) == device), None)
    front = own if mine else None
    due, ending = due_cards(party), ending_of(party)
    newest = next((entry.text for entry in table.recent if entry.changes), "")
    room = None if ending else room_board(party, device, newest)
    return TableBoard(
        code=table.code,
        watch_code=table.watch_code,
        party=table.storage_key,
        title=_title(party),
        revision=table.revision,
        mark=table.mark,
        floor=party.floor,
        room=party.room,
        here=room_name(party),
        floors=party.game == "coop",
        rooms=party.referee == "room",
        asks=_asks(table),
        offers=party.referee == "count" and _before(table) == (1, 3) < (party.floor, party.room),
        enemies=_enemies(party),
        left=_left(party),
        room_board=room,
        track=track(party.floor, table.best[0] + 1 if any(table.best) else 0),
        returns=returns(party, due),
        cards=special_cards(party, due),
        players=panels(party, table.recent, now, front, room.seat if room else 0),
        ending=ending,
        undo=undo_of(table),
        redo=redo_of(table),
        own=own,
        mine=front is not None,
        latest=line_text(table.recent[0], party) if table.recent else "",
        further=_further(table),
        tallies=party_tallies(party),
        marker=marker_of(party),
        hint=first_hint(party),
    )


def _enemies(party: Party) -> str:
    if party.game == "coop" or party.referee == "off":
        return ""
    room = Room(party)
    return str(len((room.unseen | room.places.lies) & MONSTERS))


def _asks(table: Table) -> bool:
    """Until the first room of all is left or lies there: nothing moves at the first deed."""
    party, recent = table.state, table.recent
    if party.record != (0, 0) or table.best != (0, 0) or len(recent) < table.revision:
        return False
    laid = party.referee == "room" and (party.cards or party.deeds)
    return not laid and all(entry.undone or entry.command.verb != "referee" for entry in recent)


def _before(table: Table) -> tuple[int, ...]:
    """Floor and room before the newest entry."""
    changes = table.recent[0].changes if table.recent else {}
    now = {"floor": table.state.floor, "room": table.state.room}
    return tuple(int(changes.get(path, (number,))[0]) for path, number in now.items())


def _further(table: Table) -> str:
    before = _before(table)
    best = (table.best[0] + 1, table.best[1] + 1)
    lone = table.state.game != "coop"
    if lone or not any(table.best) or not before <= best < (table.state.floor, table.state.room):
        return ""
    return _("Further than ever: {record}").format(record=record_text(*table.state.record))


def _title(party: Party) -> str:
    """The party's name, or those of its players."""
    return party.title or ", ".join(isolated(player_name(party, n)) for n in party.seated)


def _left(party: Party) -> str:
    """Number of cards in the pile: "31", "?" where nobody knows, "" where cards are not counted."""
    if party.referee == "off":
        return ""
    return "?" if party.unsure else str(Room(party).pile)
