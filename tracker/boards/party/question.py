"""What a phone is told of a command that was not done, with what can be done instead."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tracker.boards.party.outcome import outcome
from tracker.rules.refusals import Repetition
from tracker.services.party.surprise import Surprise


@dataclass(frozen=True)
class Question:
    """`text` says why; `label` is the button that has `command` done, "" for none."""

    text: str
    label: str
    command: str

    @property
    def patience(self) -> int:
        """How long it stands there, in ms: what needs no answer goes by itself."""
        return 60_000 if self.label else 2_000


def brief(reason: Repetition) -> Question:
    """Another phone has said it: there is nothing to do, and little to read."""
    text = _(reason.brief).format(**reason.details)
    return Question(text, label="", command="")


def question_of(surprise: Surprise) -> Question:
    """It costs something else than its sender was shown."""
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
