"""The tracker's sums are those of the dealt game: recorded games, entered as commands."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.rules.test_traces import FOLDER, records
from tracker.rules.table.state.party import Party, Player, new_party
from tracker.rules.table.texts.notation import used_cards
from tracker.rules.table.verbs.commands import apply

DEEDS = ("fight", "drink", "equip", "use")
STATE = ("hp", "weapon", "shields")


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_tracker_and_the_dealt_game_come_to_the_same(seats: int) -> None:
    steps = 0
    for record in records(FOLDER / f"coop-{seats}p.jsonl.gz"):
        before = record["start"]
        for step in record["steps"]:
            decision, after = step["decision"], step["state"]
            if record["options"]["shields"] == "stack" and decision["do"] in DEEDS:
                steps += 1
                ours = apply(table(before), command(decision))
                theirs = table(after)
                assert what_counts(ours, theirs.floor) == what_counts(theirs, ours.floor), decision
            before = after
    assert steps > 200


def command(decision: dict[str, Any]) -> str:
    words = (decision["do"], decision["player"], decision["card"], decision.get("how"))
    return ":".join(str(word) for word in words if word is not None)


def table(state: dict[str, Any]) -> Party:
    people = [Player("", *(player[name] for name in STATE)) for player in state["players"]]
    party = new_party(("",) * len(people))
    players = (*people, *party.players[len(people) :])
    return replace(party, players=players, used=state["aside"], floor=state["floor"])


def what_counts(party: Party, floor: int) -> Any:
    """A new floor takes cards out of the used ones in the same step: there only players count."""
    people = [(player.hp, player.weapon, player.shields) for player in party.players]
    return people, sorted(used_cards(party.used)) if party.floor == floor else None
