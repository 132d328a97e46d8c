"""The forms that cards and weapons have in sentences, as the language of the reader has them.

English has one: `{card}` is "King of Clubs", and a sentence says "the {card}". A translator writes
`{card:acc}` in place of "the {card}" where the language declines its names or melts article and
preposition into one. Each form of each card is an entry of the catalogue; which there are follows
from `entries`, so that none stands here a hundred times.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import pgettext, pgettext_lazy

from tracker.rules.cards import COURT_NAMES, JOKER_NAMES, RANKS, rank, suit

FORMS = ("the", "acc", "dat", "gen", "ins")
"""With the article as a subject, accusative, dative, genitive, instrumental."""

SUITS = {
    "c": pgettext_lazy("suit in the name of a card", "Clubs"),
    "d": pgettext_lazy("suit in the name of a card", "Diamonds"),
    "h": pgettext_lazy("suit in the name of a card", "Hearts"),
    "s": pgettext_lazy("suit in the name of a card", "Spades"),
}
# A weapon is called by its rank alone; its ace counts 1, where every other ace counts 14.
BLADES = {"A": "the ace (1)", **{str(n): f"the {n}" for n in range(2, 11)}}


class CardName(str):
    """A card or weapon by its name, and in `format` by its forms: "{card:acc}", "{card:The}".

    A form that begins with a capital letter begins a sentence. The name loses its forms in an
    f-string, in `str` and in `join`: `listed` keeps them.
    """

    key: str

    def __new__(cls, label: str, key: str) -> CardName:
        """`key` is the card, or the rank of a weapon."""
        made = super().__new__(cls, label)
        made.key = key
        return made

    def __format__(self, form: str) -> str:
        text = self._form(form.lower()) if form else str(self)
        return text[:1].upper() + text[1:] if form[:1].isupper() else text

    def _form(self, form: str) -> str:
        """Raises ValueError for none of FORMS."""
        if form not in FORMS:
            raise ValueError(f"{form!r} is none of {', '.join(FORMS)}")
        if not self.key:
            return ""
        if self.key in BLADES:
            return pgettext(_weapon(form), BLADES[self.key])
        return pgettext(_card(form), f"the {_english(self.key)}").format(suit=_suit(self.key))


class Formless(str):
    """A text in place of a name, which is the same in whatever form a translation asks for.

    What somebody typed, counts and cards drawn in letters are filled in where names could be.
    """

    def __format__(self, _form: str) -> str:
        return str(self)


def card_label(card: str) -> CardName:
    """ValueError for what is not a card."""
    text = pgettext("name of a card", _english(card))
    return CardName(text.format(suit=_suit(card)), card)


def weapon_name(rank: str) -> CardName:
    """A weapon by its rank: "the 8", "the ace (1)", where every other ace counts 14.

    "" for "", no weapon. Raises KeyError for a rank that no weapon has.
    """
    return CardName(rank and pgettext("name of a weapon", BLADES[rank]), rank)


def entries() -> Iterator[tuple[str, str]]:
    """Context and text of every entry of the catalogue that is asked for here but for the suits."""
    cards = [f"{COURT_NAMES.get(each, each)} of {{suit}}" for each in RANKS]
    cards += JOKER_NAMES.values()
    for name in cards:
        yield "name of a card", name
    yield from ((_card(form), f"the {name}") for form in FORMS for name in cards)
    for blade in BLADES.values():
        yield "name of a weapon", blade
        yield from ((_weapon(form), blade) for form in FORMS)


def _card(form: str) -> str:
    return f"{form}: card"


def _weapon(form: str) -> str:
    return f"{form}: weapon"


def _english(card: str) -> str:
    if not suit(card):
        return JOKER_NAMES[card]
    return f"{COURT_NAMES.get(rank(card), rank(card))} of {{suit}}"


def _suit(card: str) -> str:
    return str(SUITS[suit(card)]) if suit(card) else ""
