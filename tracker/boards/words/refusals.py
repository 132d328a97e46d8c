"""Refusals and whatever else the rules say, in the words of the player's language."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils import translation

from tracker.boards.words.forms import CardName, Formless
from tracker.boards.words.names import card_name
from tracker.rules.cards import EnglishName
from tracker.rules.words import Plural, Refused, Sentence


def refusal_text(reason: Refused) -> str:
    """The reason in the language of the page, its details filled in."""
    return rules_text(reason.reason, reason.details)


def sentence_text(sentence: Sentence) -> str:
    """Returns what the rules said in English, in the language of the page; "" for nothing."""
    return rules_text(sentence.template, sentence.details)


def rules_text(template: str, details: Mapping[str, object]) -> str:
    """A template of the rules in the language of the page, with its details filled in."""
    if not template:  # gettext answers nothing with the head of its catalogue
        return ""
    said = {name: _value(detail) for name, detail in details.items()}
    if isinstance(template, Plural):
        count = details[template.number]
        return translation.ngettext(template.one, template, int(str(count))).format(**said)
    return translation.gettext(template).format(**said)


def _value(detail: object) -> object:
    if isinstance(detail, EnglishName):
        return card_name(detail.code)
    if isinstance(detail, Sentence):
        return sentence_text(detail)
    if isinstance(detail, CardName):
        return detail  # with its forms
    return Formless(detail) if isinstance(detail, str) else detail
