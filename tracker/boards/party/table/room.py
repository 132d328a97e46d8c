"""The room on the table: its cards, and under each what it would do to whoever is to act."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext, pgettext_lazy

from tracker.boards.party.table.chances import ChanceLine, door_chances
from tracker.boards.party.table.outcome import CommandOutcome, outcomes
from tracker.boards.party.table.room_actions import RoomAct, acts, drop, holder_of
from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.names import (
    LEFT_TO_RIGHT_ISOLATE,
    card_name,
    in_order,
    labelled,
    step_text,
    turn_text,
)
from tracker.rules.cards import BLACK_JOKER, BLACKSMITHS, SHIELDS, WEAPONS, strength
from tracker.rules.games.coop.cards import returning
from tracker.rules.table.ahead.plan import may_plan
from tracker.rules.table.ahead.ways import ways
from tracker.rules.table.room.room import Room, new_cards, next_name, room_name, to_act
from tracker.rules.table.state.party import Party, Player
from tracker.rules.table.texts.card_rows import NOBODY, POCKET, STRIP, UNUSED
from tracker.rules.table.texts.notation import used_cards
from tracker.rules.table.verbs.commands import Command

SHORT = {
    # Translators: it goes to the discard pile unused. There is room for some six letters.
    "place": pgettext_lazy("below a card", "discard"),
    # Translators: it becomes a knife, which adds 2.
    "knife": pgettext_lazy("below a card", "knife +2"),
    # Translators: it goes into the pocket. There is room for some six letters.
    "store": pgettext_lazy("below a card", "pocket"),
    # Translators: it is tossed. There is room for some six letters.
    "toss": pgettext_lazy("below a card", "toss"),
}
SIGNS = re.compile(r"[^\w ]")  # nobody says them


@dataclass(frozen=True)
class Ticket:
    """The deed taken for granted; `kind` is "falls", "over", "gains" or "".

    Without a command it leads to the sheet of its card.
    """

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
    own: bool
    """The tickets are those of whoever has this phone, whosever turn it is."""
    columns: int
    tiles: tuple[Tile, ...]
    acts: tuple[RoomAct, ...]
    advises: bool
    door: bool
    stays: CardFace | None
    ask: bool
    chances: tuple[ChanceLine, ...]
    """The chances of what comes next, at a door."""
    descend: str
    back: tuple[str, ...]
    """The names of the cards that the next floor brings back."""
    next: int
    here: str
    """The room that a card which is touched now belongs to, as commands name it."""
    drop: RoomAct | None
    """The deed that carries on the card in the pocket."""
    ring: str
    """JSON: number, crest and title of each who may be next, for a phone without the network."""
    ends: int
    """How many cards are left where it is over, -1 where nobody can say beforehand."""
    ends_as: str
    """Its title then."""
    missing: int
    """Cards that lie there without a name."""
    crowded: bool
    """More cards lie there than the room has; the note that says so is long."""


def room_board(party: Party, device: str = "", newest: str = "") -> RoomBoard | None:
    """None where the room is not on the table; `device` is whose phone it is, "" for nobody's.

    `newest` is the last command: a room that begins with several cards has to lose all but one.
    """
    if party.referee != "room" or not party.living:
        return None
    room, own = Room(party), holder_of(party, device)
    door = room.at_door
    lies = [card for card in STRIP if card in room.places.lies]
    leftover = newest.startswith("room:+") and len(lies) > 1
    over = door and room.over and not room.pile
    ask = _stays if leftover else _who if room.red and own is None else None
    return RoomBoard(
        seat=0 if room.red or door or leftover else to_act(party) + 1,
        title=_("Which card stays?") if leftover else _title(room, door),
        note=_leftover(room) if leftover else _note(room, door),
        red=room.red,
        own=own is not None,
        columns=room.dealt if room.dealt <= 6 else room.dealt // 2,
        tiles=() if door else tuple(_tiles(room, to_act(party) if own is None else own, ask)),
        acts=() if door or not room.rest else tuple(acts(room, device)),
        # Even where the missing cards have to be asked for first.
        advises=may_plan(party) or (room.missing > 0 and not door),
        door=door,
        stays=card_face(lies[0]) if room.over and lies else None,
        ask=room.over and not lies and party.game != "rascal",
        chances=door_chances(room) if door and not over else (),
        descend=f"descend:{party.floor + 1}" if over else "",
        back=back_names(party) if over else (),
        next=party.room + room.over,
        here=next_name(party),
        drop=drop(room),
        ring=json.dumps([_turn(room, number) for number in party.seated], ensure_ascii=False),
        ends=_ends(room),
        ends_as=_over(party),
        missing=room.missing,
        crowded=_crowded(room),
    )


def _crowded(room: Room) -> bool:
    return len(room.places.lies) > room.dealt - room.taken


def _ends(room: Room) -> int:
    """The value of `ends`: alone in the last room, and in Rascal, one goes on at will."""
    goes_on = {"coop": False, "solo": not room.pile, "rascal": True}
    return -1 if goes_on[room.party.game] else 1


def _turn(room: Room, number: int) -> tuple[int, int, str]:
    party = room.party
    return (
        number,
        number + 1,
        turn_text(party, number) if party.game == "coop" else _title(room, False),
    )


def back_names(party: Party) -> tuple[str, ...]:
    """The used cards that the next floor brings back (rules.md 3.10)."""
    back = Room(party).pack.intersection(returning(party.floor + 1))
    return tuple(card_name(card) for card in used_cards(party.used) if card in back)


def _leftover(room: Room) -> str:
    count = len(room.places.lies)
    words = ngettext(
        "{count} card of room {room} is here", "{count} cards of room {room} are here", count
    )
    return words.format(count=count, room=room.party.room - 1)


def _title(room: Room, door: bool) -> str:
    party = room.party
    if party.game != "coop" and not door:
        return _("Room {room}").format(room=party.room)
    if room.over:
        return _over(party)
    if door:
        return _("Room {room}").format(room=party.room)
    if room.red:
        return _("Red Room")
    return turn_text(party, to_act(party))


def _over(party: Party) -> str:
    return _("Room {room} is over").format(room=party.room)


def _note(room: Room, door: bool) -> str:
    """Tells what there is to say besides whose turn it is; who leads stands on the panels."""
    party = room.party
    if door:
        new = min(new_cards(room), room.pile) if room.over else room.missing
        return ngettext("{count} card comes", "{count} cards come", new).format(count=new)
    if _crowded(room):
        words = _("Too many cards for a room of {full}. Tap the one that isn’t here.")
        return words.format(full=room.dealt)
    # Somebody who has offered may have left or fallen since.
    offers = sum(str(number) in party.offers for number in party.living)
    if offers:
        words = ngettext("{count} of {all} offers to run", "{count} of {all} offer to run", offers)
        return words.format(count=offers, all=len(party.living))
    if room.red:
        # Translators: of a Red Room, to all of the party.
        return _("take what you like")
    if (party.floor, party.room, room.taken) == (1, 1, 0):
        return _("tap below a card to take it")
    return _rascal_note(room) if party.game == "rascal" else ""


def _rascal_note(room: Room) -> str:
    if room.over:
        # Translators: of the last card of a room, to one player.
        return _("go on, or take this one too")
    return _("potion used in this room") if room.drunk else _("one potion a room")


def _tiles(room: Room, eye: int, ask: Callable[[Party, str], Ticket] | None) -> Iterator[Tile]:
    """Cards keep their places while others go, so that none moves under a finger.

    `eye` is the player whose outcomes are shown. `ask` is what has to be said of each before
    anybody takes one.
    """
    deeds = {card: by for card, by in room.deeds.items() if not by.startswith(POCKET)}
    there = room.places.lies | deeds.keys()
    for card in filter(there.__contains__, STRIP):
        if card in room.places.lies:
            ticket = ask(room.party, card) if ask else _ticket(room.party, eye, card)
            yield Tile(card_face(card), ticket)
        else:
            by = deeds[card].removeprefix(UNUSED)
            yield Tile(card_face(card), gone=True, taker=0 if by == NOBODY else int(by) + 1)
    yield from [Tile(None)] * room.missing


def _who(_party: Party, card: str) -> Ticket:
    """The ticket of a Red Room, which has no turns: it asks who takes the card (rules.md 3.11)."""
    text = pgettext("below a card", "who?")
    return Ticket("", 0, "", text, _spoken(text, _("Who takes it?")), "", "")


def _stays(party: Party, card: str) -> Ticket:
    """The ticket that says: this is the card that stayed of the room before."""
    command = f"stays:{party.floor}.{party.room - 1}:{card}"
    says = _("{card} stays").format(card=card_name(card))
    return Ticket(command, 0, "", pgettext("below a card", "stays"), says, "", "")


def _ticket(party: Party, number: int, card: str) -> Ticket | None:
    """The first thing that can be done with the card; nothing where it cannot lie there."""
    commands = [f"take:{room_name(party)}:{deed}" for deed in ways(party, number, card)]
    found = next(outcomes(party, number, commands), None)
    if found is None:
        return None
    command = found.command
    icon, text = _short(party.players[number], found.now, card, command)
    return Ticket(
        command=command,
        seat=number + 1,
        icon="skull" if found.falls else icon,
        text=text,
        says=_spoken(text, labelled(found.says, found.text)),
        kind=_kind(found, text),
        effect=found.effect,
    )


def _spoken(text: str, says: str) -> str:
    """Adds the words of the ticket to what it says, unless they are there (WCAG 2.2, 2.5.3)."""
    words, label = (SIGNS.sub("", each).casefold().strip() for each in (text, says))
    there = words in label or not any(map(str.isalnum, words))
    return says if there else labelled(text, says)


def _kind(found: CommandOutcome, text: str) -> str:
    if found.falls:
        return "falls"
    if found.over:
        return "over"
    return "gains" if text.startswith(("+", f"{LEFT_TO_RIGHT_ISOLATE}+")) else ""


def _short(was: Player, now: Player, card: str, command: str) -> tuple[str, str]:
    """A symbol and what fits under a card: "−5", "+3", "2 off", "3→7"."""
    if short := SHORT.get(Command.read(command).deed.verb):
        return "", str(short)
    if card == BLACK_JOKER:
        # Translators: the weapon that fights it is lost.
        return "sword", pgettext("below a card", "breaks")
    if card in BLACKSMITHS:
        off = len(was.reading.monsters) - len(now.reading.monsters)
        # Translators: a blacksmith takes so many enemies off the weapon.
        return "", ngettext("{count} off", "{count} off", off).format(count=off)
    if card in SHIELDS:
        return "shield", step_text(strength(card))
    if card in WEAPONS:
        old = was.reading.weapon
        # Translators: the weapon is taken up, with no other in hand.
        return "", in_order(f"{old}→{card[:-1]}") if old else pgettext("below a card", "take")
    return "sword" if command.endswith("weapon") else "", step_text(now.hp - was.hp)
