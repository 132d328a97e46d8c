"""Names and numbers the way a player reads them, in the player's language.

A name that somebody typed may run in the other direction than the sentence it stands in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from unicodedata import bidirectional

from django.utils.translation import (
    get_language,
    get_language_bidi,
    gettext_lazy,
    ngettext,
    pgettext,
    pgettext_lazy,
)
from django.utils.translation import gettext as _

from tracker.boards.words.forms import CardName, card_label
from tracker.rules.cards import rank
from tracker.rules.games.rascal import RascalState
from tracker.rules.table.state.party import Party
from tracker.rules.table.texts.save_names import floor_of_save

LEFT_TO_RIGHT_ISOLATE, FIRST_STRONG_ISOLATE, POP = "\u2066", "\u2068", "\u2069"
LEFT_TO_RIGHT_MARK, RIGHT_TO_LEFT_MARK = "\u200e", "\u200f"
OVERRIDES = {"LRE", "RLE", "LRO", "RLO", "LRI", "RLI", "FSI"}


def isolated(text: str) -> str:
    """The text, in signs that keep its direction to itself where it has another than the page.

    The mark before them tells `dir=auto` the direction of the page, not that of the text.
    """
    return _isolated(text, get_language_bidi())


def in_order(text: str) -> str:
    """Signs and digits as they are written, the minus before the number on any page."""
    return f"{LEFT_TO_RIGHT_ISOLATE}{text}{POP}" if get_language_bidi() else text


@lru_cache(maxsize=1024)
def _isolated(text: str, leftward: bool) -> str:
    """`leftward` is whether the page runs from right to left."""
    others = OVERRIDES | ({"L"} if leftward else {"R", "AL"})
    if others.isdisjoint(map(bidirectional, text)):
        return text
    mark = RIGHT_TO_LEFT_MARK if leftward else LEFT_TO_RIGHT_MARK
    return f"{mark}{FIRST_STRONG_ISOLATE}{text}{POP}"


def labelled(label: str, text: str) -> str:
    """ "Bare hands: −7, 5 left"; the one that is not "" where the other is."""
    # Translators: a label before what is said of it, such as "Bare hands: −7, 5 left".
    return _("{label}: {text}").format(label=label, text=text) if label and text else label or text


# Translators: how names are listed: "A and B", "A, B and C", "A, B, C and D".
TWO = pgettext_lazy("list of names", "{first} and {last}")
BETWEEN = pgettext_lazy("list of names, more follow", "{names}, {next}")
END = pgettext_lazy("list of names, the end", "{names} and {last}")


def listed(names: Sequence[str]) -> Names:
    """ "Mara, Odo and Pell"; "" for nobody. What is given as CardName keeps its forms."""
    return Names(names)


class Names(str):
    """Several names in one text, each in the form that is asked for."""

    names: tuple[str, ...]

    def __new__(cls, names: Sequence[str]) -> Names:
        made = super().__new__(cls, _joined(list(map(str, names))))
        made.names = tuple(names)
        return made

    def __format__(self, form: str) -> str:
        if not form:
            return str(self)
        rest = form.lower()  # a capital letter is for the first
        return _joined([_in(name, rest if n else form) for n, name in enumerate(self.names)])


def _in(name: str, form: str) -> str:
    """People's names have no forms: they stay as they were typed."""
    return format(name, form) if isinstance(name, CardName) else name


def _joined(names: list[str]) -> str:
    if len(names) < 3:
        return str(TWO).format(first=names[0], last=names[1]) if names[1:] else "".join(names)
    text = names[0]
    for name in names[1:-1]:
        text = str(BETWEEN).format(names=text, next=name)
    return str(END).format(names=text, last=names[-1])


MINUS = "\N{MINUS SIGN}"
SHORT = 14

RANK_NAMES = {
    "A": gettext_lazy("Ace"),
    "J": gettext_lazy("Jack"),
    "Q": gettext_lazy("Queen"),
    "K": gettext_lazy("King"),
}
SUIT_NAMES = {
    "c": gettext_lazy("Clubs"),
    "d": gettext_lazy("Diamonds"),
    "h": gettext_lazy("Hearts"),
    "s": gettext_lazy("Spades"),
}


def card_name(card: str) -> CardName:
    """ "King of Clubs", "10 of Hearts", "Black Joker". ValueError for what is not a card."""
    return _card_name(card, get_language())


