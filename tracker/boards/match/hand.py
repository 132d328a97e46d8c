"""The pile that somebody plays from in Shiphead and Castle, and the buttons on its cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.names import card_name, listed
from tracker.rules.games.shedding import LOW_TO_HIGH, RANK, Holding
from tracker.rules.protocol import BACK, Decision, parts

CROWDS = ((5, "few"), (10, "some"), (18, "many"))


@dataclass(frozen=True)
class Play:
    """A button with cards on it: `decision` lays them, and those before them in their stack.

    `count` is how many that are, "" for one. A hidden card has no face.
    """

    decision: Decision
    speech: str
    faces: tuple[CardFace, ...]
    count: str = ""


@dataclass(frozen=True)
class Stack:
    """Cards of one rank in the pile in use; without plays they cannot be laid now."""

    faces: tuple[CardFace, ...]
    plays: tuple[Play, ...]


def crowd_of(holding: Holding) -> str:
    """How many cards there are to be drawn, so that all find room."""
    return next((name for most, name in CROWDS if len(holding.in_use) <= most), "crowd")


def stacks_of(holding: Holding, decisions: Sequence[Decision]) -> Iterator[Stack]:
    """The pile in use by rank, low to high; hidden cards one by one."""
    if holding.pile == "hidden":
        for place in range(len(holding.hidden)):
            yield Stack((), tuple(_flips(place, decisions)))
        return
    for rank in LOW_TO_HIGH:
        same = tuple(card for card in holding.in_use if card != BACK and RANK[card] == rank)
        if same:
            yield Stack(tuple(map(_face, same)), tuple(_plays(holding, same, decisions)))


def _flips(place: int, decisions: Sequence[Decision]) -> Iterator[Play]:
    decision = f"flip:{place}"
    if decision in decisions:
        yield Play(decision, _("Turn over hidden card {number}").format(number=place + 1), ())


def _plays(holding: Holding, same: Sequence[str], decisions: Sequence[Decision]) -> Iterator[Play]:
    """A button for each number of them that may be laid; where all must go, one for all."""
    lays = {d: _cards(d) for d in decisions if d.startswith("play:")}
    mine = {d: cards for d, cards in lays.items() if cards[0] in same}
    if holding.hand and _all_go(mine, same):
        faces = tuple(map(_face, same))
        yield Play(next(iter(mine)), lay_text(same), faces, f"×{len(same)}")
        return
    for decision, cards in mine.items():
        count = f"×{len(cards)}" if len(cards) > 1 else ""
        yield Play(decision, lay_text(cards), (_face(cards[-1]),), count)


def _all_go(mine: Mapping[Decision, Sequence[str]], same: Sequence[str]) -> bool:
    """Whether the whole rank goes with any card of it, as from a hand in Castle (K4)."""
    return len(mine) == len(same) > 1 and all(len(cards) == 1 for cards in mine.values())


def _cards(decision: Decision) -> list[str]:
    return parts(decision)[1].split(",")


def _face(card: str) -> CardFace:
    return card_face(card, pips=True)


def lay_text(cards: Sequence[str]) -> str:
    """What a button lays, read aloud: "Play 9 of Clubs and 9 of Hearts"."""
    return _("Play {cards}").format(cards=listed(list(map(card_name, cards))))
