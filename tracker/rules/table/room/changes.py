"""Changes of a party by one entry: how they are found, replayed and taken back.

Changes are written as `{"players.1.hp": [14, 11], "floor": [9, 10]}`: path, value before, value
after. The kind of a field knows how a change is taken back (fields.py). A path without a field,
in a log from long ago, is skipped. With changes of cards or counters the log keeps the floor and
the counters that they are `about`: an undo must not meet others in their place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from tracker.rules.table.room.account import drop_stray_cards, returning_on
from tracker.rules.table.state.fields import NUMBERS, Counter, Kind, Value
from tracker.rules.table.state.party import (
    FIELDS,
    GAME,
    MAX_COUNT,
    MAX_PLAYERS,
    PLAYER_FIELDS,
    SEATING,
    TALLIES,
    TALLY,
    Party,
    Player,
    count_field,
    tally_field,
)
from tracker.rules.words import Refused, gettext_noop


class Overwritten(Refused):
    """A later entry wrote over the value at `path`, so that it cannot be taken back."""

    def __init__(self, reason: str, path: str, **details: object) -> None:
        super().__init__(reason, **details)
        self.path = path


Change = tuple[Value, Value]
Changes = dict[str, Change]


def path_of(number: int, field: str) -> str:
    """The path of a player's value: `players.1.hp`."""
    return f"players.{number}.{field}"


PATHS = tuple(
    {field: path_of(number, field) for field in PLAYER_FIELDS} for number in range(MAX_PLAYERS)
)
"""The paths of each player, by field."""


def place_of(path: str) -> tuple[int | None, str]:
    """The player's number, None for a value of the party, and the field's name."""
    players, _, place = path.partition(".")
    number, _, field = place.partition(".")
    return (int(number), field) if players == "players" and number in NUMBERS else (None, path)


def kind_of(path: str) -> Kind | None:
    """The kind of the value at this path; None for a field that no longer exists."""
    number, field = place_of(path)
    return FIELDS.get(field) if number is None else PLAYER_FIELDS.get(field)


def flat(party: Party) -> dict[str, Value]:
    """Every value of the party by its path."""
    values: dict[str, Value] = {field: getattr(party, field) for field in FIELDS}
    for player, paths in zip(party.players, PATHS, strict=True):
        for field, path in paths.items():
            values[path] = getattr(player, field)
    return values


def from_flat(values: Mapping[str, Any]) -> Party:
    """The party whose `flat` values these are."""
    players = [Player(**{field: values[path] for field, path in paths.items()}) for paths in PATHS]
    return Party(players=tuple(players), **{field: values[field] for field in FIELDS})


def changes_between(before: Party, after: Party) -> Changes:
    """The values that differ, by path."""
    changes = {name: (getattr(before, name), getattr(after, name)) for name in FIELDS}
    for was, now, paths in zip(before.players, after.players, PATHS, strict=True):
        if was is not now:  # a tap changes one player, rarely more
            for name, path in paths.items():
                changes[path] = (getattr(was, name), getattr(now, name))
    return {path: (old, new) for path, (old, new) in changes.items() if old != new}


OF_A_FLOOR = (
    *("floor", "room", "cards", "deeds", "dealt"),
    *("unnamed", "unsure", "ran", "turn", "offers"),
)
"""Fields that a new floor begins anew, and the floor itself."""
FLOOR_OF = "about.floor"
RECORD = Counter(0, MAX_COUNT, label="")
BEST = ("about.best_floors", "about.best_rooms")
"""An entry that ended a run has both: the best run without it, and with it."""
SOURCE = "about.entry"
"""An entry that brought an old state back has 0, and the number of the entry before that state."""
NOTED = {**dict.fromkeys(BEST, RECORD), SOURCE: Counter(0, 2**31 - 1, label="")}
COUNTER_OF = {f"about.{tally_field(n)}": n for n in range(len(TALLIES))}


def logged(before: Party, after: Party) -> Changes:
    """The changes as the log keeps them: with the floor and the counters that they are about."""
    changes = changes_between(before, after)
    fields = {place_of(path)[1] for path in changes}
    if not fields.isdisjoint(OF_A_FLOOR):
        changes[FLOOR_OF] = before.floor, after.floor
    # Most taps are of health: they ask no more than this.
    of_counters = any(field.startswith(("tally_", "count_")) for field in fields)
    for path, number in COUNTER_OF.items() if of_counters else ():
        was, now = _counter(before, number), _counter(after, number)
        if was != now or count_field(number) in fields:
            changes[path] = was, now
    return changes


