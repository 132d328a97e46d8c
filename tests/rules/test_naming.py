"""Commands that say which cards lie where, as the vectors tell them, and what always holds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import combinations, islice, product
from random import Random
from typing import Any

import pytest

from tests.rules import vectors
from tests.rules.tables import COOP
from tests.rules.tellings import (
    NAMES,
    Step,
    all_said,
    at_random,
    heard,
    party_of,
    recorded,
    room_name,
)
from tests.rules.test_traces import FOLDER, records
from tracker.rules.cards import ENEMIES, PACK, card_name
from tracker.rules.games.coop.decisions import candidates, warnings
from tracker.rules.table.ahead.pictures import picture
from tracker.rules.table.room.changes import Changes, changes_between, sound, take_back
from tracker.rules.table.room.room import Room, to_act
from tracker.rules.table.state.party import Party, new_party
from tracker.rules.table.texts.card_rows import write_strip
from tracker.rules.table.texts.notation import write_used
from tracker.rules.table.verbs.commands import apply
from tracker.rules.words import Malformed, Refused

TOLD = [vector for vector in vectors.VECTORS["table"] if "log" in vector]
REFUSED = [vector for vector in vectors.VECTORS["table"] if "raises" in vector]


def ours(command: str) -> str:
    """A command in our words: players stand first, the referee has three degrees."""
    verb, _, rest = command.partition(":")
    if verb in ("pass", "offer"):
        moment, _, number = rest.partition(":")
        return f"{verb}:{number}:{moment}"
    return {"referee:1": "referee:room", "referee:0": "referee:count"}.get(command, command)


def spoken(sentence: str) -> str:
    """The vectors name cards by their codes where we say their names."""
    return re.sub(r"^The (\w+) has", lambda found: f"The {card_name(found[1])} has", sentence)


def state(party: Party) -> dict[str, Any]:
    """The facts that the vectors give of a party, in their words."""
    room, places = Room(party), Room(party).places
    return {
        **{name: getattr(party, name) for name in ("room", "floor", "used", "unnamed", "offers")},
        **{name: int(getattr(party, name)) for name in ("unsure", "ran")},
        "lies": write_strip(places.lies),
        "under": "/".join(map(write_strip, places.runs)),
        "out": write_strip(places.out),
        "held": write_strip(room.hands),
        "left": write_strip(room.deeds),
        "turn": to_act(party),
        "fights": room.fights,
        "reds": [room.reds(number) for number in range(4)],
        "passed": [
            int(party.has_passed(number) or party.was_skipped(number)) for number in range(4)
        ],
        "hp": [player.hp for player in party.players],
        **{name: getattr(room, name) for name in ("taken", "missing", "pile", "over")},
        "red room": room.red,
    }


def in_strips(told: dict[str, Any]) -> dict[str, Any]:
    """The vectors' facts with all cards in our order."""
    strips = {
        name: write_strip(vectors.cards(told[name])) for name in ("lies", "out", "held", "left")
    }
    runs = "/".join(write_strip(vectors.cards(run)) for run in told["under"].split("/"))
    return {**told, **strips, "under": runs, "used": write_used(vectors.cards(told["used"]))}


