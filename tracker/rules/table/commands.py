"""Commands in text, as they are posted, logged and tested: `hp:1:-3`, `fight:0:Kc:weapon`.

`apply` is the only way a command changes a party. A number after the verb is the number a player
keeps for good (0 to 3). Steps are signed (`+1`), numbers set by hand begin with `=`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from tracker.rules.input import excerpt, text_of
from tracker.rules.refusals import Malformed, Refused
from tracker.rules.table import actions
from tracker.rules.table.notation import Verdict, read_used, read_weapon, with_cards, without_cards
from tracker.rules.table.party import (
    LOWEST_HP,
    MAX_COUNT,
    MAX_HP,
    MAX_NAME,
    MAX_TEXT,
    Party,
    Player,
    lead_moved,
)

MAX_STEP = 99
AMOUNT = re.compile(r"([+=-])(-?\d{1,4})", re.ASCII)


def apply(party: Party, command: str) -> Party:
    """The party after `command`. Raises Refused with the reason; the party is never half changed.

    Counters that are at their end already (20 hp, floor 1) stay there without a complaint.
    """
    verb, _, rest = command.partition(":")
    if verb in PARTY_VERBS:
        return PARTY_VERBS[verb](party, rest)
    if verb in PLAYER_VERBS:
        number, _, rest = rest.partition(":")
        return PLAYER_VERBS[verb](party, player_number(number), rest)
    raise Malformed("“{command}” means nothing at this table.", command=excerpt(command))


def player_number(text: str) -> int:
    """0 to 3. Raises Refused for anything else."""
    if text not in ("0", "1", "2", "3"):
        raise Malformed("There is no player “{number}” at this table.", number=excerpt(text))
    return int(text)


def stepped(current: int, amount: str, lowest: int, highest: int) -> int:
    """A counter after `+3`, `-3` or `=12`, kept within its ends."""
    match = AMOUNT.fullmatch(amount)
    if not match:
        raise Malformed("“{amount}” is not a step that can be taken.", amount=excerpt(amount))
    sign, number = match[1], int(match[2])
    if sign == "=":
        return _within(number, lowest, highest)
    if not 1 <= number <= MAX_STEP:
        raise Malformed("A step goes from 1 to {most}.", most=MAX_STEP)
    return max(lowest, min(highest, current + (number if sign == "+" else -number)))


def _within(number: int, lowest: int, highest: int) -> int:
    if not lowest <= number <= highest:
        raise Malformed("The number must lie between {low} and {high}.", low=lowest, high=highest)
    return number


def _hp(party: Party, number: int, amount: str) -> Party:
    hp = stepped(party.players[number].hp, amount, LOWEST_HP, MAX_HP)
    return party.with_player(number, hp=hp)


def _hit(party: Party, number: int, damage: str) -> Party:
    if not re.fullmatch(r"\d{1,2}", damage, re.ASCII) or damage.strip("0") == "":
        raise Malformed("A hit goes from 1 to {most}.", most=MAX_STEP)
    return actions.hit(party, number, int(damage))


def _floor(party: Party, amount: str) -> Party:
    """A new floor starts at its first room and the lead goes on (rules.md 3.3, 3.9)."""
    floor = stepped(party.floor, amount, 1, MAX_COUNT)
    room = 1 if floor > party.floor else party.room
    moved = replace(party, floor=floor, room=room)
    return moved if amount.startswith("=") else lead_moved(moved, floor - party.floor)


def _room(party: Party, amount: str) -> Party:
    room = stepped(party.room, amount, 1, MAX_COUNT)
    moved = replace(party, room=room)
    return moved if amount.startswith("=") else lead_moved(moved, room - party.room)


def _used(party: Party, rest: str) -> Party:
    """`used:+Kh` and `used:-KhQh` for cards, `used:=…` for the whole text as typed."""
    kind, text = rest[:1], rest[1:]
    if kind == "=":
        return replace(party, used=text_of(text, MAX_TEXT))
    reading = read_used(text)
    change = {"+": with_cards, "-": without_cards}.get(kind)
    if change is None or not reading.cards:
        raise Malformed("“{text}” is not a used card.", text=excerpt(rest))
    return replace(party, used=change(party.used, reading.cards))


def _weapon(party: Party, number: int, text: str) -> Party:
    return party.with_player(number, weapon=text_of(text, MAX_TEXT))


def _shields(party: Party, number: int, text: str) -> Party:
    reading = read_weapon(f"+{text}")
    if text and reading.verdict is Verdict.FREE:
        raise Malformed("“{text}” is not a row of shields like KhJh.", text=excerpt(text))
    return party.with_player(number, shields="".join(dict.fromkeys(reading.shields)))


def _fight(party: Party, number: int, rest: str) -> Party:
    enemy, _, how = rest.partition(":")
    if how not in ("bare", "weapon"):
        raise Malformed("An enemy is fought bare or with the weapon.")
    return actions.fight(party, number, enemy, how == "weapon")


def _discard(party: Party, number: int, rest: str) -> Party:
    return actions.discard(party, number)


def _first(party: Party, number: int, rest: str) -> Party:
    if number not in party.seated:
        raise Refused("{name} is not at the table.", name=party.name(number))
    return replace(party, first=number)


def _name(party: Party, number: int, name: str) -> Party:
    return party.with_player(number, name=text_of(name, MAX_NAME))


def _join(party: Party, number: int, name: str) -> Party:
    """A new person sits down with fresh numbers."""
    fresh = Player(text_of(name, MAX_NAME))
    players = (*party.players[:number], fresh, *party.players[number + 1 :])
    return _back(replace(party, players=players), number, "")


def _back(party: Party, number: int, rest: str) -> Party:
    """Somebody who had left sits down again with the numbers they had."""
    if number in party.seated:
        raise Refused("{name} is at the table already.", name=party.name(number))
    return replace(party, seating=f"{party.seating}{number}")


def _leave(party: Party, number: int, rest: str) -> Party:
    """A player leaves; their numbers are kept and the lead, if theirs, goes on."""
    if number not in party.seated:
        raise Refused("{name} is not at the table.", name=party.name(number))
    if len(party.seated) == 1:
        raise Refused("The last player cannot leave the table.")
    if party.first == number:
        party = lead_moved(party, 1)
    seating = party.seating.replace(str(number), "")
    first = party.first if party.first != number else int(seating[0])
    return replace(party, seating=seating, first=first)


def _move(party: Party, number: int, step: str) -> Party:
    """A player changes places with the next (`+1`) or previous (`-1`) one round the table."""
    if step not in ("+1", "-1"):
        raise Malformed("A player moves one seat on or back.")
    if number not in party.seated:
        raise Refused("{name} is not at the table.", name=party.name(number))
    seats = list(party.seating)
    here = seats.index(str(number))
    there = (here + int(step)) % len(seats)
    seats[here], seats[there] = seats[there], seats[here]
    return replace(party, seating="".join(seats))


def _title(party: Party, title: str) -> Party:
    return replace(party, title=text_of(title, MAX_NAME))


def _new_run(party: Party, rest: str) -> Party:
    """The same people start again: 20 hp, bare hands, floor 1, room 1, nothing set aside."""
    players = tuple(Player(player.name) for player in party.players)
    return replace(party, players=players, floor=1, room=1, used="", first=int(party.seating[0]))


PARTY_VERBS: dict[str, Callable[[Party, str], Party]] = {
    "floor": _floor,
    "room": _room,
    "used": _used,
    "title": _title,
    "new": _new_run,
}
PLAYER_VERBS: dict[str, Callable[[Party, int, str], Party]] = {
    "hp": _hp,
    "hit": _hit,
    "fight": _fight,
    "drink": actions.drink,
    "equip": actions.equip,
    "use": actions.use,
    "spend": actions.spend_shield,
    "attach": actions.attach,
    "detach": actions.detach,
    "discard": _discard,
    "weapon": _weapon,
    "shields": _shields,
    "first": _first,
    "name": _name,
    "join": _join,
    "back": _back,
    "leave": _leave,
    "move": _move,
}
