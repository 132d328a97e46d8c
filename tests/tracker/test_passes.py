"""Passes that count, and offers to run, on phones of one player and of all."""

from __future__ import annotations

from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext

from tests.tracker.parties import play
from tracker.boards.party.table.room import room_board
from tracker.boards.party.table.room_actions import offer
from tracker.rules.games.coop.decisions import PASSED_BEFORE
from tracker.rules.table.room.room import Room, next_living, to_act
from tracker.rules.table.state.party import Party, new_party
from tracker.rules.table.verbs.commands import apply
from tracker.rules.table.verbs.turns import offer_text, pass_text
from tracker.services.party.parties import party_create, party_table

NAMES = ("Mara", "Odo", "Pell", "Rook")
ROOM = "deal:1.1:9c4h3d10s2c7d5h6h2d3h"


def laid_out(*more: str, players: int = 4) -> Party:
    party = new_party(NAMES[:players])
    for command in ("referee:room", ROOM, *more):
        party = apply(party, command)
    return party


def told_of_passing(party: Party, device: str = "") -> str:
    board = room_board(party, device)
    assert board
    return board.acts[0].against


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(20))
def test_only_a_pass_that_was_told_bars_the_next(players: int, seed: int) -> None:
    """A player who goes first skips others; skipping is no pass of theirs."""
    chance, party = Random(seed), laid_out(players=players)
    last: dict[int, str] = {}
    for _ in range(12):
        cards = sorted(Room(party).places.lies)
        if len(cards) < 3 or len(party.living) < 2:
            return
        here = number = to_act(party)
        what = chance.choice(["pass", "take", "take", "offer"])
        if what == "take":
            number = chance.choice(party.living)
        if str(number) in party.offers:
            continue
        while here != number:
            last[here] = "skipped"
            here = next_living(party, here)
        last[number] = what
        party = apply(party, command_of(party, number, what, chance.choice(cards)))
        barred = gettext(PASSED_BEFORE) if last.get(to_act(party)) == "pass" else ""
        assert told_of_passing(party) == barred


def command_of(party: Party, number: int, what: str, card: str) -> str:
    if what == "take":
        verb = {"h": "drink", "d": "equip"}.get(card[-1], "fight")
        return f"take:1.1:{verb}:{number}:{card}" + (":bare" if verb == "fight" else "")
    return pass_text(party, number) if what == "pass" else offer_text(party, number)


def test_a_first_pass_after_being_skipped_is_a_pass() -> None:
    party = laid_out("take:1.1:equip:0:3d", "take:1.1:drink:3:4h")  # Odo and Pell are skipped
    party = apply(party, "take:1.1:drink:0:5h")
    assert (to_act(party), told_of_passing(party)) == (1, "")
    after = apply(party, pass_text(party, 1))
    assert (to_act(after), after.has_passed(1)) == (2, True)


def test_a_pass_that_comes_late_turns_the_skip_into_a_pass() -> None:
    party = laid_out()
    late = pass_text(party, 0)
    party = apply(party, offer_text(party, 1))
    after = apply(party, late)
    assert (to_act(after), after.offers) == (2, "1")
    assert (after.has_passed(0), after.was_skipped(0)) == (True, False)


def test_a_second_pass_in_a_row_is_done_all_the_same() -> None:
    party = laid_out("pass:0:1.1.0", "take:1.1:drink:1:4h", players=2)
    assert told_of_passing(party)
    assert to_act(apply(party, pass_text(party, 0))) == 1


@pytest.mark.parametrize("said", ["", "offer:0:1.1.0", "pass:0:1.1.0"])
def test_on_a_phone_of_the_whole_table_all_run(said: str) -> None:
    board = room_board(laid_out(*filter(None, [said])))
    assert board
    assert (board.acts[1].text, board.acts[1].command) == ("All run", "run:1.1")


@pytest.mark.django_db
def test_one_offer_is_noted_there_without_scripts_too(client: Client) -> None:
    code = party_create(state=new_party(NAMES))
    play(code, "referee:room", ROOM)
    page = client.get(reverse("player", args=[code, 0])).content.decode()
    assert "Mara offers to run" in page
    command = offer(party_table(code).state, 0)
    assert f'value="{command}"' in page
    client.post(reverse("entries", args=[code]), {"command": command})
    after = party_table(code).state
    assert (after.offers, to_act(after), after.passed) == ("0", 1, "")
    assert "offers to run" not in client.get(reverse("player", args=[code, 0])).content.decode()


def test_an_offer_that_leads_to_nothing_is_not_offered() -> None:
    assert not offer(laid_out("take:1.1:fight:0:9c:bare"), 1)  # nobody runs from a room fought in
    assert not offer(laid_out("hp:1:=0"), 1)
    alone = laid_out("offer:0:1.1.0", "offer:1:1.1.0", "offer:2:1.1.0")
    assert not offer(alone, 3)  # all run
    assert not offer(new_party(NAMES), 0)
