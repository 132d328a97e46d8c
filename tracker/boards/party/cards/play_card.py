"""Cards named as they go: whose hand the next one goes to, and all cards to touch."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tracker.boards.party.cards.card_picker import PLACES, PadCard, laid_out, pad_card
from tracker.boards.party.cards.correction import LastTake, last_take
from tracker.boards.party.table.room import back_names
from tracker.boards.party.table.room_actions import holder_of, run_words
from tracker.boards.words.names import SeatNote, isolated, seat_note, short_name
from tracker.rules.table.ahead.ways import ways
from tracker.rules.table.room.room import Room, next_name, room_name
from tracker.rules.table.state.party import Party
from tracker.rules.table.verbs.turns import next_to_act, pass_text, run_text
from tracker.services.party.table import Table


@dataclass(frozen=True)
class TakeSheet:
    """The sheet on which cards are named as they are taken; `number` takes the next one.

    That is whoever was `chosen`, else whose phone it is, else who is to act. Where the card that
    stays has no name yet and nobody was chosen, a card that is touched is the one.
    """

    number: int
    chosen: bool
    title: str
    says: str
    asks: bool
    """Whether it asks which card stays, so that nobody is the one who takes."""
    hands: tuple[SeatNote, ...]
    cards: tuple[PadCard | None, ...]
    names: str
    """The command that a card which is held is added to: it only names it. "" where none can lie
    there besides."""
    passes: str
    """The command for this player to pass, "" between two rooms and in a game for one."""
    pass_label: str
    runs: str
    """The command for all to run, "" where cards have to be named first."""
    run_label: str
    descend: str
    """The command for the next floor where the pile has run out, else ""."""
    back: tuple[str, ...]
    """The names of the cards that it brings back."""
    last: LastTake | None
    """The card before, to be put right."""


def take_sheet(table: Table, number: int | None, device: str = "") -> TakeSheet:
    """`number` is that of whoever was chosen, `device` whose phone it is, "" for nobody's."""
    party = table.state
    room, taker = Room(party), _taker(party, number, device)
    asks = number is None and room.over and room.rest > 0 and not room.places.lies and room.pile > 0
    return TakeSheet(
        number=taker,
        chosen=number is not None,
        title=_title(party, taker, asks),
        says=_says(room, asks),
        asks=asks,
        hands=tuple(seat_note(party, number) for number in party.living),
        cards=_cards(room, None if asks else taker),
        names=f"deal:{next_name(party)}:" if laid_out(room).missing and not asks else "",
        passes="" if room.over or party.game != "coop" else pass_text(party, taker),
        pass_label=_("{name} passes").format(name=isolated(short_name(party, taker))),
        runs="" if room.over or room.missing else run_text(party),
        run_label=run_words(party)[0],
        descend=f"descend:{party.floor + 1}" if _floor_over(room) else "",
        back=back_names(party) if _floor_over(room) else (),
        last=last_take(table),
    )


def _floor_over(room: Room) -> bool:
    return room.party.game == "coop" and room.over and not room.pile


def _taker(party: Party, number: int | None, device: str) -> int:
    if number is not None:
        return number
    own = holder_of(party, device)
    return next_to_act(party) if own is None else own


def _title(party: Party, taker: int, asks: bool) -> str:
    if asks:
        return _("Room {room} is over: which card stays?").format(room=party.room)
    # Translators: a heading over all cards, one of which is tapped.
    return _("{name} takes …").format(name=isolated(short_name(party, taker)))


def _says(room: Room, asks: bool) -> str:
    if asks:
        return _("Tap the card, or the player who takes the next one")
    party, taken = room.party, 0 if room.over else room.taken
    # Translators: {place} counts the cards of the room: 1, 2, 3.
    words = _("Room {room}, card {place}: one tap and it’s done")
    return words.format(place=taken + 1, room=party.room + room.over)


def _cards(room: Room, taker: int | None) -> tuple[PadCard | None, ...]:
    """The cards, each with what a touch on it does; `taker` is None where it says that it stays."""
    name = room_name(room.party) if taker is None else next_name(room.party)
    free = room.unseen | room.places.lies
    commands = {card: _command(room, name, taker, card) for card in PLACES if card in free}
    return tuple(
        pad_card(room, card, card in free, card in room.places.lies, commands.get(card, ""))
        for card in PLACES
    )


def _command(room: Room, name: str, taker: int | None, card: str) -> str:
    if taker is None:
        return f"deal:{name}:{card}"
    deeds = ways(room.party, taker, card)
    if card in room.places.lies:
        name = next_name(room.party, card)
    return f"take:{name}:{deeds[0]}" if deeds else ""
