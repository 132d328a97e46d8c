"""Commands in text, as they are posted, logged and tested: `hp:1:-3`, `fight:0:Kc:weapon`.

`apply` is the only way a command changes a party. A number after the verb is the number a player
keeps for good (0 to 3). Steps are signed (`+1`), numbers set by hand begin with `=`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tracker.rules.input import MAX_TEXT, excerpt, first_and_rest, text_of
from tracker.rules.refusals import Malformed
from tracker.rules.table import actions, by_hand, deeds, naming, rascal, seats, tallies, turns
from tracker.rules.table.account import follow
from tracker.rules.table.changes import path_of
from tracker.rules.table.fields import NUMBERS
from tracker.rules.table.party import TALLIES, Party, count_field
from tracker.rules.words import gettext_noop


@dataclass(frozen=True, kw_only=True)
class Verb:
    """What a command can be. How its lines are worded stands in boards/party/wording.py.

    A verb is a player's, who is named by number, or the party's; or it is done to the log and the
    saves, of which only services know (services/party/record.py).
    """

    of_player: Callable[[Party, int, str], Party] | None = None
    of_party: Callable[[Party, str], Party] | None = None
    alone: bool = False
    """Nothing follows it."""
    signed: bool = False
    """What follows begins with +, - or =."""
    costs: bool = False
    """Its cost is shown beforehand: it is not done silently where the cost has changed since."""
    wounds: bool = False
    """It is told by what it did to the hit points."""
    large: bool = False
    """It changes much at once: the other phones say so."""
    page: str = "table"
    """The page it belongs to, on which it can be taken back."""
    anew: bool = False
    """All begins anew: no card is followed from where it was."""
    online: bool = False
    """It depends on how the log stands, so that no phone can do it without the network."""


VERBS: dict[str, Verb] = {
    "hp": Verb(of_player=by_hand.hp, signed=True, wounds=True),
    "hit": Verb(of_player=by_hand.hit, wounds=True, costs=True),
    "fight": Verb(of_player=deeds.fight, wounds=True, costs=True),
    "drink": Verb(of_player=deeds.drink, wounds=True),
    "use": Verb(of_player=deeds.use, wounds=True, costs=True),
    "equip": Verb(of_player=deeds.equip, costs=True),
    "place": Verb(of_player=deeds.place),
    "knife": Verb(of_player=deeds.knife, signed=True),
    "toss": Verb(of_player=deeds.DEEDS["toss"]),
    "store": Verb(of_player=deeds.DEEDS["store"]),
    "inv-equip": Verb(of_player=deeds.DEEDS["inv-equip"], costs=True),
    "inv-knife": Verb(of_player=deeds.DEEDS["inv-knife"]),
    "inv-drink": Verb(of_player=deeds.DEEDS["inv-drink"], wounds=True),
    "inv-toss": Verb(of_player=deeds.DEEDS["inv-toss"]),
    "pocket": Verb(of_player=rascal.set_pocket),
    "take": Verb(of_party=naming.take),
    "deal": Verb(of_party=naming.deal),
    "pass": Verb(of_player=turns.skip),
    "offer": Verb(of_player=turns.offer),
    "run": Verb(of_party=turns.run, large=True),
    "next": Verb(of_party=naming.move_on),
    "drop": Verb(of_party=naming.drop),
    "descend": Verb(of_party=naming.descend, large=True),
    "lift": Verb(of_party=naming.lift),
    "out": Verb(of_party=naming.out),
    "in": Verb(of_party=naming.back),
    "stays": Verb(of_party=naming.stays),
    "pile": Verb(of_party=naming.pile, signed=True),
    "turn": Verb(of_player=turns.turn, alone=True),
    "referee": Verb(of_party=naming.referee),
    "game": Verb(of_party=naming.game, page="settings"),
    "rules": Verb(of_party=naming.rules, page="settings"),
    "spend": Verb(of_player=actions.spend_shield),
    "attach": Verb(of_player=actions.attach),
    "detach": Verb(of_player=actions.detach),
    "discard": Verb(of_player=by_hand.discard, alone=True, costs=True),
    "weapon": Verb(of_player=by_hand.weapon),
    "shields": Verb(of_player=by_hand.shields),
    "floor": Verb(of_party=naming.step_floor, signed=True, large=True),
    "room": Verb(of_party=naming.step_room, signed=True),
    "dismiss": Verb(of_party=by_hand.dismiss, alone=True),
    "used": Verb(of_party=by_hand.used, signed=True),
    "marker": Verb(of_party=turns.marker, page="settings"),
    "tally": Verb(of_party=tallies.step),
    "own-tally": Verb(of_player=tallies.step_own),
    "tally-add": Verb(of_party=tallies.add, page="settings"),
    "tally-name": Verb(of_party=tallies.rename, page="settings"),
    "tally-drop": Verb(of_party=tallies.drop, page="settings", large=True),
    "name": Verb(of_player=seats.rename, page="settings"),
    "join": Verb(of_player=seats.join, page="settings", large=True),
    "back": Verb(of_player=seats.come_back, alone=True, page="settings", large=True),
    "leave": Verb(of_player=seats.leave, alone=True, page="settings", large=True),
    "move": Verb(of_player=seats.move, signed=True, page="settings", large=True),
    "first": Verb(of_player=seats.lead, alone=True, page="settings"),
    "title": Verb(of_party=by_hand.title, page="settings"),
    "note": Verb(of_party=by_hand.note, page="history"),
    "new": Verb(
        of_party=seats.new_run, alone=True, page="settings", online=True, large=True, anew=True
    ),
    "undo": Verb(online=True),
    "save": Verb(),
    "load": Verb(page="saves", online=True, large=True),
    "resave": Verb(online=True),
    "return": Verb(online=True, large=True),
}


@dataclass(frozen=True)
class Command:
    """A command taken apart: in `fight:0:Kc:weapon` the verb, the number of the player, the rest.

    `player` is None where none is named, as in all that means nothing.
    """

    verb: str
    player: int | None
    rest: str

    @classmethod
    def read(cls, text: str) -> Command:
        """Takes any text apart, so that old logs can be told; `apply` says what means something."""
        verb, rest = first_and_rest(text)
        player, after = first_and_rest(rest)
        if verb in VERBS and VERBS[verb].of_player and player in NUMBERS:
            return cls(verb, int(player), after)
        return cls(verb, None, rest)

    @property
    def text(self) -> str:
        """As it is logged: what was read, without a colon that nothing follows."""
        alone = self.meaning is not None and self.meaning.alone
        player = () if self.player is None else (str(self.player),)
        return ":".join((self.verb, *player, *(() if alone else (self.rest,))))

    @property
    def meaning(self) -> Verb | None:
        """What its verb is, None where it means nothing or names nobody."""
        verb = VERBS.get(self.verb)
        return None if verb is None or (verb.of_player and self.player is None) else verb

    @property
    def deed(self) -> Command:
        """What is done with the card where one is taken in a room; every other command itself."""
        if self.verb != "take":
            return self
        deed = Command.read(first_and_rest(self.rest)[1])
        return deed if deed.verb in deeds.DEEDS else self

    @property
    def sign(self) -> str:
        """The `+`, `-` or `=` of a verb that has one."""
        verb = VERBS.get(self.verb)
        signed = verb is not None and verb.signed and self.rest[:1] in ("+", "-", "=")
        return self.rest[:1] if signed else ""

    @property
    def value(self) -> str:
        """What follows, without the sign."""
        return self.rest[len(self.sign) :]

    @property
    def card(self) -> str:
        """What stands in the place of the card: `Kc` in `fight:0:Kc:weapon`."""
        return first_and_rest(self.value)[0]

    @property
    def how(self) -> str:
        """What stands after the card: `weapon` in `fight:0:Kc:weapon`."""
        return first_and_rest(self.value)[1]

    @property
    def path(self) -> str:
        """Where the one number stands that it steps or sets, "" of a command that does more."""
        if self.verb == "hp" and self.player is not None:
            return path_of(self.player, "hp")
        if self.verb not in ("tally", "own-tally") or self.card not in TALLIES:
            return ""
        field = count_field(int(self.card))
        return field if self.player is None else path_of(self.player, field)

    @property
    def amount(self) -> str:
        """The step, or the number after `=`, with which it ends."""
        return self.rest.rpartition(":")[2]

    def check(self) -> Verb:
        """What its verb is. Raises Malformed where it means nothing, or is not written so."""
        text_of(self.value, MAX_TEXT)
        verb = VERBS.get(self.verb)
        if verb and verb.of_player and self.player is None:
            number = excerpt(self.card)
            raise Malformed(
                gettext_noop("There is no player “{number}” at this table."), number=number
            )
        if verb is None or (verb.alone and self.rest):
            command = f"{self.verb}:{self.rest}"
            raise Malformed(
                gettext_noop("“{command}” means nothing at this table."), command=excerpt(command)
            )
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
                gettext_noop("“{command}” means nothing at this table."), command=excerpt(self.text)
            )
        return after if verb.anew else follow(party, after)


def apply(party: Party, text: str) -> Party:
    """The party after a command as it is written; see Command.apply."""
    return Command.read(text).apply(party)
