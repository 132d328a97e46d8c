"""The pad: all cards of the pack in fixed places, to say where some of them lie."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tracker.boards.party.cards.remaining_cards import pile_text
from tracker.boards.party.table.room_actions import against_running
from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.names import isolated, labelled, player_name
from tracker.rules.cards import BLACK_JOKER, LOW_TO_HIGH, RED_JOKER
from tracker.rules.table.room.room import Room, hand, next_name, room_name
from tracker.rules.table.texts.card_rows import STRIP, Sort
from tracker.rules.table.texts.dictation import read_cards
from tracker.rules.table.verbs.rooms import next_room
from tracker.rules.table.verbs.turns import run_text
from tracker.services.party.table import Table

SPARE = {"c": BLACK_JOKER, "h": RED_JOKER}
"""The jokers, by the suit that leaves one of its fourteen places free for them."""
PLACES = tuple(
    f"{rank}{suit}" if rank else SPARE.get(suit, "")
    for suit in "csdh"
    for rank in (*reversed(LOW_TO_HIGH), "")
)
"""Two rows a suit, strongest first."""


@dataclass(frozen=True)
class PadCard:
    """`place` says where it lies as far as that is known, "" if it can be chosen.

    `command` deals with it at once, where cards are named as they are taken.
    """

    face: CardFace
    place: str
    chosen: bool
    command: str = ""

    @property
    def aloud(self) -> str:
        """Its name, and where it lies: "King of Clubs, gone"."""
        words = _("{card}, {place}") if self.place else "{card}"
        return words.format(card=self.face.name, place=self.place)

    @property
    def strange(self) -> str:
        """Its name and its place where that is odd: "King of Clubs: gone"."""
        return labelled(self.face.name, self.place)


@dataclass(frozen=True)
class Task:
    """The purpose of a pad: its head, the button, and the command that the cards are added to."""

    title: str | Promise
    label: str | Promise
    command: Callable[[Room], str]
    likely: Callable[[Room], Sort]
    """The cards that are meant, as far as can be known; the others are pale."""
    fills: bool = False
    """Sent by itself once it holds all cards of the room that nobody has named."""
    says: str | Promise = ""
    """Shown in place of the number of cards in the pile."""
    goes_on: bool = False
    """Cards are named as they are taken, before and after."""
    asks: bool = False
    """A card that cannot be meant is asked about (correction.py)."""


@dataclass(frozen=True)
class PadSheet:
    """`cards` in their places, None for a place without; `odd` the words that name no card."""

    do: str
    task: Task
    says: str
    command: str
    cards: tuple[PadCard | None, ...]
    lies: tuple[CardFace, ...]
    """The cards named before in the room that is laid out."""
    places: tuple[CardFace | None, ...]
    """The places of the others, those chosen first; sent automatically once all are taken."""
    words: str
    odd: tuple[str, ...]
    nobody: str
    """The command where nobody has seen the cards, "" where they have to be named."""
    first: str
    """A command that goes before it, "" for none."""
    strange: tuple[PadCard, ...]
    """The chosen ones of which that has to be asked."""


TASKS = {
    "deal": Task(
        title=gettext_lazy("These cards are in the room"),
        label=gettext_lazy("Lay them out"),
        command=lambda room: f"deal:{next_name(room.party)}:",
        likely=lambda room: room.unseen,
        fills=True,
        asks=True,
    ),
    "stays": Task(
        title=gettext_lazy("Which card stays?"),
        label=gettext_lazy("It stays"),
        command=lambda room: "stays:" if room.places.lies else f"deal:{room_name(room.party)}:",
        likely=lambda room: room.unseen | room.places.lies,
        asks=True,
    ),
    "run": Task(
        title=gettext_lazy("You run. Which cards go under the pile?"),
        label=gettext_lazy("Run"),
        command=lambda room: f"run:{next_name(room.party)}:",
        likely=lambda room: room.unseen,
        fills=True,
        asks=True,
        says=gettext_lazy("Then the odds stay exact"),
    ),
    "out": Task(
        title=gettext_lazy("These cards are gone"),
        label=gettext_lazy("They are gone"),
        command=lambda room: "out:",
        likely=lambda room: room.unseen | room.places.lies,
    ),
    "in": Task(
        title=gettext_lazy("These cards are in the pile"),
        label=gettext_lazy("They are in the pile"),
        command=lambda room: "in:",
        likely=lambda room: room.places.out | room.places.lies | room.places.under,
    ),
}
TASKS["swap"] = replace(
    TASKS["out"],
    title=gettext_lazy("Which card was it?"),
    label=gettext_lazy("It was that one"),
    likely=lambda room: room.unseen,
)
TASKS["run-on"] = replace(TASKS["run"], goes_on=True)


def pad_sheet(table: Table, do: str, words: str = "", card: str = "") -> PadSheet:
    """`words` are cards as they were typed or dictated: they are chosen, and looked at first.

    `card` lies in the room in place of the one that is looked for.
    """
    room, task = Room(table.state), TASKS[do]
    chosen, odd = read_cards(words)
    likely, command = task.likely(room), task.command(room)
    runs = command.startswith("run:")
    # It can be done all the same.
    barred = against_running(room) if runs and room.party.living and not room.over else ""
    cards = tuple(pad_card(room, card, card in likely, card in chosen) for card in PLACES)
    here = laid_out(room) if task.fills else None
    return PadSheet(
        do=do,
        task=task,
        says=barred or str(task.says) or pile_text(room),
        command=command,
        cards=cards,
        lies=tuple(card_face(card) for card in STRIP if here and card in here.places.lies),
        places=_places(here, cards) if here else (),
        words=words,
        odd=odd,
        nobody=_run_unseen(room) if runs else "",
        first=f"deal:{next_name(table.state)}:{card}" if card else "",
        strange=tuple(c for c in cards if c and c.chosen and c.place) if task.asks else (),
    )


def _run_unseen(room: Room) -> str:
    """To run from this room, or from the next where this one is over, as far as it is named."""
    name = next_name(room.party)
    return run_text(room.party) if name == room_name(room.party) else f"run:{name}"


def laid_out(room: Room) -> Room:
    """This room, or the next where it is over."""
    here = next_name(room.party) == room_name(room.party)
    return room if here else Room(next_room(room.party))


def _places(room: Room, cards: Sequence[PadCard | None]) -> tuple[CardFace | None, ...]:
    """A place for each card that nobody has named, those chosen first."""
    faces = [card.face for card in cards if card and card.chosen]
    return (*faces, *[None] * room.missing)[: room.missing]


def pad_card(
    room: Room, card: str, may_be: bool, chosen: bool, command: str = ""
) -> PadCard | None:
    """A card in its place, None where the pack has none; it says where it lies unless it may be."""
    if card not in room.pack:
        return None
    return PadCard(card_face(card), "" if may_be else place_text(room, card), chosen, command)


def place_text(room: Room, card: str) -> str:
    """Tells where the table has said it lies: "Mara holds it", "gone", "may come"."""
    for number in room.party.living:
        if card in hand(room.party.players[number]):
            name = isolated(player_name(room.party, number))
            return _("{name} holds it").format(name=name)
    # Translators: here and below, where a card lies.
    places = (
        (_("set aside"), room.aside),
        (_("in the room"), room.places.lies),
        (pgettext("of a card", "gone"), room.places.out),
        (_("under the pile"), room.places.under),
    )
    # Translators: a card that is still in the pile.
    return next((text for text, cards in places if card in cards), _("may come"))
