"""The real evening of evenings.py with every card named: each as it is taken, rooms as they end.

So the odds are exact after every room. One phone is Odo’s, the other lies on the table.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.evenings import Hand, evening, look_again, plain, say_who
from tests.browser.phones import OpenTable, elsewhere
from tracker.boards.party.left import left_sheet
from tracker.rules.table.naming import next_room
from tracker.rules.table.party import Party
from tracker.rules.table.room import Room
from tracker.services.party.parties import party_table

MOST_TOUCHES = 165


class Teller(Hand):
    """Has the cards open, and touches each as somebody takes it."""

    def open(self) -> None:
        self.touch(self.phone.get_by_role("link", name="As taken"))

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

    def run(self, cards: list[str]) -> None:
        """With the cards that nobody has named yet."""
        sheet = self.phone.locator("#sheet")
        self.touch(sheet.get_by_text("All run"))
        *some, last = (sheet.locator(f'.pack label:not(.known) [value="{c}"]') for c in cards)
        for place in some:
            self.touch(place)
        self.change(last)

    def shuffle(self) -> None:
        self.change(self.phone.locator('#sheet button[value^="descend:"]'))


@pytest.mark.thorough
def test_a_real_evening_with_exact_odds_takes_few_touches(open_table: OpenTable, code: str) -> None:
    elsewhere(code, "referee:room")
    phones = [open_table(), open_table()]
    say_who(phones[1], code, "Odo")
    near, far = map(Teller, phones)
    hands = {0: near, 1: far, 2: far, 3: near}
    before, steps = evening()
    for hand in (near, far):
        hand.open()
    for step, after in steps:
        see(code, near, far)
        enter(code, hands[step["seat"]], step, before, after)
        expect_right(code, after, f"{step['seat']}: {step['decision']}")
        before = after
    assert near.touches + far.touches <= MOST_TOUCHES


def enter(code: str, hand: Teller, step: dict[str, Any], before: Party, after: Party) -> None:
    """What the people at the table tap for one decision."""
    verb, _, rest = step["decision"].partition(":")
    card, *_ = rest.split(":")
    if card:
        hand.take(step["seat"], f"{verb}:{step['seat']}:{rest}")
        see(code, hand)
    room = Room(party_table(code).state)
    unnamed = {*step["room_before"]} - {card} - room.places.lies
    if after.floor > before.floor:
        hand.shuffle()
    elif after.room > before.room and verb == "offer":
        hand.run(sorted(unnamed))
    elif after.room > before.room and unnamed and room.pile:
        hand.stay(unnamed.pop())


def see(code: str, *hands: Teller) -> None:
    """What is open on the phones is as the table stands now."""
    look_again(code, *hands)
    revision = party_table(code).revision
    for hand in hands:
        hand.phone.locator(f'#sheet [data-here][data-revision="{revision}"]').wait_for()


def expect_right(code: str, after: Party, deed: str) -> None:
    """A room that is over is the next one as soon as a card of that is touched."""
    state = party_table(code).state
    assert plain(after) in (plain(state), plain(entered(state))), f"{deed}: {state}"
    assert has_exact_odds(code), deed


def entered(party: Party) -> Party:
    return next_room(party) if Room(party).over else party


def has_exact_odds(code: str) -> bool:
    """Wherever the next room lies face down."""
    sheet = left_sheet(party_table(code))
    said = [chance.percent for span in sheet.spans for chance in span.chances]
    return not sheet.at_door or not any("about" in percent for percent in said)
