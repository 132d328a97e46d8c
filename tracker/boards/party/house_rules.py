"""The house rules of a table of real cards: a box for each, and how the log tells them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.text import capfirst

from tracker.boards.rules.coop import HOUSE_RULES
from tracker.boards.rules.house_rules import question_of
from tracker.rules.games.coop.game import Coop
from tracker.rules.table.house_rules import read_house_rules
from tracker.rules.table.party import Party

OPTIONS = Coop().options


@dataclass(frozen=True)
class Answer:
    """`value` is what the command says of it: "" for the usual answer."""

    value: str
    text: str
    chosen: bool


@dataclass(frozen=True)
class RuleBox:
    name: str
    question: str
    answers: tuple[Answer, ...]

    @property
    def chosen(self) -> Answer:
        return next(answer for answer in self.answers if answer.chosen)


def rule_boxes(party: Party) -> tuple[RuleBox, ...]:
    """Every house rule, with what this table plays."""
    return tuple(_boxes(party.house_rules))


def house_rules_words(text: str) -> str:
    """What differs from the usual rules, in sentences; as it stands there if it means nothing."""
    try:
        boxes = [box for box in _boxes(text) if box.chosen.value]
    except ValueError:
        return text
    return " ".join(f"{box.question} {box.chosen.text}" for box in boxes)


def _boxes(text: str) -> Iterator[RuleBox]:
    now = read_house_rules(text)
    for name in dict.fromkeys((*HOUSE_RULES, *OPTIONS)):  # what differs most often comes first
        option = OPTIONS[name]
        question, words = question_of(name, option, HOUSE_RULES)
        answers = (
            Answer(
                value="" if value == option.default else f"{name}={value} ",
                text=capfirst(words[value].rstrip(".")),
                chosen=value == getattr(now, name),
            )
            for value in option.allowed
        )
        yield RuleBox(name, question, tuple(answers))
