"""Differences between tables: the options of a game as questions, and what each answer means.

Which options there are, what they allow and what holds by default is told by the games themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.forms import Formless
from tracker.rules.cards import PACK
from tracker.rules.protocol import Option

SOME = "some"


Answers = Mapping[Any, str | Promise]
"""Answers by allowed value, without a full stop where they are one sentence. A list has two: with
nothing in it, `()`, and with something."""


class OptionQuestion(NamedTuple):
    """An option put as a question, and its answers."""

    text: str | Promise
    answers: Answers


@dataclass(frozen=True)
class OfferedAnswer:
    """An answer in a form: `value` is what the form sends of it; `face` where it is a card."""

    value: str
    text: str
    chosen: bool
    face: CardFace | None = None


@dataclass(frozen=True)
class RuleBox:
    """A house rule in a form; with `many`, any number of its cards may be chosen.

    `words` says what is chosen, without a full stop, "" for the usual answer.
    """

    name: str
    question: str
    answers: tuple[OfferedAnswer, ...]
    many: bool
    words: str = ""


@dataclass(frozen=True)
class HouseRule:
    """One option; `ours` is its default, `others` what else may be chosen."""

    name: str
    question: str
    ours: str
    others: tuple[str, ...]


def house_rules(
    options: Mapping[str, Option], questions: Mapping[str, OptionQuestion]
) -> tuple[HouseRule, ...]:
    """The options of a game, those with words of their own first and in their order."""
    names = dict.fromkeys((*questions, *options))
    return tuple(_house_rule(name, options[name], questions) for name in names)


def question_of(
    name: str, option: Option, questions: Mapping[str, OptionQuestion]
) -> OptionQuestion:
    """The words of an option; where nobody has written any, its own names."""
    if name in questions:
        return questions[name]
    some = {(): _("None"), SOME: _("Any of them")}
    return OptionQuestion(
        f"{capfirst(name.replace('_', ' '))}?",
        some if option.many else {value: capfirst(str(value)) for value in option.allowed},
    )


def as_sentence(answer: str | Promise) -> str:
    """The answer with a full stop."""
    text = str(answer)
    # Translators: an answer to a house rule as a sentence: “No, 52 cards are enough.”
    return text if text.endswith(".") else _("{answer}.").format(answer=text)


Written = Callable[[str, Option, Any], str]
"""Writes an option, by its name, and one of its values as a form sends it."""


def rule_boxes(
    options: Mapping[str, Option],
    questions: Mapping[str, OptionQuestion],
    chosen: Mapping[str, Any],
    written: Written,
) -> tuple[RuleBox, ...]:
    """Every option of a game in a form, in the order of `house_rules`."""
    boxes = []
    for name in dict.fromkeys((*questions, *options)):
        option = options[name]
        now = chosen.get(name, option.default)
        question, answers = question_of(name, option, questions)
        picked = now if option.many else (now,)
        offered = (
            OfferedAnswer(
                value=written(name, option, value),
                text=str(answers.get(value, "")),
                chosen=value in picked,
                face=card_face(value) if value in PACK else None,
            )
            for value in option.allowed
        )
        words = "" if now == option.default else _words(option, answers, now)
        boxes.append(RuleBox(name, str(question), tuple(offered), option.many, words))
    return tuple(boxes)


def _words(option: Option, answers: Answers, now: Any) -> str:
    answer = str(answers.get(SOME if option.many else now, now)).removesuffix(".")
    if not option.many:
        return answer
    # Translators: an answer to a house rule, and the cards that were chosen.
    return _("{answer} ({cards})").format(answer=answer, cards=Formless(", ".join(now)))


def rule_text(question: str | Promise, answer: str) -> str:
    # Translators: a house rule and what is played: “Are the jokers in the pack? Yes.”
    return _("{question} {answer}").format(question=question, answer=answer)


def _house_rule(name: str, option: Option, questions: Mapping[str, OptionQuestion]) -> HouseRule:
    question, answers = question_of(name, option, questions)
    others = (as_sentence(text) for value, text in answers.items() if value != option.default)
    return HouseRule(name, str(question), as_sentence(answers[option.default]), tuple(others))
