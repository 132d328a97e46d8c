"""Moves of Shiphead and Castle as they are told to the others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tracker.boards.words.names import RANK_NAMES, card_name
from tracker.rules.games.shedding import RANK
from tracker.rules.protocol import parts
from tracker.services.match.deals import SIT
from tracker.services.match.match import Move

SEVERAL = {
    2: gettext_lazy("{name} plays two {rank}s"),
    3: gettext_lazy("{name} plays three {rank}s"),
    4: gettext_lazy("{name} plays four {rank}s"),
}


@dataclass(frozen=True)
class Deed:
    """A move by what it means: who made it, with which cards, and what its numbers say."""

    name: str
    cards: tuple[str, ...]
    seat: int
    changes: dict[str, list[Any]]

    @property
    def burned(self) -> bool:
        return bool({"burned_n", "burnt_n"} & self.changes.keys())

    @property
    def taken(self) -> int:
        """How many cards have come to the hand; below 0 for those that have left it."""
        before, after = self.changes.get(f"hands.{self.seat}", (0, 0))
        return int(after) - int(before)

    @property
    def over(self) -> bool:
        return self.changes.get("over", (False, False))[1] is True


def report_of(move: Move, name: str) -> str:
    """A move of somebody called so, in a sentence."""
    do, cards, _how = parts(move.report)
    return REPORTS[do](Deed(name, tuple(cards.split(",")), move.seat, move.changes))


def _lay(deed: Deed) -> str:
    if len(deed.cards) > 1:
        rank = RANK[deed.cards[0]]
        several = str(SEVERAL[len(deed.cards)])
        return _outcome(several.format(name=deed.name, rank=RANK_NAMES.get(rank, rank)), deed)
    text = _("{name} plays the {card}").format(name=deed.name, card=card_name(deed.cards[0]))
    return _outcome(text, deed)


def _outcome(text: str, deed: Deed) -> str:
    if deed.over:
        return _("{text} and is out of cards.").format(text=text)
    if deed.burned:
        return _("{text}: the pile burns, {name} plays again.").format(text=text, name=deed.name)
    return f"{text}."


def _flip(deed: Deed) -> str:
    card = card_name(deed.cards[0])
    text = _("{name} turns over the {card}").format(name=deed.name, card=card)
    if deed.taken > 0:
        words = _("{text}. It does not fit: {name} takes the pile.")
        return words.format(text=text, name=deed.name)
    return _outcome(text, deed)


def _wait(deed: Deed) -> str:
    return _("{name} waits: the 8 falls asleep.").format(name=deed.name)


def _take(deed: Deed) -> str:
    cards = ngettext("{n} card", "{n} cards", deed.taken).format(n=deed.taken)
    return _("{name} takes the pile: {cards}.").format(name=deed.name, cards=cards)


def _sit(deed: Deed) -> str:
    return _("{name} sits down.").format(name=deed.name)


REPORTS: dict[str, Callable[[Deed], str]] = {
    "play": _lay,
    "flip": _flip,
    "wait": _wait,
    "take": _take,
    "pickup": _take,
    SIT: _sit,
}
