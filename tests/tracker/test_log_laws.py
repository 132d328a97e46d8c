"""Laws of the log that hold for any sequence of commands, undos, redos, saves and loads."""

from __future__ import annotations

from itertools import groupby

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.examples import examples
from tracker import models
from tracker.rules.cards import ENEMIES, PACK, SPECIAL_CARDS, WEAPONS
from tracker.rules.games.dungeon import MAX_HP
from tracker.rules.refusals import Refused
from tracker.rules.table.changes import changes_between, replay
from tracker.rules.table.party import Party, new_party
from tracker.services.party.parties import party_create, party_table
from tracker.services.party.record import Envelope, party_record
from tracker.services.party.table import Table

pytestmark = pytest.mark.django_db

CARD_VERBS = ["use", "drink", "attach", "detach", "spend"]
SEAT_VERBS = ["leave", "back", "join", "first", "discard"]
START = new_party(("Mara", "Odo", "Pell"))
player = st.sampled_from("0123")
step = st.builds("{}{}".format, st.sampled_from("+-"), st.integers(1, 20))
text = st.sampled_from(["", "8", "8:KcJs", "A:5c+Kh", "hammer", "10:2c3c", "8:Kc +Jh", "ünsinn"])
enemy, special = st.sampled_from(ENEMIES), st.sampled_from([*SPECIAL_CARDS, "mine"])
command = st.one_of(
    st.builds("hp:{}:{}".format, player, step),
    st.builds("{}:{}".format, st.sampled_from(["floor", "room"]), step),
    st.builds("fight:{}:{}:{}".format, player, enemy, st.sampled_from(["bare", "weapon"])),
    st.builds("equip:{}:{}".format, player, st.sampled_from(WEAPONS)),
    st.builds("{}:{}:{}".format, st.sampled_from(CARD_VERBS), player, st.sampled_from(PACK)),
    st.builds("weapon:{}:{}".format, player, text),
    st.builds("used:{}{}".format, st.sampled_from("+-="), special),
    st.builds("{}:{}".format, st.sampled_from(SEAT_VERBS), player),
    st.builds("move:{}:{}".format, player, st.sampled_from(["+1", "-1"])),
    st.builds("hit:{}:{}".format, player, st.integers(1, 20)),
    st.builds("{}:{}".format, st.sampled_from(["save", "load"]), st.sampled_from(["Ann", "ann"])),
    st.builds("undo:{}".format, st.integers(1, 40)),
    st.sampled_from(["undo", "undo", "redo", "new", "title:Lantern", "name:0:Rook"]),
)
story = st.lists(command, max_size=40)
many = settings(
    max_examples=examples(50), suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def pressed(table: Table, text: str) -> str:
    """The command behind the undo and redo buttons; every other text as it is."""
    if text == "undo" and table.undo:
        return f"undo:{table.undo.number}"
    if text == "redo" and table.redo:
        return f"undo:{table.redo_top}"
    return text


def press(code: str, button: str) -> None:
    command = Envelope(pressed(party_table(code), button))
    party_record(code=code, commands=[command], together=True)


def played(texts: list[str]) -> str:
    code = party_create(state=START)
    for buttons, some in groupby(texts, ("undo", "redo").__contains__):
        if buttons:
            for text in some:
                party_record(code=code, commands=[Envelope(pressed(party_table(code), text))])
        else:
            party_record(code=code, commands=[Envelope(text) for text in some])
    return code


def entries(code: str) -> list[models.Entry]:
    return list(models.Entry.objects.filter(party__code=code).order_by("number"))


def fold(code: str) -> Party:
    state = START
    for entry in entries(code):
        state = replay(state, entry.changes)
    return state


@many
@given(story)
def test_the_state_is_the_replay_of_the_log(texts: list[str]) -> None:
    code = played(texts)
    assert party_table(code).state == fold(code)
    assert all(player.hp <= MAX_HP for player in party_table(code).state.players)


@many
@given(story)
def test_entries_are_numbered_without_a_gap(texts: list[str]) -> None:
    code = played(texts)
    numbers = [entry.number for entry in entries(code)]
    assert numbers == list(range(1, party_table(code).revision + 1))


@many
@given(story)
def test_undoing_everything_newest_first_gives_the_first_state(texts: list[str]) -> None:
    code = played(texts)
    while party_table(code).undo:
        press(code, "undo")
    assert party_table(code).state == START


@many
@given(story)
def test_redoing_everything_gives_the_last_state_again(texts: list[str]) -> None:
    code = played([text for text in texts if "undo" not in text])
    last = party_table(code).state
    for button in ("undo", "redo"):
        while getattr(party_table(code), button):
            press(code, button)
    assert party_table(code).state == last


@many
@given(story, st.data())
def test_undoing_one_line_changes_only_its_own(texts: list[str], data: st.DataObject) -> None:
    code = played(texts)
    undoable = [entry for entry in entries(code) if entry.changes and not entry.undone]
    if not undoable:
        return
    entry = data.draw(st.sampled_from(undoable))
    before = party_table(code).state
    try:
        party_record(code=code, commands=[Envelope(f"undo:{entry.number}")], together=True)
    except Refused:
        assert party_table(code).state == before
    changed = changes_between(before, party_table(code).state)
    assert set(changed) <= set(entry.changes)
