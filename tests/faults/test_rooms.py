"""Two phones tell the cards of one game through lost networks: it ends as if one had told them.

Nothing is counted twice, and no card lies in two places.
"""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from functools import reduce
from itertools import combinations
from random import Random

import pytest
from playwright.sync_api import Error as Broken

from tests.faults.evening import Table
from tests.faults.house import POSTGRESQL
from tests.faults.phone import Phone
from tests.faults.story import FAULTS, Step, seeds
from tests.rules.tellings import all_said, at_random
from tracker.rules.table.room.room import Room
from tracker.rules.table.state.party import Party
from tracker.rules.table.verbs.commands import apply

pytestmark = pytest.mark.postgresql(in_ci=True)

SEEDS = 3 if POSTGRESQL else 6
DECISIONS = 25
LATEST = 5  # commands that the second phone lags behind
FAULTS_IN_HUNDRED = 25
TELL = """(texts) => {
  if (!window.app?.outbox) return false;
  for (const text of texts) app.outbox.add(text);
  return true;
}"""


class Teller:
    """Holds a phone; what it cannot be told now, since no page has come, it is told later."""

    def __init__(self, phone: Phone) -> None:
        self.phone, self.untold = phone, deque[str]()

    def tell(self, *texts: str) -> None:
        self.untold.extend(texts)
        with suppress(Broken):  # the page is just being loaded anew
            if self.phone.tabs[0].evaluate(TELL, [*self.untold]):
                self.untold.clear()


@pytest.mark.parametrize("seed", seeds(SEEDS))
def test_two_phones_that_tell_a_game_count_it_once(table: Table, seed: int) -> None:
    table.sit_down()
    assert table.start
    chance, tellers = Random(seed), [*map(Teller, table.phones[:2])]
    commands = told(table.start, chance)
    late = deque[str]()
    for command in commands:
        tellers[0].tell(command)
        late.append(command)
        tellers[1].tell(*(late.popleft() for _ in range(chance.randint(0, len(late)))))
        if len(late) > LATEST:
            tellers[1].tell(late.popleft())
        fail(table, chance)
    end(table, tellers, late)
    state = table.house.state(table.code)
    assert state == reduce(apply, commands, table.start)
    assert [*table.unlike()] == []
    keeps_each_card_in_one_place(state)


def told(party: Party, chance: Random) -> list[str]:
    """The commands that one phone would enter for a dealt game."""
    commands = ["referee:room"]
    for step in at_random({}, len(party.seated), chance, most=DECISIONS):
        if len(commands) == 1:
            commands.append(f"deal:1.1:{''.join(step.before.room)}")
        commands += all_said(reduce(apply, commands, party), step)
    return commands


def fail(table: Table, chance: Random) -> None:
    if chance.randrange(100) < FAULTS_IN_HUNDRED:
        verbs = [verb for verb in FAULTS if verb != "second_tab"]
        (verb,) = chance.choices(verbs, [FAULTS[verb] for verb in verbs])
        table.do(Step(chance.randrange(2), verb))


def end(table: Table, tellers: list[Teller], late: deque[str]) -> None:
    """The network is back, and all is told."""
    tellers[1].tell(*late)
    for teller in tellers:
        teller.phone.mend()
        table.until(lambda teller=teller: teller.tell() or not teller.untold)  # type: ignore[misc]
    table.settle()


def keeps_each_card_in_one_place(party: Party) -> None:
    room = Room(party)
    places = (room.hands, room.aside, room.places.lies, room.places.out, room.places.under)
    assert not any(one & other for one, other in combinations(places, 2))