def legal(party: Party, seats: Mapping[str, Any]) -> dict[str, list[str]]:
    return {seat: sorted(COOP.decisions(picture(party), int(seat))) for seat in seats}


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("deal:1.1:", "“” is not a row of cards"),
        ("deal:1.1:9x", "“9x” is not a row of cards"),
        ("deal:1.1:9c9c", "“9c9c” is not a row of cards"),
        ("deal:1:9c", "“1” is not a room"),
        ("deal:0.1:9c", "“0.1” is not a room"),
        ("deal:1.x:9c", "“1.x” is not a room"),
        ("deal:1.1:JOKb", "Black Joker isn’t in this pack"),
        ("take:1.1:hp:0:-3", "“1.1:hp:0:-3” is not a card taken in a room"),
        ("stays:9c4h", "Only one card stays"),
        ("stays:x:9c", "“x” is not a room"),
        ("turn:x", "There is no player “x” at this table"),
        ("take:1.1:knife:0:=2d", "is not a card taken in a room"),
        ("take:1.1:9c", "is not a card taken in a room"),
        ("take:1.1:fight:0:9c:", "with bare hands or with the weapon"),
        ("pass:0:1.4", "“1.4” is not a moment of a room"),
        ("pass:0:1.4.x", "“1.4.x” is not a moment of a room"),
        ("pile:=x", "“=x” says nothing about the pile"),
        ("pile:", "“” says nothing about the pile"),
        ("run:1", "“1” is not a room"),
        ("rules:luck=True", "“luck=True” isn’t a house rule"),
        ("referee:loud", "isn’t a way to count cards"),
    ],
)
def test_what_means_nothing_is_said_so(command: str, words: str) -> None:
    with pytest.raises(Malformed, match=re.escape(words)):
        heard(new_party(NAMES[:2]), ["rules:jokers=False", command])


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("deal:2.1:9c", "Floor 2 is not the one being played."),
        ("deal:1.3:9c", "Room 1.3 is not the one being played."),
        ("stays:1.3:9c", "Room 1.3 is not the one being played."),
        ("take:1.1:fight:0:4c:bare", "The 4 of Clubs has been dealt with already."),
        ("take:1.1:fight:0:Kc:bare", "The King of Clubs has been dealt with already."),
        ("take:1.1:use:1:Qh", "The Queen of Hearts has been dealt with already."),
        ("take:1.1:fight:1:9c:weapon", "Odo has no weapon to fight with."),
        ("take:1.1:fight:0:JOKb:bare", "The black joker can only be fought with a weapon."),
        ("pile:=55", "At most 44 cards can be in the pile. Say first which are back."),
        ("turn:3", "Player 4 is not at the table."),
    ],
)
def test_what_cannot_be_any_more_is_said_so(command: str, words: str) -> None:
    party = heard(new_party(NAMES[:2]), ("weapon:0:8:Kc", "used:+Qh", "out:4c"))
    with pytest.raises(Refused, match=re.escape(words)):
        apply(party, command)


@pytest.mark.parametrize("vector", TOLD, ids=[vector["id"] for vector in TOLD])
def test_a_table_tells_its_cards(vector: dict[str, Any]) -> None:
    party = new_party(NAMES[: vector["players"]])
    party = heard(party, (ours(line["command"]) for line in vector["log"]))
    then = dict(vector["then"])
    seats = then.pop("legal")
    assert state(party) == in_strips(then)
    assert legal(party, seats) == {seat: sorted(texts) for seat, texts in seats.items()}


@pytest.mark.parametrize("vector", REFUSED, ids=[vector["id"] for vector in REFUSED])
def test_what_cannot_be_is_refused(vector: dict[str, Any]) -> None:
    party = heard(new_party(NAMES[: vector["players"]]), map(ours, vector["before"]))
    with pytest.raises(Refused) as refused:
        apply(party, ours(vector["command"]))
    assert isinstance(refused.value, Malformed) is (vector["raises"] == "Malformed")
    assert str(refused.value) == spoken(vector["sentence"])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_after_whoever_was_to_act_has_left_the_leader_is_to_act(seats: int) -> None:
    for lead, acts, fallen in product(range(seats), repeat=3):
        told = (f"first:{lead}", f"turn:{acts}", f"leave:{acts}", f"hp:{fallen}:=0")
        party = heard(new_party(NAMES[:seats]), told)
        ring = [number % seats for number in range(party.first, party.first + seats)]
        assert not party.living or to_act(party) == next(n for n in ring if n in party.living)


@pytest.mark.parametrize("vector", **vectors.named("undo"))
def test_any_line_is_taken_back(vector: dict[str, Any]) -> None:
    party, log = new_party(NAMES[: vector["players"]]), []
    for command in vector["commands"]:
        before, party = party, apply(party, ours(command))
        log.append(changes_between(before, party))
    changes = log[vector["undo"] - 1]
    if "raises" in vector:
        with pytest.raises(Refused, match="Undo that change first"):
            take_back(party, changes)
        return
    then = dict(vector["then"])
    seats = then.pop("legal")
    party = take_back(party, changes)
    assert state(party) == in_strips(then)
    assert legal(party, seats) == {seat: sorted(texts) for seat, texts in seats.items()}


