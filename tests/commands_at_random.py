"""Commands at random: of every verb there is, as people at a table might send them in any order.

What only the table knows stands in a text by a name, `<room>` or `<moment>`, and the buttons as
"undo" and "redo": `as_sent` makes of either the command that a phone would send just then.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields, replace
from random import Random

from tracker.rules.cards import (
    BLACKSMITHS,
    ENEMIES,
    PACK,
    POTIONS,
    RED_JOKER,
    SHIELDS,
    SPECIAL_CARDS,
    WEAPONS,
)
from tracker.rules.table.room.room import Room, next_name, room_name
from tracker.rules.table.state.fields import NUMBERS
from tracker.rules.table.state.party import TALLIES, new_party
from tracker.rules.table.texts.house_rules import KINDS, with_options
from tracker.rules.table.verbs.cards import CARD_VERBS
from tracker.rules.table.verbs.commands import VERBS
from tracker.services.party.ledger import Ledger
from tracker.services.party.parties import open_ledger
from tracker.services.party.record import Envelope, party_record

Text = Callable[[Random], str]

HANDFUL = ("9c", "Kc", "8d", "2d", "7h", "Kd", "Kh", "JOKr")
"""Few enough that the same card is soon dealt, held, discarded and dealt again."""
BUTTONS = ("undo", "redo")
ONE = new_party(("Mara",))
RASCAL = replace(ONE, game="rascal")
TALLIED = replace(new_party(("Mara", "Odo", "Pell")), tally_0="Gold", tally_1="Oil", tally_each="1")
THREE = TALLIED.with_player(0, weapon="8:Kc", shields="KhJh")
BEGINNINGS = (
    new_party(("Mara", "Odo", "Pell")),
    THREE,
    THREE,
    replace(ONE, game="solo"),
    RASCAL,
    *(RASCAL.with_player(0, weapon="8", pocket=card) for card in ("2d", "7h")),
)


def one(*texts: Text | str) -> Text:
    """Any of these, each as often as any other."""

    def text(chance: Random) -> str:
        chosen = chance.choice(texts)
        return chosen if isinstance(chosen, str) else chosen(chance)

    return text


def row(*parts: Text | str) -> Text:
    """The parts with colons between them."""
    return lambda chance: ":".join(one(part)(chance) for part in parts)


def number(form: str, least: int, most: int) -> Text:
    return lambda chance: form.format(chance.randint(least, most))


def cards(family: Sequence[str], most: int = 1) -> Text:
    """Up to so many cards side by side, each once; mostly those of the handful."""
    few = [card for card in HANDFUL if card in family]

    def text(chance: Random) -> str:
        among = few if few and chance.random() < 0.7 else family
        return "".join(chance.sample(among, chance.randint(1, min(most, len(among)))))

    return text


def taken(chance: Random) -> str:
    verb = chance.choice([*CARD_VERBS])
    return row(ROOM, verb, PLAYER, FOLLOWS[verb])(chance)


def used(sign: str) -> Text:
    return lambda chance: sign + cards(SPECIAL_CARDS, 3)(chance)


STORED = (*WEAPONS, *POTIONS)
ROOM = one("<room>", "<room>", "<next>")
PLAYER = one(*NUMBERS, NUMBERS[0])
TALLY = one(*TALLIES[:2])
STEP = one(number("+{}", 1, 20), number("-{}", 1, 20))
COUNT = one("+1", "+1", "-1", "+2", number("={}", 1, 4))
WORDS = one("", "8", "2", "8:Kc", "8:9cKc+Kh", "2:9c", "8:Kc +Jh", "hammer", "ünsinn {x}")
NAME = one("Rook", "Tess", "Rook", "", "{name}")
LINE = number("{}", 0, 40)
SAVE_NAME = one("Ann", "ann", "door")
POCKETED = one("<pocket>")
HOUSE_RULES = [
    with_options("", kind(**{each.name: value}))
    for kind in KINDS.values()
    for each in fields(kind)
    for option in [each.metadata["option"]]
    for value in (((), option.allowed[:1]) if option.many else option.allowed)
]
FOLLOWS: dict[str, Text] = {
    "fight": row(cards(ENEMIES), one("bare", "weapon")),
    "drink": cards(POTIONS),
    "use": cards((*BLACKSMITHS, *SHIELDS, RED_JOKER)),
    "equip": cards(WEAPONS),
    "place": cards(SPECIAL_CARDS[1:]),
    "knife": one("2d", "2d", "=", "=2d", "=2dKc"),
    "toss": cards(STORED),
    "store": cards(STORED),
    "inv-equip": POCKETED,
    "inv-knife": POCKETED,
    "inv-drink": POCKETED,
    "inv-toss": POCKETED,
    "hp": one(STEP, number("={}", -3, 20)),
    "hit": number("{}", 1, 20),
    "pocket": one(cards(STORED), ""),
    "take": taken,
    "deal": row(ROOM, cards(PACK, 5)),
    "pass": one("<moment>"),
    "offer": one("<moment>"),
    "run": one(ROOM, row(ROOM, cards(PACK, 4))),
    "next": one("<room>"),
    "drop": row("<room>", POCKETED),
    "descend": one("<floor>"),
    "lift": one(cards(PACK, 3), "<lies>"),
    "out": cards(PACK, 4),
    "in": cards(PACK, 4),
    "stays": one(cards(PACK), row(one("<room>", "<before>"), cards(PACK))),
    "pile": one("new", "?", number("={}", 0, 54)),
    "turn": one(""),
    "referee": one("count", "room", "off"),
    "game": one("coop", "solo", "rascal"),
    "rules": one(*HOUSE_RULES),
    "spend": cards(SHIELDS),
    "attach": cards(ENEMIES),
    "detach": one("<slain>", "Kc"),
    "discard": one(""),
    "weapon": WORDS,
    "shields": one(cards(SHIELDS, 3), ""),
    "floor": COUNT,
    "room": COUNT,
    "dismiss": one(""),
    "used": one("=", "=mine", *map(used, "+-=")),
    "marker": one("on", "off"),
    "tally": row(TALLY, STEP),
    "own-tally": row(TALLY, STEP),
    "tally-add": row(one("party", "each"), NAME),
    "tally-name": row(TALLY, NAME),
    "tally-drop": TALLY,
    "name": NAME,
    "join": NAME,
    "back": one(""),
    "leave": one(""),
    "move": one("+1", "-1"),
    "first": one(""),
    "title": NAME,
    "note": one("a near thing", "{x}"),
    "new": one(""),
    "undo": LINE,
    "save": SAVE_NAME,
    "load": one(SAVE_NAME, "_ 2", "_ 3"),
    "resave": one(LINE, "<line>"),
    "return": LINE,
}
"""The texts that can follow each verb, with the player's number where it is a player's."""


def command(verb: str) -> Text:
    """Commands of this verb. KeyError for a new one: say in FOLLOWS what can follow it."""
    follows = FOLLOWS[verb]
    named = row(PLAYER, follows) if VERBS[verb].of_player else follows
    return lambda chance: f"{verb}:{named(chance)}".removesuffix(":")


COMMANDS = tuple(map(command, VERBS))
CARDS = tuple(map(command, ("deal", "take", "take", "stays", "weapon", "detach")))
BUNCHES: tuple[tuple[Text, ...], ...] = (
    *((text,) for text in (one(*COMMANDS), one(*COMMANDS), one(*COMMANDS), one(*CARDS)) * 2),
    (one("undo"), one(*BUTTONS), one(*BUTTONS)),
    (one(*CARDS), one(*CARDS), one("undo")),
    (command("save"), one(command("load"), command("resave"))),
    (command("pocket"), one(*map(command, ("inv-equip", "inv-knife", "inv-drink", "inv-toss")))),
)


def story(chance: Random, most: int) -> list[str]:
    """Up to so many texts: of every verb, more often those that move cards, and the buttons."""
    texts: list[str] = []
    while len(texts) < most:
        texts += (text(chance) for text in chance.choice(BUNCHES))
    return texts[:most]


def shortest(texts: list[str], fails: Callable[[list[str]], bool]) -> list[str]:
    """The texts that still fail when none of them can be left out any more."""
    place = len(texts)
    while place := place - 1:
        fewer = texts[:place] + texts[place + 1 :]
        texts = fewer if fails(fewer) else texts
    return texts


def as_sent(ledger: Ledger, text: str) -> str:
    """The command that a phone showing this table would send; `undo:0` where a button is off."""
    if text in BUTTONS:
        return f"undo:{getattr(ledger.head, f'{text}_top')}"
    return re.sub(r"<(\w+)>", lambda name: _value(ledger, name[1]), text)


def _value(ledger: Ledger, name: str) -> str:
    party = ledger.state
    pockets = (player.pocket for player in party.players if player.pocket)
    slain = (card for player in party.players for card in player.reading.monsters)
    values = {
        "line": str(ledger.revision),
        "room": room_name(party),
        "next": next_name(party),
        "before": f"{party.floor}.{max(1, party.room - 1)}",
        "moment": f"{room_name(party)}.{Room(party).taken}",
        "floor": str(party.floor + 1),
        "pocket": next(pockets, "2d"),
        "slain": next(slain, "Ks"),
        "lies": next(iter(sorted(Room(party).places.lies)), "Ks"),
    }
    return values[name]


def played(code: str, texts: Iterable[str]) -> Iterator[Ledger]:
    """The party's ledger after each text, sent one by one; what is refused changes nothing."""
    ledger = open_ledger(code)
    for text in texts:
        commands = [Envelope(as_sent(ledger, text))]
        ledger = party_record(code=code, commands=commands).ledger
        yield ledger
