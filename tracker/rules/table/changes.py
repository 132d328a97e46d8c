"""What an entry changed, how it is replayed and how it is taken back.

Changes are written as `{"players.1.hp": [14, 11], "floor": [9, 10]}`: path, value before, value
after. Three kinds of value are taken back differently:

* counters (hp, floor, room): the step is taken back, whatever came after;
* texts and the seating: only as long as nothing later wrote something else there;
* the lead, which follows the room counter: put back if it still stands where the entry put it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from tracker.rules.input import UNSTORABLE
from tracker.rules.refusals import Refused
from tracker.rules.table.party import (
    LOWEST_HP,
    MAX_COUNT,
    MAX_HP,
    MAX_PLAYERS,
    MAX_TEXT,
    Party,
    Player,
    Value,
)

Change = tuple[Value, Value]
Changes = dict[str, Change]

FIELDS = ("seating", "floor", "room", "used", "first", "title")
PLAYER_FIELDS = ("name", "hp", "weapon", "shields")
RANGES = {"hp": (LOWEST_HP, MAX_HP), "floor": (1, MAX_COUNT), "room": (1, MAX_COUNT)}


def flat(party: Party) -> dict[str, Value]:
    """Every value of the party by its path."""
    values: dict[str, Value] = {field: getattr(party, field) for field in FIELDS}
    for number, player in enumerate(party.players):
        for field in PLAYER_FIELDS:
            values[f"players.{number}.{field}"] = getattr(player, field)
    return values


def built(values: Mapping[str, Any]) -> Party:
    """The party whose `flat` values these are."""
    players = tuple(
        Player(**{field: values[f"players.{number}.{field}"] for field in PLAYER_FIELDS})
        for number in range(MAX_PLAYERS)
    )
    return Party(players=players, **{field: values[field] for field in FIELDS})


def changes_between(before: Party, after: Party) -> Changes:
    """What is different, path by path."""
    old, new = flat(before), flat(after)
    return {path: (old[path], new[path]) for path in old if old[path] != new[path]}


def replayed(party: Party, changes: Mapping[str, Any]) -> Party:
    """The party after an entry that changed this: the fold of the log."""
    return built(flat(party) | {path: after for path, (_, after) in changes.items()})


def rewound(party: Party, changes: Mapping[str, Any]) -> Party:
    """The party as it stood before an entry that changed this."""
    return built(flat(party) | {path: before for path, (before, _) in changes.items()})


def taken_back(party: Party, changes: Mapping[str, Any]) -> Party:
    """The party with this entry's own changes undone and nothing else touched (hp never above 20).

    Raises Refused where a later entry wrote over a text this one wrote.
    """
    values = flat(party)
    for path, (before, after) in changes.items():
        field = path.rpartition(".")[2]
        if field in RANGES:
            lowest, highest = RANGES[field]
            values[path] = max(lowest, min(highest, values[path] - (after - before)))
        elif values[path] == after:
            values[path] = before
        elif field != "first":
            raise Refused(_overwritten(field), name=_owner(party, path))
    return _with_a_seated_lead(built(values), party.first)


def _with_a_seated_lead(party: Party, lead: int) -> Party:
    """Whoever leads sits at the table: an earlier leader may have left since."""
    if party.first in party.seated:
        return party
    if lead not in party.seated:
        raise Refused("{name} leads this room now. Choose another first.", name=party.name(lead))
    return replace(party, first=lead)


def _owner(party: Party, path: str) -> str:
    return party.name(int(path.split(".")[1])) if path.startswith("players.") else ""


def _overwritten(field: str) -> str:
    return {
        "weapon": "{name}'s weapon has been changed since. Undo that change first.",
        "shields": "{name}'s shields have been changed since. Undo that change first.",
        "name": "{name} has been renamed since. Undo that change first.",
        "used": "The used cards have been changed since. Undo that change first.",
        "seating": "The seats have been changed since. Undo that change first.",
        "title": "The party has been renamed since. Undo that change first.",
    }[field]


def as_data(party: Party) -> dict[str, Any]:
    """The whole state as plain data, for saves and exports."""
    return asdict(party)


def from_data(data: Any) -> Party:
    """The party that `as_data` wrote. Raises Refused where the data is not a whole, sound state."""
    try:
        players = tuple(Player(**player) for player in data["players"])
        party = Party(**{**data, "players": players})
    except (TypeError, KeyError, AttributeError):
        raise Refused("That is not a party that was saved here.") from None
    if not _sound(party):
        raise Refused("That party has numbers or texts that cannot be.")
    return party


def _sound(party: Party) -> bool:
    """Every value of its own kind and within its ends."""
    values = flat(party)
    seats = party.seating if isinstance(party.seating, str) else ""
    return (
        len(party.players) == MAX_PLAYERS
        and all(_fits(path.rpartition(".")[2], value) for path, value in values.items())
        and 1 <= len(seats) == len(set(seats))
        and set(seats) <= set("0123")
        and str(party.first) in seats
    )


def _fits(field: str, value: object) -> bool:
    if field in RANGES:
        lowest, highest = RANGES[field]
        return type(value) is int and lowest <= value <= highest
    if field == "first":
        return type(value) is int
    return type(value) is str and len(value) <= MAX_TEXT and not UNSTORABLE.search(value)
