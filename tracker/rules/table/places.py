"""Where the cards of a floor lie, as one text: `Ks9c,4h2c,8s7d/5c`.

Three parts: what lies in the room, what is on the discard pile, and what was put under the draw
pile, a run after the other. Cards in hands, set aside or unseen stand in none of them. The cards
dealt with in this room have a text of their own: `9c0Kd~1` says by whom, `7h^0` that it came out of
the pocket.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from tracker.rules.table.pile import Sort
from tracker.rules.table.strip import CARD, strip_set, write_strip

NOBODY = "-"
UNUSED = "~"
POCKET = "^"
_DEED = re.compile(rf"({CARD})(\{POCKET}?{UNUSED}?[0-3{NOBODY}])")
_PLACES = re.compile(rf"(?:{CARD})*(?:,(?:{CARD})*(?:,(?:{CARD})+(?:/(?:{CARD})+)*)?)?")


@dataclass(frozen=True)
class Places:
    """Cards in the room, on the discard pile and under the draw pile, each in one place."""

    lies: Sort = frozenset()
    out: Sort = frozenset()
    runs: tuple[Sort, ...] = ()
    """What each run of this floor has put under the pile: the first one lies highest."""

    @property
    def text(self) -> str:
        parts = (self.lies, self.out)
        under = "/".join(write_strip(run) for run in self.runs if run)
        return ",".join((*map(write_strip, parts), under)).rstrip(",")

    @property
    def under(self) -> Sort:
        return frozenset().union(*self.runs)

    def by_card(self) -> dict[str, str]:
        """`room`, `out`, `under1`, `under2` … of each card that lies somewhere."""
        runs = {f"under{number}": run for number, run in enumerate(self.runs, start=1)}
        piles = {"room": self.lies, "out": self.out, **runs}
        return {card: name for name, cards in piles.items() for card in cards}

    def without(self, cards: Iterable[str]) -> Places:
        """They lie nowhere any more."""
        gone = frozenset(cards)
        runs = tuple(run - gone for run in self.runs)
        return Places(self.lies - gone, self.out - gone, tuple(filter(None, runs)))

    def to_room(self, cards: Iterable[str]) -> Places:
        rest = self.without(cards)
        return Places(rest.lies.union(cards), rest.out, rest.runs)

    def to_discard(self, cards: Iterable[str]) -> Places:
        rest = self.without(cards)
        return Places(rest.lies, rest.out.union(cards), rest.runs)

    def run(self) -> Places:
        """The room goes under the pile (rules.md 3.7)."""
        return Places(frozenset(), self.out, (*self.runs, self.lies) if self.lies else self.runs)


@lru_cache(maxsize=1024)
def read_places(text: str) -> Places:
    """What `Places.text` has written."""
    lies, out, under = (*text.split(","), "", "")[:3]
    return Places(
        strip_set(lies), strip_set(out), tuple(map(strip_set, filter(None, under.split("/"))))
    )


def places_of(by_card: Mapping[str, str]) -> Places:
    """The places that `by_card` tells of."""
    piles: dict[str, set[str]] = {}
    for card, name in by_card.items():
        piles.setdefault(name, set()).add(card)
    lies, out = (frozenset(piles.pop(name, ())) for name in ("room", "out"))
    runs = sorted(piles, key=lambda name: int(name.removeprefix("under")))
    return Places(lies, out, tuple(frozenset(piles[name]) for name in runs))


def is_places(text: str) -> bool:
    """Whether the text is what `Places.text` writes: every card once, in the order of the strip."""
    return bool(_PLACES.fullmatch(text)) and _once(text) and read_places(text).text == text


def _once(text: str) -> bool:
    places = read_places(text)
    return len(places.by_card()) == sum(map(len, (places.lies, places.out, *places.runs)))


@lru_cache(maxsize=1024)
def read_deeds(text: str) -> dict[str, str]:
    """The cards dealt with in this room, and by whom: `1`, `~1` unused, `-` nobody says.

    With `^` before it the card never lay in this room: it came out of the pocket (rules.md 5.3).
    """
    return dict(_DEED.findall(text))


def write_deeds(deeds: Mapping[str, str]) -> str:
    return "".join(f"{card}{by}" for card, by in deeds.items())


def is_deeds(text: str) -> bool:
    """Whether the text is what `write_deeds` writes, each card once."""
    return write_deeds(read_deeds(text)) == text
