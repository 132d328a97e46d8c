"""A puzzle: what lies open, what is to come, what may be done; what is to be said of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.boards.match.solo import SCREEN
from tracker.boards.party.table.panel import beats
from tracker.boards.words.advice import deed
from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.names import cards_text, signed
from tracker.rules.advice.lone import open_to
from tracker.rules.advice.solo import SoloPlanner
from tracker.rules.games.dungeon import arms, weapon_text
from tracker.rules.games.scoundrel import ScoundrelState
from tracker.rules.protocol import Cards, Decision
from tracker.rules.puzzles import Miss, Puzzle, by_difficulty, puzzle_of_day
from tracker.rules.table.state.party import new_party

PAGE = 10


@dataclass(frozen=True)
class PuzzleNote:
    """A puzzle on the list."""

    number: int
    grade: int
    solved: bool


@dataclass(frozen=True)
class PuzzlesBoard:
    """Ten of `count` puzzles, the easiest first, from the place `first` on.

    `earlier` and `later` are the places where the pages beside it begin. `next` is the first that
    is not solved; None when all are.
    """

    today: PuzzleNote
    puzzles: tuple[PuzzleNote, ...]
    first: int
    earlier: int | None
    later: int | None
    solved: int
    count: int
    next: int | None


@dataclass(frozen=True)
class PuzzleChoice:
    decision: Decision
    text: str


@dataclass(frozen=True)
class PuzzleBoard:
    """`hidden` are the cards face down, in no order that tells anything; `under` come after them,
    in this order. `taken` of the room are gone already. `steps` have led here, from the start;
    `ending` says how that ended, "" while it goes on."""

    number: int
    steps: tuple[PuzzleChoice, ...]
    ending: str
    hp: int
    beats: str
    hand: tuple[CardFace, ...]
    room: tuple[CardFace, ...]
    taken: int
    potion_used: bool
    hidden: tuple[CardFace, ...]
    under: tuple[CardFace, ...]
    choices: tuple[PuzzleChoice, ...]


@dataclass(frozen=True)
class AnswerBoard:
    """The answer to a step; `steps` are those that win, shown only after the right one."""

    number: int
    right: bool
    decision: Decision
    deed: str
    reason: str
    steps: tuple[str, ...]
    next: int | None


def puzzles_board(solved: Collection[int], begin: int | None = None) -> PuzzlesBoard:
    """The page that begins at this place; without one, the page of the next that is not solved."""
    order = by_difficulty()
    notes = [PuzzleNote(each.number, each.grade, each.number in solved) for each in order]
    places = (place for place, note in enumerate(notes) if not note.solved)
    rest = next(places, None)
    first = min(begin, len(notes)) if begin else (rest or 0) // PAGE * PAGE + 1
    today = puzzle_of_day(timezone.localdate())
    return PuzzlesBoard(
        today=notes[order.index(today)],
        puzzles=tuple(notes[first - 1 : first - 1 + PAGE]),
        first=first,
        earlier=max(1, first - PAGE) if first > 1 else None,
        later=first + PAGE if first + PAGE <= len(notes) else None,
        solved=sum(note.solved for note in notes),
        count=len(notes),
        next=None if rest is None else notes[rest].number,
    )


def following(number: int, solved: Collection[int]) -> int | None:
    """The next puzzle that is not solved, from the beginning again after the last."""
    order = [puzzle.number for puzzle in by_difficulty()]
    place = order.index(number)
    rest = (each for each in order[place + 1 :] + order[:place] if each not in solved)
    return next(rest, None)


def puzzle_board(puzzle: Puzzle, steps: Sequence[Decision] = ()) -> PuzzleBoard:
    """The puzzle as it stands after these steps. Raises Illegal."""
    after = puzzle.after(steps)
    state, hidden = SCREEN.game.view(after, 0), len(after.deck) - after.bottom
    party = new_party(("",)).with_player(
        0, hp=state.hp, weapon=weapon_text(state.weapon, state.slain)
    )
    return PuzzleBoard(
        number=puzzle.number,
        steps=tuple(PuzzleChoice(step, deed(step)) for step in steps),
        ending=_ending(state),
        hp=state.hp,
        beats=beats(party.players[0]),
        hand=_faces(arms(state.weapon, state.slain)),
        room=_faces(state.room),
        taken=state.taken,
        potion_used=state.potion_used,
        hidden=_faces(sorted_cards(after.deck[:hidden])),
        under=_faces(state.deck[hidden:]),
        choices=tuple(_choices(state)),
    )


def _ending(state: ScoundrelState) -> str:
    outcome = SCREEN.game.outcome(state)
    if outcome is None:
        return ""
    if outcome.word == "won":
        return _("Won: you made it out with {hp} health.").format(hp=signed(state.hp))
    return _("Lost: you have fallen.")


def answer_board(puzzle: Puzzle, decision: Decision, more: int | None) -> AnswerBoard:
    """The decision is one of the puzzle's."""
    right = decision == puzzle.answer
    return AnswerBoard(
        number=puzzle.number,
        right=right,
        decision=decision,
        deed=deed(decision),
        reason=_why_right(puzzle) if right else _why_wrong(puzzle.misses[decision]),
        steps=tuple(map(deed, puzzle.line)) if right else (),
        next=more,
    )


def sorted_cards(cards: Cards) -> Cards:
    """The cards in the order of the pack."""
    pack = SCREEN.game.pack(SCREEN.game.chosen({}))
    return tuple(card for card in pack if card in cards)


def _faces(cards: Cards) -> tuple[CardFace, ...]:
    return tuple(card_face(card) for card in cards)


def _choices(state: ScoundrelState) -> Iterator[PuzzleChoice]:
    for decision in open_to(SoloPlanner(state.options, tuple), state):
        text = "" if decision == "skip" else SCREEN.act(state, decision).text
        yield PuzzleChoice(decision, f"{deed(decision)} ({text})" if text else deed(decision))


def _why_right(puzzle: Puzzle) -> str:
    if puzzle.state.bottom < len(puzzle.state.deck):
        return _("In whatever order the cards come, you get out alive.")
    return _("The cards come in the order you know, and you get out alive.")


def _why_wrong(miss: Miss) -> str:
    if not miss.wins:
        return _("Whatever comes next, and whatever you do, you fall.")
    often = ngettext(
        "That wins in only {wins} of {n} order.",
        "That wins in only {wins} of {n} orders.",
        miss.orders,
    ).format(wins=miss.wins, n=miss.orders)
    if not miss.order:
        more = _("You’d have to know which.")
    else:
        words = _("If they come like this, nothing helps: {cards}.")
        more = words.format(cards=cards_text(miss.order))
    return f"{often} {more}"
