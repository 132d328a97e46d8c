"""The place of every card of the pack, as far as a table has said (rules.md 3.14).

People say which cards lie in the room, and every action names the card that it deals with; hands
and set-aside cards stand in the texts of the party. All other cards are unseen: in the pile, in the
room but not yet said, or gone by without a name. Nothing of this is ever stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain
from typing import NamedTuple

from tracker.rules.cards import PACK, POTIONS, is_red
from tracker.rules.games.coop.state import CoopOptions
from tracker.rules.games.dungeon import LONE_PACK, MONSTERS, ROOM_SIZE
from tracker.rules.games.rascal import RascalOptions
from tracker.rules.games.scoundrel import ScoundrelOptions
from tracker.rules.table.state.party import Party, Player
from tracker.rules.table.texts.card_rows import (
    NOBODY,
    POCKET,
    UNUSED,
    Places,
    Sort,
    read_deeds,
    read_places,
    read_strip,
)
from tracker.rules.table.texts.house_rules import read_options
from tracker.rules.table.texts.notation import used_cards

ALL = frozenset(PACK)


class Draw(NamedTuple):
    """`size` cards come out of `cards`, each as likely as any other."""

    cards: Sort
    size: int


@dataclass(frozen=True)
class Pile:
    """The draw pile as far as a table knows it: `top` may lie in the upper part and `depth` of them
    do; `runs` lie below, highest first.

    The upper part lies in an order nobody knows. `runs` are the rooms that were run from, each as
    it was put there. The next cards are random hands: some out of the upper part, the rest out of
    the runs, from the top down.

    `depth` is smaller than `top` where cards have gone by that nobody named: which of them are
    missing is not known either. Raises ValueError where more should lie there than can.
    """

    top: Sort
    depth: int
    runs: tuple[Sort, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.depth <= len(self.top):
            raise ValueError("the upper part has more cards than may lie in it")

    @property
    def size(self) -> int:
        return self.depth + sum(map(len, self.runs))

    @property
    def sure(self) -> bool:
        """Whether every card of the pile is known by name."""
        return self.depth == len(self.top)

    @property
    def cards(self) -> Sort:
        """Every card that may lie in it."""
        return self.top.union(*self.runs)

    def draws(self, count: int, skip: int = 0) -> list[Draw]:
        """The parts of the pile that the next `count` cards come out of, after `skip` others.

        Cards that are skipped unseen change nothing for the later ones of the same part. Raises
        ValueError where the pile has not so many.
        """
        if skip < 0 or count < 0 or skip + count > self.size:
            raise ValueError(f"the pile has {self.size} cards, not {skip + count}")
        found = []
        for cards, depth in ((self.top, self.depth), *((run, len(run)) for run in self.runs)):
            # Skipped cards come off the top first, then out of the runs below.
            above = min(skip, depth)
            taken = min(count, depth - above)
            skip, count = skip - above, count - taken
            if taken:
                found.append(Draw(cards, taken))
        return found


@dataclass(frozen=True)
class Room:
    """The room a party is in, and the pile it was dealt from."""

    party: Party

    @cached_property
    def options(self) -> CoopOptions:
        """The house rules of the co-operative game; the usual ones where one plays alone."""
        coop = self.party.game == "coop"
        return read_options(self.party.house_rules if coop else "", CoopOptions)

    @property
    def solo_options(self) -> ScoundrelOptions:
        """The house rules of Scoundrel for one."""
        return read_options(self.party.house_rules, ScoundrelOptions)

    @property
    def rascal_options(self) -> RascalOptions:
        """The house rules of Rascal."""
        return read_options(self.party.house_rules, RascalOptions)

    @cached_property
    def pack(self) -> Sort:
        """The cards this game is played with (rules.md 3.1, 4.1, 5.1; C35)."""
        if self.party.game == "rascal":
            return frozenset(LONE_PACK).difference(self.rascal_options.removed)
        if self.party.game == "solo":
            return frozenset(LONE_PACK)
        # The two jokers are the last of PACK.
        return frozenset(PACK if self.options.jokers else PACK[:-2])

    @cached_property
    def places(self) -> Places:
        """The places of cards, as far as the table has said."""
        places = read_places(self.party.cards)
        # A house rule may leave out cards that were laid out before it was chosen.
        return places.without(ALL - self.pack) if self.party.house_rules else places

    @cached_property
    def deeds(self) -> Mapping[str, str]:
        """The cards of this room that were dealt with, and by whom (card_rows.py)."""
        return read_deeds(self.party.deeds)

    @cached_property
    def hands(self) -> Sort:
        """Weapons, enemies on them and shields of those who live and sit here."""
        # The fallen hold nothing: their cards are on the discard (rules.md 3.6).
        holders = map(self.party.players.__getitem__, self.party.living)
        return frozenset(chain.from_iterable(map(hand, holders)))

    @cached_property
    def aside(self) -> Sort:
        """Cards that stand among the used ones."""
        return frozenset(used_cards(self.party.used))

    @cached_property
    def unseen(self) -> Sort:
        """Cards nobody has named on this floor, and those under the pile."""
        return self.pack - self.hands - self.aside - self.places.lies - self.places.out

    @cached_property
    def taken(self) -> int:
        """The number of cards that have left the room."""
        # A card out of the pocket was taken from an earlier room already.
        return sum(not by.startswith(POCKET) for by in self.deeds.values())

    @property
    def fights(self) -> int:
        """Enemies fought in this room."""
        return sum(card in MONSTERS and by != NOBODY for card, by in self.deeds.items())

    def reds(self, number: int) -> int:
        """Red cards this player has used in this room (rules.md 3.7, C12)."""
        by = (str(number), f"{UNUSED}{number}") if self.options.place_counts else (str(number),)
        return sum(is_red(card) and who in by for card, who in self.deeds.items())

    @property
    def drunk(self) -> bool:
        """Whether somebody has drunk a potion in this room (rules.md 4.4, S8; 5.3, R13, R14)."""
        return any(
            card in POTIONS and by != NOBODY and UNUSED not in by for card, by in self.deeds.items()
        )

    @property
    def full(self) -> int:
        """The number of cards that a room is dealt for those who sit here (rules.md 3.1, C9)."""
        shrinks = self.options.room_size == "living"
        # Tables differ on whether the fallen still count for the size of a room (C9).
        people = self.party.living if shrinks else self.party.seated
        return ROOM_SIZE + 2 * (max(1, len(people)) - 1)

    @property
    def dealt(self) -> int:
        """The number of cards that this room was dealt, if the pile had as many."""
        return self.party.dealt or self.full

    @property
    def size(self) -> int:
        """The number of cards this room was dealt: fewer if the pile ran short (C1)."""
        # Not stored: people correct cards by hand, and what was there would then be wrong.
        there = len(self.places.lies) + self.taken + len(self.unseen) - self.party.unnamed
        return max(0, min(self.dealt, there))

    @property
    def missing(self) -> int:
        """Cards that lie in the room and nobody has named."""
        return max(0, self.size - self.taken - len(self.places.lies))

    @property
    def pile(self) -> int:
        """Cards in the draw pile."""
        # Hand-set numbers may contradict each other, and no pile is below 0.
        return max(0, len(self.unseen) - self.party.unnamed - self.missing)

    @property
    def rest(self) -> int:
        """Cards still in the room, named or not."""
        return len(self.places.lies) + self.missing

    @property
    def over(self) -> bool:
        """Whether one card is left (rules.md 3.8); alone, whether three are taken (4.4, S4).

        In Rascal one may go on then, or deal with the fourth too, while the pile lasts (R11).
        """
        if self.party.game != "coop":
            three = self.taken >= ROOM_SIZE - 1
            return three and (self.party.game == "solo" or self.pile > 0)
        return self.rest <= 1 and self.taken > 0

    @property
    def at_door(self) -> bool:
        """Whether no card lies there to be dealt with: it is over, or nobody has named its cards.

        The last room of a game for one is played out (rules.md 4.4, S4; 5.4, R11). In Rascal the
        fourth card may be dealt with too.
        """
        goes_on = {"coop": True, "solo": self.pile > 0, "rascal": not self.rest}
        return (self.over and goes_on[self.party.game]) or not (self.places.lies or self.deeds)

    @property
    def red(self) -> bool:
        """Whether it is a Red Room (rules.md 3.11), all cards named; never for one player."""
        if self.party.game != "coop":
            return False
        # Red from the start, not red by now: cards already taken count too.
        cards = (*self.places.lies, *self.deeds)
        return bool(self.places.lies) and not self.missing and all(map(is_red, cards))

    @property
    def sure(self) -> bool:
        """Whether every card of the pile is known by name."""
        return not self.party.unnamed and not self.party.unsure

    @cached_property
    def draw_pile(self) -> Pile:
        """The pile as far as it is known, for odds."""
        # A card seen again since has left its run.
        runs = tuple(run & self.unseen for run in self.places.runs)
        top = self.unseen.difference(*runs)
        below = sum(map(len, runs))
        return Pile(top, max(0, min(len(top), self.pile - below)), tuple(filter(None, runs)))


@lru_cache(maxsize=1024)  # each command asks it of all who sit here, before and after
def hand(player: Player) -> tuple[str, ...]:
    """The cards in front of somebody, as far as their texts can be read."""
    return (*player.gear, *player.shield_cards, *read_strip(player.pocket))


def new_cards(room: Room) -> int:
    """The number of cards that come to the next room of this size while the pile lasts.

    One card stays; in Rascal it may have been dealt with too (rules.md 5.4, R11).
    """
    return room.full if room.party.game == "rascal" and not room.rest else room.full - 1


def room_name(party: Party) -> str:
    """The room being played as commands name it: `1.4`."""
    return f"{party.floor}.{party.room}"


def next_name(party: Party, card: str = "") -> str:
    """The room in which the next card is dealt with: the next one where this is over.

    In Rascal what lies in it, or has no name yet, is still of this one (rules.md 5.4, R11).
    """
    room = Room(party)
    here = party.game == "rascal" and (room.missing > 0 or card in room.places.lies)
    return f"{party.floor}.{party.room + (room.over and not here)}"


def to_act(party: Party) -> int:
    """The number of the player to act, past those who have fallen or left (rules.md 3.4)."""
    # Worked out, not stored: whoever gets up again is to act once more.
    return party.turn if party.turn in party.living else next_living(party, party.turn)


def next_living(party: Party, number: int) -> int:
    """The next living player round the table; the same player if nobody lives.

    After somebody who has left it is the leader (rules.md 3.14.1).
    """
    seated = party.seated
    here = seated.index(number) if number in seated else seated.index(party.first) - 1
    # The player comes last, so that one who is alone is next again.
    ring = seated[here + 1 :] + seated[: here + 1]
    return next((other for other in ring if other in party.living), number)


def pass_lead(party: Party, rooms: int) -> Party:
    """The lead passed on by so many rooms, past the fallen (rules.md 3.3, C8); back if negative."""
    first, seated = party.first, party.seated
    for _ in range(abs(rooms)):
        turn = seated.index(first) if first in seated else -1
        ring = seated[turn + 1 :] + seated[: turn + 1]
        if rooms < 0:
            # The leader stays last in the ring, whichever way it turns.
            ring = tuple(reversed(ring[:-1])) + ring[-1:]
        first = next((number for number in ring if number in party.living), first)
    return replace(party, first=first)


def cleared(party: Party) -> bool:
    """Whether one who plays alone has won: pile and room are empty (rules.md 4.4, 5.4)."""
    room = Room(party)
    # Co-op has no end to win: the cards come back on the next floor.
    certain = party.game != "coop" and party.referee != "off" and not party.unsure
    return certain and not party.over and not room.pile and not room.rest