def anything(party: Party, chance: Random) -> str:
    """Any command about cards, likely or not."""
    room = Room(party)
    pick = chance.choice
    number, stray = pick("0123"), pick(PACK)
    near = pick(sorted(room.places.lies) or [stray]) if chance.random() < 0.7 else stray
    name = (
        f"{party.floor + (chance.random() < 0.05)}.{max(1, party.room + pick((0, 0, 0, 1, -1, 2)))}"
    )
    some = "".join(chance.sample(PACK, chance.randint(1, 6)))
    unseen = sorted(room.unseen) or [stray]
    fresh = "".join(chance.sample(unseen, min(len(unseen), chance.randint(1, 6))))
    verb = pick(("fight", "drink", "equip", "use", "place"))
    how = f":{pick(('bare', 'weapon'))}" if verb == "fight" else ""
    deed = f"{verb}:{number}:{near}{how}"
    weapon = pick(("8:KcJs", "", "10", "hammer", "6:9c9c", "8:2c9s+Kh"))
    return pick(
        (
            *[f"take:{name}:{deed}"] * 3, *[f"deal:{name}:{fresh}"] * 2, f"deal:{name}:{some}",
            deed, f"lift:{near}", f"out:{some}", f"in:{some}", f"stays:{near}", f"stays:{some}",
            "pile:new", f"pile:={chance.randint(0, 54)}", "pile:?", f"turn:{number}",
            f"pass:{number}:{name}.{room.taken}", f"offer:{number}:{name}.{chance.randint(0, 3)}",
            f"run:{name}", f"run:{name}:{fresh}", "room:+1", "room:-1",
            f"descend:{party.floor + chance.randint(0, 2)}", "floor:+1",
            f"hp:{number}:-{chance.randint(1, 9)}", f"hp:{number}:=20",
            f"hit:{number}:{chance.randint(1, 25)}", f"weapon:{number}:{weapon}",
            f"shields:{number}:KhJh", f"used:+{pick(('Kh', 'JOKb', 'Qd'))}",
            "used:=Kh (Rook has it), Jd", f"detach:{number}:Kc", f"attach:{number}:{near}",
            f"leave:{number}", f"back:{number}", f"join:{number}:Nele", f"first:{number}", "new",
            "deal:x:9c", "take:1.1:9c", "out:", "pile:?x", "in:9x", f"deal:{name}:{near}{near}",
        )
    )  # fmt: skip


def keeps_the_laws(party: Party) -> None:
    room = Room(party)
    places = (room.places.lies, room.places.out, *room.places.runs)
    assert not any(one & other for one, other in combinations(places, 2))
    assert room.unseen == room.pack - room.hands - room.aside - places[0] - places[1]
    assert sound(party)
    assert min(room.missing, room.pile, room.rest) >= 0
    assert room.missing <= room.dealt
    if party.living:
        ask_the_engine(party)


def ask_the_engine(party: Party) -> None:
    """It can make something of any table, however odd."""
    shown = picture(party)
    for seat in range(len(shown.players)):
        for decision in candidates(shown, seat):
            tuple(warnings(shown, seat, decision))


def tell_anything(chance: Random, commands: int) -> int:
    """An evening of odd commands, lines taken back among them; how many were done."""
    party, log, done = new_party(NAMES[: chance.randint(1, 4)]), list[Changes](), 0
    for _ in range(commands):
        try:
            if log and chance.random() < 0.15:
                party = take_back(party, chance.choice(log))
            else:
                command = anything(party, chance)
                before, party = party, apply(party, command)
                log.append(changes_between(before, party))
                twice_is_once(party, command)
        except Refused:
            continue
        keeps_the_laws(party)
        done += 1
    return done


def twice_is_once(party: Party, command: str) -> None:
    """Told again by a second phone: a deal changes nothing, a card is not taken twice."""
    if command.startswith(f"deal:{room_name(party)}:"):
        assert apply(party, command) == party
    if command.startswith("take:"):
        with pytest.raises(Refused):
            apply(party, command)


def test_after_any_commands_and_undos_each_card_is_in_one_place() -> None:
    chance = Random("lantern")
    assert sum(tell_anything(chance, 100) for _ in range(20)) > 1000


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_taking_back_newest_first_leads_to_every_earlier_state(seats: int) -> None:
    party, log = new_party(NAMES[:seats]), list[tuple[Party, Changes]]()
    chance = Random(seats)
    for _ in range(150):
        try:
            before, party = party, apply(party, anything(party, chance))
        except Refused:
            continue
        log.append((before, changes_between(before, party)))
    for before, changes in reversed(log):
        party = take_back(party, changes)
        assert party == before


def two_phones(start: Party, steps: list[Step], chance: Random) -> tuple[Party, Party]:
    """A game told by one phone, and by two, the second late and in its own order."""
    alone = both = start
    late: list[tuple[int, str]] = []
    clock = 0
    for step in steps:
        first = [] if alone.cards or alone.deeds else [f"deal:1.1:{''.join(step.before.room)}"]
        for command in (*first, *all_said(heard(alone, first), step)):
            clock += 1
            alone, both = apply(alone, command), apply(both, command)
            late.append((clock + chance.randint(1, 12), command))
            due = sorted(line for line in late if line[0] <= clock)
            late = [line for line in late if line[0] > clock]
            both = heard_late(both, [command for _, command in due])
    return alone, both