@lru_cache(maxsize=1024)  # a page names the same cards over and over
def _card_name(card: str, _language: str | None) -> CardName:
    return card_label(card)


def rank_name(card: str) -> str:
    """ "King", "10"; of no joker."""
    return str(RANK_NAMES.get(rank(card), rank(card)))


def cards_text(cards: Iterable[str]) -> Names:
    """ "King of Hearts and Jack of Hearts"; "" for no card."""
    return listed([*map(card_name, cards)])


def player_name(party: Party, number: int) -> str:
    """The name as typed, or "Player 2" for somebody without one."""
    return party.players[number].name or nameless(number)


def nameless(number: int) -> str:
    return _("Player {number}").format(number=number + 1)


def short_name(party: Party, number: int) -> str:
    """A name that fits on a button."""
    return shortened(player_name(party, number))


def shortened(name: str) -> str:
    """The name, or its beginning where it is longer than SHORT characters."""
    return name if len(name) <= SHORT else f"{name[: SHORT - 1].rstrip()}…"


def turn_text(party: Party, number: int) -> str:
    return _("{name}’s turn").format(name=isolated(short_name(party, number)))


def people_text(names: Mapping[int, str]) -> str:
    """The players by their numbers, or only how many they are where nobody has typed a name."""
    if not any(map(str.strip, names.values())):
        return players_text(len(names))
    return ", ".join(isolated(name or nameless(number)) for number, name in names.items())


def players_text(count: int) -> str:
    return ngettext("{count} player", "{count} players", count).format(count=count)


def tally_name(party: Party, field: str) -> str:
    """The party's name for the counter that this field names, while it has one."""
    return str(getattr(party, field, "")) or pgettext("one that has no name", "counter")


def signed(number: int) -> str:
    """The number, a negative one with a real minus: "14", "−3"."""
    return str(number).replace("-", MINUS)


def step_text(step: int) -> str:
    """A change with its sign: "+1", "−3", "±0"."""
    return in_order(signed(step) if step < 0 else f"+{step}" if step else "±0")


def floor_of(party: Party) -> int:
    """The floor it is on, 0 where one plays alone: there are none then (rules.md 4, 5)."""
    return party.floor if party.game == "coop" else 0


def rooms_text(rooms: int) -> str:
    """ "11 rooms", as far as one who plays alone came."""
    return ngettext("{count} room", "{count} rooms", rooms).format(count=rooms)


def distance_text(game: str, floors: int, rooms: int) -> str:
    """How far a run came, without floors in a game that has none."""
    return record_text(floors, rooms) if game == "coop" else rooms_text(rooms)


def record_text(floors: int, rooms: int) -> str:
    """How far a run came: "7 floors, 1 room" (rules.md 3.12)."""
    return _("{floors}, {rooms}").format(
        floors=ngettext("{count} floor", "{count} floors", floors).format(count=floors),
        rooms=rooms_text(rooms),
    )


def worth_text(state: RascalState) -> str:
    """The worth of a weapon, what is bold between stars: "Takes off *6*, knife for 1 fight"."""
    if state.value < 1:
        return _("*Worn out.* Of no use")
    if not state.knife:
        return _("Takes off *{value}*").format(value=state.value)
    words = ngettext(
        "Takes off *{value}*, knife for {n} fight",
        "Takes off *{value}*, knife for {n} fights",
        state.knife_uses,
    )
    return words.format(value=state.value, n=state.knife_uses)


def save_called(name: str) -> str:
    """The name of an automatic save by its floor, of any other as somebody gave it."""
    floor = floor_of_save(name)
    return name if floor is None else _("Floor {floor}").format(floor=floor)


@dataclass(frozen=True)
class SeatNote:
    number: int
    """The number by which commands name the player."""
    name: str
    hp: str
    fallen: bool

    @property
    def seat(self) -> int:
        """The number on the crest, from 1."""
        return self.number + 1


def seat_note(state: Party, number: int) -> SeatNote:
    player = state.players[number]
    return SeatNote(number, player_name(state, number), signed(player.hp), player.fallen)


def seat_notes(state: Party) -> tuple[SeatNote, ...]:
    """The players at the table with their health, in table order."""
    return tuple(seat_note(state, number) for number in state.seated)
