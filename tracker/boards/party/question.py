"""What a phone is told of a command that was not done, with what can be done instead."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tracker.boards.party.outcome import outcome
from tracker.boards.words.labels import labelled
from tracker.boards.words.names import listed
from tracker.boards.words.refusals import rules_text
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
    return Question(rules_text(reason.brief, reason.details), label="", command="")


def question_of(surprise: Surprise) -> Question:
    """It costs something else than its sender was shown."""
    command, party = surprise.command, surprise.party
    now = outcome(party, command.player or 0, command.text)
    label = "" if now.label in now.says else now.label  # a card that the deed names is named once
    parts = [labelled(label, now.text), *now.notes]
    if command.deed.verb == "equip":
        cards = {"cards": listed(list(now.loses))}
        goes, nothing = _("Goes to the discard pile: %(cards)s"), _("You have no weapon to replace")
        parts.append(goes % cards if now.loses else nothing)
    outcome_now = ", ".join(filter(None, parts))
    return Question(
        # Translators: {deed} is what was tapped, {outcome} what it would do by now.
        text=_("The table has changed. {deed}: {outcome}").format(
            deed=now.says, outcome=outcome_now
        ),
        label=_("Do it"),
        command=command.text,
    )
