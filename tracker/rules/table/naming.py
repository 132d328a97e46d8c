"""Commands by which people say where cards lie: `deal:1.4:9cKd4h`, `take:1.4:fight:0:9c:bare`.

A room is named by floor and number (`1.4`), a moment of it also by how many cards have left it
(`1.4.3`): so each command is safe to be sent twice, late, and by two phones. Nothing that the rules
of play forbid is refused here. Every function raises Malformed for what means nothing, and Refused
for what cannot be so any more.
"""

from __future__ import annotations

import re
from dataclasses import replace

from tracker.rules.cards import PACK, SPECIAL_CARDS, card_name
from tracker.rules.input import excerpt, first_and_rest
from tracker.rules.protocol import BadSetup
from tracker.rules.refusals import Malformed, Refused, Repetition
from tracker.rules.table import account, by_hand
from tracker.rules.table.deeds import DEEDS
from tracker.rules.table.fields import NUMBERS
from tracker.rules.table.house_rules import KINDS, read_options, with_options
from tracker.rules.table.notation import without_cards
from tracker.rules.table.party import GAME, REFEREE, ROOM, Party
from tracker.rules.table.pile import Sort
from tracker.rules.table.places import NOBODY, write_deeds
from tracker.rules.table.rascal import INV
from tracker.rules.table.red_cards import returning
from tracker.rules.table.room import Room, room_name
from tracker.rules.table.seats import FOR_ONE
from tracker.rules.table.strip import is_strip, strip_set
from tracker.rules.words import gettext_noop, ngettext_noop

ROOM_NAME = re.compile(r"([1-9]\d{0,3})\.([1-9]\d{0,3})", re.ASCII)
MOST_IN_PILE = ngettext_noop(
    "At most {n} card can be in the pile. Say first which are back.",
    "At most {n} cards can be in the pile. Say first which are back.",
    "n",
)
COUNT = re.compile(r"=(\d{1,2})", re.ASCII)
FLOOR_NAME = re.compile(r"[1-9]\d{0,3}", re.ASCII)
NO_ROOM = gettext_noop("“{room}” is not a room.")
NO_FLOOR = gettext_noop("“{floor}” is not a floor.")


def deal(party: Party, rest: str) -> Party:
    """`deal:1.4:9cKd`: in that room these cards lie, whatever was thought of them before."""
    name, text = first_and_rest(rest)
    cards = _cards(party, text)
    party = _entered(party, name)
    room = Room(party)
    fresh = cards - room.deeds.keys()
    used = without_cards(party.used, [c for c in SPECIAL_CARDS if c in fresh & room.aside])
    return replace(party.with_used(used), cards=room.places.to_room(fresh).text)


def take(party: Party, rest: str) -> Party:
    """`take:1.4:fight:0:9c:weapon`: the deed, once. The first card of the next room opens it."""
    name, deed = first_and_rest(rest)
    verb, number, after = (*deed.split(":", 2), "", "")[:3]
    card = first_and_rest(after)[0]
    if verb not in DEEDS or number not in NUMBERS or card not in PACK:
        raise Malformed(gettext_noop("“{text}” is not a card taken in a room."), text=excerpt(rest))
    ahead = _rooms_ahead(party, name)
    room = Room(party)
    pocket = party.players[int(number)].pocket if verb.startswith(INV) else ""
    if card not in room.places.lies | room.unseen | {pocket}:
        reason, brief = (
            gettext_noop("The {card} has been dealt with already."),
            gettext_noop("Told already: {card}"),
        )
        raise Repetition(reason, brief, card=card_name(card))
    if ahead == 1 and room.over:
        party = next_room(party)
    done = DEEDS[verb](party, int(number), after)
    return _late(party, done, card) if ahead < 0 else done


def _late(before: Party, after: Party, card: str) -> Party:
    """It happened in a room that is over: the account of this one stays as it is."""
    named = card in Room(before).unseen
    return replace(
        after,
        unnamed=max(0, before.unnamed - named),
        **{name: getattr(before, name) for name in ("deeds", "turn", "passed", "offers")},
    )


def step_room(party: Party, rest: str) -> Party:
    """`room:+1:1.4` leaves room 4, once, however many phones say so; `room:+1` names none."""
    amount, name = first_and_rest(rest)
    if name and not ROOM_NAME.fullmatch(name):
        raise Malformed(NO_ROOM, room=excerpt(name))
    after = by_hand.room(party, amount)
    return after if name in ("", room_name(party)) else party


def step_floor(party: Party, rest: str) -> Party:
    """`floor:+1:4` leaves floor 4, once, however many phones say so; `floor:+1` names none."""
    amount, name = first_and_rest(rest)
    if name and not FLOOR_NAME.fullmatch(name):
        raise Malformed(NO_FLOOR, floor=excerpt(name))
    after = by_hand.floor(party, amount)
    return after if name in ("", str(party.floor)) else party


def next_room(party: Party) -> Party:
    return by_hand.room(party, "+1")


def move_on(party: Party, name: str) -> Party:
    """`next:1.4`: from that room to the next, whatever is left of it (rules.md 5.3)."""
    check_here(party, name)
    return next_room(party)