def _counter(party: Party, number: int) -> str:
    """An own counter by its owner and name: `party:Gold`; "" for none."""
    name = str(getattr(party, tally_field(number)))
    return name and f"{'each' if str(number) in party.tally_each else 'party'}:{name}"


def replay(party: Party, changes: Mapping[str, Any]) -> Party:
    """The party after an entry that changed this: the fold of the log."""
    return from_flat(flat(party) | {path: after for path, (_, after) in changes.items()})


def rewind(party: Party, changes: Mapping[str, Any]) -> Party:
    """The party as it stood before an entry that changed this."""
    return from_flat(flat(party) | {path: before for path, (before, _) in changes.items()})


def take_back(party: Party, changes: Mapping[str, Any]) -> Party:
    """The party with this entry's own changes undone and nothing else touched (hp never above 20).

    Of another floor only what players got or lost is undone. Raises Overwritten where a later
    entry wrote over a text this one wrote, or put another counter in the place of this one.
    """
    for path, number in COUNTER_OF.items():
        if path in changes and changes[path][1] != _counter(party, number):
            raise Overwritten(TALLY.overwritten, tally_field(number))
    elsewhere = changes.get(FLOOR_OF, (0, party.floor))[1] != party.floor
    values = flat(party)
    for path, (before, after) in changes.items():
        kind = kind_of(path)
        # Old logs name fields that are gone: nothing is left of them to undo.
        if kind is None or path not in values:
            continue
        # The cards of this floor, and its rooms, have nothing to do with those of another.
        if elsewhere and path in OF_A_FLOOR[1:]:
            continue
        value = kind.without(values[path], before, after)
        if value is None:
            player, _ = place_of(path)
            name = "" if player is None else party.name(player)
            raise Overwritten(kind.overwritten, path, name=name)
        values[path] = value
    # The undone values may name a leader who has left, or unseat the one who leads.
    back = _with_a_seated_lead(from_flat(values), party.first)
    _check_lone(party, back)
    if elsewhere and back.floor != party.floor:
        back = replace(back, due=returning_on(back.floor, back.used))
    return drop_stray_cards(back, party, changes["cards"]) if "cards" in changes else back


def _with_a_seated_lead(party: Party, lead: int) -> Party:
    """The party with a leader who sits at the table: an earlier one may have left since."""
    if party.first in party.seated:
        return party
    if lead not in party.seated:
        reason = gettext_noop("{name} leads this room now. Choose another first.")
        raise Overwritten(reason, "first", name=party.name(lead))
    return replace(party, first=lead)


def _check_lone(now: Party, back: Party) -> None:
    """Raises Overwritten where several would sit at a game for one, who did not before."""
    lone = back.game != "coop" and len(back.seated) > 1
    if lone and back.seating != now.seating:
        raise Overwritten(GAME.overwritten, "game")
    if lone and back.game != now.game:
        raise Overwritten(SEATING.overwritten, "seating")


def as_data(party: Party) -> dict[str, Any]:
    """The whole state as plain data, for saves and exports."""
    return asdict(party)


def from_data(data: Any) -> Party:
    """The party that `as_data` wrote, perhaps long ago. Raises Refused if it is no party.

    Fields without a value have that of a new party; values without a field are skipped.
    """
    try:
        players = tuple(Player(**_fields(player, PLAYER_FIELDS)) for player in data["players"])
        return Party(players=players, **_fields(data, FIELDS))
    except (TypeError, KeyError, AttributeError):
        raise Refused(gettext_noop("That is not a party that was saved here.")) from None


def fit(changes: Mapping[str, Any]) -> bool:
    """Whether each change has two ends, both of the kind that stands at its path."""
    kinds = {path: NOTED.get(path) or kind_of(path) for path in changes}
    return len(kinds.keys() & {*BEST}) != 1 and all(
        len(ends) == 2 and ((kind := kinds[path]) is None or all(map(kind.fits, ends)))
        for path, ends in changes.items()
    )


def sound_flat(values: Mapping[str, Any]) -> bool:
    """Whether it is a sound party that `flat` wrote, perhaps long ago when it had fewer values."""
    return {"seating", "first"} <= values.keys() and sound(from_flat({**flat(Party()), **values}))


def sound(party: Party) -> bool:
    """Whether every value fits its kind and the leader sits at the table."""
    return (
        len(party.players) == MAX_PLAYERS
        and all(kind.fits(getattr(party, name)) for name, kind in FIELDS.items())
        and all(
            kind.fits(getattr(player, name))
            for player in party.players
            for name, kind in PLAYER_FIELDS.items()
        )
        and party.first in party.seated
    )


def _fields(data: Any, kinds: Mapping[str, Kind]) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise TypeError(data)
    return {name: data[name] for name in kinds if name in data}
