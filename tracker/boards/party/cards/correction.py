"""Cards that were dealt with otherwise than the app believes: what was likely meant.

The people at the table are right: it is asked once, and each answer tells the app what to believe.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile

from django.utils.translation import gettext as _

from tracker.boards.party.log.lines import line_label
from tracker.boards.party.table.outcome import outcome
from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.names import card_name, isolated, player_name, short_name
from tracker.rules.cards import ENEMIES, SHIELDS
from tracker.rules.games.rascal import INV
from tracker.rules.input import first_and_rest
from tracker.rules.table.ahead.ways import pocket_ways, ways
from tracker.rules.table.room.changes import rewind
from tracker.rules.table.room.room import Room, hand, next_living, next_name
from tracker.rules.table.state.party import Party
from tracker.rules.table.texts.card_rows import write_strip
from tracker.services.party.table import Table


@dataclass(frozen=True)
class Repair:
    """An answer in a few words and what follows from it; all `commands` are done at once.

    Without commands another card has to be named first.
    """

    text: str
    small: str
    commands: tuple[str, ...]
    face: CardFace | None = None

    @property
    def before(self) -> tuple[str, ...]:
        return self.commands[:-1]

    @property
    def command(self) -> str:
        return self.commands[-1] if self.commands else ""


def repairs(table: Table, card: str, others: Sequence[str] = ()) -> tuple[Repair, ...]:
    """The likeliest first; `others` were named with it and lie there too."""
    room = Room(table.state)
    cards = write_strip({card, *others} - room.deeds.keys())
    deal, name = f"deal:{next_name(table.state)}:{cards}", card_name(card)
    some = [*_gone(room, card, deal), *_in_hands(room, card, deal)]
    gone = room.places.out.intersection({card, *others})
    if card in gone and room.party.game == "coop":
        likeliest = len(gone) > 1 or room.pile < room.full
        some.insert(0 if likeliest else len(some), _shuffled(room, cards))
    unknown = card in room.places.out or card in room.hands
    small = _("{card} is here; one more unknown card") if unknown else _("{card} is here")
    # Translators: the answer is a button, with what follows from it in small letters below.
    return (*some, Repair(_("It’s in the room"), small.format(card=name), (deal,)))


def where(table: Table, card: str) -> str:
    """The newest line within reach that dealt with the card: "Odo fights 9 of Spades"."""
    room = Room(table.state)
    if card not in room.places.out:
        return ""
    # On an earlier floor it was another matter, and what was undone was not done.
    here = takewhile(lambda entry: "floor" not in entry.changes, table.recent)
    lines = (e for e in here if e.command.deed.card == card and not (e.undone or e.undoes))
    entry = next((entry for entry in lines if entry.command.verb != "deal"), None)
    return line_label(entry, table.state) if entry else ""


def _gone(room: Room, card: str, deal: str) -> Iterator[Repair]:
    """Another card was meant when this one was dealt with, above all its twin."""
    if card not in room.places.out:
        return
    twin = f"{card[:-1]}{'s' if card[-1] == 'c' else 'c'}"
    if card in ENEMIES and twin in room.unseen:
        text = _("That was the {card}").format(card=card_name(twin))
        small = _("not that one: the {card} is here").format(card=card_name(card))
        yield Repair(text, small, (f"out:{twin}", deal), card_face(twin))
    # Translators: "tap the right card" stands in small letters below "That was another card".
    yield Repair(_("That was another card"), _("tap the right card"), ())


def _shuffled(room: Room, cards: str) -> Repair:
    floor = room.party.floor + 1
    small = _("floor {floor} begins, the discard pile becomes the pile").format(floor=floor)
    commands = (f"descend:{floor}", f"deal:{floor}.1:{cards}")
    return Repair(_("The pile has been shuffled"), small, commands)


def _in_hands(room: Room, card: str, deal: str) -> Iterator[Repair]:
    for number in room.party.living:
        player = room.party.players[number]
        if card not in hand(player) or card in (player.pocket, *player.knife_cards):
            continue
        command = f"discard:{number}"
        if card in SHIELDS:
            kept = "".join(shield for shield in player.shield_cards if shield != card)
            command = f"shields:{number}:{kept}"
        elif card in ENEMIES:
            command = f"detach:{number}:{card}"
        name = isolated(player_name(room.party, number))
        small = _("{name} doesn’t hold it any more").format(name=name)
        # Translators: from the hand of somebody.
        yield Repair(_("Remove it there"), small, (command, deal))


MOST = 2


@dataclass(frozen=True)
class Instead:
    """A deed in place of the last take: "Bare hands: −7, 5 left", "Odo: −7, 5 left"."""

    seat: int
    command: str
    label: str
    text: str


@dataclass(frozen=True)
class LastTake:
    """`undo` takes it back; one of `instead` follows at once."""

    label: str
    undo: str
    instead: tuple[Instead, ...]


def last_take(table: Table) -> LastTake | None:
    """The take that was done last; None if the newest change that stands is no card of a room."""
    entry = table.undo
    verb, rest = first_and_rest(entry.text) if entry else ("", "")
    if entry is None or verb != "take" or entry.command.player is None:
        return None
    name, done = first_and_rest(rest)
    number, card = entry.command.player, entry.command.card
    before = rewind(table.state, entry.changes)
    found = (
        _instead(before, other, f"take:{name}:{deed}", by_another=other != number)
        for other, deed in _deeds(before, number, card, done)
        if deed != done
    )
    label = line_label(entry, table.state)
    return LastTake(label, f"undo:{entry.number}", tuple(islice(found, MOST)))


def _deeds(before: Party, number: int, card: str, done: str) -> Iterator[tuple[int, str]]:
    """The other ways of whoever did it, then what is taken for granted of the others in turn."""
    pocket = done.startswith(INV)
    for deed in pocket_ways(before, number) if pocket else ways(before, number, card):
        yield number, deed
    other = next_living(before, number)
    while other != number and other in before.living:
        yield from ((other, deed) for deed in ways(before, other, card)[:1])
        other = next_living(before, other)


def _instead(before: Party, number: int, command: str, by_another: bool) -> Instead:
    found = outcome(before, number, command)
    own = found.label if ":fight:" in command else found.says
    label = short_name(before, number) if by_another else own
    return Instead(number + 1, command, label, found.text)
