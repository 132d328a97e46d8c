"""Moves of Shiphead and Castle as they are told to the others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tracker.boards.words.names import card_name, rank_name
from tracker.rules.protocol import parts
from tracker.services.match.deals import SIT
from tracker.services.match.match import Move

SEVERAL = {
    2: gettext_lazy("{name} plays two {rank}s"),
    3: gettext_lazy("{name} plays three {rank}s"),
    4: gettext_lazy("{name} plays four {rank}s"),
}

FIRES = {
    "ten": gettext_lazy("a 10 burns the pile"),
    "eight": gettext_lazy("an 8 burns the pile"),
}


@dataclass(frozen=True)
class Deed:
    """A move by what it means: who made it, with which cards, why it led to more, and what its
    numbers say (SheddingGame.tale)."""

    name: str
    cards: tuple[str, ...]
    why: str
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
    do, cards, why = parts(move.report)
    return REPORTS[do](Deed(name, tuple(cards.split(",")), why, move.seat, move.changes))


def _lay(deed: Deed) -> str:
    if len(deed.cards) > 1:
        several = str(SEVERAL[len(deed.cards)])
        return _outcome(several.format(name=deed.name, rank=rank_name(deed.cards[0])), deed)
    text = _("{name} plays the {card}").format(name=deed.name, card=card_name(deed.cards[0]))
    return _outcome(text, deed)


def _outcome(text: str, deed: Deed) -> str:
    if deed.over:
        return _("{text} and is out of cards.").format(text=text)
    if deed.burned:
        words = _("{text}: {fire}. {name} plays again.")
        return words.format(text=text, fire=_fire(deed), name=deed.name)
    return f"{text}."


def _fire(deed: Deed) -> str:
    """That the pile burns, and why; moves of old logs do not tell."""
    if deed.why == "four":
        fourth = _("the fourth {rank} burns the pile")
        words = fourth if len(deed.cards) == 1 else _("four {rank}s burn the pile")
        return words.format(rank=rank_name(deed.cards[0]))
    return str(FIRES.get(deed.why, _("the pile burns")))


def _flip(deed: Deed) -> str:
    card = card_name(deed.cards[0])
    text = _("{name} turns over the {card}").format(name=deed.name, card=card)
    if deed.taken > 0:
        does_not = _("{text}, which does not fit{on}, and takes the pile: {cards}.")
        return does_not.format(text=text, on=_on(deed.why), cards=_many(deed.taken))
    return _outcome(text, deed)


def _wait(deed: Deed) -> str:
    return _("{name} waits: the 8 falls asleep.").format(name=deed.name)


def _take(deed: Deed) -> str:
    cannot = _("{name} cannot play{on} and takes the pile: {cards}.")
    plays_nothing = _("{name} plays nothing{on} and takes the pile: {cards}.")
    words = cannot if deed.why == "bound" else plays_nothing
    return words.format(name=deed.name, on=_on(deed.cards[0]), cards=_many(deed.taken))


def _on(card: str) -> str:
    """On which card something was to be laid; "" where none counted, and in old logs."""
    return _(" on the {rank}").format(rank=rank_name(card)) if card else ""


def _many(count: int) -> str:
    return ngettext("{n} card", "{n} cards", count).format(n=count)


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
