"""A game at a terminal: people in turn, computers between them, until it is over or they leave."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tracker.boards.match.board import advice_note
from tracker.boards.match.frame import LEVELS, SeatView, seat_name
from tracker.boards.match.screens import screen_of
from tracker.boards.words.names import labelled
from tracker.rules.protocol import Decision
from tracker.services.match.advice import match_advice, match_levels
from tracker.services.match.match import DealtMatch, LoggedMove, computers_decide, decide, undo
from tracker.terminal.paper import Paper
from tracker.terminal.tables import decision_words, offer_text, show_table

LONGEST_ANSWER = 200
Ask = Callable[[str], str]
"""Prints a question and answers with a line. EOFError when there are no more."""


class Leave(Exception):
    """The player's wish to stop."""


class SeatDecision(NamedTuple):
    seat: int
    decision: Decision


class Sitting:
    """One match at one terminal."""

    def __init__(self, match: DealtMatch, paper: Paper, ask: Ask) -> None:
        self.match, self.paper, self.ask = match, paper, ask
        self.moves: list[LoggedMove] = []
        self.eyes: int | None = None
        """The seat that has looked last."""
        self.news: list[LoggedMove] = []
        """The moves that nobody here has been told of yet."""

    @property
    def log(self) -> list[tuple[int, str]]:
        return [(move.seat, move.text) for move in self.moves]

    def play(self) -> DealtMatch:
        """Until the game is over; answers with the match as it is then. Raises Leave."""
        self._computers()
        while True:
            while self.match.to_act:
                self._turn()
            self._tell(self.eyes or 0)
            self._end()
            if not self._goes_on():
                return self.match

    def _turn(self) -> None:
        """Shows the table to whoever is to act, and asks until a decision is made."""
        seat = self._people_to_act()[0]
        self._hand_over(seat)
        self._tell(seat)
        show_table(self.paper, self._sight(seat))
        offers = self._choices()
        choices = [*offers.values()]
        self._list(seat, [*offers])
        while not self._answered(choices, self.ask(self._prompt(len(choices)))):
            pass

    def _people_to_act(self) -> list[int]:
        return [seat for seat in self.match.to_act if not self.match.seats[seat].level]

    def _hand_over(self, seat: int) -> None:
        """Clears the screen, so that the next person at the terminal sees no hand but their own."""
        people = [side for side in self.match.seats if not side.level]
        if len(people) > 1 and self.match.game.hands and seat != self.eyes:
            self.paper.clear()
            words = _("{name}, press Enter when nobody else is looking.")
            self.ask(f"{words.format(name=seat_name(self.match, seat))} ")
        self.eyes = seat

    def _sight(self, seat: int) -> SeatView[Any]:
        return SeatView(self.match, self.match.seen_by(seat), seat)

    def _tell(self, seat: int) -> None:
        seen, screen = self._sight(seat), screen_of(self.match.game)
        if not self.match.alone:
            for move in self.news:
                self.paper.print(screen.tell(seen, move))
        self.news.clear()

    def _choices(self) -> dict[str, SeatDecision]:
        """By what they are called; in a Red Room those of everybody who plays here (3.11).

        Where two lay the same cards (rules.md 7.4, K4) it does not matter which is named.
        """
        seats, choices = self._people_to_act(), dict[str, SeatDecision]()
        for seat in seats:
            name = seat_name(self.match, seat) if len(seats) > 1 else ""
            seen = self._sight(seat)
            for decision in self.match.game.offered(seen.view, seat):
                text = offer_text(self.paper, seen, decision)
                choices.setdefault(labelled(name, text), SeatDecision(seat, decision))
        return choices

    def _list(self, seat: int, offers: Sequence[str]) -> None:
        self.paper.print()
        if len(self._people_to_act()) == 1 and not self.match.alone:
            self.paper.write(f"{self.paper.paint(seat_name(self.match, seat), bold=True)}\n")
        for number, offer in enumerate(offers, 1):
            self.paper.entry(f"{number:>3}  ", offer)

    def _prompt(self, count: int) -> str:
        numbers = f"1-{count}" if count > 1 else "1"
        # Translators: what may be typed in a terminal; the letters u and q stay as they are.
        keys = _("{numbers}, ? advice, u undo, q leave:")
        if not self.match.may_undo:
            # Translators: what may be typed in a terminal; the letter q stays as it is.
            keys = _("{numbers}, ? advice, q leave:")
        return f"{keys.format(numbers=numbers)} "

    def _answered(self, choices: Sequence[SeatDecision], text: str) -> bool:
        """Whether the answer has led somewhere else."""
        text = text.strip()[:LONGEST_ANSWER]
        if text.lower() in ("q", "exit"):
            raise Leave
        if text == "?":
            self._advise(choices)
        elif text.lower() == "u":
            return self._undo()
        elif choice := chosen(choices, text):
            self._decide(choice)
            return True
        else:
            words = _("That isn’t a choice. Type a number from 1 to {most}.")
            self.paper.print(words.format(most=len(choices)))
        return False

    def _decide(self, choice: SeatDecision) -> None:
        self.match = decide(self.match, choice.seat, choice.decision)
        self._note(self.match.moves[0])
        self._computers()

    def _computers(self) -> None:
        stages = computers_decide(self.match)
        self.match = [self.match, *stages][-1]
        self._note(*(stage.moves[0] for stage in stages))

    def _note(self, *moves: LoggedMove) -> None:
        self.moves += moves
        self.news += moves

    def _undo(self) -> bool:
        """Takes a decision back; a solo player may undo every one that stands, as on the site."""
        match = self.match
        if not match.may_undo:
            alone = _("There is nothing to undo yet.")
            self.paper.print(alone if match.alone else _("Only solo players can undo."))
            return False
        self.match = undo(match, self.moves)
        self._note(self.match.moves[0])
        return True

    def _goes_on(self) -> bool:
        """Whether the decision that ended it is undone, which only solo players may."""
        if not self.match.may_undo:
            return False
        with suppress(EOFError, KeyboardInterrupt):  # the game is over, and is kept
            # Translators: what may be typed in a terminal; the letter u stays as it is.
            question = _("u undo, Enter to finish:")
            return self.ask(f"{question} ").strip().lower() == "u" and self._undo()
        return False

    def _advise(self, choices: Sequence[SeatDecision]) -> None:
        """Prints what the adviser would do and why, and what the computers would do."""
        seat = choices[0].seat
        if found := match_advice(self.match, seat):
            note = advice_note(found, {})
            self.paper.print(_("Advice: {text}").format(text=note.text))
            if note.odds:
                self.paper.print(note.odds)
        for level, decision in match_levels(self.match, seat).items():
            words = decision_words(self.paper, self._sight(seat), decision)
            self.paper.print(labelled(capfirst(str(LEVELS[level])), words))

    def _end(self) -> None:
        scene = screen_of(self.match.game).scene(self._sight(self.eyes or 0))
        if scene.ending:
            self.paper.heading(scene.ending.heading)
            for line in scene.ending.lines:
                self.paper.print(line.replace("*", ""))  # what the page prints larger
        if self.match.undo_count:
            self.paper.print(_("Undone: {count}").format(count=self.match.undo_count))


def chosen(choices: Sequence[SeatDecision], text: str) -> SeatDecision | None:
    """The choice with this number, or the one written out as it is logged."""
    if text.isascii() and text.isdigit() and len(text) < 6:
        return choices[int(text) - 1] if 0 < int(text) <= len(choices) else None
    return next((choice for choice in choices if choice.decision == text), None)
