"""Between two rooms of dealt games told completely: what was promised, and what came true."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import sqrt
from random import Random
from typing import NamedTuple

from tests.rules import vectors
from tests.rules.tellings import all_said, at_random, heard, party_of
from tracker.rules.cards import BLACKSMITHS, POTIONS, SHIELDS, WEAPONS, enemy_value
from tracker.rules.games.coop.state import Hero
from tracker.rules.table.ahead import odds
from tracker.rules.table.ahead.odds import beyond, fatal
from tracker.rules.table.ahead.pictures import picture
from tracker.rules.table.ahead.risk import next_room_of
from tracker.rules.table.room.room import Pile
from tracker.rules.table.state.party import Party
from tracker.rules.table.texts.card_rows import Sort

WEAPON, POTION = frozenset(WEAPONS), frozenset(POTIONS)
HELP = frozenset((*BLACKSMITHS, *SHIELDS))
ENEMY = odds.HITTING
NINE_OF_TEN = Fraction(9, 10)

Promises = Mapping[str, tuple[Fraction, bool]]
"""The chance of each answer, and whether it came true."""


class Record(NamedTuple):
    """How often something was promised, how often it came, and how odd the difference is."""

    doors: int
    promised: float
    came: int
    z: float


def promises(chance: Random, seats: int) -> Iterator[Promises]:
    """A game is told as it is played; each time its cards are still face down it is asked.

    What a run puts under the pile lies there in no known order (C13), as with real cards.
    """
    steps = [*at_random({"run_order": "shuffled"}, seats, chance, most=300)]
    party = party_of(steps[0].before)
    for step in steps:
        commands = all_said(party, step)
        if len(commands) > 1 and commands[-1].startswith("deal:"):
            party = heard(party, commands[:-1])
            yield from _asked(party, {*step.after.room} - {*picture(party).room})
            commands = commands[-1:]
        party = heard(party, commands)


def _asked(party: Party, new: set[str]) -> Iterator[Promises]:
    coming = next_room_of(party)
    if coming and coming.new == len(new):
        heroes = [hero for hero in picture(party).players if hero.hp > 0]
        yield {**_of_sorts(coming.pile, heroes, new), **_of_sums(coming.pile, new)}


def _of_sorts(pile: Pile, heroes: list[Hero], new: set[str]) -> Promises:
    sorts: dict[str, Sort] = {
        "a weapon": WEAPON,
        "a potion": POTION,
        "a smith or a shield": HELP,
        "the red joker": vectors.SORTS["red joker"],
        "the black joker": vectors.SORTS["black joker"],
        "an enemy no weapon may fight": beyond(heroes),
        "one that fells the first": fatal(heroes[0]),
        "one that fells everybody": frozenset.intersection(*map(fatal, heroes)),
    }
    return {
        text: (odds.at_least_one(pile, sort, len(new)), bool(sort & new))
        for text, sort in sorts.items()
    }


def _of_sums(pile: Pile, new: set[str]) -> Promises:
    count, hits = len(new), [enemy_value(card) for card in new & ENEMY]
    points = odds.points(pile, count)
    most = odds.reached_by(points, NINE_OF_TEN)
    aces = odds.at_least_one(pile, vectors.strong(14), count)
    two = sum(vectors.count_distribution(pile, WEAPON, count)[2:], Fraction(0))
    return {
        "only red cards": (odds.only(pile, odds.RED, count), new <= odds.RED),
        "a weapon and a potion": (
            vectors.both(pile, WEAPON, POTION, count),
            bool(new & WEAPON and new & POTION),
        ),
        "two weapons": (two, len(new & WEAPON) > 1),
        "an ace as the strongest enemy": (aces, 14 in hits),
        "no enemy": (odds.none(pile, ENEMY, count), not hits),
        "more points than in nine of ten rooms": (
            sum(points[most + 1 :], Fraction(0)),
            sum(hits) > most,
        ),
    }


def kept(seed: str, doors: int) -> dict[str, Record]:
    """Records of each promise over at least so many doors, as many for each number of players."""
    found = defaultdict[str, list[tuple[float, bool]]](list)
    for seats in (1, 2, 3, 4):
        chance, asked = Random(f"{seed} {seats}"), 0
        while asked < doors / 4:
            for each in promises(chance, seats):
                asked += 1
                for text, (promised, came) in each.items():
                    found[text].append((float(promised), came))
    return {text: _record(pairs) for text, pairs in found.items()}


def _record(pairs: list[tuple[float, bool]]) -> Record:
    promised, came = sum(p for p, _ in pairs), sum(came for _, came in pairs)
    spread = sqrt(sum(p * (1 - p) for p, _ in pairs))
    return Record(len(pairs), promised, came, (came - promised) / spread if spread else 0)
