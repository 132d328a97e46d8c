"""Reading and writing what people type (rules.md 2)."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.rules.cards import ENEMIES, RANKS, SHIELDS, SPECIAL_CARDS, enemy_value
from tracker.rules.table.texts.notation import (
    Verdict,
    read_used,
    read_weapon,
    used_cards,
    with_cards,
    without_cards,
    write_used,
    write_weapon,
)
from tracker.rules.table.texts.save_names import save_name_fault

TRACES = Path(__file__).parents[1] / "traces"
VECTORS: dict[str, list[dict[str, Any]]] = json.loads((TRACES / "notation.json").read_text())

SURROGATES = st.characters(categories=["Cs"])
# Scraps of cards lie close to the edge between reading and not reading.
SCRAPS = st.lists(
    st.sampled_from([*"JOKbrdhQA10cs8:+T_x( ,♥♡♦\ufe0f\n", *SPECIAL_CARDS, "Kc", "5s"]), max_size=12
).map("".join)
TEXTS = SCRAPS | st.text(st.characters() | SURROGATES)
SPECIALS = st.lists(st.sampled_from(SPECIAL_CARDS), max_size=8)

MONSTERS = st.lists(st.sampled_from(ENEMIES[:-1]), max_size=13, unique_by=enemy_value).map(
    lambda cards: sorted(cards, key=enemy_value, reverse=True)
)
HELD = st.lists(st.sampled_from(SHIELDS), unique=True)


def vectors(table: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return pytest.mark.parametrize("vector", VECTORS[table], ids=lambda v: repr(v["text"]))


@vectors("weapon")
def test_a_weapon_text_reads_as_in_the_table(vector: dict[str, Any]) -> None:
    reading = read_weapon(vector["text"])
    assert reading.verdict == vector["status"]
    assert reading.canonical == vector["canonical"]
    assert reading.weapon == vector.get("weapon")
    assert list(reading.monsters) == vector.get("monsters", [])
    assert list(reading.shields) == vector.get("shields", [])


@vectors("used")
def test_a_used_text_reads_as_in_the_table(vector: dict[str, Any]) -> None:
    reading = read_used(vector["text"])
    assert reading.verdict == vector["status"]
    assert reading.canonical == vector["canonical"]
    assert list(reading.cards) == vector.get("cards", [])


@vectors("save_name")
def test_a_save_name_is_valid_as_in_the_table(vector: dict[str, Any]) -> None:
    assert (save_name_fault(vector["text"]) == "") is vector["valid"]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("8:KcJs7s", ""),
        ("8:5s7c", "7c is not below 5s"),
        ("8:KcKs", "Ks is not below Kc"),
        ("9:KsAcKs", "Ks is there twice"),
        ("8+KhQhKh", "Kh is there twice"),
        ("hammer", "Not recognised as a weapon; kept as typed"),
    ],
)
def test_a_weapon_hint_says_what_is_odd(text: str, hint: str) -> None:
    assert read_weapon(text).hint == hint


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("JdKd", ""),
        ("JdKdJd", "Jd is there twice"),
        ("none yet", "Not recognised as cards; kept as typed"),
        ("Kh (Rook has it), Jd", "Read as Jd Kh; the rest is kept as typed"),
    ],
)
def test_a_used_hint_says_what_is_odd(text: str, hint: str) -> None:
    assert read_used(text).hint == hint


@pytest.mark.parametrize("text", ["8♦️:K♣️J♠️+Q♥️", "8♢:K♧J♤+Q♡", "8D : kC, jS + qH"])
def test_suits_may_be_symbols_of_any_kind(text: str) -> None:
    assert read_weapon(text).canonical == "8:KcJs+Qh"


@pytest.mark.parametrize("text", ["8:\u212ac", "8:K\u017f", "٨:Kc", "８:Kc"])
def test_letters_and_digits_of_other_scripts_are_the_tables_own_words(text: str) -> None:
    assert read_weapon(text).verdict is Verdict.FREE


@given(st.sampled_from(RANKS[:10]), MONSTERS, HELD)
def test_a_correct_weapon_reads_back_as_it_was_written(
    weapon: str, monsters: list[str], shields: list[str]
) -> None:
    text = write_weapon(weapon, monsters, shields)
    reading = read_weapon(text)
    assert reading.canonical == text
    assert (reading.verdict, reading.weapon) == (Verdict.OK, weapon)
    assert (reading.monsters, reading.shields) == (tuple(monsters), tuple(shields))


@given(HELD)
def test_shields_need_no_weapon(shields: list[str]) -> None:
    reading = read_weapon(write_weapon(None, shields=shields))
    assert reading.verdict is Verdict.OK
    assert (reading.weapon, reading.shields) == (None, tuple(shields))


def test_an_order_that_breaks_the_rules_can_be_written_all_the_same() -> None:
    assert write_weapon("8", ["5s", "7c"]) == "8:5s7c"


@pytest.mark.parametrize(
    ("weapon", "monsters", "shields", "fault"),
    [
        ("J", [], [], "'J' is not the rank of a weapon"),
        ("8d", [], [], "'8d' is not the rank of a weapon"),
        (None, ["Kc"], [], "'Kc' needs a weapon"),
        ("8", ["Kh"], [], "'Kh' is not a monster"),
        ("8", ["JOKb"], [], "'JOKb' is not a monster"),
        ("8", [], ["Kd"], "'Kd' is not a shield"),
    ],
)
def test_a_card_out_of_place_is_not_written_on_a_weapon(
    weapon: str | None, monsters: list[str], shields: list[str], fault: str
) -> None:
    with pytest.raises(ValueError, match=fault):
        write_weapon(weapon, monsters, shields)


@given(SPECIALS)
def test_used_cards_read_back_in_canonical_order(cards: list[str]) -> None:
    text = write_used(cards)
    assert read_used(text).verdict is Verdict.OK
    assert read_used(text).canonical == text
    assert read_used(text).cards == tuple(card for card in SPECIAL_CARDS if card in cards)


@pytest.mark.parametrize("cards", [["Kc"], ["Kd", "kd"], [""], ["JOK"]])
def test_only_special_cards_are_used_cards(cards: list[str]) -> None:
    with pytest.raises(ValueError, match="is not a special card"):
        write_used(cards)


@given(TEXTS)
def test_any_text_at_all_can_be_read(text: str) -> None:
    for reading in (read_weapon(text), read_used(text)):
        assert (reading.hint == "") is (reading.verdict is Verdict.OK)
        assert (reading.canonical is None) is (reading.verdict is not Verdict.OK)
        reading.hint.encode()
    assert write_used(used_cards(text)) == "".join(used_cards(text))


@given(TEXTS)
def test_reading_a_canonical_text_changes_nothing(text: str) -> None:
    for read in (read_weapon, read_used):
        canonical = read(text).canonical
        assert canonical is None or read(canonical).canonical == canonical


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("Kh (Rook has it), Jd", ("Jd", "Kh")),
        ("KdQd (found), k♥️ gone", ("Kd", "Qd", "Kh")),
        ("jokB/Jd's", ("JOKb", "Jd")),
        ("_Kh_", ("Kh",)),
        ("KdKd", ("Kd",)),
        ("Khan Jdx 1Kd éKd Kc", ()),
        ("K h, d or J", ()),
    ],
)
def test_the_tables_own_words_never_hide_cards(text: str, cards: tuple[str, ...]) -> None:
    assert used_cards(text) == cards


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("JdKd", "Jd"),
        ("kd, jd JD", "Jd"),
        ("Kd", ""),
        ("Kd (Rook has it),  jd", " (Rook has it),  jd"),
        ("QdKdJd  for Odo", "QdJd  for Odo"),
        ("Odo: K♦️!", "Odo: !"),
        ("K♦️Q♦️ (Odo)", "Q♦️ (Odo)"),
        ("JOKbK♦️J", "JOKb\ufe0fJ"),
        ("no cards yet", "no cards yet"),
        (" q d ", " q d "),
    ],
)
def test_taking_a_card_out_keeps_the_rest(text: str, left: str) -> None:
    assert without_cards(text, ["Kd", "Jh"]) == left


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("", "KdJh"),
        ("jh, qd", "KdQdJh"),
        ("JhJh", "KdJh"),
        ("Jh kd", "Jh kd"),
        ("Odo: Jh", "Odo: Jh Kd"),
        ("none yet", "none yet Kd Jh"),
    ],
)
def test_adding_cards_never_doubles_them(text: str, more: str) -> None:
    assert with_cards(text, ["Jh", "Kd"]) == more


@given(TEXTS, SPECIALS)
def test_added_cards_stand_in_the_text_beside_those_before(text: str, cards: list[str]) -> None:
    assert set(used_cards(with_cards(text, cards))) == {*used_cards(text), *cards}


@given(TEXTS, SPECIALS)
def test_cards_added_and_taken_out_are_gone(text: str, cards: list[str]) -> None:
    left = used_cards(without_cards(with_cards(text, cards), cards))
    assert set(left).isdisjoint(cards)
    assert set(left).issuperset(set(used_cards(text)).difference(cards))


def test_a_card_that_appears_when_another_goes_is_taken_out_too() -> None:
    assert without_cards("K Kh d", ["Kh"]) == "K  d"
    assert without_cards("K Kh d", iter(["Kh", "Kd"])) == ""


@given(TEXTS)
def test_a_text_stays_as_typed_when_there_is_nothing_to_do(text: str) -> None:
    missing = [card for card in SPECIAL_CARDS if card not in used_cards(text)]
    assert without_cards(text, missing) == text
    assert with_cards(text, used_cards(text)) == text


@pytest.mark.parametrize("change", [with_cards, without_cards])
def test_only_special_cards_are_added_or_taken_out(
    change: Callable[[str, list[str]], str],
) -> None:
    with pytest.raises(ValueError, match="'Kc' is not a special card"):
        change("Kd", ["Kc"])


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("", "A save needs a name"),
        ("x" * 65, "A name has at most 64 characters; this one has 65"),
        ("Mara Odo", "No spaces in names: try Mara_Odo"),
        ("Mara\n", "No line breaks in names: try Mara"),
        ("Zoë", "No “ë” in names: try Zoe"),
        ("\ud800", "No U+D800 in names; use A-Z, a-z, 0-9, _ and -"),
    ],
)
def test_a_save_name_fault_says_what_is_wrong(name: str, fault: str) -> None:
    assert save_name_fault(name) == fault


@pytest.mark.parametrize("part", ["8:", "Kc", "Kh", "Kh ", "K♥️", "\ud800"])
@pytest.mark.parametrize("end", ["", "x"])
@pytest.mark.timeout(60)  # read in steps that grow with the text, it takes hours
def test_a_million_characters_are_read_at_once(part: str, end: str) -> None:
    text = part * (10**6 // len(part)) + end
    read_weapon(text)
    read_used(text)
    save_name_fault(text)
