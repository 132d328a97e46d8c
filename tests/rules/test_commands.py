"""Every command of the tracker, told as short games (rules.md 3.5, 3.6, 3.14)."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.rules.table.state.party import Party, Player, new_party
from tracker.rules.table.verbs.commands import VERBS, Command, apply
from tracker.rules.words import Malformed, Refused

MARA, ODO = 0, 1
TEXTS = st.one_of(
    st.text(), st.sampled_from(["=7", "+1", "-3", "Kh", "+Kh", "8:KcJs", "Kc:weapon", "10d", "1"])
)
COMMANDS = st.one_of(
    st.text(),
    st.builds("{}:{}".format, st.sampled_from([*VERBS]), TEXTS),
    st.builds("{}:{}:{}".format, st.sampled_from([*VERBS]), st.integers(-1, 4), TEXTS),
)
"""Most of them begin as a command does."""


def told(*commands: str, party: Party | None = None) -> Party:
    party = party or new_party(("Mara", "Odo", "Pell", "Rook"))
    for command in commands:
        party = apply(party, command)
    return party


def mara(*commands: str) -> Player:
    return told(*commands).players[MARA]


def test_hit_points_never_rise_above_twenty() -> None:
    assert mara("hp:0:-3", "hp:0:+9").hp == 20


def test_hit_points_have_no_lower_bound_that_matters() -> None:
    assert mara("hp:0:-99", "hp:0:-99").hp == -178


def test_hit_points_can_be_set_by_hand() -> None:
    assert mara("hp:0:=7").hp == 7


def test_floor_and_room_do_not_go_below_one() -> None:
    party = told("floor:-1", "room:-5")
    assert (party.floor, party.room) == (1, 1)


def test_a_new_floor_starts_at_its_first_room() -> None:
    party = told("room:+1", "room:+1", "floor:+1")
    assert (party.floor, party.room, party.record) == (2, 1, (1, 0))


def test_what_a_floor_brings_back_is_due_until_it_is_taken_out() -> None:
    party = told("used:+JOKbKdJd", *["floor:+1"] * 4, "room:+1", "room:+1")
    assert party.due == "KdJd"
    assert apply(party, "used:-Kd").due == "Jd"
    assert apply(party, "used:=JOKb").due == ""
    assert apply(party, "floor:+1").due == ""


def test_a_card_used_on_a_floor_is_not_due_on_it() -> None:
    party = told("used:+Kd", *["floor:+1"] * 4, "used:+Qd", "used:-Kd", "used:+Kd")
    assert (party.used, party.due) == ("KdQd", "")


def test_what_is_due_can_be_left_set_aside() -> None:
    party = told("used:+Kd", *["floor:+1"] * 4, "dismiss")
    assert (party.used, party.due) == ("Kd", "")


def test_a_floor_put_right_by_hand_brings_nothing_back() -> None:
    assert told("used:+Kd", "floor:=5").due == ""


def test_going_a_floor_back_leaves_the_room() -> None:
    assert told("floor:+1", "room:+1", "floor:-1").room == 2


def test_the_lead_goes_round_with_the_rooms() -> None:
    assert [told(*["room:+1"] * n).first for n in range(5)] == [0, 1, 2, 3, 0]


def test_the_lead_passes_the_fallen() -> None:
    assert told("hp:1:=0", "room:+1").first == 2


def test_the_lead_comes_back_with_the_room() -> None:
    assert told("hp:1:=0", "room:+1", "room:-1").first == 0


def test_the_lead_can_be_set_by_hand() -> None:
    assert told("first:3").first == 3


def test_a_bare_fight_hits_for_the_full_value() -> None:
    assert mara("equip:0:8d", "fight:0:Kc:bare") == Player("Mara", 7, "8")


def test_a_weapon_takes_its_value_off_and_keeps_the_enemy() -> None:
    assert mara("equip:0:8d", "fight:0:Kc:weapon") == Player("Mara", 15, "8:Kc")


def test_a_weaker_enemy_does_no_harm_and_spends_no_shield() -> None:
    player = mara("equip:0:8d", "use:0:Kh", "fight:0:5s:weapon")
    assert (player.hp, player.weapon, player.shields) == (20, "8:5s", "Kh")


def test_shields_answer_oldest_first_as_many_as_needed() -> None:
    party = told("use:0:Jh", "use:0:Kh", "use:0:Qh", "fight:0:4c:bare")
    assert (party.players[MARA].hp, party.players[MARA].shields) == (20, "Qh")
    assert party.used == "KhJh"


def test_damage_left_after_the_shields_is_taken() -> None:
    party = told("use:0:Kh", "fight:0:Ac:bare")
    assert (party.players[MARA].hp, party.used) == (9, "Kh")


def test_a_hit_by_hand_may_ask_the_shields() -> None:
    assert mara("use:0:Kh", "hit:0:5") == Player("Mara", 18)


def test_whoever_falls_in_a_fight_holds_nothing() -> None:
    assert mara("equip:0:8d", "hp:0:=3", "fight:0:Kc:weapon") == Player("Mara", -2)


def test_words_of_the_table_stay_when_their_player_falls() -> None:
    assert mara("weapon:0:hammer", "hp:0:=3", "fight:0:Kc:bare").weapon == "hammer"


def test_the_black_joker_takes_the_weapon_along_and_is_set_aside() -> None:
    party = told("weapon:0:8:Kc3s", "fight:0:JOKb:weapon")
    assert (party.players[MARA], party.used) == (Player("Mara"), "JOKb")


def test_the_black_joker_is_not_fought_bare() -> None:
    with pytest.raises(Refused):
        told("fight:0:JOKb:bare")


def test_an_enemy_over_the_limit_may_be_laid_on_all_the_same() -> None:
    assert mara("weapon:0:8:5s", "fight:0:Kc:weapon").weapon == "8:5sKc"


def test_a_fight_with_a_weapon_nobody_can_read_is_refused() -> None:
    with pytest.raises(Refused, match="Mara has no weapon"):
        told("weapon:0:hammer", "fight:0:Kc:weapon")


def test_a_potion_heals_up_to_twenty() -> None:
    assert mara("hp:0:=5", "drink:0:7h").hp == 12
    assert mara("hp:0:=15", "drink:0:7h").hp == 20


def test_the_red_joker_heals_wholly_and_is_set_aside() -> None:
    party = told("hp:0:=1", "use:0:JOKr")
    assert (party.players[MARA].hp, party.used) == (20, "JOKr")


def test_equipping_discards_the_old_weapon_with_its_enemies() -> None:
    assert mara("weapon:0:8:KcJs", "equip:0:Ad").weapon == "A"


@pytest.mark.parametrize(("smith", "left"), [("Jd", "8:KcJs"), ("Qd", "8:Kc"), ("Kd", "8")])
def test_a_smith_takes_the_newest_enemies_off(smith: str, left: str) -> None:
    party = told("weapon:0:8:KcJs5s", f"use:0:{smith}")
    assert (party.players[MARA].weapon, party.used) == (left, smith)


def test_a_shield_taken_again_is_no_longer_among_the_used() -> None:
    party = told("used:=KhJh", "use:0:Kh")
    assert (party.players[MARA].shields, party.used) == ("Kh", "Jh")


def test_shields_written_in_the_weapon_box_count_and_are_spent() -> None:
    party = told("weapon:0:8:Kc+KhJh", "fight:0:4c:bare")
    assert party.players[MARA] == Player("Mara", 20, "8:Kc")
    assert party.used == "KhJh"


def test_a_shield_is_spent_by_hand() -> None:
    party = told("use:0:Kh", "use:0:Jh", "spend:0:Kh")
    assert (party.players[MARA].shields, party.used) == ("Jh", "Kh")


def test_enemies_are_laid_on_and_taken_off_by_hand() -> None:
    assert mara("weapon:0:8", "attach:0:Kc", "attach:0:5s", "detach:0:Kc").weapon == "8:5s"


def test_a_discarded_weapon_leaves_the_shields() -> None:
    assert mara("weapon:0:8:Kc+Jh", "discard:0") == Player("Mara", 20, "", "Jh")


@pytest.mark.parametrize("text", ["", " 8 : kc ", "hammer", "8:5s7c", "שלום", "🗡️", "8:Kc\t"])
def test_the_weapon_box_is_kept_as_typed(text: str) -> None:
    assert mara(f"weapon:0:{text}").weapon == text


def test_used_cards_are_added_taken_out_and_typed() -> None:
    assert told("used:+Kh", "used:+JOKb", "used:+Kh").used == "JOKbKh"
    assert told("used:=khqhjh", "used:-QhKh").used == "Jh"
    assert told("used:=three of them").used == "three of them"


def test_leaving_keeps_the_numbers_and_passes_the_lead_on() -> None:
    party = told("hp:0:-4", "leave:0")
    assert (party.seating, party.first, party.players[MARA].hp) == ("123", 1, 16)
    assert told("back:0", party=party).seating == "1230"


def test_the_last_player_stays() -> None:
    with pytest.raises(Refused):
        told("leave:0", party=new_party(("Mara",)))


def test_somebody_new_sits_down_with_fresh_numbers() -> None:
    party = told("hp:1:-9", "leave:1", "join:1:Tess")
    assert (party.players[ODO], party.seating) == (Player("Tess"), "0231")


def test_players_move_round_the_table_and_keep_their_numbers() -> None:
    assert told("move:0:+1").seating == "1023"
    assert told("move:0:-1").seating == "3120"


def test_a_new_run_keeps_the_people_and_nothing_else() -> None:
    party = told("hp:0:-9", "weapon:1:8", "floor:+1", "used:+Kh", "leave:0", "title:Lantern", "new")
    assert party == Party(
        players=tuple(Player(name) for name in ("Mara", "Odo", "Pell", "Rook")),
        seating="123", first=1, turn=1, title="Lantern",
    )  # fmt: skip


MALFORMED = [
    "", ":", "dance", "hp", "hp:4:-1", "hp:x:-1", "hp:0:1", "hp:0:-0", "hp:0:+100", "hp:0:=21",
    "hp:0:-1000000000", "hp:0:−3", "hp:0:+١", "hit:0:0", "hit:0:100", "hit:0:-3", "floor:+1000",
    "floor:=0", "floor:=10000", "room:2", "used:Kh", "used:+Kc", "used:-", "fight:0:Kc",
    "fight:0:Kh:bare", "fight:0:Kc:club", "drink:0:Kh", "drink:0:7d", "equip:0:Kd", "equip:0:7h",
    "use:0:7h", "use:0:JOKb", "attach:0:JOKb", "move:0:2", "shields:0:Kd", "weapon:0:a\0b",
    "name:0:\ud800", "weapon:0:" + "x" * 501, "name:0:" + "x" * 61, "title:" + "x" * 10**6,
    "first:7", "leave:", "join:9:Tess", "hp:01:-1", "undo:1", "save:Mara",
    # Nothing is carried along that nobody reads.
    "new:x", "discard:0:x", "first:0:x", "leave:0:x", "back:0:x",
    "used:+Kh " + "x" * 500, "used:-Kd" + " " * 500, "shields:0:Kh" + " " * 500, "used:+Kh\0",
    "shields:0:Kh\0",
]  # fmt: skip


@pytest.mark.parametrize("command", MALFORMED, ids=range(len(MALFORMED)))
def test_what_no_table_could_do_is_malformed_and_said_shortly(command: str) -> None:
    with pytest.raises(Malformed) as refusal:
        told(command)
    assert 10 < len(str(refusal.value)) < 120


@pytest.mark.parametrize(
    ("text", "verb", "player", "sign", "value"),
    [
        ("hp:1:-3", "hp", 1, "-", "3"),
        ("hp:0:=-4", "hp", 0, "=", "-4"),
        ("weapon:2:8:Kc+Kh", "weapon", 2, "", "8:Kc+Kh"),
        ("weapon:0:+Kh", "weapon", 0, "", "+Kh"),
        ("used:=8:Kc", "used", None, "=", "8:Kc"),
        ("new", "new", None, "", ""),
        ("undo:12", "undo", None, "", "12"),
        ("dance:0:now", "dance", None, "", "0:now"),
        ("", "", None, "", ""),
    ],
)
def test_any_text_is_taken_apart(
    text: str, verb: str, player: int | None, sign: str, value: str
) -> None:
    command = Command.read(text)
    assert (command.verb, command.player, command.sign, command.value) == (
        verb,
        player,
        sign,
        value,
    )


def test_a_fight_names_its_enemy_and_how_it_is_fought() -> None:
    command = Command.read("fight:0:Kc:weapon")
    assert (command.card, command.how) == ("Kc", "weapon")


@pytest.mark.parametrize("text", ["hp:0:-3", "weapon:0:", "weapon:2:8:Kc+", "used:=", "new"])
def test_a_command_is_logged_as_it_was_sent(text: str) -> None:
    assert Command.read(text).text == text


def test_a_colon_that_nothing_follows_is_not_logged() -> None:
    assert [Command.read(text).text for text in ("new:", "leave:2:")] == ["new", "leave:2"]


def test_only_what_means_something_has_a_meaning() -> None:
    assert Command.read("hp:0:-1").meaning is VERBS["hp"]
    assert [Command.read(text).meaning for text in ("hp:4:-1", "dance", "")] == [None] * 3


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_belongs_to_a_player_or_the_party_or_the_log(verb: str) -> None:
    what = VERBS[verb]
    assert (what.of_player is None) or (what.of_party is None)
    assert (what.of_player or what.of_party) or verb in (
        *("undo", "save", "load", "resave", "return"),
    )


@given(COMMANDS)
def test_any_text_at_all_is_carried_out_or_refused(text: str) -> None:
    with contextlib.suppress(Refused):
        assert isinstance(told(text), Party)
