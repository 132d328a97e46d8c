"""The table of faults is not blind: what must never happen is told when it does."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.faults.evening import Table

QUIET = 0  # a seed: one tap and no fault
HELD = ("hp:0:-1", "floor:+1")

LOSE = "localStorage.removeItem(first)"
DOUBLE = "localStorage[first + 'again'] = localStorage[first]"
SWAP = "[localStorage[first], localStorage[second]] = [localStorage[second], localStorage[first]]"
JUMP = "document.querySelector('#player-0 output').textContent = '99'"


def done_to_two_taps(what: str) -> Callable[[Table], None]:
    """While they wait on the first phone."""

    def spoil(table: Table) -> None:
        page = table.phones[0].tabs[0]
        held = page.evaluate("app.outbox.hold()")
        for value in HELD:
            table.phones[0].tap(0, value, 1)
        page.evaluate(
            f"""(held) => {{
          const waiting = Object.keys(localStorage).filter((name) => name.startsWith("tap:"));
          const [first, second] = waiting.sort();
          {what};
          app.outbox.lift(held);
          app.send();
        }}""",
            held,
        )

    return spoil


@pytest.mark.parametrize(
    ("what", "told"),
    [
        (LOSE, "tapped"),
        pytest.param(DOUBLE, "logged", marks=pytest.mark.nightly),
        pytest.param(SWAP, "tapped", marks=pytest.mark.nightly),
        pytest.param(JUMP, "jumps on phone 0", marks=pytest.mark.nightly),
    ],
    ids=["lost", "doubled", "out of order", "jumped"],
)
def test_it_would_be_told(table: Table, what: str, told: str) -> None:
    played = table.play(QUIET, taps=1, spoil=done_to_two_taps(what))
    assert any(wrong.startswith(told) for wrong in played.wrongs), str(played)


@pytest.mark.nightly
def test_nothing_is_told_of_two_taps_that_only_waited(table: Table) -> None:
    assert not table.play(QUIET, taps=1, spoil=done_to_two_taps("")).wrongs
