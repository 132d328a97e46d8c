"""The law of undoing any entry, old or new, whatever came after it.

What is there now and is not what the entry was about stays as it is: the cards of another floor,
another counter in the same place, the best of the runs that are over.
"""

from __future__ import annotations

from random import Random

import pytest

from tests.commands_at_random import BEGINNINGS, command, one, story
from tests.examples import examples
from tests.tracker.test_log_laws import ended, entries
from tracker import models
from tracker.rules.table.room.changes import replay
from tracker.rules.table.state.party import TALLIES, Party, Tally
from tracker.rules.table.texts.card_rows import read_places
from tracker.services.party.parties import party_create, party_table
from tracker.services.party.record import Envelope, party_record
from tracker.services.party.runs import runs_work_out

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

LINES, UNDOS = 15, 8
CARDS = ("take", "deal", "equip", "use", "run")
ABOUT = one(*map(command, ("floor", "floor", "room", "descend", *CARDS)))
COUNTERS = one(*map(command, ("tally", "own-tally", "tally-add", "tally-name", "tally-drop")))
RUNS = one(*map(command, ("new", "floor", "hp")))


def counter(party: Party, number: int) -> Tally | None:
    return next((tally for tally in party.tallies if tally.number == number), None)


def counts(party: Party, number: int) -> list[int]:
    return [getattr(some, f"count_{number}") for some in (party, *party.players)]


def keeps_the_floor(then: Party, before: Party, after: Party) -> bool:
    """Whether no card lies elsewhere on it, unless the entry was of this floor or lifts it."""
    lay, lies = (read_places(party.cards).by_card() for party in (before, after))
    same = (after.deeds, after.unnamed) == (before.deeds, before.unnamed)
    return then.floor == before.floor or (same and {*lies} <= {*lay})


def keeps_the_counters(then: Party, before: Party, after: Party) -> bool:
    """Whether each is the same with the same numbers, unless the entry was about it."""
    owned = {*after.tally_each} <= {str(tally.number) for tally in after.tallies}
    return owned and all(
        counter(then, number) == counter(before, number)
        or (counter(after, number), counts(after, number))
        == (counter(before, number), counts(before, number))
        for number in range(len(TALLIES))
    )


def test_an_undo_leaves_alone_what_its_entry_was_not_about() -> None:
    for seed in range(examples(240)):
        chance = Random(seed)
        code = party_create(state=(state := chance.choice(BEGINNINGS)))
        focus = chance.choice((ABOUT, COUNTERS, RUNS))
        ended(code, [text for any_ in story(chance, LINES) for text in (any_, focus(chance))])
        states = [state]
        for entry in entries(code):
            states.append(state := replay(state, entry.changes))
        for number in chance.sample(range(1, len(states)), min(UNDOS, len(states) - 1)):
            party_record(code=code, commands=[Envelope(f"undo:{number}")])
            before, state = state, party_table(code).state
            assert keeps_the_floor(states[number], before, state), (seed, number)
            assert keeps_the_counters(states[number], before, state), (seed, number)
        told = party_table(code)
        runs_work_out(told)
        over = models.Run.objects.filter(party__code=code).exclude(last=None)
        assert told.best >= max(over.values_list("floors", "rooms"), default=(0, 0)), seed
