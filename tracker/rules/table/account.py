"""How the account of the cards follows what happens at the table (rules.md 3.14).

`follow` goes with the hands, whatever moved them; `act` with a card that somebody deals with; the
rest is about the rooms and floors that come and go. Nothing here is ever refused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tracker.rules.table.fields import SKIPPED, both
from tracker.rules.table.party import Party
from tracker.rules.table.places import POCKET, UNUSED, Places, read_places, write_deeds
from tracker.rules.table.player import Player
from tracker.rules.table.room import Room, next_living, to_act
from tracker.rules.table.seats import pass_lead

IDLE = ("place", "toss", "store")
"""What leaves the room by these has not been used in it."""

Deed = Callable[[Party, int, str], Party]


def follow(before: Party, after: Party) -> Party:
    """A card that leaves a hand is out; one that comes into a hand or is set aside lies nowhere.

    Where people say that a card they hold lies in the room as well, both stand.
    """
    if _same_hands(before, after):
        return after
    was, now = Room(before), Room(after)
    hand_before, hand = was.hands | was.aside, now.hands | now.aside
    dropped = was.hands - hand - was.places.lies - now.places.lies
    return replace(after, cards=now.places.to_discard(dropped).without(hand - hand_before).text)


def free(party: Party, before: Party, change: tuple[str, str]) -> Party:
    """After a line was undone: a card that is in a hand again lies nowhere any more.

    `change` is where cards lay before and after that line. Only what the line itself laid down is
    meant: a card that lay somewhere before it, and was held as well, does so again.
    """
    was, now = Room(before), Room(party)
    lay, laid = (read_places(text).by_card().keys() for text in change)
    back = (now.hands | now.aside) - was.hands - was.aside
    strays = back & (laid - lay) & now.places.by_card().keys()
    return replace(party, cards=now.places.without(strays).text) if strays else party


def act(party: Party, number: int, verb: str, rest: str, deed: Deed) -> Party:
    """A player deals with a card of the room: the deed itself, and what the room makes of it."""
    card = rest.partition(":")[0]
    # Who was passed over is seen from the room as it was before.
    after = deed(reach(party, number), number, rest)
    room = Room(after)
    in_hand = card in room.hands or card in room.aside
    places = room.places.without([card]) if in_hand else room.places.to_discard([card])
    return replace(
        after,
        cards=places.text,
        deeds=write_deeds({**room.deeds, card: _by(room, number, verb, card)}),
        passed=marked(after.passed, number),
        offers="",
        turn=next_living(after, number),
    )


def _by(room: Room, number: int, verb: str, card: str) -> str:
    """A card that is put into the pocket and taken out in one room has left it once (R8)."""
    pocket = verb.startswith("inv-")
    by = f"{UNUSED}{number}" if verb.removeprefix("inv-") in IDLE else str(number)
    return f"{POCKET}{by}" if pocket and card not in room.deeds else by


def reach(party: Party, number: int) -> Party:
    """The turn has come to this player: it has passed over those between, which breaks a row of
    offers. They may have passed; nobody has said so, so it is no pass that C10 counts.

    A Red Room has no turns, and who does not sit here or has fallen skips nobody.
    """
    if number not in party.living or to_act(party) == number or Room(party).red:
        return party
    here, passed = to_act(party), party.passed
    while here != number:
        passed = marked(passed, here, SKIPPED[here])
        here = next_living(party, here)
    return replace(party, passed=passed, offers="")


def marked(passed: str, number: int, mark: str = "") -> str:
    """The text of Party.passed with this mark of a player, or none, in place of an earlier one."""
    others = (other for other in passed if other not in both(str(number)))
    return "".join((*others, mark))


def enter_room(before: Party, after: Party) -> Party:
    """What nobody named in the room before has gone by unnamed, but for the card that stays."""
    room = Room(before)
    gone_by = max(0, room.missing - (not room.places.lies))
    return clear_room(replace(after, unnamed=after.unnamed + gone_by, ran=False))


def enter_floor(after: Party) -> Party:
    """The discard is the new pile; one card that lies alone is carried on (rules.md 3.9, C2).

    Where the cards of a room are dealt through to the next floor (C1), it is still that room.
    """
    room = Room(after)
    lies = room.places.lies
    dealing = room.options.refill == "through" and not lies and not room.taken
    carried = len(lies) == 1 and room.options.floor_carry == "keep"
    places = Places(lies if carried else frozenset())
    ran = after.ran and dealing
    return clear_room(replace(after, cards=places.text, unnamed=0, unsure=False, ran=ran))


def clear_room(party: Party) -> Party:
    """Each room starts with a clean slate, and who leads is to act (rules.md 3.3)."""
    forgotten = Room(party).options.pass_memory == "room"  # C10
    passed = "" if forgotten else party.passed
    return replace(party, deeds="", passed=passed, offers="", turn=party.first)


def run(party: Party) -> Party:
    """The room goes under the pile, and the next one comes (rules.md 3.7, C23)."""
    room = Room(party)
    shuffled = party.game == "solo" and room.solo_options.skip == "reshuffle"  # S1
    places = Places(frozenset(), room.places.out) if shuffled else room.places.run()
    number = party.room + room.options.count_runs
    after = replace(party, cards=places.text, room=number, passed="")
    return replace(clear_room(pass_lead(after, 1)), ran=True)


def _same_hands(before: Party, after: Party) -> bool:
    """Cheap to ask: a tap of hp pays for nothing else."""
    if before.used != after.used or before.seating != after.seating:
        return False
    return all(
        was is now or (_arms(was) == _arms(now) and was.fallen == now.fallen)
        for was, now in zip(before.players, after.players, strict=True)
    )


def _arms(player: Player) -> tuple[str, ...]:
    return player.weapon, player.shields, player.knife, player.pocket
