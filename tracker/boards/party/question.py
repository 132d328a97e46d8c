"""What is asked before a command is done that costs something else than its sender was shown."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tracker.boards.party.outcome import outcome
from tracker.services.party.surprise import Surprise


@dataclass(frozen=True)
class Question:
    """`text` says what the command would do now; `label` is the button that has it done."""

    text: str
    label: str
    command: str


def question_of(surprise: Surprise) -> Question:
    command, party = surprise.command, surprise.party
    now = outcome(party, command.player or 0, command.text)
    words = ": ".join(filter(None, (now.label, now.text)))
    return Question(
        text=_("The table has changed. {deed}: {outcome}").format(
            deed=now.says, outcome=", ".join(filter(None, (words, *now.notes)))
        ),
        label=_("Do it"),
        command=command.text,
    )
