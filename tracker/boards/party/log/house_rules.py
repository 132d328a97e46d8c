"""The house rules of a table of real cards: a box for each, and how the log tells them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from django.utils.functional import Promise

from tracker.boards.rules import coop, rascal, solo
from tracker.boards.rules.house_rules import (
    SOME,
    Answers,
    OfferedAnswer,
    OptionQuestion,
    RuleBox,
    question_of,
    rule_text,
    with_cards,
)
from tracker.boards.words.cards import card_face
from tracker.rules.protocol import Option
from tracker.rules.table.state.party import Party
from tracker.rules.table.texts.house_rules import KINDS, read_options

QUESTIONS: dict[str, Mapping[str, OptionQuestion]] = {
    "coop": coop.HOUSE_RULES,
    "solo": solo.HOUSE_RULES,
    "rascal": rascal.HOUSE_RULES,
}


def rule_boxes(party: Party) -> tuple[RuleBox, ...]:
    """Every house rule of the game that is played, with what this table plays.

    The usual answer is sent as "". Cards are sent after their rule, side by side: `removed=`, then
    `2dKc`.
    """
    return tuple(_boxes(party.game, party.house_rules))


def house_rules_words(text: str) -> str:
    """Tells in sentences what differs from the usual rules; leaves a meaningless text as it is."""
    try:
        boxes = [box for game in KINDS for box in _boxes(game, text) if box.words]
    except ValueError:
        return text
    return " ".join(rule_text(box.question, box.words) for box in boxes)


def _boxes(game: str, text: str) -> Iterator[RuleBox]:
    kind = KINDS[game]
    now, options = read_options(text, kind), {each.name: each for each in fields(kind)}
    for name in dict.fromkeys((*QUESTIONS[game], *options)):  # what differs most often comes first
        option: Option = options[name].metadata["option"]
        question, answers = question_of(name, option, QUESTIONS[game])
        box = _cards if option.many else _choice
        yield box(name, str(question), option, answers, getattr(now, name))


def _choice(name: str, question: str, option: Option, answers: Answers, now: Any) -> RuleBox:
    offered = tuple(
        OfferedAnswer(
            value="" if value == option.default else f"{name}={value} ",
            text=_label(answers[value]),
            chosen=value == now,
        )
        for value in option.allowed
    )
    differs = "" if now == option.default else _label(answers[now])
    return RuleBox(name, question, offered, many=False, words=differs)


def _cards(name: str, question: str, option: Option, answers: Answers, now: Any) -> RuleBox:
    faces = map(card_face, option.allowed)
    offered = tuple(OfferedAnswer(face.code, face.name, face.code in now, face) for face in faces)
    differs = with_cards(_label(answers[SOME]), now) if now else ""
    return RuleBox(name, question, offered, many=True, words=differs)


def _label(answer: str | Promise) -> str:
    """The answer without a full stop, as something follows."""
    return str(answer).removesuffix(".")
