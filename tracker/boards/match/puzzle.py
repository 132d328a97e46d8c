"""A puzzle: what lies open, what is to come, what may be done; what is to be said of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.boards.match.frame import about
from tracker.boards.match.games import chosen_words
from tracker.boards.match.screens import screen_of
from tracker.boards.words.advice import deed
from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.names import cards_text, signed
from tracker.rules.games.dungeon import LONE_PACK
from tracker.rules.protocol import Cards, Decision
from tracker.rules.puzzles import Miss, Puzzle, by_difficulty, puzzle_of_day
from tracker.services.match.deals import AnyGame

PAGE = 10


@dataclass(frozen=True)
class PuzzleNote:
    """A puzzle on the list."""

    number: int
    title: str
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
    """`name` ends its address; `made` says whether it is of somebody's game, `rules` are the house
    rules there. `hidden` are the cards face down, in no order that tells anything; `under` come
    after them, in this order. `taken` of the room are gone already. `steps` have led here, from
    the start; `ending` says how that ended, "" while it goes on."""

    name: str
    title: str
    question: str
    made: bool
    key: str
    rules: tuple[str, ...]
    steps: tuple[PuzzleChoice, ...]
    ending: str
    hp: int
    beats: str
    hand: tuple[CardFace, ...]
    pocket: tuple[CardFace, ...]
    room: tuple[CardFace, ...]
    taken: int
    potion_used: bool
    hidden: tuple[CardFace, ...]
    under: tuple[CardFace, ...]
    choices: tuple[PuzzleChoice, ...]


@dataclass(frozen=True)
class AnswerBoard:
    """The answer to a step; `steps` are those that win, shown only after the right one."""

    name: str
    title: str
    right: bool
    decision: Decision
    deed: str
    reason: str
    steps: tuple[str, ...]
    next: int | None


def puzzles_board(solved: Collection[int], begin: int | None = None) -> PuzzlesBoard:
    """The page that begins at this place; without one, the page of the next that is not solved."""
    order = by_difficulty()
    notes = [
        PuzzleNote(each.number, _title(each), each.grade, each.number in solved) for each in order
    ]
    places = (place for place, note in enumerate(notes) if not note.solved)
    rest = next(places, None)
    first = min(begin, len(notes)) if begin else (rest or 0) // PAGE * PAGE + 1
    today = puzzle_of_day(timezone.localdate().toordinal())
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
    """The next puzzle that is not solved, from the beginning again after the last; None after one
    that somebody made."""
    if not number:
        return None
    order = [puzzle.number for puzzle in by_difficulty()]
    place = order.index(number)
    rest = (each for each in order[place + 1 :] + order[:place] if each not in solved)
    return next(rest, None)


def puzzle_board(puzzle: Puzzle, steps: Sequence[Decision] = ()) -> PuzzleBoard:
    """The puzzle as it stands after these steps. Raises Illegal."""
    screen: Any = screen_of(puzzle.game)
    after = puzzle.after(steps)
    state, hidden = puzzle.game.view(after, 0), len(after.deck) - after.bottom
    hand, _room, *pocket = screen.rows(state, opening=False)
    return PuzzleBoard(
        name=puzzle.name,
        title=_title(puzzle),
        question=_question(puzzle),
        made=not puzzle.number,
        key=puzzle.game.key,
        rules=chosen_words(puzzle.game, asdict(state.options)),
        steps=tuple(PuzzleChoice(step, deed(step)) for step in steps),
        ending=_ending(puzzle.game, state),
        hp=state.hp,
        beats=screen.panel(state).beats,
        hand=_faces(hand.cards),
        pocket=_faces(pocket[0].cards) if pocket else (),
        room=_faces(state.room),
        taken=state.taken,
        potion_used=state.potion_used,
        hidden=_faces(sorted_cards(after.deck[:hidden])),
        under=_faces(state.deck[hidden:]),
        choices=tuple(_choices(screen, state)),
    )


def _title(puzzle: Puzzle) -> str:
    if not puzzle.number:
        # Translators: {game} is "Solo Scoundrel" or "Rascal".
        return _("Puzzle: {game}").format(game=screen_of(puzzle.game).title)
    return _("Puzzle {number}").format(number=puzzle.number)


def _question(puzzle: Puzzle) -> str:
    if not puzzle.number:
        return _("Only one move still wins. Which?")
    return _("Only one first move wins for certain. Which?")


def _ending(game: AnyGame, state: Any) -> str:
    outcome = game.outcome(state)
    if outcome is None:
        return ""
    if outcome.word == "won":
        return _("Won: you made it out with {hp} health.").format(hp=signed(state.hp))
    return _("Lost: you have fallen.")


def answer_board(puzzle: Puzzle, decision: Decision, more: int | None) -> AnswerBoard:
    """The decision is one of the puzzle's."""
    right = decision == puzzle.answer
    return AnswerBoard(
        name=puzzle.name,
        title=_title(puzzle),
        right=right,
        decision=decision,
        deed=deed(decision),
        reason=_why_right(puzzle) if right else _why_wrong(puzzle.misses[decision]),
        steps=tuple(map(deed, puzzle.line)) if right and puzzle.number else (),
        next=more,
    )


def sorted_cards(cards: Cards) -> Cards:
    """The cards in the order of the pack."""
    return tuple(card for card in LONE_PACK if card in cards)


def _faces(cards: Cards) -> tuple[CardFace, ...]:
    return tuple(card_face(card) for card in cards)


def _choices(screen: Any, state: Any) -> Iterator[PuzzleChoice]:
    for decision in screen.game.offered(state, 0):
        text = screen.act(state, decision).text if about(decision) else ""
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
