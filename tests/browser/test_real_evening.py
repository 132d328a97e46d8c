"""A real evening, entered decision by decision from two phones: 54 cards, 129 decisions, 13 rooms.

Seats 0 and 3 share one phone, seats 1 and 2 the other. Every touch is counted.
"""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page

from tests.browser.phones import OpenTable, expect_sent
from tracker.rules.cards import BLACKSMITHS, SHIELDS
from tracker.rules.table.notation import read_used
from tracker.rules.table.party import Party, new_party
from tracker.rules.table.player import Player
from tracker.services.party.parties import party_table

EVENING = Path(__file__).parents[1] / "traces" / "evening.json.gz"
PATIENCE_S = 20
MOST_TOUCHES = 289


@dataclass
class Hand:
    """One that holds a phone, and counts what it touches."""

    phone: Page
    touches: int = 0

    def touch(self, target: Locator) -> None:
        self.touches += 1
        target.tap()

    def act(self, command: str) -> None:
        """Finds the way to this command on the table: player, card, outcome."""
        verb, seat, card, *_ = command.split(":")
        sheet = self.phone.locator("#sheet")
        self.touch(self.phone.locator(f"#player-{seat} .kit a"))
        if verb == "fight":
            self.touch(sheet.locator(f'.grid > div:has([value="{command}"]) > input'))
        else:
            self.touch(sheet.locator(f"label:has([value={tab_of(verb, card)}])"))
        self.touch(sheet.locator(f'button[value="{command}"]'))
        sheet.wait_for(state="hidden")

    def press(self, command: str) -> None:
        """A button of the table itself."""
        self.touch(self.phone.locator(f'#table button[value="{command}"]'))


def test_a_real_evening_is_right_after_every_decision(open_table: OpenTable, code: str) -> None:
    evening = json.loads(gzip.decompress(EVENING.read_bytes()))
    near, far = Hand(open_table()), Hand(open_table())
    hands = {0: near, 1: far, 2: far, 3: near}
    before = table(evening["start"])
    for step in evening["steps"]:
        after = table(step["state"])
        enter(hands, step, before, after)
        expect_state(code, after, f"{step['seat']}: {step['decision']}")
        before = after
    expect_sent(near.phone)
    assert near.touches + far.touches <= MOST_TOUCHES


def enter(hands: dict[int, Hand], step: dict[str, Any], before: Party, after: Party) -> None:
    """What the people at the table tap for one decision."""
    verb, _, rest = step["decision"].partition(":")
    hand = hands[step["seat"]]
    if verb in ("fight", "drink", "equip", "use"):
        hand.act(f"{verb}:{step['seat']}:{rest}")
    if after.floor > before.floor:
        hand.press("floor:+1")
    elif after.room > before.room:
        hand.press("room:+1")


def tab_of(verb: str, card: str) -> str:
    if verb != "use":
        return verb
    return "repair" if card in BLACKSMITHS else "shield" if card in SHIELDS else "drink"


def table(state: dict[str, Any]) -> Party:
    players = [Player(**{"name": "", **about}) for about in state["players"]]
    rest = {name: state[name] for name in ("floor", "room", "used", "first")}
    return replace(new_party(("",) * 4), players=tuple(players), **rest)


def expect_state(code: str, after: Party, deed: str) -> None:
    """The texts count by what they mean: which order the used cards stand in says nothing."""
    assert any(plain(state) == plain(after) for state in seen(code)), (
        f"{deed}: {party_table(code).state} in place of {after}"
    )


def seen(code: str) -> Iterator[Party]:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        yield party_table(code).state
        time.sleep(0.02)


def plain(party: Party) -> Party:
    players = tuple(replace(player, name="") for player in party.players)
    used = "".join(sorted(read_used(party.used).cards))
    return replace(party, players=players, used=used)
