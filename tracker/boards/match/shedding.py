"""Shiphead and Castle as one seat sees them: the others, the pile and what fits on it, the hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tracker.boards.match.frame import Ending, Shown, Sight, brief_name, seat_name
from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.names import RANK_NAMES, card_name
from tracker.rules.games.shedding import LOW_TO_HIGH, RANK, Holding, SheddingGame
from tracker.rules.protocol import BACK, Decision, parts

MOST_SHOWN = 4  # cards of the pile that are drawn, the top one on top
MOST_NEWS = 4
CROWDS = ((5, "few"), (10, "some"), (18, "many"))


@dataclass(frozen=True)
class Play:
    """A button with cards on it: `decision` lays them, and those before them in their stack.

    `count` is how many that are, "" for one. A hidden card has no face.
    """

    decision: Decision
    said: str
    faces: tuple[CardFace, ...]
    count: str = ""


@dataclass(frozen=True)
class Stack:
    """Cards of one rank in the pile in use; without plays they cannot be laid now."""

    faces: tuple[CardFace, ...]
    plays: tuple[Play, ...]


@dataclass(frozen=True)
class Side:
    """One seat: `hand` and `hidden` are only counted, `shown` lie open; `now` is to decide."""

    crest: int
    name: str
    hand: int
    shown: tuple[CardFace, ...]
    hidden: tuple[int, ...]
    now: bool
    said: str


@dataclass(frozen=True)
class Fit:
    """A rank, and whether it may be laid now."""

    rank: str
    may: bool


@dataclass(frozen=True)
class SheddingTable:
    """`mine` is None for who only looks on; `use` names the pile that is played from."""

    others: tuple[Side, ...]
    mine: Side | None
    use: str
    crowd: str
    stacks: tuple[Stack, ...]
    pile: tuple[CardFace, ...]
    pile_count: int
    deck: int
    burned: int
    why: str
    fits: tuple[Fit, ...]
    news: tuple[str, ...]


def shedding_table(sight: Sight, why: str) -> SheddingTable:
    state: Any = sight.view
    game: SheddingGame[Any, Any] = sight.match.game  # type: ignore[assignment]
    seats = range(len(state.players))
    first = sight.seat if sight.seat is not None else 0
    around = [*seats[first:], *seats[:first]]
    mine = around.pop(0) if sight.seat is not None else None
    held = state.players[mine] if mine is not None else Holding((), (), ())
    return SheddingTable(
        others=tuple(_side(sight, seat) for seat in around),
        mine=_side(sight, mine) if mine is not None else None,
        use=held.pile,
        crowd=next((name for most, name in CROWDS if len(held.in_use) <= most), "crowd"),
        stacks=tuple(_stacks(held, sight.decisions)),
        pile=tuple(
            card_face(card, pips=card == state.centre[-1]) for card in state.centre[-MOST_SHOWN:]
        ),
        pile_count=len(state.centre),
        deck=len(state.deck),
        burned=len(state.burned),
        why=why,
        fits=tuple(Fit(rank, game.fits(state, f"{rank}c")) for rank in LOW_TO_HIGH),
        news=tuple(news(sight)),
    )


def shown(sight: Sight, why: str, wide: Sequence[Any]) -> Shown:
    return Shown(
        template="match/_shedding.html",
        table=shedding_table(sight, why),
        turn=turn_text(sight),
        wide=tuple(wide),
        ending=_ending(sight),
    )


def turn_text(sight: Sight) -> str:
    if not sight.match.to_act:
        return ""
    seat = sight.match.to_act[0]
    if seat == sight.seat:
        return _("Your turn")
    return _("{name} is to play").format(name=brief_name(sight.match, seat))


def _side(sight: Sight, seat: int) -> Side:
    state: Any = sight.view
    held: Holding = state.players[seat]
    name = seat_name(sight.match, seat)
    return Side(
        crest=seat + 1,
        name=name,
        hand=len(held.hand),
        shown=tuple(card_face(card) for card in held.shown),
        hidden=tuple(range(len(held.hidden))),
        now=seat in sight.match.to_act,
        said=_("{name}: {hand} in hand, {hidden} hidden").format(
            name=name, hand=len(held.hand), hidden=len(held.hidden)
        ),
    )


def _stacks(held: Holding, decisions: Sequence[Decision]) -> Iterator[Stack]:
    """The pile in use by rank, low to high; hidden cards one by one."""
    if held.pile == "hidden":
        yield from (Stack((), _flips(place, decisions)) for place in range(len(held.hidden)))
        return
    cards = [card for card in held.in_use if card != BACK]
    for rank in LOW_TO_HIGH:
        same = tuple(card for card in cards if RANK[card] == rank)
        if same:
            yield Stack(tuple(map(_face, same)), tuple(_plays(held, same, decisions)))


def _face(card: str) -> CardFace:
    return card_face(card, pips=True)


def _flips(place: int, decisions: Sequence[Decision]) -> tuple[Play, ...]:
    decision = f"flip:{place}"
    said = _("Turn over hidden card {number}").format(number=place + 1)
    return (Play(decision, said, ()),) if decision in decisions else ()


def _plays(held: Holding, same: Sequence[str], decisions: Sequence[Decision]) -> Iterator[Play]:
    """A button for each number of them that may be laid; where all must go, one for all."""
    mine = [d for d in decisions if d.startswith("play:") and d[5:].split(",")[0] in same]
    if len(mine) == len(same) > 1 and held.hand and not any("," in d for d in mine):
        yield Play(mine[0], laid_text(same), tuple(map(_face, same)), f"×{len(same)}")
        return
    for decision in mine:
        cards = decision[5:].split(",")
        count = len(cards)
        face = _face(cards[-1])
        yield Play(decision, laid_text(cards), (face,), f"×{count}" if count > 1 else "")


def laid_text(cards: Sequence[str]) -> str:
    """What a button lays, read aloud: "Lay 9 of Clubs, 9 of Hearts"."""
    return _("Lay {cards}").format(cards=", ".join(map(card_name, cards)))


def _ending(sight: Sight) -> Ending | None:
    match = sight.match
    if not match.outcome or match.winner is None:
        return None
    won = match.winner == sight.seat
    heading = _("{name} has won").format(name=brief_name(match, match.winner))
    moves = ngettext("{n} move", "{n} moves", match.decision_count).format(n=match.decision_count)
    return Ending("won" if won else "lost" if sight.seat is not None else "", heading, (moves,))


def news(sight: Sight) -> Iterator[str]:
    """What happened since this seat last moved, oldest first."""
    lines = sight.match.moves[:MOST_NEWS]
    own = next((n for n, line in enumerate(lines) if line.seat == sight.seat), len(lines) - 1)
    for line in reversed(lines[: own + 1]):
        name = brief_name(sight.match, line.seat)
        yield TOLD[parts(line.report)[0]](
            name, parts(line.report)[1], Changed(line.changes, line.seat)
        )


SEVERAL = {
    2: gettext_lazy("{name} lays two {rank}s"),
    3: gettext_lazy("{name} lays three {rank}s"),
    4: gettext_lazy("{name} lays four {rank}s"),
}


class Changed:
    """The numbers of a move, by what they mean."""

    def __init__(self, changes: dict[str, list[Any]], seat: int) -> None:
        self.changes, self.seat = changes, seat

    @property
    def burned(self) -> bool:
        return bool({"burned_n", "burnt_n"} & self.changes.keys())

    @property
    def grew(self) -> int:
        before, after = self.changes.get(f"hands.{self.seat}", (0, 0))
        return int(after) - int(before)

    @property
    def over(self) -> bool:
        return self.changes.get("over", (False, False))[1] is True


def _played(name: str, cards: str, changed: Changed) -> str:
    each = cards.split(",")
    if len(each) > 1:
        rank = RANK_NAMES.get(RANK[each[0]], RANK[each[0]])
        text = str(SEVERAL[len(each)]).format(name=name, rank=rank)
    else:
        text = _("{name} lays the {card}").format(name=name, card=card_name(cards))
    return _after(text, name, changed)


def _after(text: str, name: str, changed: Changed) -> str:
    if changed.over:
        return _("{text} and has no card left.").format(text=text)
    if changed.burned:
        return _("{text}: the pile burns, {name} goes on.").format(text=text, name=name)
    return f"{text}."


def _flipped(name: str, card: str, changed: Changed) -> str:
    text = _("{name} turns over the {card}").format(name=name, card=card_name(card))
    if changed.grew > 0:
        return _("{text}. It does not fit: {name} takes the pile.").format(text=text, name=name)
    return _after(text, name, changed)


def _waited(name: str, _card: str, _changed: Changed) -> str:
    return _("{name} waits: the 8 sleeps for the next one.").format(name=name)


def _took(name: str, _card: str, changed: Changed) -> str:
    cards = ngettext("{n} card", "{n} cards", changed.grew).format(n=changed.grew)
    return _("{name} takes the pile, {cards}.").format(name=name, cards=cards)


def _sat(name: str, _card: str, _changed: Changed) -> str:
    return _("{name} sits down.").format(name=name)


TOLD: dict[str, Callable[[str, str, Changed], str]] = {
    "play": _played,
    "flip": _flipped,
    "wait": _waited,
    "take": _took,
    "pickup": _took,
    "sit": _sat,
}
