"""The room on the table: its cards, and under each what it would do to whoever is to act."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.boards.party.outcome import Outcome, outcomes
from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.names import short_name, step_text
from tracker.rules.cards import BLACK_JOKER, BLACKSMITHS, SHIELDS, WEAPONS, strength
from tracker.rules.games.coop.game import Coop
from tracker.rules.table.commands import apply
from tracker.rules.table.lone import SOLO, solo_picture
from tracker.rules.table.party import Party
from tracker.rules.table.places import NOBODY, UNUSED
from tracker.rules.table.plan import may_plan
from tracker.rules.table.referee import picture
from tracker.rules.table.room import Room, room_name, to_act
from tracker.rules.table.strip import STRIP
from tracker.rules.table.ways import ways

COOP = Coop()


@dataclass(frozen=True)
class Ticket:
    """The deed taken for granted; `kind` is "falls", "over", "gains" or ""."""

    command: str
    seat: int
    icon: str
    text: str
    says: str
    kind: str
    effect: str


@dataclass(frozen=True)
class Tile:
    """A card that lies there, or where one lay: `taker` is the crest of whoever dealt with it.

    Without a face it is a card that nobody has named; `ticket` is None where nothing can be done.
    """

    face: CardFace | None
    ticket: Ticket | None = None
    gone: bool = False
    taker: int = 0


@dataclass(frozen=True)
class Act:
    """`against` is what the rules have against it, "" for nothing: it can be done all the same."""

    text: str
    command: str
    against: str


@dataclass(frozen=True)
class RoomBoard:
    """`seat` is the crest of whoever is to act, 0 for anybody.

    `door` where no card lies there to be dealt with: the room is over, or nobody has named its
    cards. `stays` is the card that stays, `ask` whether it has to be named. `descend` is the
    command for the next floor where the pile has run out, `next` the room that is laid out next.
    """

    seat: int
    title: str
    note: str
    red: bool
    columns: int
    tiles: tuple[Tile, ...]
    acts: tuple[Act, ...]
    advises: bool
    run_unseen: bool
    """The cards of this room have to be named before it goes under the pile."""
    door: bool
    stays: CardFace | None
    ask: bool
    descend: str
    next: int


def room_board(party: Party, device: str = "") -> RoomBoard | None:
    """None where the room is not on the table; `device` is whose phone it is, "" for nobody's."""
    if party.referee != "room" or not party.living or party.game == "rascal":
        return None
    room = Room(party)
    door = _is_door(room)
    lies = [card for card in STRIP if card in room.places.lies]
    return RoomBoard(
        seat=0 if room.red or door else to_act(party) + 1,
        title=_title(room, door),
        note=_note(room, door),
        red=room.red,
        columns=room.full if room.full <= 6 else room.full // 2,
        tiles=() if door else tuple(_tiles(room, _eye(party, device))),
        acts=() if door else tuple(_acts(room, device)),
        advises=_advises(room, door),
        run_unseen=bool(room.missing),
        door=door,
        stays=card_face(lies[0]) if room.over and lies else None,
        ask=room.over and not lies,
        descend=f"descend:{party.floor + 1}" if door and room.over and not room.pile else "",
        next=party.room + room.over,
    )


def _is_door(room: Room) -> bool:
    """The last room of a game for one is played out (rules.md 4.4, S4)."""
    played_out = room.party.game == "solo" and not room.pile
    return (room.over and not played_out) or not (room.places.lies or room.deeds)


def _eye(party: Party, device: str) -> int:
    """The player whose outcomes are shown: whose phone it is, else who is to act."""
    return int(device) if device and int(device) in party.living else to_act(party)


def _advises(room: Room, door: bool) -> bool:
    """Also where the missing cards have to be asked for first."""
    asks = bool(room.missing) and room.party.game == "coop" and not door
    return may_plan(room.party) or asks


def _title(room: Room, door: bool) -> str:
    party = room.party
    if party.game == "solo" and not door:
        return _("Room {room}").format(room=party.room) if room.rest else _("Cleared")
    if room.over:
        return _("Room {room} is over").format(room=party.room)
    if door:
        return _("Room {room}").format(room=party.room)
    if room.red:
        return _("Red Room")
    return _("{name}’s turn").format(name=short_name(party, to_act(party)))


