from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules import vectors
from tracker.rules.cards import PACK, card_name
from tracker.rules.table.texts.dictation import read_cards


@pytest.mark.parametrize("vector", **vectors.named("text"))
def test_a_text_is_read_as_the_vectors_say(vector: dict[str, Any]) -> None:
    assert read_cards(vector["text"]) == (tuple(vector["cards"]), tuple(vector["odd"]))


@given(st.lists(st.sampled_from(PACK), unique=True))
def test_every_card_is_read_by_its_code_and_by_its_name(cards: list[str]) -> None:
    assert read_cards("".join(cards)) == (tuple(cards), ())
    assert read_cards(", ".join(map(card_name, cards))) == (tuple(cards), ())


@given(st.text())
def test_any_text_is_answered(text: str) -> None:
    cards, _ = read_cards(text)
    assert set(cards) <= set(PACK)


def test_what_is_no_card_is_named() -> None:
    assert read_cards("hammer, молот 9c") == (("9c",), ("hammer", "молот"))
