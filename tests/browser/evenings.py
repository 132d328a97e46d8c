"""A real evening, entered decision by decision from two phones: 54 cards, 129 decisions, 16 rooms.

Seats 0 and 3 share one phone, seats 1 and 2 the other. Every touch is counted. By night hands enter
all of it; in CI a part, and the others go straight to the log.
"""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page

from tests.browser.phones import Fingers, Point
from tracker.rules.table.room.room import Room
from tracker.rules.table.state.party import Party, Player, new_party
from tracker.rules.table.texts.notation import read_used
from tracker.rules.table.verbs.rooms import next_room
from tracker.services.party.parties import party_table

EVENING = Path(__file__).parents[1] / "traces" / "evening.json.gz"
PATIENCE_S = 20
APART_S = 0.6  # longer than fingers are deaf to what has come to lie there (guard.js)
WHOLE = (0, 129)
EVERY_KIND = (45, 75)  # the shortest part with every card dealt with and every end of rooms in it
LAID_OUT_S = 1.0  # the least a room takes: Room + again within that is the same touch (counting.js)
# Its middle, once it can be touched there, and whether that took a scroll.
PLACE = """(target) => {
  const place = () => {
    const { x, y, width, height } = target.getBoundingClientRect();
    const there = document.elementFromPoint(x + width / 2, y + height / 2);
    return target.contains(there) && [x + width / 2, y + height / 2];
  };
  const seen = place();
  if (!seen) target.scrollIntoView({ block: "nearest" });
  const middle = seen || place();
  return middle && [middle, !seen];
}"""


class Hand:
    """One that holds a phone, and counts what it touches.

    The browser is told that its touches lie as far apart in time as those of people, who look
    before they touch: nobody has to wait for that.
    """

    def __init__(self, phone: Page) -> None:
        self.phone, self.fingers = phone, Fingers(phone)
        self.touches, self.scrolls, self.last = 0, 0, 0.0

    def touch(self, target: Locator) -> None:
        self.touches += 1
        place = self.place(target)
        self.last = max(time.time(), self.last) + APART_S
        self.fingers.tap(place, self.last)

    def change(self, target: Locator) -> None:
        """A touch that changes the party; the phone shows it."""
        revision = self.phone.locator("#table").get_attribute("data-revision")
        self.touch(target)
        self.phone.locator(f'#table:not([data-revision="{revision}"])').wait_for()

    def place(self, target: Locator) -> Point:
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            target.wait_for()
            if found := target.evaluate(PLACE):
                place, scrolled = found
                self.scrolls += scrolled
                return tuple(place)
        raise TimeoutError(f"{target} cannot be touched")


class Teller(Hand):
    """Has the cards open, and touches each as somebody takes it."""

    def open(self) -> None:
        self.touch(self.phone.get_by_role("link", name="Lay out room"))

    def take(self, seat: int, deed: str) -> None:
        """The card for whoever takes it; another way is chosen afterwards."""
        sheet, card = self.phone.locator("#sheet"), deed.split(":")[2]
        taker = sheet.locator(f"nav .seat{seat + 1}")
        if taker.get_attribute("aria-current") is None:
            self.touch(taker)
            sheet.locator(f"nav .seat{seat + 1}[aria-current]").wait_for()
        place = sheet.locator(f'.pack button[value*=":{card}"]')
        granted = place.get_attribute("value") or ""
        self.change(place)
        if not granted.endswith(deed):
            self.change(sheet.locator(f'#correct button[value$="{deed}"]'))

    def stay(self, card: str) -> None:
        self.change(self.phone.locator(f'#sheet .pack button[value^="deal:"][value$=":{card}"]'))

    def run(self, cards: Sequence[str]) -> None:
        """With the cards that nobody has named yet; without them, nobody looked."""
        sheet = self.phone.locator("#sheet")
        self.touch(sheet.get_by_text("All run"))
        if not cards:
            self.change(sheet.get_by_role("button", name="We didn’t look"))
            return
        *some, last = (sheet.locator(f'.pack label:not(.known) [value="{c}"]') for c in cards)
        for place in some:
            self.touch(place)
        self.change(last)

    def shuffle(self) -> None:
        self.change(self.phone.locator('#sheet button[value^="descend:"]'))


class Step(NamedTuple):
    """A decision, with the party before and after it."""

    seat: int
    decision: str
    room: tuple[str, ...]
    before: Party
    after: Party

    @property
    def ends(self) -> str:
        """The part that is over now."""
        if self.after.floor > self.before.floor:
            return "floor"
        return "room" if self.after.room > self.before.room else ""


def evening(first: int, last: int) -> Iterator[Step]:
    """From one of its steps to another."""
    return steps(json.loads(gzip.decompress(EVENING.read_bytes())), first, last)


def steps(told: dict[str, Any], first: int = 0, last: int | None = None) -> Iterator[Step]:
    states = [told["start"], *(about["state"] for about in told["steps"])]
    for before, after, about in [*zip(states, states[1:], told["steps"], strict=False)][first:last]:
        seat, decision, room = about["seat"], about["decision"], tuple(about["room_before"])
        yield Step(seat, decision, room, table(before), table(after))


def table(state: dict[str, Any]) -> Party:
    players = tuple(Player(**{"name": "", **about}) for about in state["players"])
    rest = {name: state[name] for name in ("floor", "room", "used", "first")}
    return replace(new_party(("",) * len(players)), players=players, **rest)


def say_who(phone: Page, code: str, name: str) -> None:
    """Before the evening begins."""
    phone.goto(f"/p/{code}/join")
    phone.get_by_role("button", name=name).tap()
    phone.locator("#table.mine").wait_for()
    if phone.locator("#hand a").count():  # where the party just counts
        phone.locator("#hand a").tap()
        phone.locator("#hand .deck").first.wait_for()


def look_again(code: str, *hands: Hand) -> None:
    """Waits until each of these phones shows the table as it is now."""
    revision = party_table(code).revision
    for hand in hands:
        hand.phone.locator(f'#table[data-revision="{revision}"]').wait_for()


def see(code: str, *hands: Hand) -> None:
    """Waits until all that is open on the phones shows the table as it stands now."""
    look_again(code, *hands)
    revision = party_table(code).revision
    for hand in hands:
        hand.phone.locator(f'#sheet [data-here][data-revision="{revision}"]').wait_for()


def entered(party: Party) -> Party:
    """A room that is over is the next one as soon as a card of that is touched."""
    return next_room(party) if Room(party).over else party


def plain(party: Party) -> tuple[object, ...]:
    """The facts the evening tells; the tracker also counts whose turn it is and what was played.

    The texts count by what they mean: which order the used cards stand in says nothing.
    """
    players = tuple(replace(player, name="") for player in party.players)
    used = "".join(sorted(read_used(party.used).cards))
    return players, party.floor, party.room, party.first, used
