"""The decisions of a game with a number each, the same in every state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from tracker.rules.cards import BLACK_JOKER, LOW_TO_HIGH, POTIONS, SPECIAL_CARDS, WEAPONS
from tracker.rules.games.dungeon import MONSTERS
from tracker.rules.games.shedding import RANK, SheddingGame
from tracker.rules.protocol import Cards, Decision, parts
from tracker.services.match.deals import AnyGame

LEAVE = "leave"
"""In a Red Room (rules.md 3.11): somebody else may take a card first."""
HIDDEN_CARDS, MOST_OF_A_RANK = 3, 4

OF_A_CARD: dict[str, tuple[tuple[Cards, tuple[str, ...]], ...]] = {
    "coop": (
        (tuple(MONSTERS), ("fight:{}:bare", "fight:{}:weapon")),
        (WEAPONS, ("equip:{}",)),
        (POTIONS, ("drink:{}",)),
        (SPECIAL_CARDS, ("use:{}", "place:{}")),
    ),
    "solo": (
        (tuple(MONSTERS), ("fight:{}:bare", "fight:{}:weapon", "take:{}")),
        (WEAPONS, ("equip:{}", "take:{}")),
        (POTIONS, ("drink:{}", "take:{}")),
    ),
    "rascal": (
        (tuple(MONSTERS), ("fight:{}:bare", "fight:{}:weapon")),
        (WEAPONS, ("equip:{}", "inv-equip:{}", "knife:{}", "inv-knife:{}")),
        (POTIONS, ("drink:{}", "inv-drink:{}")),
        (WEAPONS + POTIONS, ("store:{}", "toss:{}", "inv-toss:{}", "next:{}:drop")),
    ),
}
WITHOUT_A_CARD = {
    "coop": ("pass", "offer", LEAVE),
    "solo": ("skip",),
    "rascal": ("flee", "next"),
    "shiphead": ("take", "wait"),
    "castle": ("pickup",),
}


class Actions:
    """Numbers for decisions. Suits make no difference where only ranks count (rules.md 6, 7)."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        pack = {*game.pack(game.chosen({}))} | {BLACK_JOKER}
        self.labels = tuple(dict.fromkeys(_labels(game, pack)))
        self.numbers = {label: number for number, label in enumerate(self.labels)}

    def __len__(self) -> int:
        return len(self.labels)

    def label(self, decision: Decision) -> str:
        """`play:9x2` in a game of ranks; in any other the decision itself."""
        do, cards, _ = parts(decision)
        if do != "play":
            return decision
        named = cards.split(",")
        return f"play:{RANK[named[0]]}x{len(named)}"

    def mask(self, decisions: Sequence[Decision]) -> np.ndarray:
        """1 for each action that stands for one of these."""
        mask: np.ndarray = np.zeros(len(self.labels), dtype=np.int8)
        for decision in decisions:
            mask[self.numbers[self.label(decision)]] = 1
        return mask

    def decision(self, action: int, decisions: Sequence[Decision]) -> Decision | None:
        """The one of these that an action stands for; None if it stands for another."""
        label = self.labels[int(action)]
        return next((each for each in decisions if self.label(each) == label), None)


def _labels(game: AnyGame, pack: set[str]) -> Iterator[str]:
    yield from WITHOUT_A_CARD[game.key]
    if isinstance(game, SheddingGame):
        yield from (f"flip:{place}" for place in range(HIDDEN_CARDS))
        counts = range(1, MOST_OF_A_RANK + 1)
        yield from (f"play:{rank}x{count}" for rank in LOW_TO_HIGH for count in counts)
        return
    for cards, patterns in OF_A_CARD[game.key]:
        for card in sorted(pack.intersection(cards)):
            yield from (pattern.format(card) for pattern in patterns)
