"""Names and numbers the way a player reads them, in the player's language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext
from django.utils.translation import gettext as _

from tracker.boards.words.forms import CardName, card_label, weapon_label
from tracker.boards.words.isolation import in_order
from tracker.boards.words.lists import Names
from tracker.boards.words.lists import listed as listed
from tracker.rules.cards import rank
from tracker.rules.table.party import Party

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


def weapon_name(rank: str) -> CardName:
    """A weapon by its rank: "the 8", "the ace (1)", where every other ace counts 14."""
    return weapon_label(rank)


def rank_name(card: str) -> str:
    """ "King", "10"; of no joker."""
    return str(RANK_NAMES.get(rank(card), rank(card)))


def shields_text(cards: Sequence[str]) -> Names:
    """Shields that are spent, at least one: "King of Hearts and Jack of Hearts"."""
    return listed(list(map(card_name, cards)))


def player_name(party: Party, number: int) -> str:
    """As typed, or "Player 2" for somebody without a name."""
    return party.players[number].name or nameless(number)


def nameless(number: int) -> str:
    return _("Player {number}").format(number=number + 1)


def short_name(party: Party, number: int) -> str:
    """A name that fits on a button."""
    return shortened(player_name(party, number))


def shortened(name: str) -> str:
    """The name, or its beginning where it is longer than SHORT characters."""
    return name if len(name) <= SHORT else f"{name[: SHORT - 1].rstrip()}…"


def tally_name(party: Party, field: str) -> str:
    """What the party calls the counter whose name stands in this field, while it has one."""
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
    """How far one who plays alone came: "11 rooms"."""
    return ngettext("{count} room", "{count} rooms", rooms).format(count=rooms)


def came_text(game: str, floors: int, rooms: int) -> str:
    """How far a run came; of floors nothing is said where there are none."""
    return record_text(floors, rooms) if game == "coop" else rooms_text(rooms)


def record_text(floors: int, rooms: int) -> str:
    """How far a run came: "7 floors, 1 room" (rules.md 3.12)."""
    return _("{floors}, {rooms}").format(
        floors=ngettext("{count} floor", "{count} floors", floors).format(count=floors),
        rooms=ngettext("{count} room", "{count} rooms", rooms).format(count=rooms),
    )
