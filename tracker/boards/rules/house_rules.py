"""Where tables differ: the options of a game as questions, and what each answer means.

Which options there are, what they allow and what holds by default is told by the games themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.text import capfirst

from tracker.rules.protocol import Option

Answers = Mapping[Any, str]
"""What each allowed value means. A list has two: with nothing in it, `()`, and with something."""

SOME = "some"


class Question(NamedTuple):
    """An option put as a question, and its answers."""

    text: str
    answers: Answers


@dataclass(frozen=True)
class HouseRule:
    """One option; `ours` is its default, `others` what else may be chosen."""

    name: str
    question: str
    ours: str
    others: tuple[str, ...]


def house_rules(
    options: Mapping[str, Option], questions: Mapping[str, Question]
) -> tuple[HouseRule, ...]:
    """The options of a game, those with words of their own first and in their order."""
    names = dict.fromkeys((*questions, *options))
    return tuple(_house_rule(name, options[name], questions) for name in names)


def question_of(name: str, option: Option, questions: Mapping[str, Question]) -> Question:
    """The words of an option; where nobody has written any, its own names."""
    if name in questions:
        return questions[name]
    some = {(): "none", SOME: "any of them"}
    return Question(
        f"{capfirst(name.replace('_', ' '))}?",
        some if option.many else {value: str(value) for value in option.allowed},
    )


def _house_rule(name: str, option: Option, questions: Mapping[str, Question]) -> HouseRule:
    question, answers = question_of(name, option, questions)
    others = (words for value, words in answers.items() if value != option.default)
    return HouseRule(name, question, answers[option.default], tuple(others))
