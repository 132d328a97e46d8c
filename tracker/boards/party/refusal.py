"""A refusal as people read it, with the line of the history that is in the way."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tracker.boards.party.lines import line_label
from tracker.boards.party.question import Question
from tracker.boards.words.refusals import refusal_text
from tracker.services.party.in_the_way import InTheWay


@dataclass(frozen=True)
class Obstacle:
    """What is refused and why; `line` is that which has to be undone first, with its number."""

    text: str
    line: str
    number: int

    @property
    def next(self) -> int:
        """The history below this number begins with the line."""
        return self.number + 1

    def question(self, history: str) -> Question:
        """Shows the line, where the history has this address."""
        place = f"{history}?before={self.next}#line-{self.number}"
        return Question(f"{self.text} {self.line}", _("Show it"), place)


def obstacle_of(reason: InTheWay) -> Obstacle:
    line = line_label(reason.entry, reason.party)
    return Obstacle(refusal_text(reason), line, reason.entry.number)
