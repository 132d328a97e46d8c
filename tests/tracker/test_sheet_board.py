"""Sheets offer what can be done, and every button says what then really happens."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tracker.boards.party.sheet.choices import SheetChoice
from tracker.boards.party.sheet.sheet import (
    DungeonSheet,
    PlayerSheet,
    dungeon_sheet,
    player_sheet,
)
from tracker.boards.party.table.outcome import CommandOutcome, outcome
from tracker.boards.words.names import signed
from tracker.rules.cards import ENEMIES
from tracker.rules.table.state.party import Party, new_party
from tracker.rules.table.verbs.commands import apply
from tracker.rules.words import Refused
from tracker.services.party.table import Table


def table(state: Party) -> Table:
    return Table(
        party_id=1,
        code="lantern",
        watch_code="",
        created=datetime.now(UTC),
        revision=0,
        state=state,
    )


def party(**mara: object) -> Party:
    return new_party(("Mara", "Odo")).with_player(0, **mara)


def sheet(state: Party, tab: str = "", number: int = 0) -> PlayerSheet:
    return player_sheet(table(state), number, tab)


def dungeon(state: Party) -> DungeonSheet:
    return dungeon_sheet(table(state))


def enemy(shown: PlayerSheet, card: str) -> SheetChoice:
    found = [c for group in shown.enemies for c in group.choices if c.face and c.face.code == card]
    return found[0]


def said(told: CommandOutcome) -> str:
    return "; ".join([f"{told.label}: {told.text}", *told.notes])


def all_outcomes(shown: PlayerSheet) -> list[CommandOutcome]:
    rows = [*(group.choices for group in shown.enemies), shown.red_cards]
    return [o for row in (*rows, shown.repairs, shown.numbers) for c in row for o in c.outcomes]


@pytest.mark.parametrize(
    ("mara", "command", "words"),
    [
        ({"hp": 14, "weapon": "8"}, "fight:0:Kc:weapon", "With the 8: −5, 9 left"),
        ({"hp": 14, "weapon": "8"}, "fight:0:Kc:bare", "Bare hands: −13, 1 left"),
        ({"hp": 14, "weapon": "8"}, "fight:0:7c:weapon", "With the 8: no damage"),
        ({"hp": 9}, "fight:0:Kc:bare", "Bare hands: −13, falls"),
        ({"hp": -3}, "fight:0:2c:bare", "Bare hands: −2, now −5"),
        (
            {"weapon": "8"},
            "fight:0:JOKb:weapon",
            "With the 8: no damage, but the weapon is lost",
        ),
        ({"hp": 14}, "hp:0:-13", "Take 13: 1 left"),
        ({"hp": 14}, "hp:0:+13", "Heal 13: 20 (+6)"),
        ({}, "hp:0:+13", "Heal 13: stays at 20"),
        ({"hp": 14}, "drink:0:4h", "4 of Hearts: 18 (+4)"),
        ({"hp": 3}, "use:0:JOKr", "Red Joker: 20 (+17)"),
        (
            {"weapon": "8:KcJs7s"},
            "use:0:Qd",
            "Queen of Diamonds: removes Jack of Spades and 7 of Spades;"
            " then it can fight 12 or lower",
        ),
        ({"weapon": "8"}, "use:0:Kd", "King of Diamonds: nothing to repair"),
        ({}, "use:0:Qh", "Queen of Hearts: absorbs 2"),
    ],
)
def test_a_button_says_what_happens(mara: dict[str, object], command: str, words: str) -> None:
    assert said(outcome(party(**mara), 0, command)) == words


@pytest.mark.parametrize(
    ("shields", "damage", "words"),
    [
        ("Kh", 13, "Take 13 (shields absorb 3): 7 left; spends the King of Hearts"),
        ("KhJh", 2, "Take 2 (shields absorb 2): stays at 17; spends the King of Hearts"),
        (
            "KhJh",
            4,
            "Take 4 (shields absorb 4): stays at 17;"
            " spends the King of Hearts and the Jack of Hearts",
        ),
    ],
)
def test_what_is_spent_is_named(shields: str, damage: int, words: str) -> None:
    assert said(outcome(party(hp=17, shields=shields), 0, f"hit:0:{damage}")) == words


def test_an_enemy_over_the_limit_is_offered_with_a_word_of_warning() -> None:
    told = outcome(party(weapon="8:7c"), 0, "fight:0:9s:weapon")
    assert told.over
    assert said(told) == "With the 8: −1, 19 left; not allowed: can only fight 6 or lower"


@pytest.mark.parametrize(
    "mara",
    [
        {},
        {"hp": 14, "weapon": "8:KcJs7s", "shields": "KhJh"},
        {"hp": 3, "weapon": "10:As+Qh"},
        {"hp": -4, "weapon": "hammer"},
    ],
)
def test_every_button_does_what_it_says(mara: dict[str, object]) -> None:
    before = party(**mara)
    for told in all_outcomes(sheet(before)):
        was, now = before.players[0], apply(before, told.command).players[0]
        assert told.falls == (now.fallen and not was.fallen)
        if now.hp != was.hp and not told.falls:
            assert signed(now.hp) in told.text
        spent = [card for card in was.shield_cards if card not in now.shield_cards]
        assert any("spends" in note for note in told.notes) == bool(spent)


def test_a_command_that_is_refused_has_no_outcome() -> None:
    with pytest.raises(Refused):
        outcome(party(), 0, "fight:0:JOKb:bare")


def test_enemies_the_weapon_beats_stand_first() -> None:
    first, second = sheet(party(weapon="8:KcJs7s6c5s")).enemies
    assert (first.heading, second.heading) == ("The 8 can fight", "Too strong for it")
    beaten = [choice.face.code for choice in first.choices if choice.face]
    assert beaten == ["4c", "4s", "3c", "3s", "2c", "2s", "JOKb"]
    assert len(second.choices) == 20


@pytest.mark.parametrize(("weapon", "heading"), [("", "Enemies"), ("8", "The 8 can fight")])
def test_with_nothing_to_tell_apart_there_is_one_group(weapon: str, heading: str) -> None:
    (group,) = sheet(party(weapon=weapon)).enemies
    assert group.heading == heading
    assert [choice.face.code for choice in group.choices if choice.face] == list(ENEMIES)


def test_the_black_joker_is_fought_with_a_weapon_only() -> None:
    assert enemy(sheet(party()), "JOKb").outcomes == ()
    (told,) = enemy(sheet(party(weapon="8")), "JOKb").outcomes
    assert told.loses == ("8 of Diamonds",)


def test_the_weapon_is_offered_before_bare_hands() -> None:
    labels = [told.label for told in enemy(sheet(party(weapon="8")), "Kc").outcomes]
    assert labels == ["With the 8", "Bare hands"]


def test_a_card_that_lies_elsewhere_says_so_and_can_still_be_chosen() -> None:
    mara = party(weapon="8:Js")
    state = replace(mara.with_player(1, weapon="10:Kc", shields="Qh"), used="JOKrKd")
    shown = sheet(state)
    king = enemy(shown, "Kc")
    assert king.name == "King of Clubs, enemy 13, on Odo’s weapon"
    assert king.outcomes
    joker, weapon = shown.red_cards[10], shown.red_cards[20]
    places = [choice.place for choice in (weapon, joker, shown.repairs[0])]
    assert places == ["Odo has it", "set aside", "set aside"]
    assert [shield.place for shield in shown.shields] == ["", "Odo has it", ""]


def test_with_nothing_to_repair_no_blacksmith_is_offered() -> None:
    assert sheet(party(weapon="8")).repairs == ()
    assert len(sheet(party(weapon="8:Js")).repairs) == 3


def test_a_fight_beyond_the_limit_comes_second_and_says_what_is_allowed() -> None:
    bare, weapon = enemy(sheet(party(weapon="8:5c")), "Kc").outcomes
    assert (bare.label, weapon.label) == ("Bare hands", "With the 8")
    assert weapon.notes == ("not allowed: can only fight 4 or lower",)
    spent = enemy(sheet(party(weapon="8:2c")), "Kc").outcomes[1]
    assert spent.notes == ("not allowed: can only fight the black joker",)


def test_somebody_who_has_left_holds_no_card() -> None:
    state = replace(party().with_player(1, weapon="10:Kc"), seating="0")
    assert enemy(sheet(state), "Kc").name == "King of Clubs, enemy 13"


def test_a_new_weapon_names_what_is_discarded() -> None:
    assert sheet(party(weapon="8:Kc")).discard.loses == ("8 of Diamonds", "King of Clubs")
    assert sheet(party()).discard.loses == ()


def test_a_held_shield_is_spent_and_another_is_taken() -> None:
    held, *_queen, jack = sheet(party(weapon="8+Kh")).shields
    assert (held.outcomes[0].command, held.outcomes[0].text) == ("spend:0:Kh", "absorbs 3")
    assert (jack.outcomes[0].command, jack.outcomes[0].text) == ("use:0:Jh", "absorbs 1")


def test_shields_stand_in_the_order_in_which_they_answer() -> None:
    own = sheet(party(weapon="8+JhKh")).own_shields
    labels = ["Shield 1, Jack of Hearts", "Shield 3, King of Hearts"]
    assert [shield.label for shield in own] == labels


def test_shields_add_a_third_button_to_each_number() -> None:
    without, shielded = sheet(party()).numbers[12], sheet(party(shields="Kh")).numbers[12]
    assert [told.command for told in without.outcomes] == ["hp:0:-13", "hp:0:+13"]
    assert shielded.outcomes[0].command == "hit:0:13"


@pytest.mark.parametrize(
    ("text", "says", "clear", "canonical"),
    [
        ("8:Kc", "8 of Diamonds, 1 enemy on it: can fight 12 or lower", True, ""),
        ("8: kc, JS", "8 of Diamonds, 2 enemies on it: can fight 10 or lower", True, "8:KcJs"),
        ("8:JsKc", "Kc is not below Js", False, ""),
        ("hammer", "Not recognised as a weapon; kept as typed", False, ""),
        ("", "No weapon", True, ""),
    ],
)
def test_the_weapon_box_says_what_was_read(
    text: str, says: str, clear: bool, canonical: str
) -> None:
    box = sheet(party(weapon=text)).weapon
    assert (box.text, box.says, box.clear, box.canonical) == (text, says, clear, canonical)


def test_enemies_can_be_laid_on_a_weapon_that_was_read() -> None:
    assert len(sheet(party(weapon="8:KcJs")).others) == 24
    assert sheet(party(weapon="hammer")).others == ()


@pytest.mark.parametrize(
    ("hp", "wanted", "opened"),
    [(14, "", "fight"), (14, "more", "more"), (14, "dance", "fight"), (0, "", "hit")],
)
def test_one_tab_is_open(hp: int, wanted: str, opened: str) -> None:
    assert sheet(party(hp=hp), wanted).tab == opened


@pytest.mark.parametrize(
    ("weapon", "armed"),
    [
        ("8:5s", "The 8 can fight 4 or lower"),
        ("8:2s", "The 8 can fight only the black joker"),
        ("8", "The 8 can fight anything"),
        ("", "Bare hands"),
        ("hammer", "hammer"),
    ],
)
def test_the_weapon_is_told_in_short(weapon: str, armed: str) -> None:
    assert sheet(party(weapon=weapon)).armed == armed


def test_the_dungeon_tells_where_each_card_is_and_when_it_returns() -> None:
    state = replace(party(shields="Kh"), floor=9, used="Qd")
    cards = {card.face.code: card for card in dungeon(state).cards}
    assert (cards["Qd"].place, cards["Qd"].returns) == ("set aside", "back on floor 10")
    assert (cards["Kh"].place, cards["Kh"].returns) == ("Mara has it", "")
    assert cards["Jd"].place == "in play"
    assert (cards["Qd"].command, cards["Jd"].command) == ("used:-Qd", "used:+Jd")


def test_what_the_floor_brings_back_is_taken_out_in_one_go() -> None:
    state = replace(party(), floor=10, used="JOKbKdQdJh", due="QdJh")
    shown = dungeon(state)
    assert shown.returned == ("Queen of Diamonds", "Jack of Hearts")
    assert apply(state, shown.take_out).used == "JOKbKd"


def test_a_floor_that_brings_nothing_back_has_nothing_to_take_out() -> None:
    assert dungeon(replace(party(), floor=9, used="Qd")).returned == ()


def test_anybody_at_the_table_can_lead() -> None:
    state = replace(party(), seating="31", first=1)
    shown = dungeon(state)
    assert [(seat.number, seat.name) for seat in shown.seats] == [(3, "Player 4"), (1, "Odo")]
    assert shown.first == 1