def _note(room: Room, door: bool) -> str:
    """What there is to say besides whose turn it is; who leads stands on the panels."""
    party, lies = room.party, len(room.places.lies)
    if door:
        new = min(room.full - 1, room.pile) if room.over else room.missing
        return ngettext("{count} card comes", "{count} cards come", new).format(count=new)
    if lies > room.full - room.taken:
        words = _("Too many cards for a room of {full}: tap the one that is not here")
        return words.format(full=room.full)
    if party.game == "solo" and not room.rest:
        hp = party.players[to_act(party)].hp
        return _("{hp} HP left").format(hp=hp)
    if party.offers:
        words = ngettext(
            "{count} of {all} offers to run", "{count} of {all} offer to run", len(party.offers)
        )
        return words.format(count=len(party.offers), all=len(party.living))
    if room.red:
        return _("take what you like")
    first = (party.floor, party.room, room.taken) == (1, 1, 0)
    return _("tap below a card to take it") if first else ""


def _tiles(room: Room, eye: int) -> Iterator[Tile]:
    """Cards keep their places while others go, so that none moves under a finger."""
    there = room.places.lies | room.deeds.keys()
    for card in filter(there.__contains__, STRIP):
        if card in room.places.lies:
            yield Tile(card_face(card), _ticket(room.party, eye, card))
        else:
            by = room.deeds[card].removeprefix(UNUSED)
            yield Tile(card_face(card), gone=True, taker=0 if by == NOBODY else int(by) + 1)
    yield from [Tile(None)] * room.missing


def _ticket(party: Party, number: int, card: str) -> Ticket | None:
    """The first thing that can be done with the card; nothing where it cannot lie there."""
    commands = [f"take:{room_name(party)}:{deed}" for deed in ways(party, number, card)]
    found = next(iter(outcomes(party, number, commands)), None)
    if found is None:
        return None
    command = found.command
    icon, text = _short(party, number, card, command)
    return Ticket(
        command=command,
        seat=number + 1,
        icon="skull" if found.falls else icon,
        text=text,
        says=": ".join(filter(None, (found.says, found.text))),
        kind=_kind(found, text),
        effect=found.effect,
    )


def _kind(found: Outcome, text: str) -> str:
    if found.falls:
        return "falls"
    if found.over:
        return "over"
    return "gains" if text.startswith("+") else ""


def _short(party: Party, number: int, card: str, command: str) -> tuple[str, str]:
    """A symbol and what fits under a card: "−5", "+3", "2 off", "3→7"."""
    was, now = party.players[number], apply(party, command).players[number]
    if ":place:" in command:
        return "", _("aside")
    if card == BLACK_JOKER:
        return "sword", _("lost")
    if card in BLACKSMITHS:
        off = len(was.reading.monsters) - len(now.reading.monsters)
        return "", _("{count} off").format(count=off)
    if card in SHIELDS:
        return "shield", f"+{strength(card)}"
    if card in WEAPONS:
        old = was.reading.weapon
        return "", f"{old}→{card[:-1]}" if old else _("take")
    return "sword" if command.endswith("weapon") else "", step_text(now.hp - was.hp)


def _acts(room: Room, device: str) -> Iterator[Act]:
    """Passing and running. On a phone of one's own one offers, until the last agrees."""
    party = room.party
    if party.game == "solo":
        against = SOLO.objection(solo_picture(party), 0, "skip")
        yield Act(_("Skip"), f"run:{room_name(party)}", _(against) if against else "")
        return
    now, shown = to_act(party), picture(party)
    seat = party.seated.index(now)
    moment = f"{room_name(party)}.{room.taken}"
    against = next(iter(COOP.warnings(shown, seat, "pass")), "")
    yield Act(_("Pass"), f"pass:{now}:{moment}", against)
    others = {str(number) for number in party.living} - {*party.offers, device}
    against = next(iter(COOP.warnings(shown, seat, "offer")), "")
    if device and others and int(device) in party.living:
        yield Act(_("Run"), f"offer:{device}:{moment}", against)
    else:
        yield Act(_("All run") if party.offers else _("Run"), f"run:{room_name(party)}", against)
