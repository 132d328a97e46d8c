"""Common rules of Shiphead and Castle: get rid of hand, shown and hidden cards (rules.md 6, 7)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from tracker.rules.cards import PACK
from tracker.rules.protocol import BACK, Cards, Decision, Game, OptionsT, Outcome, parts

RANK = {card: card[:-1] for card in PACK[:-2]}


@dataclass(frozen=True, slots=True)
class Holding:
    """The cards of one player; nobody has seen the hidden ones."""

    hand: Cards
    shown: Cards
    hidden: Cards
    known: Cards = ()
    """Cards of the hand that everybody saw when they were taken up from the centre."""

    @property
    def pile(self) -> str:
        """The pile in use: the hand, then the shown cards, then the hidden ones (rules.md 6.2)."""
        return "hand" if self.hand else "shown" if self.shown else "hidden"

    @property
    def in_use(self) -> Cards:
        return self.hand or self.shown or self.hidden

    def without(self, cards: Cards) -> Holding:
        """After cards of the pile in use have been laid."""
        left = tuple(card for card in self.in_use if card not in cards)
        if self.hand:
            known = tuple(card for card in self.known if card not in cards)
            return Holding(left, self.shown, self.hidden, known)
        return Holding((), left, self.hidden) if self.shown else Holding((), (), left)

    def seen(self, by_owner: bool) -> Holding:
        hand = self.hand if by_owner else backs(self.hand)
        return replace(self, hand=hand, hidden=backs(self.hidden))


@dataclass(frozen=True, slots=True, kw_only=True)
class SheddingState:
    players: tuple[Holding, ...]
    deck: Cards
    centre: Cards = ()
    """Bottom to top."""
    burned: Cards = ()
    player: int = 0
    """The seat to move; when the game is over, the winner."""

    @property
    def holding(self) -> Holding:
        """The cards of the player to move."""
        return self.players[self.player]

    @property
    def over(self) -> bool:
        """Tells whether a player has won: no card is left after the turn (rules.md 6.5, 7.4)."""
        return not self.holding.in_use

    @property
    def following(self) -> int:
        return (self.player + 1) % len(self.players)


SheddingT = TypeVar("SheddingT", bound=SheddingState)


class SheddingGame(Game[OptionsT, SheddingT]):
    hands = True
    hand_size: ClassVar[int]
    """A hand is filled up to this while the deck lasts."""

    @abstractmethod
    def fits(self, state: SheddingT, card: str) -> bool:
        """Whether the card may be laid on the centre now."""

    @abstractmethod
    def burner(self, state: SheddingT, cards: Cards) -> str:
        """The cause of a burn when these cards are laid on the centre: `ten`, `eight` or `four` of
        one rank; "" if it does not burn."""

    @abstractmethod
    def measure(self, state: SheddingT) -> str:
        """The card of the centre that a new one is measured by; "" where anything may be laid."""

    def laid(self, state: SheddingT, decision: Decision) -> Cards:
        """The cards that a decision lays, or turns over."""
        do, cards, _ = parts(decision)
        return (state.holding.hidden[int(cards)],) if do == "flip" else tuple(cards.split(","))

    def bound(self, state: SheddingT) -> bool:
        """Whether all can see that the player to move has nothing to lay: the cards lie open."""
        holding = state.holding
        return holding.pile == "shown" and not any(self.fits(state, c) for c in holding.shown)

    def pack(self, options: OptionsT) -> Cards:
        return PACK[:-2]

    def to_act(self, state: SheddingT) -> tuple[int, ...]:
        return () if state.over else (state.player,)

    def outcome(self, state: SheddingT) -> Outcome | None:
        return Outcome("won", state.player) if state.over else None

    def score(self, state: SheddingT) -> dict[str, Any]:
        return {"winner": state.player if state.over else None}

    def view(self, state: SheddingT, seat: int) -> SheddingT:
        """One's own hand, all that lies open, and the backs of the rest."""
        players = tuple(holding.seen(n == seat) for n, holding in enumerate(state.players))
        return replace(state, players=players, deck=backs(state.deck))

    def summary(self, state: SheddingT) -> dict[str, Any]:
        return {
            "player": state.player,
            "deck_n": len(state.deck),
            "hands": [list(holding.hand) for holding in state.players],
            "hidden": [list(holding.hidden) for holding in state.players],
            "over": state.over,
        }

    def report(self, state: SheddingT, seat: int, decision: Decision) -> str:
        do, place, _ = parts(decision)
        return f"flip:{state.players[seat].hidden[int(place)]}" if do == "flip" else decision

    def tale(self, state: SheddingT, seat: int, decision: Decision) -> str:
        """`play:9c,9d:four`: the cards laid, and what burns the centre; `flip:5h:9c`: turned over,
        and the card it does not fit on; `take:9c:bound`: taken, what it was measured by, and
        whether all know that it had to be."""
        do, _, _ = parts(decision)
        if do in ("take", "pickup"):
            return f"{do}:{self.measure(state)}:{'bound' if self.bound(state) else ''}"
        if do not in ("play", "flip"):
            return decision
        cards = self.laid(state, decision)
        fits = do == "play" or self.fits(state, cards[0])
        why = self.burner(state, cards) if fits else self.measure(state)
        return f"{do}:{','.join(cards)}:{why}"

    def lay(self, state: SheddingT, cards: Cards) -> SheddingT:
        """Cards of the pile in use go on the centre; then burn, refill, win, next (6.5, 7.4)."""
        burns = bool(self.burner(state, cards))
        holding = state.holding.without(cards)
        drawn = max(0, self.hand_size - len(holding.hand))
        holding = replace(holding, hand=holding.hand + state.deck[:drawn])
        again = burns or not holding.in_use
        centre = state.centre + cards
        return replace(
            state,
            players=_players_with(state, holding),
            deck=state.deck[drawn:],
            centre=() if burns else centre,
            burned=state.burned + centre if burns else state.burned,
            player=state.player if again else state.following,
        )

    def flip(self, state: SheddingT, place: int) -> SheddingT:
        """A hidden card is turned over blind (rules.md 6.4, 7.4)."""
        card = state.holding.hidden[place]
        return self.lay(state, (card,)) if self.fits(state, card) else self.miss(state, card)

    def miss(self, state: SheddingT, card: str) -> SheddingT:
        """Moves the flipped card, which does not fit, to the hand with the centre (H1, K7)."""
        return take(lift(state, card), (card,))


def lift(state: SheddingT, card: str) -> SheddingT:
    """A card of the pile in use is taken up."""
    return replace(state, players=_players_with(state, state.holding.without((card,))))


def take(state: SheddingT, extra: Cards = ()) -> SheddingT:
    """The centre goes to the hand, bottom to top; no refill; the next one plays (6.5, 7.4)."""
    holding = state.holding
    taken = state.centre + extra
    holding = replace(holding, hand=holding.hand + taken, known=holding.known + taken)
    return replace(state, players=_players_with(state, holding), centre=(), player=state.following)


def flips(holding: Holding) -> Iterator[Decision]:
    """A hidden card is chosen by its place, since nobody has seen it."""
    return (f"flip:{place}" for place in range(len(holding.hidden)))


def four_alike(cards: Cards) -> bool:
    """Whether the top four cards have one rank."""
    return len(cards) >= 4 and len({RANK[card] for card in cards[-4:]}) == 1


def backs(cards: Cards) -> Cards:
    return (BACK,) * len(cards)


def _players_with(state: SheddingState, holding: Holding) -> tuple[Holding, ...]:
    return (*state.players[: state.player], holding, *state.players[state.player + 1 :])
