"""The one write path: what is stored, what is refused, what happens twice."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from django.db import connection

from tests.tracker.parties import play
from tracker import models
from tracker.rules.words import Malformed, Refused
from tracker.services.codes import Missing
from tracker.services.party.parties import party_table
from tracker.services.party.record import Envelope, party_record
from tracker.services.party.rows import _entry

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]


def hp(code: str, number: int = 0) -> int:
    return party_table(code).state.players[number].hp


def test_steps_of_two_phones_are_summed(code: str) -> None:
    play(code, "hp:0:-3")
    play(code, "hp:0:-4")
    assert hp(code) == 13


def test_an_entry_says_what_really_changed(code: str) -> None:
    play(code, "hp:0:-3", "hp:0:+9")
    entries = models.Entry.objects.order_by("number").values_list("text", "changes")
    assert list(entries) == [
        ("hp:0:-3", {"players.0.hp": [20, 17]}),
        ("hp:0:+9", {"players.0.hp": [17, 20]}),
    ]


def test_a_key_sent_again_counts_once(code: str) -> None:
    tap = Envelope("hp:0:-3", "tap-1")
    party_record(code=code, commands=[tap])
    recorded = party_record(code=code, commands=[tap, tap])
    assert recorded.done == ["tap-1", "tap-1"]
    assert hp(code) == 17


def test_a_key_far_back_in_the_log_is_still_known(code: str) -> None:
    tap = Envelope("hp:0:-3", "tap-1")
    party_record(code=code, commands=[tap])
    play(code, *["room:+1"] * 40)
    party_record(code=code, commands=[tap])
    assert hp(code) == 17


def test_a_refused_command_does_not_stop_the_others(code: str) -> None:
    commands = [Envelope("hp:0:-3", "a"), Envelope("hp:4:-3", "b"), Envelope("hp:0:-1", "c")]
    recorded = party_record(code=code, commands=commands)
    assert recorded.done == ["a", "c"]
    assert list(recorded.refusals) == ["b"]
    assert hp(code) == 16


def test_commands_of_one_form_are_done_together_or_not_at_all(code: str) -> None:
    with pytest.raises(Refused):
        play(code, "hp:0:-3", "hp:4:-3")
    assert hp(code) == 20
    assert not models.Entry.objects.exists()


def test_a_code_nobody_has_is_missing() -> None:
    with pytest.raises(Missing):
        play("abcdefghjkmnp", "hp:0:-1")


@pytest.mark.parametrize("key", ["", "a b", "x" * 65, "ü"])
def test_a_malformed_key_is_refused(code: str, key: str) -> None:
    with pytest.raises(Malformed):
        party_record(code=code, commands=[Envelope("hp:0:-1", key)])


def test_too_many_commands_at_once_are_refused(code: str) -> None:
    with pytest.raises(Malformed):
        play(code, *["hp:0:-1"] * 201)


def test_a_new_floor_makes_an_automatic_save(code: str) -> None:
    play(code, "room:+1", "floor:+1")
    save = models.Save.objects.get()
    assert (save.name, save.automatic, save.state["room"]) == ("_ 2", True, 1)


def test_a_plus_at_twenty_is_known_but_not_on_the_undo_pile(code: str) -> None:
    play(code, "hp:0:-3", "hp:1:+1")
    undo = party_table(code).undo
    assert undo is not None
    assert undo.text == "hp:0:-3"


def test_codes_have_no_letters_that_look_alike(code: str) -> None:
    assert len(code) == 13
    assert not set(code) & set("01ilo")


@pytest.mark.sqlite
def test_a_tap_looks_lines_up_and_never_reads_the_whole_log(code: str) -> None:
    play(code, "hp:0:-1", "hp:1:-1", "undo:1")
    plans: list[str] = []

    def explain(execute, sql, params, many, context):  # type: ignore[no-untyped-def]
        if "FROM tracker_entry" in sql:
            with closing(sqlite3.connect(connection.settings_dict["NAME"])) as beside:
                plan = beside.execute("EXPLAIN QUERY PLAN " + sql.replace("%s", "?"), params)
                plans.extend(step for *_, step in plan if "tracker_entry" in step)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(explain):
        play(code, "hp:0:-1", "undo:2")
    assert plans
    assert all("(party_id=? AND " in plan for plan in plans), plans


def test_entries_are_read_as_the_log_has_them_now(code: str) -> None:
    play(code, "hp:0:-3")
    for undone, text in [(False, "undo:1"), (True, "undo:2"), (False, "undo:3"), (True, "hp:0:-1")]:
        assert party_table(code).recent[-1].undone is undone
        play(code, text)
    models.Entry.objects.filter(party__code=code, number=1).update(text="hp:0:-4")
    assert party_table(code).recent[-1].text == "hp:0:-4"


def test_few_entries_are_remembered() -> None:
    assert _entry.cache_info().maxsize == 2000
