"""Commands by which people say where cards lie: `deal:1.4:9cKd4h`, `take:1.4:fight:0:9c:bare`.

A room is named by floor and number (`1.4`), a moment of it also by how many cards have left it
(`1.4.3`): so each command is safe to be sent twice, late, and by two phones. Nothing that the rules
of play forbid is refused here. Every function raises Malformed for a text without meaning, and
Refused for a statement that cannot be true any more.
"""

from __future__ import annotations

import re
from dataclasses import replace

from tracker.rules.cards import PACK, SPECIAL_CARDS, card_name
from tracker.rules.games.rascal import INV
from tracker.rules.input import excerpt, first_and_rest
from tracker.rules.table.room.room import Room
from tracker.rules.table.state.fields import NUMBERS
from tracker.rules.table.state.party import Party
from tracker.rules.table.texts.card_rows import NOBODY, Sort, is_strip, strip_set, write_deeds
from tracker.rules.table.texts.notation import without_cards
from tracker.rules.table.verbs.cards import CARD_VERBS
from tracker.rules.table.verbs.rooms import check_here, entered, next_room, rooms_ahead
from tracker.rules.words import Malformed, Refused, Repetition, gettext_noop, ngettext_noop

MOST_IN_PILE = ngettext_noop(
    "At most {n} card can be in the pile. Say first which are back.",
    "At most {n} cards can be in the pile. Say first which are back.",
    "n",
)
COUNT = re.compile(r"=(\d{1,2})", re.ASCII)


def deal(party: Party, rest: str) -> Party:
    """`deal:1.4:9cKd`: in that room these cards lie, whatever was thought of them before."""
    name, text = first_and_rest(rest)
    cards = _cards(party, text)
    party = entered(party, name)
    room = Room(party)
    # A card that was dealt with in this room does not come back into it.
    fresh = cards - room.deeds.keys()
    used = without_cards(party.used, [c for c in SPECIAL_CARDS if c in fresh & room.aside])
    return replace(party.with_used(used), cards=room.places.to_room(fresh).text)


def take(party: Party, rest: str) -> Party:
    """`take:1.4:fight:0:9c:weapon`: the deed, once. The first card of the next room opens it."""
    name, deed = first_and_rest(rest)
    verb, number, after = (*deed.split(":", 2), "", "")[:3]
    card = first_and_rest(after)[0]
    if verb not in CARD_VERBS or number not in NUMBERS or card not in PACK:
        raise Malformed(gettext_noop("“{text}” is not a card taken in a room."), text=excerpt(rest))
    # A phone without a network may name a room that others have left by now.
    ahead = rooms_ahead(party, name)
    room = Room(party)
    pocket = party.players[int(number)].pocket if verb.startswith(INV) else ""
    if card not in room.places.lies | room.unseen | {pocket}:
        reason, brief = (
            gettext_noop("The {card} has been dealt with already."),
            gettext_noop("Already entered: {card}"),
        )
        raise Repetition(reason, brief, card=card_name(card))
    if ahead == 1 and room.over:
        party = next_room(party)
    done = CARD_VERBS[verb](party, int(number), after)
    return _late(party, done, card) if ahead < 0 else done


def _late(before: Party, after: Party, card: str) -> Party:
    """The deed belongs to an earlier room: leave the bookkeeping of this room alone."""
    # It counted as gone by without a name; now it has one.
    named = card in Room(before).unseen
    return replace(
        after,
        unnamed=max(0, before.unnamed - named),
        **{name: getattr(before, name) for name in ("deeds", "turn", "passed", "offers")},
    )


def lift(party: Party, text: str) -> Party:
    """`lift:9c`: it does not lie in the room; nobody has seen it."""
    room = Room(party)
    lying = _cards(party, text) & room.places.lies
    return replace(party, cards=room.places.without(lying).text)


def out(party: Party, text: str) -> Party:
    """`out:9c4h`: dealt with on this floor, nobody says by whom."""
    return _out(party, _cards(party, text))


def _out(party: Party, cards: Sort, here: bool = True) -> Party:
    """Discards cards; with `here` those that lay in this room have left it."""
    room = Room(party)
    gone = cards - room.hands - room.aside
    named = gone - room.places.by_card().keys()
    # A card that somebody holds leaves the room too, but for no discard pile.
    left = dict.fromkeys(sorted(room.places.lies & cards) if here else (), NOBODY)
    return replace(
        party,
        cards=room.places.without(cards).to_discard(gone).text,
        deeds=write_deeds({**left, **room.deeds}),
        unnamed=max(0, party.unnamed - len(named)),
    )


def return_to_pile(party: Party, text: str) -> Party:
    """`in:9c`: in the pile after all."""
    return replace(party, cards=Room(party).places.without(_cards(party, text)).text)


def stays(party: Party, rest: str) -> Party:
    """`stays:9c`: only this card is left of the room; the others have been dealt with.

    `stays:1.4:9c` where room 5 has begun: all that still lies here is of the room before.
    """
    name, _, card = rest.rpartition(":")
    cards = _cards(party, card)
    if len(cards) > 1:
        raise Malformed(gettext_noop("Only one card stays."))
    before = bool(name) and rooms_ahead(party, name) == -1
    if name and not before:
        check_here(party, name)
    party = _out(party, Room(party).places.lies - cards, here=not before)
    room = Room(party)
    deeds = {card: by for card, by in room.deeds.items() if card not in cards}
    return replace(party, cards=room.places.to_room(cards).text, deeds=write_deeds(deeds))


def pile(party: Party, rest: str) -> Party:
    """`pile:=23` as counted by hand; `pile:new` shuffled anew; `pile:?` nobody knows any more."""
    room = Room(party)
    if rest == "new":
        lies = room.places.without(room.places.out | room.places.under)
        return replace(party, cards=lies.text, unnamed=0, unsure=False)
    if rest == "?":
        return replace(party, unsure=True)
    count = COUNT.fullmatch(rest)
    if not count:
        raise Malformed(gettext_noop("“{text}” says nothing about the pile."), text=excerpt(rest))
    # Whatever the pile does not hold must have gone by unnamed.
    most = len(room.unseen) - room.missing
    if int(count[1]) > most:
        raise Refused(MOST_IN_PILE, n=most)
    return replace(party, unnamed=most - int(count[1]), unsure=False)


def _cards(party: Party, text: str) -> Sort:
    """Cards of this pack, at least one, each named once."""
    if not is_strip(text):
        raise Malformed(gettext_noop("“{text}” is not a row of cards."), text=excerpt(text))
    cards = strip_set(text)
    if strange := sorted(cards - Room(party).pack):
        raise Malformed(gettext_noop("{card} isn’t in this pack."), card=card_name(strange[0]))
    return cards
