"""All cards of the pack in fixed places, to say of some of them where they lie."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tracker.boards.party.left import pile_text
from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.names import player_name
from tracker.rules.cards import BLACK_JOKER, RANKS, RED_JOKER
from tracker.rules.table.dictation import read_cards
from tracker.rules.table.pile import Sort
from tracker.rules.table.room import Room, hand, next_name, room_name
from tracker.services.party.table import Table

COLUMNS = 7
ORDER = ("A", *reversed(RANKS[1:]))
SPARE = {"c": BLACK_JOKER, "h": RED_JOKER}
"""Where a suit leaves one of its fourteen places free."""
PLACES = tuple(
    f"{rank}{suit}" if rank else SPARE.get(suit, "") for suit in "csdh" for rank in (*ORDER, "")
)
"""Two rows a suit, strongest first."""


@dataclass(frozen=True)
class PadCard:
    """`place` says where it lies as far as that is known; `there` if it can be chosen."""

    face: CardFace
    place: str
    chosen: bool


@dataclass(frozen=True)
class Task:
    """What a pad is for: its head, the button, and the command that the cards are added to."""

    title: str | Promise
    label: str | Promise
    command: Callable[[Room], str]
    likely: Callable[[Room], Sort]
    """The cards that are meant, as far as can be known; the others are pale."""


@dataclass(frozen=True)
class PadSheet:
    """`cards` in their places, None for a place without; `odd` the words that name no card."""

    code: str
    revision: int
    do: str
    title: str
    says: str
    label: str
    command: str
    cards: tuple[PadCard | None, ...]
    full: int
    """With so many chosen it is sent by itself, 0 for never."""
    words: str
    odd: tuple[str, ...]


TASKS = {
    "deal": Task(
        title=gettext_lazy("These cards lie in the room"),
        label=gettext_lazy("Lay them out"),
        command=lambda room: f"deal:{next_name(room.party)}:",
        likely=lambda room: room.unseen,
    ),
    "stays": Task(
        title=gettext_lazy("Which card stays?"),
        label=gettext_lazy("It stays"),
        command=lambda room: "stays:" if room.places.lies else f"deal:{room_name(room.party)}:",
        likely=lambda room: room.unseen | room.places.lies,
    ),
    "run": Task(
        title=gettext_lazy("You run. Which cards go under the pile?"),
        label=gettext_lazy("Run"),
        command=lambda room: f"run:{room_name(room.party)}:",
        likely=lambda room: room.unseen,
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


def pad_sheet(table: Table, do: str, words: str = "") -> PadSheet:
    """`words` are cards as they were typed or dictated: they are chosen, and looked at first."""
    room, task = Room(table.state), TASKS[do]
    chosen, odd = read_cards(words)
    likely = task.likely(room)
    return PadSheet(
        code=table.code,
        revision=table.revision,
        do=do,
        title=str(task.title),
        says=pile_text(room),
        label=str(task.label),
        command=task.command(room),
        cards=tuple(_card(room, card, likely, card in chosen) for card in PLACES),
        full=max(0, room.full - 1 if room.over else room.missing) if do == "deal" else 0,
        words=words,
        odd=odd,
    )


def _card(room: Room, card: str, likely: Sort, chosen: bool) -> PadCard | None:
    if card not in room.pack:
        return None
    return PadCard(card_face(card), "" if card in likely else place_text(room, card), chosen)


def place_text(room: Room, card: str) -> str:
    """Where the table has said it lies: "Mara holds it", "gone", "may come"."""
    for number in room.party.living:
        if card in hand(room.party.players[number]):
            return _("{name} holds it").format(name=player_name(room.party, number))
    places = {
        _("set aside"): room.aside,
        _("in the room"): room.places.lies,
        _("gone"): room.places.out,
        _("under the pile"): room.places.under,
    }
    return next((text for text, cards in places.items() if card in cards), _("may come"))