def each_room_counts(record: dict[str, Any]) -> bool:
    return bool(COOP.chosen(record["options"]).count_runs)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_two_phones_that_tell_the_same_count_nothing_twice(seats: int) -> None:
    """Over fifty recorded games and more, and some at random.

    Not by the rule that leaves one room and the next with the same name (C23).
    """
    chance = Random(seats)
    named = (each for each in records(FOLDER / f"coop-{seats}p.jsonl.gz") if each_room_counts(each))
    games = [[*recorded(each)] for each in islice(named, 13)]
    games += [[*at_random({}, seats, chance, most=120)] for _ in range(2)]
    for steps in games:
        alone, both = two_phones(party_of(steps[0].before), steps, chance)
        assert both == alone


SIX = "9c4h3d10s2c7d"


def test_a_run_opens_the_next_room_with_the_cards_it_names() -> None:
    deeds = ("equip:0:7d", "fight:1:2c:bare", "drink:0:4h", "fight:1:9c:bare", "equip:0:3d")
    over = heard(new_party(NAMES[:2]), [f"deal:1.1:{SIX}", *(f"take:1.1:{do}" for do in deeds)])
    party = apply(over, "run:1.2:5c6cJcJd8d")
    assert (party.room, party.first) == (3, 0)
    assert Room(party).places.runs == (frozenset({"10s", "5c", "6c", "Jc", "Jd", "8d"}),)
    with pytest.raises(Refused):
        apply(party, "run:1.2:5c6cJcJd8d")


@pytest.mark.parametrize("rest", ["1.1", f"1.1:{SIX}"])
def test_a_run_that_counts_as_no_room_is_not_counted_twice_either(rest: str) -> None:
    party = heard(new_party(NAMES[:2]), ["rules:count_runs=False", f"deal:1.1:{SIX}", "run:1.1"])
    assert apply(party, f"run:{rest}") == party
    again = apply(party, "run:1.1:5c6cJcJd8dKs")
    assert (again.room, again.first, len(Room(again).places.runs)) == (1, 0, 2)


@pytest.mark.parametrize("held", ["shields:0:Kh", "weapon:0:8:Kc", "equip:0:9d"])
def test_a_card_that_somebody_holds_leaves_the_room_as_others_do(held: str) -> None:
    party = heard(new_party(NAMES[:2]), [held, "deal:1.1:Kh8d9dKc5c"])
    assert Room(apply(party, "stays:5c")).places.lies == {"5c"}
    for card in sorted(Room(party).places.lies):
        after = Room(apply(party, f"out:{card}"))
        assert after.places.lies == Room(party).places.lies - {card}
        assert after.size == Room(party).size
        assert after.hands == Room(party).hands


COMES_OR_GOES = ("join:{}:Tess", "back:{}", "leave:{}", "hp:{}:=0", "hp:{}:=20")


@pytest.mark.parametrize("size", ["started", "living"])
def test_a_room_keeps_the_cards_it_was_dealt_whoever_joins_leaves_or_falls(size: str) -> None:
    chance = Random(size)
    for seats in (1, 2, 3, 4) * 50:
        dealt = chance.sample(PACK[:-2], 2 + 2 * seats)
        named = dealt[: chance.randint(2, len(dealt))]
        fought = [f"take:1.1:fight:0:{card}:bare" for card in named if card in ENEMIES]
        rule = [f"rules:room_size={size}"] if size != "started" else []
        begun = [f"deal:1.1:{write_strip(named)}", *fought[: chance.randint(0, 2)]]
        party = heard(new_party(NAMES[:seats]), [*rule, *begun])
        room = Room(party)
        for _ in range(4):
            text = chance.choice(COMES_OR_GOES).format(chance.randrange(4))
            party = heard_late(party, [text])
            now = Room(party)
            kept = [(each.dealt, each.size, each.rest, each.pile) for each in (room, now)]
            assert kept[0] == kept[1], (begun, text)
        following = Room(apply(party, "room:+1"))
        assert following.dealt == following.full


def heard_late(party: Party, commands: list[str]) -> Party:
    for command in commands:
        try:
            party = apply(party, command)
        except Refused:
            continue
    return party
