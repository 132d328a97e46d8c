"""Counters that a party names itself, such as gold or torches (rules.md 3.14)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tracker.rules.input import excerpt, first_and_rest, text_of
from tracker.rules.refusals import Malformed, Refused
from tracker.rules.table.state.party import (
    COUNT,
    MAX_TALLY_NAME,
    TALLIES,
    Party,
    Tally,
    count_field,
    tally_field,
)
from tracker.rules.words import gettext_noop

OWNERS = ("party", "each")


def step(party: Party, rest: str) -> Party:
    """`tally:0:+1`, or `=12` in place of the step: a counter of the party."""
    number, amount = first_and_rest(rest)
    field = count_field(_tally(party, number, each=False).number)
    changed: dict[str, Any] = {field: COUNT.change(getattr(party, field), amount)}
    return replace(party, **changed)


def step_own(party: Party, player: int, rest: str) -> Party:
    """`own-tally:1:0:+1`: one that each player has, of player 1."""
    number, amount = first_and_rest(rest)
    field = count_field(_tally(party, number, each=True).number)
    count = COUNT.change(getattr(party.players[player], field), amount)
    return party.with_player(player, **{field: count})


def add(party: Party, rest: str) -> Party:
    """`tally-add:party:Gold`, or `each` for one of every player: it begins at 0."""
    owner, name = first_and_rest(rest)
    if owner not in OWNERS:
        raise Malformed(gettext_noop("A counter is the party’s or each player’s."))
    taken = {tally.number for tally in party.tallies}
    # Numbers are columns, so a removed counter frees its place.
    free = next((number for number in range(len(TALLIES)) if number not in taken), None)
    if free is None:
        raise Refused(
            gettext_noop("You already have {most} counters. Remove one first."), most=len(TALLIES)
        )
    party = _with(_at_nought(party, free), free, _name(name))
    # An undo may have taken the name of an earlier counter away and left this.
    others = party.tally_each.replace(str(free), "")
    return replace(party, tally_each=f"{others}{free}" if owner == "each" else others)


def rename(party: Party, rest: str) -> Party:
    """`tally-name:0:Torches`; its numbers stay."""
    number, name = first_and_rest(rest)
    return _with(party, _tally(party, number).number, _name(name))


def drop(party: Party, number: str) -> Party:
    """`tally-drop:0`: gone, with its numbers."""
    tally = _tally(party, number).number
    each = party.tally_each.replace(number, "")
    return replace(_with(_at_nought(party, tally), tally, ""), tally_each=each)


def _tally(party: Party, number: str, *, each: bool | None = None) -> Tally:
    """The counter of this number. Raises Refused where there is none, or it is not so kept."""
    found = next((tally for tally in party.tallies if str(tally.number) == number), None)
    if found is None or each not in (None, found.each):
        raise Refused(
            gettext_noop("There is no counter “{number}” at this table."), number=excerpt(number)
        )
    return found


def _name(typed: str) -> str:
    """The name as it was typed, 1 to MAX_TALLY_NAME characters. Raises Malformed."""
    if not text_of(typed, MAX_TALLY_NAME).strip():
        raise Malformed(gettext_noop("Type a name for the counter first."))
    return typed


def _with(party: Party, number: int, name: str) -> Party:
    changed: dict[str, Any] = {tally_field(number): name}
    return replace(party, **changed)


def _at_nought(party: Party, number: int) -> Party:
    """Sets the counts of this number to 0, the party's and each player's."""
    changed: dict[str, Any] = {count_field(number): 0}
    players = tuple(replace(player, **changed) for player in party.players)
    return replace(party, players=players, **changed)
