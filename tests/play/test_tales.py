"""Every burn and every pile that is taken is told with its reason."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tracker.boards.match.laying import report_of
from tracker.services.match.match import LoggedMove

BURNS = {"burned_n": [0, 4]}
TAKES = {"hands.1": [1, 8]}


@pytest.mark.parametrize(
    ("report", "changes", "told"),
    [
        ("play:9c:", {}, "Odo plays the 9 of Clubs."),
        (
            "play:As:four",
            BURNS,
            "Odo plays the Ace of Spades: the fourth Ace burns the pile. Odo plays again.",
        ),
        (
            "play:9c,9d:four",
            BURNS,
            "Odo plays two 9s: four 9s burn the pile. Odo plays again.",
        ),
        (
            "flip:10h:ten",
            BURNS,
            "Odo turns over the 10 of Hearts: a 10 burns the pile. Odo plays again.",
        ),
        (
            "play:8d:eight",
            BURNS | {"over": [False, True]},
            "Odo plays the 8 of Diamonds and is out of cards.",
        ),
        (
            "flip:5h:9c",
            TAKES,
            "Odo turns over the 5 of Hearts, which doesn’t fit on the 9,"
            " and takes the pile: 7 cards.",
        ),
        ("take:9c:bound", TAKES, "Odo can’t play on the 9 and takes the pile: 7 cards."),
        ("take:9c:", TAKES, "Odo plays nothing on the 9 and takes the pile: 7 cards."),
        ("take::", {"hands.1": [1, 2]}, "Odo plays nothing and takes the pile: 1 card."),
        # as older logs have it
        ("play:10h", BURNS, "Odo plays the 10 of Hearts: the pile burns. Odo plays again."),
        ("pickup", TAKES, "Odo plays nothing and takes the pile: 7 cards."),
    ],
)
def test_a_move_is_told_with_its_reason(
    report: str, changes: dict[str, list[object]], told: str
) -> None:
    move = LoggedMove(1, 1, "", report, changes, timezone.now())
    assert report_of(move, "Odo") == told
