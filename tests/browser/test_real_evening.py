"""The real evening of evenings.py, entered by the sheets of the players."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator

from tests.browser.evenings import (
    EVERY_KIND,
    LAID_OUT_S,
    WHOLE,
    Hand,
    Step,
    evening,
    look_again,
    plain,
    say_who,
)
from tests.browser.phones import OpenTable, elsewhere, expect_sent
from tracker.rules.cards import RED_JOKER
from tracker.services.party.parties import party_table


class Whole(Hand):
    """Sees the whole table."""

    def act(self, command: str) -> None:
        """Finds the way to this command on the table: player, card, outcome."""
        verb, seat, card, *_ = command.split(":")
        sheet = self.phone.locator("#sheet")
        self.touch(self.phone.locator(f"#player-{seat} .kit a"))
        if verb == "fight":
            self.touch(sheet.locator(f'.grid > div:has([value="{command}"]) > input'))
            self.change(sheet.locator(f'button[value="{command}"]'))
        elif verb in ("drink", "equip") or card == RED_JOKER:
            self.change(sheet.locator(f'.fight button[value="{command}"]'))
        else:
            self.touch(sheet.locator("label:has([value=shield])"))
            self.change(sheet.locator(f'button[value="{command}"]'))
        sheet.wait_for(state="hidden")

    def press(self, command: str) -> None:
        """A button of the table itself, before the next room is laid out."""
        self.change(self.phone.locator(f'#table button[value^="{command}"]'))
        self.last += LAID_OUT_S


class Mine(Whole):
    """Sees the cards of one player first."""

    def act(self, command: str) -> None:
        """Card, outcome; another player comes before."""
        verb, seat, *_ = command.split(":")
        deck = self.deck(seat)
        if verb == "fight":
            self.touch(deck.locator(f'.deck > div:has([value="{command}"]) > input'))
        self.change(deck.locator(f'button[value="{command}"]'))
        self.phone.locator("#sheet").wait_for(state="hidden")

    def deck(self, seat: str) -> Locator:
        if self.phone.locator(".player").get_attribute("id") == f"player-{seat}":
            return self.phone.locator("#hand")
        self.touch(self.phone.locator(f"#player-{seat} > a"))
        return self.phone.locator("#sheet")


class Straight:
    """Enters without a phone what the hands would."""

    def __init__(self, code: str) -> None:
        self.code = code

    def act(self, command: str) -> None:
        elsewhere(self.code, command)

    press = act


@pytest.mark.parametrize(
    ("view", "part", "most_touches"),
    [
        pytest.param("mine", EVERY_KIND, 48, marks=pytest.mark.thorough),
        pytest.param("whole", EVERY_KIND, 66, marks=pytest.mark.thorough),
        pytest.param("mine", WHOLE, 200, marks=pytest.mark.nightly),
        pytest.param("whole", WHOLE, 253, marks=pytest.mark.nightly),
    ],
)
def test_a_real_evening_is_right_after_every_decision(
    open_table: OpenTable, code: str, view: str, part: tuple[int, int], most_touches: int
) -> None:
    first, last = part
    for step in evening(0, first):
        enter(code, Straight(code), step)
    phones = [open_table(), open_table()]
    if view == "mine":
        for phone, name in zip(phones, ("Mara", "Odo"), strict=True):
            say_who(phone, code, name)
    near, far = map(Mine if view == "mine" else Whole, phones)
    hands = {0: near, 1: far, 2: far, 3: near}
    for step in evening(first, last):
        enter(code, hands[step.seat], step)
        look_again(code, near, far)
    expect_sent(near.phone)
    assert near.touches + far.touches <= most_touches
    for phone in phones:
        phone.close()
    for step in evening(last, WHOLE[1]):
        enter(code, Straight(code), step)


def enter(code: str, hand: Whole | Straight, step: Step) -> None:
    """Taps as the people at the table do for one decision."""
    verb, _, rest = step.decision.partition(":")
    if verb in ("fight", "drink", "equip", "use"):
        hand.act(f"{verb}:{step.seat}:{rest}")
    if step.ends:
        hand.press(f"{step.ends}:+1")
    assert plain(party_table(code).state) == plain(step.after), step.decision
