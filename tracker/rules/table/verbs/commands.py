"""Commands as they are posted, logged and tested: `hp:1:-3`, `fight:0:Kc:weapon`.

`apply` is the only way a command changes a party. A number after the verb is the number a player
keeps for good (0 to 3). Steps are signed (`+1`), numbers set by hand begin with `=`.

A phone shows what a command would do and sends it later. Others may have changed the party
meanwhile: then the same command may take another weapon, spend a shield or kill. So its cost,
besides hit points, is compared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from tracker.rules.input import MAX_TEXT, excerpt, first_and_rest, text_of
from tracker.rules.table.room.account import track_moved_cards
from tracker.rules.table.room.changes import path_of, place_of
from tracker.rules.table.state.fields import NUMBERS
from tracker.rules.table.state.party import TALLIES, Party, Player, count_field
from tracker.rules.table.verbs import cards, manual, placing, rooms, settings, turns
from tracker.rules.table.verbs.cards import CARD_VERBS
from tracker.rules.words import Malformed, gettext_noop


@dataclass(frozen=True, kw_only=True)
class Verb:
    """A kind of command. The wording of its lines stands in boards/party/log/wording.py.

    A verb belongs to a player, named by number, or to the party. Verbs of neither work on the log
    and the saves, which only services know (services/party/record.py).
    """

    of_player: Callable[[Party, int, str], Party] | None = None
    of_party: Callable[[Party, str], Party] | None = None
    alone: bool = False
    """The command ends with it."""
    signed: bool = False
    """The rest begins with +, - or =."""
    costs: bool = False
    """The cost is shown beforehand: the command asks again if the cost has changed since."""
    wounds: bool = False
    """The log tells the command by its change of hit points."""
    large: bool = False
    """The command changes much at once: the other phones say so."""
    page: str = "table"
    """The page of the command, on which it can be taken back."""
    anew: bool = False
    """The cards begin anew: none is tracked from its former place."""


VERBS: dict[str, Verb] = {
    "hp": Verb(of_player=manual.hp, signed=True, wounds=True),
    "hit": Verb(of_player=cards.hit, wounds=True, costs=True),
    "fight": Verb(of_player=CARD_VERBS["fight"], wounds=True, costs=True),
    "drink": Verb(of_player=CARD_VERBS["drink"], wounds=True),
    "use": Verb(of_player=CARD_VERBS["use"], wounds=True, costs=True),
    "equip": Verb(of_player=CARD_VERBS["equip"], costs=True),
    "place": Verb(of_player=CARD_VERBS["place"]),
    "knife": Verb(of_player=CARD_VERBS["knife"], signed=True),
    "toss": Verb(of_player=CARD_VERBS["toss"]),
    "store": Verb(of_player=CARD_VERBS["store"]),
    "inv-equip": Verb(of_player=CARD_VERBS["inv-equip"], costs=True),
    "inv-knife": Verb(of_player=CARD_VERBS["inv-knife"]),
    "inv-drink": Verb(of_player=CARD_VERBS["inv-drink"], wounds=True),
    "inv-toss": Verb(of_player=CARD_VERBS["inv-toss"]),
    "pocket": Verb(of_player=manual.set_pocket),
    "take": Verb(of_party=placing.take),
    "deal": Verb(of_party=placing.deal),
    "pass": Verb(of_player=turns.skip),
    "offer": Verb(of_player=turns.offer),
    "run": Verb(of_party=turns.run, large=True),
    "next": Verb(of_party=rooms.move_on),
    "drop": Verb(of_party=rooms.drop),
    "descend": Verb(of_party=rooms.descend, large=True),
    "lift": Verb(of_party=placing.lift),
    "out": Verb(of_party=placing.out),
    "in": Verb(of_party=placing.return_to_pile),
    "stays": Verb(of_party=placing.stays),
    "pile": Verb(of_party=placing.pile, signed=True),
    "turn": Verb(of_player=turns.turn, alone=True),
    "referee": Verb(of_party=settings.referee),
    "game": Verb(of_party=settings.game, page="settings", anew=True),
    "rules": Verb(of_party=settings.rules, page="settings"),
    "spend": Verb(of_player=cards.spend_shield),
    "attach": Verb(of_player=cards.attach),
    "detach": Verb(of_player=cards.detach),
    "discard": Verb(of_player=cards.discard, alone=True, costs=True),
    "weapon": Verb(of_player=manual.weapon),
    "shields": Verb(of_player=manual.shields),
    "floor": Verb(of_party=rooms.step_floor, signed=True, large=True),
    "room": Verb(of_party=rooms.step_room, signed=True),
    "dismiss": Verb(of_party=manual.dismiss, alone=True),
    "used": Verb(of_party=manual.used, signed=True),
    "marker": Verb(of_party=settings.marker, page="settings"),
    "tally": Verb(of_party=manual.tally_step),
    "own-tally": Verb(of_player=manual.tally_step_own),
    "tally-add": Verb(of_party=manual.tally_add, page="settings"),
    "tally-name": Verb(of_party=manual.tally_rename, page="settings"),
    "tally-drop": Verb(of_party=manual.tally_drop, page="settings", large=True),
    "name": Verb(of_player=settings.rename, page="settings"),
    "join": Verb(of_player=settings.join, page="settings", large=True),
    "back": Verb(of_player=settings.come_back, alone=True, page="settings", large=True),
    "leave": Verb(of_player=settings.leave, alone=True, page="settings", large=True),
    "move": Verb(of_player=settings.move, signed=True, page="settings", large=True),
    "first": Verb(of_player=settings.lead, alone=True, page="settings"),
    "title": Verb(of_party=settings.title, page="settings"),
    "note": Verb(of_party=manual.note, page="history"),
    "new": Verb(of_party=settings.new_run, alone=True, page="settings", large=True, anew=True),
    "undo": Verb(),
    "save": Verb(),
    "load": Verb(page="saves", large=True),
    "resave": Verb(),
    "return": Verb(large=True),
}

OPENERS = ("new", "load", "return")
"""Verbs after which another run may be on the table."""
RENEWING = ("join", "tally-drop", *OPENERS)
"""Verbs after which another player, counter or run may be in a place."""


@dataclass(frozen=True)
class Command:
    """A command taken apart: in `fight:0:Kc:weapon` the verb, the number of the player, the rest.

    `player` is None if none is named, as in a text without meaning.
    """

    verb: str
    player: int | None
    rest: str

    @classmethod
    def read(cls, text: str) -> Command:
        """Takes any text apart, so that old logs can be told; `apply` may refuse it."""
        verb, rest = first_and_rest(text)
        player, after = first_and_rest(rest)
        if verb in VERBS and VERBS[verb].of_player and player in NUMBERS:
            return cls(verb, int(player), after)
        return cls(verb, None, rest)

    @property
    def text(self) -> str:
        """The text for the log, without a colon at its end."""
        alone = self.meaning is not None and self.meaning.alone
        player = () if self.player is None else (str(self.player),)
        return ":".join((self.verb, *player, *(() if alone else (self.rest,))))

    @property
    def meaning(self) -> Verb | None:
        """The verb; None for a text without meaning or without the player it needs."""
        verb = VERBS.get(self.verb)
        return None if verb is None or (verb.of_player and self.player is None) else verb

    @property
    def deed(self) -> Command:
        """The deed inside a `take`; any other command itself."""
        if self.verb != "take":
            return self
        deed = Command.read(first_and_rest(self.rest)[1])
        return deed if deed.verb in CARD_VERBS else self

    @cached_property
    def sign(self) -> str:
        """The `+`, `-` or `=` of a verb that has one."""
        verb = VERBS.get(self.verb)
        signed = verb is not None and verb.signed and self.rest[:1] in ("+", "-", "=")
        return self.rest[:1] if signed else ""

    @cached_property
    def value(self) -> str:
        """The rest without the sign."""
        return self.rest[len(self.sign) :]

    @property
    def card(self) -> str:
        """The card, or the text in its place: `Kc` in `fight:0:Kc:weapon`."""
        return first_and_rest(self.value)[0]

    @property
    def how(self) -> str:
        """The text after the card: `weapon` in `fight:0:Kc:weapon`."""
        return first_and_rest(self.value)[1]

    @property
    def path(self) -> str:
        """The path of the one number that it steps or sets; "" for a command that does more."""
        if self.verb == "hp" and self.player is not None:
            return path_of(self.player, "hp")
        if self.verb not in ("tally", "own-tally") or self.card not in TALLIES:
            return ""
        field = count_field(int(self.card))
        return field if self.player is None else path_of(self.player, field)

    @property
    def target(self) -> str:
        """The path of what it steps or sets, as far as its text tells; "" for settings."""
        deed, verb = self.deed, VERBS.get(self.verb)
        if verb is None or verb.page != "table":
            return ""
        number = deed.player
        return deed.path or (deed.verb if number is None else path_of(number, deed.verb))

    def renews(self, path: str) -> bool:
        """Whether another player, counter or run is in the place of what was at this path."""
        player, field = place_of(path)
        if self.verb == "join":
            return player is not None and player == self.player
        if self.verb == "tally-drop":
            return self.rest in TALLIES and field == count_field(int(self.rest))
        return self.verb in OPENERS and field not in ("", "name", *settings.OF_THE_TABLE)

    @property
    def amount(self) -> str:
        """The step, or the number after `=`, with which it ends."""
        return self.rest.rpartition(":")[2]

    def check(self) -> Verb:
        """The verb. Raises Malformed for a text without meaning."""
        text_of(self.value, MAX_TEXT)
        verb = VERBS.get(self.verb)
        if verb and verb.of_player and self.player is None:
            number = excerpt(self.card)
            raise Malformed(
                gettext_noop("There is no player “{number}” at this table."), number=number
            )
        if verb is None or (verb.alone and self.rest):
            command = f"{self.verb}:{self.rest}"
            raise Malformed(gettext_noop("Unknown command: “{command}”."), command=excerpt(command))
        return verb

    def apply(self, party: Party) -> Party:
        """The party after it. Raises Refused with the reason; the party is never half changed.

        Counters that are at their end already (20 hp, floor 1) stay there without a complaint.
        """
        verb = self.check()
        if verb.of_player and self.player is not None:
            after = verb.of_player(party, self.player, self.rest)
        elif verb.of_party:
            after = verb.of_party(party, self.rest)
        else:
            raise Malformed(
                gettext_noop("Unknown command: “{command}”."), command=excerpt(self.text)
            )
        # One place for all verbs: no verb has to remember where its cards went.
        return after if verb.anew else track_moved_cards(party, after)


def apply(party: Party, text: str) -> Party:
    """The party after a command as it is written; see Command.apply."""
    return Command.read(text).apply(party)


@dataclass(frozen=True)
class Cost:
    """`weapon` is the rank of the weapon in a fight, "" for bare hands and for other deeds.

    `spent` are the shields that answer, `lost` the weapon and enemies that go, in table order;
    `falls` whether the player goes from above 0 HP to 0 or below.
    """

    weapon: str
    spent: tuple[str, ...]
    lost: tuple[str, ...]
    falls: bool


def cost(command: Command, was: Player, now: Player) -> Cost:
    """The cost of a command for the player it names, from before and after."""
    armed = command.verb == "fight" and command.how == "weapon"
    return Cost(
        weapon=(was.reading.weapon or "") if armed else "",
        spent=_gone(was.shield_cards, now.shield_cards),
        lost=_gone(was.gear, now.gear),
        falls=now.fallen and not was.fallen,
    )


def cost_between(command: Command, before: Party, after: Party) -> Cost | None:
    """The cost of a command, from the party before and after it; None if it names no player."""
    deed = command.deed
    if deed.player is None:
        return None
    return cost(deed, before.players[deed.player], after.players[deed.player])


def _gone(before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    return tuple(card for card in before if card not in after)
