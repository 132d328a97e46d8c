"""Bookkeeping of the cards: it follows what happens at the table (rules.md 3.14).

`track_moved_cards` follows cards in and out of hands, `play_card` a card of the room that somebody
deals with; the rest begins and ends rooms and floors. Nothing here is ever refused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tracker.rules.games.coop.cards import returning
from tracker.rules.games.rascal import INV
from tracker.rules.table.room.room import Room, next_living, pass_lead, to_act
from tracker.rules.table.state.fields import SKIPPED
from tracker.rules.table.state.party import ROOM, Party, Player
from tracker.rules.table.texts.card_rows import POCKET, UNUSED, Places, read_places, write_deeds
from tracker.rules.table.texts.notation import used_cards, write_used

IDLE = ("place", "toss", "store")
"""Deeds by which a card leaves the room unused."""

Deed = Callable[[Party, int, str], Party]


def track_moved_cards(before: Party, after: Party) -> Party:
    """Puts a card that leaves a hand on the discard; one that enters a hand lies nowhere.

    If players say that a held card is also in the room, both stay. The room that lies there keeps
    its size, whoever comes or goes.
    """
    if _same_hands(before, after):
        return after
    was, now = Room(before), Room(after)
    hand_before, hand = was.hands | was.aside, now.hands | now.aside
    # A card that also lies in the room stays there when its holder drops it.
    dropped = was.hands - hand - was.places.lies - now.places.lies
    cards = now.places.to_discard(dropped).without(hand - hand_before).text
    same = before.living == after.living and before.seating == after.seating
    return replace(after, cards=cards, dealt=after.dealt if same else _dealt(was, now))


def _dealt(was: Room, now: Room) -> int:
    """The size that a room keeps when somebody joins, leaves or falls (rules.md 3.14.1, C9).

    The next one is dealt for those who sit here by then. A card that lies alone is no room yet.
    """
    begun = len(was.places.lies) + was.taken > 1
    return was.dealt if begun and was.dealt != now.dealt else now.party.dealt


def drop_stray_cards(party: Party, before: Party, change: tuple[str, str]) -> Party:
    """Lifts each card that an undo put back into a hand.

    `change` holds the places of cards before and after the undone line. Only cards that the line
    itself laid down are lifted: one that was held and lay somewhere before it does so again.
    """
    was, now = Room(before), Room(party)
    lay, laid = (read_places(text).by_card().keys() for text in change)
    # Undo rewrites hands and places apart, so one card could end up in both.
    back = (now.hands | now.aside) - was.hands - was.aside
    strays = back & (laid - lay) & now.places.by_card().keys()
    return replace(party, cards=now.places.without(strays).text) if strays else party


def play_card(party: Party, number: int, verb: str, rest: str, deed: Deed) -> Party:
    """Carries out a deed with a card of the room and moves the card, the turn and the passes."""
    card = rest.partition(":")[0]
    # The deed may fell the player, so the turn advances first.
    after = deed(advance_turn_to(party, number), number, rest)
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
    """The mark of a deed; a card put into the pocket and taken out left the room once (R8)."""
    pocket = verb.startswith(INV)
    by = f"{UNUSED}{number}" if verb.removeprefix(INV) in IDLE else str(number)
    # A card pocketed in an earlier room does not count as taken from this one.
    return f"{POCKET}{by}" if pocket and card not in room.deeds else by


def advance_turn_to(party: Party, number: int) -> Party:
    """Gives the turn to this player and ends a row of offers.

    The players between are marked as skipped. They may have passed, but nobody has said so: it is
    no pass that C10 counts. A Red Room has no turns; a player who has left or fallen skips nobody.
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
    return passed.replace(str(number), "").replace(SKIPPED[number], "") + mark


def enter_room(before: Party, after: Party) -> Party:
    """Counts the cards of the room before that nobody named, but for the card that stays."""
    room = Room(before)
    # If nothing lies open, the card that stays is one of the unnamed ones.
    gone_by = max(0, room.missing - (not room.places.lies))
    return clear_room(replace(after, unnamed=after.unnamed + gone_by, ran=False))


def enter_floor(after: Party) -> Party:
    """Makes the discard the new pile; a card that lies alone is carried on (rules.md 3.9, C2).

    If the room is dealt through to the next floor (C1), it is still the same room.
    """
    room = Room(after)
    lies = room.places.lies
    # Nothing lies and nothing was taken: the pile ran out while this room was dealt.
    dealing = room.options.refill == "through" and not lies and not room.taken
    carried = len(lies) == 1 and room.options.floor_carry == "keep"
    places = Places(lies if carried else frozenset())
    ran = after.ran and dealing
    return clear_room(replace(after, cards=places.text, unnamed=0, unsure=False, ran=ran))


def returning_on(floor: int, used: str) -> str:
    """The cards among the used ones that this floor brings back (rules.md 3.10)."""
    return write_used(card for card in used_cards(used) if card in returning(floor))


def clear_room(party: Party) -> Party:
    """Starts a room with a clean slate; its leader is to act (rules.md 3.3)."""
    forgotten = Room(party).options.pass_memory == "room"  # C10
    passed = "" if forgotten else party.passed
    return replace(party, deeds="", dealt=0, passed=passed, offers="", turn=party.first)


def run(party: Party) -> Party:
    """Puts the room under the pile and goes to the next one (rules.md 3.7, C23)."""
    room = Room(party)
    shuffled = party.game == "solo" and room.solo_options.skip == "reshuffle"  # S1
    places = Places(frozenset(), room.places.out) if shuffled else room.places.run()
    # A bool adds 0 or 1: tables differ on whether a run counts as a room (C23).
    number = ROOM.clamp(party.room + room.options.count_runs)
    after = replace(party, cards=places.text, room=number, passed="")
    return replace(clear_room(pass_lead(after, 1)), ran=True)


def _same_hands(before: Party, after: Party) -> bool:
    """Whether no card moved in or out of a hand; cheap, for a tap of hp asks nothing else."""
    if before.used != after.used or before.seating != after.seating:
        return False
    return all(
        # A player who falls or gets up drops or regains a hand although no text has changed.
        was is now or (_cards_in_hand(was) == _cards_in_hand(now) and was.fallen == now.fallen)
        for was, now in zip(before.players, after.players, strict=True)
    )


def _cards_in_hand(player: Player) -> tuple[str, ...]:
    return player.weapon, player.shields, player.knife, player.pocket
