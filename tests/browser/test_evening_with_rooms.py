"""The real evening of evenings.py with every card named: each as it is taken, rooms as they end.

So the odds are exact after every room. One phone is Odo’s, the other lies on the table.
"""

from __future__ import annotations

import pytest

from tests.browser.evenings import (
    WHOLE,
    Step,
    Teller,
    entered,
    evening,
    plain,
    say_who,
    see,
)
from tests.browser.phones import OpenTable, elsewhere
from tracker.boards.party.cards.remaining_cards import left_sheet
from tracker.rules.table.room.room import Room, room_name
from tracker.rules.table.state.party import Party
from tracker.rules.table.verbs.turns import run_text
from tracker.services.party.parties import party_table

ROOMS = (46, 75)  # from the beginning of one to the end of a floor


class Straight:
    """Enters without a phone what the hands would."""

    def __init__(self, code: str) -> None:
        self.code = code

    @property
    def party(self) -> Party:
        """As it is once a card of the room has been touched."""
        return entered(party_table(self.code).state)

    def take(self, seat: int, deed: str) -> None:
        elsewhere(self.code, f"take:{room_name(self.party)}:{deed}")

    def stay(self, card: str) -> None:
        elsewhere(self.code, f"deal:{room_name(party_table(self.code).state)}:{card}")

    def run(self, cards: list[str]) -> None:
        elsewhere(self.code, f"deal:{room_name(self.party)}:{''.join(cards)}")
        elsewhere(self.code, run_text(self.party))

    def shuffle(self) -> None:
        elsewhere(self.code, f"descend:{self.party.floor + 1}")


@pytest.mark.parametrize(
    ("part", "most_touches"),
    [
        pytest.param(ROOMS, 35, marks=pytest.mark.thorough),
        pytest.param(WHOLE, 165, marks=pytest.mark.nightly),
    ],
)
def test_a_real_evening_with_exact_odds_takes_few_touches(
    open_table: OpenTable, code: str, part: tuple[int, int], most_touches: int
) -> None:
    elsewhere(code, "referee:room")
    first, last = part
    for step in evening(0, first):
        enter(code, Straight(code), step)
    phones = [open_table(), open_table()]
    say_who(phones[1], code, "Odo")
    near, far = map(Teller, phones)
    hands = {0: near, 1: far, 2: far, 3: near}
    for hand in (near, far):
        hand.open()
    for step in evening(first, last):
        see(code, near, far)
        enter(code, hands[step.seat], step)
    see(code, near, far)
    assert near.touches + far.touches <= most_touches
    for phone in phones:
        phone.close()
    for step in evening(last, WHOLE[1]):
        enter(code, Straight(code), step)


def enter(code: str, hand: Teller | Straight, step: Step) -> None:
    """Taps as the people at the table do for one decision."""
    verb, _, rest = step.decision.partition(":")
    card, *_ = rest.split(":")
    if card:
        hand.take(step.seat, f"{verb}:{step.seat}:{rest}")
        if isinstance(hand, Teller):
            see(code, hand)
    room = Room(party_table(code).state)
    unnamed = {*step.room} - {card} - room.places.lies
    if step.ends == "floor":
        hand.shuffle()
    elif step.ends and verb == "offer":
        hand.run(sorted(unnamed))
    elif step.ends and unnamed and room.pile:
        hand.stay(unnamed.pop())
    expect_right(code, step.after, f"{step.seat}: {step.decision}")


def expect_right(code: str, after: Party, deed: str) -> None:
    state = party_table(code).state
    assert plain(after) in (plain(state), plain(entered(state))), f"{deed}: {state}"
    assert has_exact_odds(code), deed


def has_exact_odds(code: str) -> bool:
    """Wherever the next room lies face down."""
    sheet = left_sheet(party_table(code))
    said = [chance.percent for span in sheet.spans for chance in span.chances]
    return not sheet.at_door or not any("about" in percent for percent in said)
