"""Cards laid in Shiphead and Castle: their buttons, and moves as the others are told of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from tracker.boards.match.frame import step_of
from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.forms import Formless
from tracker.boards.words.names import card_name, cards_text, rank_name
from tracker.rules.cards import LOW_TO_HIGH, rank
from tracker.rules.games.shedding import RANK, Holding
from tracker.rules.protocol import BACK, Decision, parts
from tracker.services.match.match import LoggedMove

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
    """The size of the hand in a word, by which the page makes room for all its cards."""
    return next((name for most, name in CROWDS if len(holding.in_use) <= most), "crowd")


def stacks_of(holding: Holding, decisions: Sequence[Decision]) -> Iterator[Stack]:
    """The pile in use by rank, low to high; hidden cards one by one."""
    if holding.pile == "hidden":
        for place in range(len(holding.hidden)):
            yield Stack((), tuple(_flips(place, decisions)))
        return
    for held in LOW_TO_HIGH:
        same = tuple(card for card in holding.in_use if card != BACK and RANK[card] == held)
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
    """Says aloud which cards a button lays: "Play 9 of Clubs and 9 of Hearts"."""
    return _("Play {cards}").format(cards=cards_text(cards))


# Translators: {ranks} are several cards of one rank, like "9s" or "Kings".
LAID = {
    1: gettext_lazy("{name} plays the {card}."),
    2: gettext_lazy("{name} plays two {ranks}."),
    3: gettext_lazy("{name} plays three {ranks}."),
    4: gettext_lazy("{name} plays four {ranks}."),
}
TURNED = gettext_lazy("{name} turns over the {card}.")

# Translators: these clauses stand behind a colon: "Mara plays the 10 of Clubs: a 10 burns …"
FIRES = {
    "ten": gettext_lazy("a 10 burns the pile"),
    "eight": gettext_lazy("an 8 burns the pile"),
}

COURT = {
    "A": pgettext_lazy("several cards", "Aces"),
    "J": pgettext_lazy("several cards", "Jacks"),
    "Q": pgettext_lazy("several cards", "Queens"),
    "K": pgettext_lazy("several cards", "Kings"),
}


@dataclass(frozen=True)
class LaidMove:
    """A move by what it means: who made it, with which cards, and why it led to more
    (SheddingGame.tale)."""

    name: str
    cards: tuple[str, ...]
    why: str
    move: LoggedMove

    @property
    def burned(self) -> bool:
        return bool({"burned_n", "burnt_n"} & self.move.changes.keys())

    @property
    def taken(self) -> int:
        """How many cards have come to the hand; below 0 for those that have left it."""
        return step_of(self.move, f"hands.{self.move.seat}")

    @property
    def over(self) -> bool:
        return self.move.changes.get("over", (False, False))[1] is True


def report_of(move: LoggedMove, name: str) -> str:
    """A move of somebody called so, in a sentence."""
    do, cards, why = parts(move.report)
    deed = LaidMove(name, tuple(cards.split(",")), why, move)
    match do:
        case "play":
            return _filled_in(LAID[len(deed.cards)], deed)
        case "flip":
            return _flip(deed)
        case "wait":
            return _("{name} waits: the 8 falls asleep.").format(name=name)
        case _:  # take, pickup
            return _take(deed)


def _filled_in(words: str | Promise, deed: LaidMove) -> str:
    """The sentence, with what came of it."""
    card = deed.cards[0]
    text = str(words).format(name=deed.name, card=card_name(card), ranks=several(card))
    done = text.removesuffix(".")
    if deed.over:
        # Translators: {deed} is a sentence without its full stop, like "Mara plays two 9s".
        return _("{deed} and is out of cards.").format(deed=done)
    if deed.burned:
        # Translators: {fire} is a clause that says why, like "a 10 burns the pile".
        words = _("{deed}: {fire}. {name} plays again.")
        return words.format(deed=done, fire=_fire(deed), name=deed.name)
    return text


def several(card: str) -> str:
    """Several cards of the rank of this one: "9s", "Kings"."""
    figure = rank(card)
    # Translators: several cards of this rank, which is a number: 9s.
    return str(COURT.get(figure) or pgettext("several cards", "{rank}s").format(rank=figure))


def _fire(deed: LaidMove) -> str:
    """Says that the pile burns, and why; moves of old logs give no reason."""
    if deed.why == "four":
        if len(deed.cards) > 1:
            return _("four {ranks} burn the pile").format(ranks=several(deed.cards[0]))
        # Translators: {rank} is 9 or King, without an article.
        return _("the fourth {rank} burns the pile").format(rank=rank_name(deed.cards[0]))
    return str(FIRES.get(deed.why, _("the pile burns")))


def _flip(deed: LaidMove) -> str:
    if deed.taken <= 0:
        return _filled_in(TURNED, deed)
    if deed.why:
        # Translators: {rank} is 9 or King, without an article; {cards} is "5 cards".
        words = _(
            "{name} turns over the {card}, which doesn’t fit on the {rank}, and takes the "
            "pile: {cards}."
        )
    else:
        words = _("{name} turns over the {card}, which doesn’t fit, and takes the pile: {cards}.")
    card = card_name(deed.cards[0])
    return words.format(name=deed.name, card=card, rank=_rank(deed.why), cards=many(deed.taken))


def _take(deed: LaidMove) -> str:
    """Says that the pile is taken; names no card to fit on for an empty pile or an old log."""
    on = deed.cards[0]
    if deed.why == "bound":
        bare = _("{name} can’t play and takes the pile: {cards}.")
        # Translators: {rank} is 9 or King, without an article; {cards} is "5 cards".
        words = _("{name} can’t play on the {rank} and takes the pile: {cards}.") if on else bare
    else:
        bare = _("{name} plays nothing and takes the pile: {cards}.")
        # Translators: {rank} is 9 or King, without an article; {cards} is "5 cards".
        words = _("{name} plays nothing on the {rank} and takes the pile: {cards}.") if on else bare
    return words.format(name=deed.name, rank=_rank(on), cards=many(deed.taken))


def _rank(card: str) -> str:
    return rank_name(card) if card else ""


def many(count: int) -> Formless:
    return Formless(ngettext("{n} card", "{n} cards", count).format(n=count))
