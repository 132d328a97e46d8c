"""A real evening, entered decision by decision from two phones: 54 cards, 129 decisions, 13 rooms.

Seats 0 and 3 share one phone, seats 1 and 2 the other. Every touch is counted.
"""

from __future__ import annotations

import gzip
import json
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.phones import OpenTable, Point, expect_sent
from tracker.rules.cards import BLACKSMITHS, RED_JOKER
from tracker.rules.table.notation import read_used
from tracker.rules.table.party import Party, new_party
from tracker.rules.table.player import Player
from tracker.services.party.parties import party_table

EVENING = Path(__file__).parents[1] / "traces" / "evening.json.gz"
PATIENCE_S = 20
MOST_TOUCHES = {"whole": 253, "mine": 200}
DEAF_S = 0.55  # for what has come to lie there
NEAR_PX = 60
PLACE = """(target) => {
  target.scrollIntoView({ block: "nearest" });
  const { x, y, width, height } = target.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""


@dataclass
class Hand:
    """One that holds a phone, and counts what it touches."""

    phone: Page
    touches: int = 0
    there: Point = (0, 0)

    def touch(self, target: Locator) -> None:
        self.touches += 1
        self.rest(target)
        target.tap()

    def rest(self, target: Locator) -> None:
        """Nobody means to touch what has just come to nearly the same place."""
        target.wait_for()  # before it is there it has no place
        here: Point = target.evaluate(PLACE)  # at once: an open sheet may be drawn anew
        if math.dist(here, self.there) < NEAR_PX:
            self.phone.wait_for_timeout(1000 * DEAF_S)
        self.there = here

    def act(self, command: str) -> None:
        """Finds the way to this command on the table: player, card, outcome."""
        verb, seat, card, *_ = command.split(":")
        sheet = self.phone.locator("#sheet")
        self.touch(self.phone.locator(f"#player-{seat} .kit a"))
        if verb == "fight":
            self.touch(sheet.locator(f'.grid > div:has([value="{command}"]) > input'))
            self.touch(sheet.locator(f'button[value="{command}"]'))
        elif verb in ("drink", "equip") or card == RED_JOKER:
            self.touch(sheet.locator(f'.fight button[value="{command}"]'))
        else:
            self.touch(sheet.locator(f"label:has([value={tab_of(card)}])"))
            self.touch(sheet.locator(f'button[value="{command}"]'))
        sheet.wait_for(state="hidden")

    def act_on_own(self, command: str) -> None:
        """On the phone of one player: card, outcome; another player comes before."""
        verb, seat, card, *_ = command.split(":")
        own = self.phone.locator("#hand")
        deck = own if f"player-{seat}" == self.first() else self.phone.locator("#sheet")
        if deck is not own:
            self.touch(self.phone.locator(f"#player-{seat} > a"))
            deck.wait_for()
        if verb == "fight":
            self.touch(deck.locator(f'.deck > div:has([value="{command}"]) > input'))
        self.touch(deck.locator(f'button[value="{command}"]'))
        self.phone.locator("#sheet").wait_for(state="hidden")

    def first(self) -> str | None:
        return self.phone.locator(".player").get_attribute("id")

    def press(self, command: str) -> None:
        """A button of the table itself."""
        self.touch(self.phone.locator(f'#table button[value="{command}"]'))


@pytest.mark.parametrize("view", ["mine", pytest.param("whole", marks=pytest.mark.thorough)])
def test_a_real_evening_is_right_after_every_decision(
    open_table: OpenTable, code: str, view: str
) -> None:
    evening = json.loads(gzip.decompress(EVENING.read_bytes()))
    near, far = Hand(open_table()), Hand(open_table())
    if view == "mine":
        for hand, name in ((near, "Mara"), (far, "Odo")):
            say_who(hand, code, name)
    hands = {0: near, 1: far, 2: far, 3: near}
    before = table(evening["start"])
    for step in evening["steps"]:
        after = table(step["state"])
        enter(hands, step, before, after)
        expect_state(code, after, f"{step['seat']}: {step['decision']}")
        look_again(code, near, far)
        before = after
    expect_sent(near.phone)
    assert near.touches + far.touches <= MOST_TOUCHES[view]


def look_again(code: str, *hands: Hand) -> None:
    """Whoever decides looks at the table as it is now."""
    revision = party_table(code).revision
    for hand in hands:
        hand.phone.locator(f'#table[data-revision="{revision}"]').wait_for()


def say_who(hand: Hand, code: str, name: str) -> None:
    """Before the evening begins."""
    hand.phone.goto(f"/p/{code}/join")
    hand.phone.get_by_role("button", name=name).tap()
    hand.phone.locator("#hand .deck").first.wait_for()
    hand.act = hand.act_on_own  # type: ignore[method-assign]


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


def tab_of(card: str) -> str:
    return "repair" if card in BLACKSMITHS else "shield"


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


def plain(party: Party) -> tuple[object, ...]:
    """What the evening tells of; whose turn it is and what was played the tracker counts beside."""
    players = tuple(replace(player, name="") for player in party.players)
    used = "".join(sorted(read_used(party.used).cards))
    return players, party.floor, party.room, party.first, used
