"""Commands by which people say where cards lie: `deal:1.4:9cKd4h`, `take:1.4:fight:0:9c:bare`.

A room is named by floor and number (`1.4`), a moment of it also by how many cards have left it
(`1.4.3`): so each command is safe to be sent twice, late, and by two phones. Nothing that the rules
of play forbid is refused here. Every function raises Malformed for what means nothing, and Refused
for what cannot be so any more.
"""

from __future__ import annotations

import re
from dataclasses import replace

from tracker.rules.cards import POTIONS, SPECIAL_CARDS, card_name
from tracker.rules.input import excerpt, first_and_rest
from tracker.rules.protocol import BadSetup
from tracker.rules.refusals import Malformed, Refused
from tracker.rules.table import account, actions, by_hand
from tracker.rules.table.fields import NUMBERS
from tracker.rules.table.house_rules import read_house_rules, write_house_rules
from tracker.rules.table.notation import without_cards
from tracker.rules.table.party import GAME, REFEREE, ROOM, Party
from tracker.rules.table.pile import Sort
from tracker.rules.table.places import NOBODY, write_deeds
from tracker.rules.table.red_cards import returning
from tracker.rules.table.room import Room, next_living
from tracker.rules.table.strip import is_strip, strip_set

ROOM_NAME = re.compile(r"([1-9]\d{0,3})\.([1-9]\d{0,3})", re.ASCII)
MOMENT = re.compile(r"([1-9]\d{0,3}\.[1-9]\d{0,3})\.(\d{1,2})", re.ASCII)
COUNT = re.compile(r"=(\d{1,2})", re.ASCII)
FLOOR_NAME = re.compile(r"[1-9]\d{0,3}", re.ASCII)


def fight(party: Party, number: int, rest: str) -> Party:
    return account.act(party, number, "fight", rest, by_hand.fight)


def drink(party: Party, number: int, card: str) -> Party:
    """Alone only the first potion of a room heals; it is gone all the same (rules.md 4.4, S8)."""
    spent = party.game == "solo" and Room(party).drunk
    deed = _nothing if spent and card in POTIONS else actions.drink
    return account.act(party, number, "drink", card, deed)


def _nothing(party: Party, _number: int, _card: str) -> Party:
    return party


def equip(party: Party, number: int, card: str) -> Party:
    return account.act(party, number, "equip", card, actions.equip)


def use(party: Party, number: int, card: str) -> Party:
    return account.act(party, number, "use", card, actions.use)


def place(party: Party, number: int, card: str) -> Party:
    """A red picture or the red joker is laid aside unused (rules.md 3.5; C12, C32)."""
    if card not in SPECIAL_CARDS[1:]:
        raise Malformed("{card} cannot be laid aside unused.", card=excerpt(card))
    return account.act(party, number, "place", card, _nothing)


DEEDS = {"fight": fight, "drink": drink, "equip": equip, "use": use, "place": place}
"""What a player does with a card of the room."""


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
    if verb not in DEEDS or number not in NUMBERS or len(strip_set(card)) != 1:
        raise Malformed("“{text}” is not a card taken in a room.", text=excerpt(rest))
    ahead = _rooms_ahead(party, name)
    room = Room(party)
    if card not in room.places.lies | room.unseen:
        raise Refused("The {card} has been dealt with already.", card=card_name(card))
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


def skip(party: Party, number: int, name: str) -> Party:
    """`pass:1:1.4.3`. Nobody passes twice in a row: a second time is the same said again."""
    if not _is_now(party, name) or str(number) in party.passed:
        return party
    party = account.reach(party, number)
    passed = f"{party.passed}{number}"
    return replace(party, passed=passed, offers="", turn=next_living(party, number))


def offer(party: Party, number: int, name: str) -> Party:
    """`offer:1:1.4.3`: the player stands in the row of those who would run (rules.md 3.7)."""
    if not _is_now(party, name) or str(number) in party.offers:
        return party
    party = account.reach(party, number)
    passed = party.passed.replace(str(number), "")
    offers, turn = f"{party.offers}{number}", next_living(party, number)
    return replace(party, passed=passed, offers=offers, turn=turn)


def run(party: Party, rest: str) -> Party:
    """`run:1.4`: everybody agrees (rules.md 3.7); `run:1.4:9cKd` names what lay there besides.

    Where a run does not count as a room (C23) its name does not tell whether it was said before:
    then an untouched room after a run is the same said again.
    """
    name, cards = first_and_rest(rest)
    _check_here(party, name)
    if cards:
        party = deal(party, rest)
    room = Room(party)
    if party.ran and not room.options.count_runs and not room.taken and not room.places.lies:
        return party
    return account.run(party)


def next_room(party: Party) -> Party:
    return by_hand.room(party, "+1")


