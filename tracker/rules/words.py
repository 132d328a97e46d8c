"""Sentences for people, and refusals that say them, kept as templates: boards translate them.

What is found by these names stands in KEYWORDS of tools/languages.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar


def gettext_noop(sentence: str) -> str:
    """The sentence as it is. It is found by this name; boards translate it."""
    return sentence


class Plural(str):
    """A sentence whose form follows a number: the one for several, which English takes for 0 too.

    `one` is that for a single one; `number` is the name under which the number is filled in.
    """

    one: str
    number: str


def ngettext_noop(one: str, several: str, number: str) -> Plural:
    """Both forms of a sentence, to be chosen by the detail called `number`."""
    return _plural(one, several, number)


def number_noop(sentence: str, number: str) -> Plural:
    """One sentence as both forms, where English needs one only; other languages have more."""
    return _plural(sentence, sentence, number)


def _plural(one: str, several: str, number: str) -> Plural:
    plural = Plural(several)
    plural.one, plural.number = one, number
    return plural


class Sentence(str):
    """A sentence in English that has been filled in, with what boards need to say it again."""

    template: str
    details: Mapping[str, object]


def sentence(template: str, **details: object) -> Sentence:
    """The template, which is a marked one, filled in."""
    found = Sentence(template.format(**details))
    found.template, found.details = template, details
    return found


class Refused(Exception):
    """Something that cannot be done; all stays as it was.

    `reason` is a sentence for the player with `{names}` filled in from `details`, kept apart so
    that the sentence can be translated. `status` is what HTTP calls such an answer: here, that
    the state of the table is in the way.
    """

    status: ClassVar[int] = 409

    def __init__(self, reason: str, **details: object) -> None:
        super().__init__(reason.format(**details))
        self.reason = reason
        self.details = details


class Repetition(Refused):
    """Something that has been said before, most likely on another phone: nothing is lost.

    `brief` is the same in a few words, with the same `{names}`.
    """

    def __init__(self, reason: str, brief: str, **details: object) -> None:
        super().__init__(reason, **details)
        self.brief = brief


class Malformed(Refused):
    """Something that no table could ever do: nobody's seat, not a step, too long a text."""

    status = 400
