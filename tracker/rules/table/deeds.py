"""What a player does with a card of the room, in the game that is played (rules.md 3.5, 4.4, 5.3).

Each is a command of its own, and stands inside `take` where its room is named (naming.py).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from tracker.rules.cards import POTIONS, SPECIAL_CARDS
from tracker.rules.input import excerpt
from tracker.rules.refusals import Malformed, Refused
from tracker.rules.table import account, actions, by_hand, rascal
from tracker.rules.table.party import Party
from tracker.rules.table.room import Room
from tracker.rules.words import gettext_noop

Deed = Callable[[Party, int, str], Party]


def fight(party: Party, number: int, rest: str) -> Party:
    return account.act(party, number, "fight", rest, _deed(party, "fight", by_hand.fight))


def drink(party: Party, number: int, card: str) -> Party:
    """Alone only the first potion of a room heals; it is gone all the same (rules.md 4.4, S8)."""
    spent = party.game == "solo" and Room(party).drunk and card in POTIONS
    deed = _deed(party, "drink", _nothing if spent else actions.drink)
    return account.act(party, number, "drink", card, deed)


def equip(party: Party, number: int, card: str) -> Party:
    return account.act(party, number, "equip", card, _deed(party, "equip", actions.equip))


def use(party: Party, number: int, card: str) -> Party:
    return account.act(party, number, "use", card, actions.use)


def place(party: Party, number: int, card: str) -> Party:
    """A red picture or the red joker is laid aside unused (rules.md 3.5; C12, C32)."""
    if card not in SPECIAL_CARDS[1:]:
        raise Malformed(gettext_noop("{card} cannot be laid aside unused."), card=excerpt(card))
    return account.act(party, number, "place", card, _nothing)


def knife(party: Party, number: int, rest: str) -> Party:
    """`knife:0:2d`: the 2 of diamonds joins the weapon (rules.md 5.3); `=` sets it by hand."""
    if rest.startswith("="):
        return rascal.set_knife(party, number, rest)
    return _of_rascal("knife", party, number, rest)


def _of_rascal(verb: str, party: Party, number: int, card: str) -> Party:
    """What only Rascal knows. Raises Refused in any other game."""
    if party.game != "rascal":
        raise Refused(gettext_noop("Only Rascal has a knife and a pocket."))
    return account.act(party, number, verb, card, partial(rascal.do, verb))


def _deed(party: Party, verb: str, usual: Deed) -> Deed:
    return partial(rascal.do, verb) if party.game == "rascal" else usual


def _nothing(party: Party, _number: int, _card: str) -> Party:
    return party


RASCALS = ("toss", "store", "inv-equip", "inv-knife", "inv-drink", "inv-toss")
DEEDS: dict[str, Deed] = {
    "fight": fight,
    "drink": drink,
    "equip": equip,
    "use": use,
    "place": place,
    "knife": knife,
    **{verb: partial(_of_rascal, verb) for verb in RASCALS},
}
