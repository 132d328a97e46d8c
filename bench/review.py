"""Whether the review of a game names the dearest decision, where full enumeration knows it.

    python -m bench.review [--positions 300] [--first 0]

From a position near the end of Scoundrel a game is played to its end by somebody who decides at
random. What each decision cost is worked out to the last card (tools/endgame.py);
the review, which knows nothing of that, names the dearest. It is right where none cost more: of
two that cost the same to a hundredth, either is. Games without a mistake do not count.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import sqrt
from random import Random
from statistics import fmean

from tests.rules.laws import shuffler
from tools.endgame import Endgame
from tools.smoke import arguments
from tracker.rules.advice.review import verdict
from tracker.rules.games.scoundrel import Scoundrel, ScoundrelState
from tracker.rules.protocol import Decision

GAME = Scoundrel()
FEWEST, MOST = 2, 5  # cards in the pile: so few that every order can be looked at
LIKE = 0.01
Game = list[tuple[ScoundrelState, Decision]]


def ending(chance: Random) -> ScoundrelState:
    """A position with few cards left: of a pack without the others, which lie in the discard."""
    shuffle = shuffler(chance)
    cards = tuple(shuffle(GAME.pack(GAME.chosen({}))))
    left = 4 + chance.randint(FEWEST, MOST)
    start = GAME.setup({}, 1, cards, shuffle)
    weapon = next(card for card in cards[left:] if card.endswith("d"))
    deck, room = cards[4:left], cards[:4]
    gone = tuple(card for card in cards[left:] if card != weapon)
    return ScoundrelState(
        options=start.options,
        deck=deck,
        room=room,
        discard=gone,
        hp=chance.randint(6, 20),
        weapon=weapon,
        turn=10,
    )


def play_out(state: ScoundrelState, chance: Random) -> Game:
    """By somebody who decides at random, but does not give up."""
    game: Game = []
    while GAME.to_act(state):
        decision = chance.choice([d for d in GAME.decisions(state, 0) if d != "quit"])
        game.append((state, decision))
        state = GAME.apply(state, 0, decision, shuffler(chance))
    return game


def true_costs(game: Game) -> Iterator[float]:
    endgame = Endgame()
    for state, decision in game:
        chances = endgame.chances(GAME.view(state, 0))
        yield float(max(chances.values()) - chances[decision])


def named(game: Game, chance: Random) -> int:
    """Which of the decisions the review calls the dearest."""
    costs = []
    for state, decision in game:
        found = verdict(GAME.key, state, 0, decision, shuffler(chance))
        costs.append(found.cost if found else 0.0)
    return costs.index(max(costs))


def interval(right: int, of: int) -> tuple[float, float]:
    """Wilson's, of a share in 95 of 100 cases."""
    z, share = 1.96, right / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    reach = z / (1 + z * z / of) * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return middle - reach, middle + reach


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    for name, default in {"positions": 300, "first": 0}.items():
        parser.add_argument(f"--{name}", type=int, default=default)
    args = arguments(parser, positions=2)
    right, dearest, number = list[bool](), list[float](), args.first
    while len(right) < args.positions:
        chance, number = Random(f"review {number}"), number + 1
        game = play_out(ending(chance), chance)
        costs = [*true_costs(game)]
        if max(costs) > LIKE:
            right.append(costs[named(game, chance)] >= max(costs) - LIKE)
            dearest.append(max(costs))
    low, high = interval(sum(right), len(right))
    print(
        f"the dearest decision named in {sum(right)} of {len(right)} games:"
        f" {100 * fmean(right):.1f} % ({100 * low:.1f} to {100 * high:.1f});"
        f" it cost {100 * fmean(dearest):.0f} of 100 games on average"
    )


if __name__ == "__main__":
    main()
