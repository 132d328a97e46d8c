"""The rules speak the language of whoever reads them."""

from __future__ import annotations

import pytest
from django.utils import translation

from tracker.boards.party.table.outcome import question_of_repetition
from tracker.boards.words.forms import card_label
from tracker.boards.words.refusals import refusal_text, rules_text, sentence_text
from tracker.rules.advice.solo import SPEND
from tracker.rules.cards import card_name
from tracker.rules.table.state.party import new_party
from tracker.rules.table.texts.notation import read_weapon
from tracker.rules.table.texts.save_names import save_name_fault
from tracker.rules.table.verbs.commands import Command
from tracker.rules.table.verbs.placing import MOST_IN_PILE
from tracker.rules.words import Refused, Repetition, gettext_noop

GERMAN = {
    "{name} has no weapon to fight with.": "{name} hat keine Waffe zum Kämpfen.",
    "Player {number}": "Spieler {number}",
    "The {card} isn’t in the pocket.": "{card:the} ist nicht in der Tasche.",
    "{card} isn’t an enemy.": "{card:the} ist kein Gegner.",
    "{code} is there twice": "{code} steht zweimal da",
    "No {character} in names: try {name}": "Keine {character} in Namen: versuche {name}",
    "spaces": "Leerzeichen",
    "Already entered: {card}": "Schon gesagt: {card:the}",
}


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translation, "gettext", lambda text: GERMAN.get(text, text))


def refusal_of(command: str) -> str:
    with pytest.raises(Refused) as caught:
        Command.read(command).apply(new_party(("Mara", "")))
    return refusal_text(caught.value)


@pytest.mark.usefixtures("german")
def test_a_seat_without_a_name_is_called_in_the_language_too() -> None:
    assert refusal_of("fight:1:Kc:weapon") == "Spieler 2 hat keine Waffe zum Kämpfen."
    assert refusal_of("fight:0:Kc:weapon") == "Mara hat keine Waffe zum Kämpfen."


@pytest.mark.usefixtures("german")
def test_a_card_in_a_refusal_has_the_forms_of_the_language() -> None:
    refused = Refused(gettext_noop("The {card} isn’t in the pocket."), card=card_name("Kc"))
    assert refusal_text(refused) == "the King of Clubs ist nicht in der Tasche."
    assert str(refused) == "The King of Clubs isn’t in the pocket."


@pytest.mark.usefixtures("german")
def test_what_is_no_card_is_quoted_as_it_was_typed() -> None:
    assert refusal_of("fight:0:wolf:bare") == "“wolf” ist kein Gegner."


@pytest.mark.usefixtures("german")
def test_hints_are_said_in_the_language() -> None:
    assert sentence_text(read_weapon("8:KcKc").hint) == "Kc steht zweimal da"
    assert sentence_text(read_weapon("8:Kc").hint) == ""
    assert sentence_text(save_name_fault("a b")) == "Keine Leerzeichen in Namen: versuche a_b"


@pytest.mark.usefixtures("german")
def test_what_was_told_before_is_named_in_the_forms_of_the_language_too() -> None:
    said = Repetition("{card}", gettext_noop("Already entered: {card}"), card=card_name("Kc"))
    assert question_of_repetition(said).text == "Schon gesagt: the King of Clubs"


def test_a_sentence_that_counts_takes_the_form_of_its_number() -> None:
    one, several = (rules_text(MOST_IN_PILE, {"n": n}) for n in (1, 2))
    assert one == "At most 1 card can be in the pile. Say first which are back."
    assert several == "At most 2 cards can be in the pile. Say first which are back."


def test_a_card_in_a_reason_has_the_forms_of_the_language() -> None:
    with translation.override("de"):
        assert "die Karo-10 jetzt" in rules_text(SPEND, {"weapon": card_label("10d"), "points": 3})