def descend(party: Party, name: str) -> Party:
    """`descend:5`: that floor begins, and what it brings back is in the pile (rules.md 3.9, 3.10).

    Nothing where that floor is not the next one: it was said before.
    """
    if not FLOOR_NAME.fullmatch(name):
        raise Malformed("“{floor}” is not a floor.", floor=excerpt(name))
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


def _out(party: Party, cards: Sort) -> Party:
    room = Room(party)
    gone = cards - room.hands - room.aside
    named = gone - room.places.by_card().keys()
    left = dict.fromkeys(sorted(room.places.lies & gone), NOBODY)
    return replace(
        party,
        cards=room.places.to_discard(gone).text,
        deeds=write_deeds({**left, **room.deeds}),
        unnamed=max(0, party.unnamed - len(named)),
    )


def back(party: Party, text: str) -> Party:
    """`in:9c`: in the pile after all."""
    return replace(party, cards=Room(party).places.without(_cards(party, text)).text)


def stays(party: Party, card: str) -> Party:
    """`stays:9c`: only this card is left of the room; the others have been dealt with."""
    cards = _cards(party, card)
    if len(cards) > 1:
        raise Malformed("Only one card stays.")
    party = _out(party, Room(party).places.lies - cards)
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
        raise Malformed("“{text}” says nothing about the pile.", text=excerpt(rest))
    most = len(room.unseen) - room.missing
    if int(count[1]) > most:
        raise Refused("At most {n} cards can be in the pile. Say first which are back.", n=most)
    return replace(party, unnamed=most - int(count[1]), unsure=False)


def turn(party: Party, number: int, _: str) -> Party:
    """This player is to act. Raises Refused for somebody who is not at the table."""
    if number not in party.seated:
        raise Refused("{name} is not at the table.", name=party.name(number))
    return replace(party, turn=number)


def referee(party: Party, word: str) -> Party:
    """Cards are counted (`count`), the room is on the table too (`room`), or neither (`off`)."""
    if not REFEREE.fits(word):
        raise Malformed("“{text}” is no way to count cards.", text=excerpt(word))
    return replace(party, referee=word)


def game(party: Party, word: str) -> Party:
    """Which game is played with the cards; their account begins anew."""
    if not GAME.fits(word):
        raise Malformed("“{game}” is no game for real cards.", game=excerpt(word))
    if word == party.game:
        return party
    if word != "coop" and len(party.seated) > 1:
        raise Refused("This game is for one player.")
    fresh = replace(party, cards="", unnamed=0, unsure=False, ran=False, passed="")
    return account.clear_room(replace(fresh, game=word))


def rules(party: Party, text: str) -> Party:
    """`rules:jokers=False`: the house rules that are not the usual ones, in any order."""
    try:
        chosen = read_house_rules(text)
    except BadSetup:
        raise Malformed("These house rules do not go together.") from None
    except ValueError:
        raise Malformed("“{text}” is no house rule.", text=excerpt(text)) from None
    return replace(party, house_rules=write_house_rules(chosen))


def _cards(party: Party, text: str) -> Sort:
    """Cards of this pack, at least one, each named once."""
    if not is_strip(text):
        raise Malformed("“{text}” is not a row of cards.", text=excerpt(text))
    cards = strip_set(text)
    if strange := sorted(cards - Room(party).pack):
        raise Malformed("{card} is not in this pack.", card=card_name(strange[0]))
    return cards


def _rooms_ahead(party: Party, name: str) -> int:
    """How far the room of that name lies from the one being played: 0, 1 ahead, -1 behind."""
    match = ROOM_NAME.fullmatch(name)
    if not match:
        raise Malformed("“{room}” is not a room.", room=excerpt(name))
    if int(match[1]) != party.floor:
        raise Refused("Floor {floor} is not the one being played.", floor=match[1])
    return int(match[2]) - party.room


def _check_here(party: Party, name: str) -> None:
    if _rooms_ahead(party, name):
        raise Refused("Room {room} is not the one being played.", room=name)


def _entered(party: Party, name: str) -> Party:
    """The party in the room of that name, which may be the next one."""
    if _rooms_ahead(party, name) == 1 and ROOM.fits(party.room + 1):
        return next_room(party)
    _check_here(party, name)
    return party


def _is_now(party: Party, name: str) -> bool:
    """Whether it is still the moment `1.4.3`: in room 4, when three cards have left it.

    Once another has, it is the same said late, by a second phone or one without a network.
    """
    moment = MOMENT.fullmatch(name)
    if not moment:
        raise Malformed("“{moment}” is not a moment of a room.", moment=excerpt(name))
    _check_here(party, moment[1])
    return int(moment[2]) == Room(party).taken
