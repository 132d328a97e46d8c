"""Dealt games for one as somebody at a table of real cards would tell them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from tests.rules.laws import shuffler, started
from tests.rules.test_traces import RecordedShuffles, text_of
from tests.rules.test_traces import started as begun
from tracker.rules.games.dungeon import LONE_PACK
from tracker.rules.games.scoundrel import Scoundrel
from tracker.rules.protocol import Decision, Game, parts
from tracker.rules.table.ahead.pictures import rascal_picture, solo_picture
from tracker.rules.table.room.room import Room, room_name
from tracker.rules.table.state.party import Party, new_party
from tracker.rules.table.texts.house_rules import write_house_rules
from tracker.rules.table.verbs.cards import RASCAL
from tracker.rules.table.verbs.commands import apply

State = Any  # that of the game which is told
SOLO = Scoundrel()
GAMES: dict[str, Game[Any, Any]] = {"solo": SOLO, "rascal": RASCAL}
PICTURES = {"solo": solo_picture, "rascal": rascal_picture}
IN_ANY_ORDER = ("room", "deck", "discard")
ALIKE = {
    "solo": ("hp", "weapon", "slain", "potion_used", "turn", "taken", "may_skip", "bottom"),
    "rascal": (
        *("hp", "weapon", "slain", "potion_used", "turn", "bottom", "options", "knife"),
        *("inventory", "entry_size", "at_entry", "fled_last"),
    ),
}


class Moment(NamedTuple):
    """The dealt game and the table of real cards that has heard of it."""

    state: State
    party: Party


def table(game: str, *rules: str) -> Party:
    party = apply(new_party(("Mara",)), f"game:{game}")
    return apply(party, f"rules:{' '.join(rules)}") if rules else party


def told(key: str, record: Mapping[str, Any]) -> Iterator[Moment]:
    """A recorded game."""
    shuffle = RecordedShuffles(record["shuffles"])
    state = begun(GAMES[key], record, shuffle)
    steps = [text_of(step["decision"]) for step in record["steps"]]
    party = laid_out(table(key, write_house_rules(state.options)), state)
    yield Moment(state, party)
    for decision in steps:
        after = GAMES[key].apply(state, 0, decision, shuffle)
        party = heard(key, party, decision, state, after)
        yield Moment(state := after, party)


def at_random(key: str, options: Mapping[str, Any], chance: Random) -> Iterator[Moment]:
    """A game of somebody who would rather live."""
    if "removed" in options:  # the table writes them in one order
        options = {**options, "removed": sorted(options["removed"], key=LONE_PACK.index)}
    state = started(GAMES[key], options, 1, chance)
    party = laid_out(table(key, write_house_rules(state.options)), state)
    yield Moment(state, party)
    while GAMES[key].outcome(state) is None:
        decision = careful(key, state, chance)
        after = GAMES[key].apply(state, 0, decision, shuffler(chance))
        party = heard(key, party, decision, state, after)
        yield Moment(state := after, party)


def careful(key: str, state: State, chance: Random) -> Decision:
    ways = [each for each in GAMES[key].decisions(state, 0) if each != "quit"]
    alive = [each for each in ways if GAMES[key].play(state, 0, each, tuple).hp > 0]
    return chance.choice(alive or ways)


def heard(key: str, party: Party, decision: Decision, before: State, after: State) -> Party:
    party = apply(party, said(party, decision, before))
    return laid_out(party, after) if after.turn > before.turn and after.room else party


def said(party: Party, decision: Decision, before: State) -> str:
    do, card, how = parts(decision)
    name = room_name(party)
    if do == "next":
        return f"drop:{name}:{card}" if how == "drop" else f"next:{name}"
    if do == "take":  # weapon=auto: what comes of it
        do, how = auto(before, card)
    return f"take:{name}:" + ":".join(filter(None, (do, "0", card, how))) if card else f"run:{name}"


def auto(before: State, card: str) -> tuple[str, str]:
    """The deed that `take` does with the card where the weapon has to be used (S3)."""
    if card[-1] in "dh":
        return ("equip" if card[-1] == "d" else "drink"), ""
    after = SOLO.play(before, 0, f"take:{card}", tuple)
    return "fight", "weapon" if card in after.slain else "bare"


def laid_out(party: Party, state: State) -> Party:
    """Deals what is new in the room; the card that stayed lies there already."""
    new = "".join(card for card in state.room if card not in Room(party).places.lies)
    if new:
        return apply(party, f"deal:1.{state.turn}:{new}")
    return party if party.room == state.turn else apply(party, "room:+1")


def assert_alike(key: str, moment: Moment) -> None:
    game, party = GAMES[key], moment.party
    ours, theirs = PICTURES[key](party), game.view(moment.state, 0)
    for name in ALIKE[key]:
        assert (name, getattr(ours, name)) == (name, getattr(theirs, name))
    for name in IN_ANY_ORDER:
        assert (name, sorted(getattr(ours, name))) == (name, sorted(getattr(theirs, name)))
    assert {*game.decisions(ours, 0)} == {*game.decisions(theirs, 0)}
