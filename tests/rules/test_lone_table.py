"""Scoundrel for one with real cards: told completely it is the dealt game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tests.rules.laws import shuffler, started
from tests.rules.tellings import heard
from tracker.rules.games.scoundrel import ScoundrelState
from tracker.rules.protocol import Decision, parts
from tracker.rules.refusals import Refused
from tracker.rules.table.commands import apply
from tracker.rules.table.lone import SOLO, solo_picture
from tracker.rules.table.party import Party, new_party
from tracker.rules.table.room import Room, room_name

IN_ANY_ORDER = ("room", "deck", "discard")
ALIKE = ("hp", "weapon", "slain", "potion_used", "turn", "taken", "may_skip", "bottom")


def table() -> Party:
    return apply(new_party(("Mara",)), "game:solo")


def test_told_completely_it_is_the_dealt_game() -> None:
    chance, checked, ends = Random("solo"), 0, set[str]()
    for _ in range(40):
        for state, party in play(chance):
            if outcome := SOLO.outcome(state):
                ends.add(outcome.word)
            else:
                assert_alike(party, state)
                checked += 1
    assert checked > 500
    assert "lost" in ends


def play(chance: Random) -> Iterator[tuple[ScoundrelState, Party]]:
    """A game of somebody who would rather live, and the table as it hears of it."""
    state, party = started(SOLO, {}, 1, chance), table()
    party = laid_out(party, state)
    yield state, party
    while SOLO.outcome(state) is None:
        decision = careful(state, chance)
        after = SOLO.apply(state, 0, decision, shuffler(chance))
        party = apply(party, said(party, decision))
        if after.turn > state.turn and after.room:
            party = laid_out(party, after)
        state = after
        yield state, party


def careful(state: ScoundrelState, chance: Random) -> Decision:
    ways = [each for each in SOLO.decisions(state, 0) if each != "quit"]
    alive = [each for each in ways if SOLO.play(state, 0, each, tuple).hp > 0]
    return chance.choice(alive or ways)


def said(party: Party, decision: Decision) -> str:
    do, card, how = parts(decision)
    name = room_name(party)
    return f"take:{name}:" + ":".join(filter(None, (do, "0", card, how))) if card else f"run:{name}"


def laid_out(party: Party, state: ScoundrelState) -> Party:
    """What is new in the room; the card that stayed lies there already."""
    new = "".join(card for card in state.room if card not in Room(party).places.lies)
    return apply(party, f"deal:1.{state.turn}:{new}") if new else apply(party, "room:+1")


def assert_alike(party: Party, state: ScoundrelState) -> None:
    ours, theirs = solo_picture(party), SOLO.view(state, 0)
    for name in ALIKE:
        assert (name, getattr(ours, name)) == (name, getattr(theirs, name))
    for name in IN_ANY_ORDER:
        assert (name, sorted(getattr(ours, name))) == (name, sorted(getattr(theirs, name)))
    assert {*SOLO.decisions(ours, 0)} == {*SOLO.decisions(theirs, 0)}


def test_only_the_first_potion_of_a_room_heals() -> None:
    drunk = heard(table(), ["hp:0:=5", "deal:1.1:6h5h8c9c", "drink:0:6h", "drink:0:5h"])
    assert drunk.players[0].hp == 11
    assert Room(drunk).places.out == {"6h", "5h"}


def test_at_a_table_of_more_every_potion_heals() -> None:
    drunk = heard(new_party(("Mara",)), ["hp:0:=5", "drink:0:6h", "drink:0:5h"])
    assert drunk.players[0].hp == 16


def test_the_pile_has_44_cards() -> None:
    assert (len(Room(table()).unseen), Room(table()).pile) == (44, 40)


def test_it_is_for_one_alone() -> None:
    with pytest.raises(Refused, match="for one player"):
        apply(new_party(("Mara", "Odo")), "game:solo")
    with pytest.raises(Refused, match="for one player"):
        apply(table(), "join:1:Odo")