def drop(party: Party, rest: str) -> Party:
    """`drop:1.4:7h`: what is in the pocket is carried into the next room (rules.md 5.3, R10)."""
    name, card = first_and_rest(rest)
    check_here(party, name)
    number = next((n for n in party.seated if card and party.players[n].pocket == card), None)
    if number is None:
        raise Refused(gettext_noop("That card is not in the pocket."))
    party = next_room(party).with_player(number, pocket="")
    return replace(party, cards=Room(party).places.to_room([card]).text)


def descend(party: Party, name: str) -> Party:
    """`descend:5`: that floor begins, and what it brings back is in the pile (rules.md 3.9, 3.10).

    Nothing where that floor is not the next one: it was said before.
    """
    if not FLOOR_NAME.fullmatch(name):
        raise Malformed(NO_FLOOR, floor=excerpt(name))
    if int(name) != party.floor + 1:
        return party
    party = by_hand.floor(party, "+1")
    return party.with_used(without_cards(party.used, returning(party.floor)))


def lift(party: Party, text: str) -> Party:
    """`lift:9c`: it does not lie in the room; nobody has seen it."""
    room = Room(party)
    lying = _cards(party, text) & room.places.lies
    return replace(party, cards=room.places.without(lying).text)


def out(party: Party, text: str) -> Party:
    """`out:9c4h`: dealt with on this floor, nobody says by whom."""
    return _out(party, _cards(party, text))


def _out(party: Party, cards: Sort, here: bool = True) -> Party:
    """Those that lay here have left this room, unless it was not `here` that they were dealt."""
    room = Room(party)
    gone = cards - room.hands - room.aside
    named = gone - room.places.by_card().keys()
    left = dict.fromkeys(sorted(room.places.lies & gone) if here else (), NOBODY)
    return replace(
        party,
        cards=room.places.to_discard(gone).text,
        deeds=write_deeds({**left, **room.deeds}),
        unnamed=max(0, party.unnamed - len(named)),
    )


def back(party: Party, text: str) -> Party:
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
    before = bool(name) and _rooms_ahead(party, name) == -1
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
    most = len(room.unseen) - room.missing
    if int(count[1]) > most:
        raise Refused(MOST_IN_PILE, n=most)
    return replace(party, unnamed=most - int(count[1]), unsure=False)


def referee(party: Party, word: str) -> Party:
    """Cards are counted (`count`), the room is on the table too (`room`), or neither (`off`)."""
    if not REFEREE.fits(word):
        raise Malformed(gettext_noop("“{text}” is no way to count cards."), text=excerpt(word))
    return replace(party, referee=word)


def game(party: Party, word: str) -> Party:
    """Which game is played with the cards; their account begins anew."""
    if not GAME.fits(word):
        raise Malformed(gettext_noop("“{game}” is no game for real cards."), game=excerpt(word))
    if word == party.game:
        return party
    if word != "coop" and len(party.seated) > 1:
        raise Refused(FOR_ONE)
    for number in party.seated:
        party = party.with_player(number, knife="", pocket="")
    fresh = replace(party, cards="", unnamed=0, unsure=False, ran=False, passed="")
    return account.clear_room(replace(fresh, game=word))


def rules(party: Party, text: str) -> Party:
    """`rules:jokers=False`: the house rules that are not the usual ones, in any order.

    Those of the game that is played; what was agreed on for the others stays.
    """
    kind = KINDS[party.game]
    try:
        chosen, others = read_options(text, kind), with_options(text, kind())
    except BadSetup:
        raise Malformed(gettext_noop("These house rules do not go together.")) from None
    except ValueError:
        raise Malformed(gettext_noop("“{text}” is no house rule."), text=excerpt(text)) from None
    if others:
        raise Malformed(gettext_noop("“{text}” is a house rule of another game."), text=others)
    return replace(party, house_rules=with_options(party.house_rules, chosen))


def _cards(party: Party, text: str) -> Sort:
    """Cards of this pack, at least one, each named once."""
    if not is_strip(text):
        raise Malformed(gettext_noop("“{text}” is not a row of cards."), text=excerpt(text))
    cards = strip_set(text)
    if strange := sorted(cards - Room(party).pack):
        raise Malformed(gettext_noop("{card} is not in this pack."), card=card_name(strange[0]))
    return cards


def _rooms_ahead(party: Party, name: str) -> int:
    """How far the room of that name lies from the one being played: 0, 1 ahead, -1 behind."""
    match = ROOM_NAME.fullmatch(name)
    if not match:
        raise Malformed(NO_ROOM, room=excerpt(name))
    if int(match[1]) != party.floor:
        raise Refused(gettext_noop("Floor {floor} is not the one being played."), floor=match[1])
    return int(match[2]) - party.room


def check_here(party: Party, name: str) -> None:
    ahead, reason = (
        _rooms_ahead(party, name),
        gettext_noop("Room {room} is not the one being played."),
    )
    if ahead < 0:
        raise Repetition(reason, gettext_noop("Told already: room {room}"), room=name)
    if ahead:
        raise Refused(reason, room=name)


def _entered(party: Party, name: str) -> Party:
    """The party in the room of that name, which may be the next one."""
    if _rooms_ahead(party, name) == 1 and ROOM.fits(party.room + 1):
        return next_room(party)
    check_here(party, name)
    return party
