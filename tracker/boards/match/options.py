"""The house rules of the dealt games as boxes of a form, in the words of the rules pages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tracker.boards.match.screens import screen_of
from tracker.boards.rules.house_rules import SOME, Answers, Question, question_of
from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.forms import Formless
from tracker.rules.cards import PACK
from tracker.services.match.deals import AnyGame


@dataclass(frozen=True)
class Value:
    """What a house rule may be; `face` where it is a card."""

    value: str
    text: str
    chosen: bool
    face: CardFace | None = None


@dataclass(frozen=True)
class OptionBox:
    name: str
    question: str
    many: bool
    values: tuple[Value, ...]


def option_boxes(game: AnyGame, chosen: Mapping[str, Any]) -> tuple[OptionBox, ...]:
    """Every house rule of a game, with what is chosen now."""
    boxes = []
    for name, option in game.options.items():
        question, answers = _question(game, name)
        now = chosen.get(name, option.default)
        values = tuple(_values(option.allowed, answers, now if option.many else (now,)))
        boxes.append(OptionBox(name, str(question), option.many, values))
    return tuple(boxes)


def _question(game: AnyGame, name: str) -> Question:
    return question_of(name, game.options[name], screen_of(game).house_rules)


def _values(allowed: Iterable[Any], answers: Answers, chosen: Iterable[Any]) -> Iterable[Value]:
    for value in allowed:
        face = card_face(value) if value in PACK else None
        label = str(answers[value].label) if value in answers else ""
        yield Value(option_text(value), label, value in chosen, face)


def option_text(value: Any) -> str:
    """A value as a form sends it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def chosen_words(game: AnyGame, options: Mapping[str, Any]) -> tuple[str, ...]:
    """The house rules that are not the usual ones, each as a sentence."""
    sentences = []
    for name, option in game.options.items():
        value = options.get(name, option.default)
        value = tuple(value) if option.many else value
        if value != option.default:
            question, answers = _question(game, name)
            meaning = answers.get(SOME if option.many else value)
            answer = meaning.sentence if meaning else str(value)
            if option.many:
                cards = Formless(", ".join(value))
                # Translators: an answer to a house rule, and the cards that were chosen.
                answer = _("{answer} ({cards})").format(answer=answer, cards=cards)
            # Translators: a house rule and what is played: “Are the jokers in the pack? Yes.”
            sentences.append(_("{question} {answer}").format(question=question, answer=answer))
    return tuple(sentences)
