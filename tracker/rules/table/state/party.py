"""The tracker's state: a party at its table, as the people who play it see it (rules.md 3.14).

Everything is kept the way a person would say it: numbers as numbers, texts as they were typed.
What follows from them (what a weapon beats, who has fallen) is worked out here and never stored.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any

from tracker.rules.cards import ENEMIES, PACK, POTIONS, WEAPONS, enemy_value
from tracker.rules.games.coop.state import Hero
from tracker.rules.games.dungeon import MAX_HP
from tracker.rules.games.rascal import KNIFE as KNIFE_CARD
from tracker.rules.games.rascal import KNIFE_USES, RascalOptions, RascalState
from tracker.rules.input import MAX_NAME, MAX_TEXT, text_of
from tracker.rules.table.state.fields import (
    NUMBERS,
    SKIPPED,
    AutoCounter,
    AutoFlag,
    AutoText,
    CardDeeds,
    CardPlaces,
    CardRow,
    Choice,
    Counter,
    Flag,
    HouseRules,
    LeadSeat,
    Numbers,
    Passes,
    Seating,
    Text,
    kinds_of,
)
from tracker.rules.table.texts.card_rows import read_strip
from tracker.rules.table.texts.notation import (
    Verdict,
    WeaponReading,
    read_weapon,
    used_cards,
    write_used,
    write_weapon,
)
from tracker.rules.words import gettext_noop, sentence

LOWEST_HP = -9999
LOWEST_COUNT, HIGHEST_COUNT = -9999, 9999  # of the counters a party names itself

NAME = Text(
    MAX_NAME,
    label=gettext_noop("{name}’s name"),
    overwritten=gettext_noop("{name} has been renamed since. Undo that change first."),
)
HP = Counter(LOWEST_HP, MAX_HP, label=gettext_noop("{name} {step}"))
WEAPON = Text(
    MAX_TEXT,
    label=gettext_noop("{name}’s weapon"),
    overwritten=gettext_noop("{name}’s weapon has been changed since. Undo that change first."),
)
SHIELDS = Text(
    MAX_TEXT,
    label=gettext_noop("{name}’s shields"),
    overwritten=gettext_noop("{name}’s shields have been changed since. Undo that change first."),
)
STORED = (*WEAPONS, *POTIONS)
KNIFE = CardRow(
    1 + KNIFE_USES,
    (KNIFE_CARD,),
    ENEMIES[:-1],
    label=gettext_noop("{name}’s knife"),
    overwritten=gettext_noop("{name}’s knife has been changed since. Undo that change first."),
)
POCKET = CardRow(
    1,
    STORED,
    label=gettext_noop("{name}’s pocket"),
    overwritten=gettext_noop("{name}’s pocket has been changed since. Undo that change first."),
)
OWN_COUNT = Counter(LOWEST_COUNT, HIGHEST_COUNT, label=gettext_noop("{name}: {tally} {step}"))


@dataclass(frozen=True)
class Player:
    """One person's numbers: hp up to 20 (negative when hit hard), the texts of weapon and shields.

    `weapon` is the weapon box, kept as typed; `shields` the held heart pictures, oldest first.
    Rascal alone has a `knife`, with the enemies fought with it, and a `pocket` (rules.md 5.2).
    `count_0` to `count_3` are the numbers of the party's own counters that each player has.
    """

    name: Annotated[str, NAME] = ""
    hp: Annotated[int, HP] = MAX_HP
    weapon: Annotated[str, WEAPON] = ""
    shields: Annotated[str, SHIELDS] = ""
    knife: Annotated[str, KNIFE] = ""
    pocket: Annotated[str, POCKET] = ""
    count_0: Annotated[int, OWN_COUNT] = 0
    count_1: Annotated[int, OWN_COUNT] = 0
    count_2: Annotated[int, OWN_COUNT] = 0
    count_3: Annotated[int, OWN_COUNT] = 0

    @property
    def fallen(self) -> bool:
        """Whether the player is dead, at 0 or below (rules.md 1.4)."""
        return self.hp <= 0

    @cached_property
    def reading(self) -> WeaponReading:
        return read_weapon(self.weapon)

    @property
    def own_words(self) -> str:
        """The weapon as it was typed, where that is not in the notation; "" otherwise."""
        return self.weapon if self.reading.verdict is Verdict.FREE else ""

    @property
    def shield_cards(self) -> tuple[str, ...]:
        """Shields in the order taken: those written in the weapon box first, each once."""
        column = read_weapon(f"+{self.shields}").shields if self.shields else ()
        return tuple(dict.fromkeys(self.reading.shields + column))

    @property
    def knife_cards(self) -> tuple[str, ...]:
        """The knife and the enemies fought with it."""
        return read_strip(self.knife)

    @cached_property
    def hero(self) -> Hero:
        """This player as the engine of the dealt game knows one."""
        reading = self.reading
        weapon = f"{reading.weapon}d" if reading.weapon else ""
        return Hero(self.hp, weapon, reading.monsters, self.shield_cards)

    @cached_property
    def gear(self) -> tuple[str, ...]:
        """The weapon as a card, the enemies on it, and the knife with its own."""
        reading = self.reading  # each tap asks, so without a `hero`
        weapon = (f"{reading.weapon}d",) if reading.weapon else ()
        return (*weapon, *reading.monsters, *self.knife_cards)

    @property
    def limit(self) -> int | None:
        """Value of the last attached enemy; the weapon beats only what is lower (rules.md 3.5)."""
        monsters = self.reading.monsters
        return enemy_value(monsters[-1]) if monsters else None

    @property
    def worn_out(self) -> bool:
        """Whether the weapon beats nothing any more but the black joker."""
        return self.limit is not None and self.limit <= min(map(enemy_value, ENEMIES[:-1]))


PLAYER_FIELDS = kinds_of(Player)


def rascal_of(player: Player, options: RascalOptions | None = None) -> RascalState:
    """This player as the engine of Rascal knows one, in an empty room."""
    hero = player.hero
    return RascalState(
        options=options or RascalOptions(),
        deck=(),
        hp=hero.hp,
        weapon=hero.weapon,
        slain=hero.slain,
        knife=player.knife_cards if hero.weapon else (),
        inventory=player.pocket,
    )


MAX_COUNT = 9999  # floors and rooms
MAX_PLAYERS = len(NUMBERS)
TALLIES = ("0", "1", "2", "3")  # their numbers
MAX_TALLY_NAME = 24

# Translators: names of what a tap changed, in a list: "floor 3, set-aside cards, Mara 17".
FLOOR = Counter(1, MAX_COUNT, label=gettext_noop("floor {value}"))
ROOM = Counter(1, MAX_COUNT, label=gettext_noop("room {value}"))
USED = Text(
    MAX_TEXT,
    label=gettext_noop("set-aside cards"),
    overwritten=gettext_noop(
        "The set-aside cards have been changed since. Undo that change first."
    ),
)
DUE = AutoText(MAX_TEXT, label=gettext_noop("returning cards"))
TITLE = Text(
    MAX_NAME,
    label=gettext_noop("party’s name"),
    overwritten=gettext_noop("The party has been renamed since. Undo that change first."),
)
SEATING = Seating(
    label=gettext_noop("seats"),
    overwritten=gettext_noop("The seats have been changed since. Undo that change first."),
)
# Translators: who leads the room, as the name of what a tap changed.
LEAD = LeadSeat(label=gettext_noop("lead"), quiet=True)
GAME = Choice(
    ("coop", "solo", "rascal"),
    label=gettext_noop("game"),
    overwritten=gettext_noop("The game has been changed since. Undo that change first."),
)
HOUSE_RULES = HouseRules(
    label=gettext_noop("house rules"),
    overwritten=gettext_noop("The house rules have been changed since. Undo that change first."),
)
REFEREE = Choice(
    ("count", "room", "off"),
    label=gettext_noop("counting of cards"),
    overwritten=gettext_noop("Counting has been changed since. Undo that change first."),
)
CARDS = CardPlaces(label=gettext_noop("{cards}"), quiet=True)
DEEDS = CardDeeds(label=gettext_noop("cards of this room"), quiet=True)
DEALT = AutoCounter(0, len(PACK), label=gettext_noop("cards of this room"), quiet=True)
UNNAMED = Counter(0, len(PACK), label=gettext_noop("cards without a name"), quiet=True)
UNSURE = AutoFlag(label=gettext_noop("doubt about the pile"), quiet=True)
RAN = AutoFlag(label=gettext_noop("run from the last room"), quiet=True)
# Translators: whose turn it is, as the name of what a tap changed.
TURN = LeadSeat(label=gettext_noop("turn"), quiet=True)
PASSED = Passes(label=gettext_noop("passes"), quiet=True)
OFFERS = Numbers(label=gettext_noop("offers to run"), quiet=True)
MARKER = Flag(
    label=gettext_noop("turn marker"),
    overwritten=gettext_noop("The turn marker has been changed since. Undo that change first."),
)
TALLY = Text(
    MAX_TALLY_NAME,
    label=gettext_noop("counters"),
    overwritten=gettext_noop("The counters have been changed since. Undo that change first."),
)
TALLY_EACH = Numbers(label=gettext_noop("counters of each player"), quiet=True)
# Translators: a player without a name, by the number of the seat.
NAMELESS = gettext_noop("Player {number}")
COUNT = Counter(LOWEST_COUNT, HIGHEST_COUNT, label=gettext_noop("{tally} {step}"))


@dataclass(frozen=True)
class Tally:
    """A counter that the party named itself; of the party, or one for `each` player."""

    number: int
    name: str
    each: bool


def tally_field(number: int) -> str:
    """The field that holds the name of an own counter."""
    return f"tally_{number}"


def count_field(number: int) -> str:
    """The field that holds its number, the party's or a player's."""
    return f"count_{number}"


@dataclass(frozen=True)
class Party:
    """A party at its table.

    A player keeps one number, 0 to 3, for good; `seating` lists the numbers of those who play, in
    order round the table. Who has left stays in `players` with all their numbers. `floor` and
    `room` name what is being played, so the record is what lies behind them. `due` are the used
    cards that this floor brings back and that nobody has taken out of the used ones yet. `first` is
    the number of the player who leads this room.

    The rest is what the table has said of its cards (room.py): `cards` where they lie on this
    floor, `deeds` who has dealt with which of this room, `dealt` how many cards it was dealt if
    others sat here then, else 0, `unnamed` how many of the floor went by without a name; nobody
    knows what is in the pile while `unsure`. The room before was left by running if `ran`; `turn`
    is the number of whoever is to act, as far as that was seen, `passed` those whose latest turn
    was a pass, told or not, `offers` those who would run, in that order.

    With a `marker` it is seen whose turn it is where the room is not on the table. `tally_0` to
    `tally_3` are the names of the party's own counters, "" for none, and `count_0` to `count_3`
    their numbers; of those in `tally_each` every player has one.
    """

    players: tuple[Player, ...] = (Player(),) * MAX_PLAYERS
    seating: Annotated[str, SEATING] = "0"
    floor: Annotated[int, FLOOR] = 1
    room: Annotated[int, ROOM] = 1
    used: Annotated[str, USED] = ""
    due: Annotated[str, DUE] = ""
    first: Annotated[int, LEAD] = 0
    title: Annotated[str, TITLE] = ""
    game: Annotated[str, GAME] = "coop"
    house_rules: Annotated[str, HOUSE_RULES] = ""
    referee: Annotated[str, REFEREE] = "count"
    cards: Annotated[str, CARDS] = ""
    deeds: Annotated[str, DEEDS] = ""
    dealt: Annotated[int, DEALT] = 0
    unnamed: Annotated[int, UNNAMED] = 0
    unsure: Annotated[bool, UNSURE] = False
    ran: Annotated[bool, RAN] = False
    turn: Annotated[int, TURN] = 0
    passed: Annotated[str, PASSED] = ""
    offers: Annotated[str, OFFERS] = ""
    marker: Annotated[bool, MARKER] = False
    tally_0: Annotated[str, TALLY] = ""
    tally_1: Annotated[str, TALLY] = ""
    tally_2: Annotated[str, TALLY] = ""
    tally_3: Annotated[str, TALLY] = ""
    tally_each: Annotated[str, TALLY_EACH] = ""
    count_0: Annotated[int, COUNT] = 0
    count_1: Annotated[int, COUNT] = 0
    count_2: Annotated[int, COUNT] = 0
    count_3: Annotated[int, COUNT] = 0

    @cached_property
    def seated(self) -> tuple[int, ...]:
        return tuple(map(int, self.seating))

    @property
    def away(self) -> tuple[int, ...]:
        return tuple(n for n in range(MAX_PLAYERS) if n not in self.seated)

    @cached_property
    def living(self) -> tuple[int, ...]:
        return tuple([n for n in self.seated if not self.players[n].fallen])

    @property
    def over(self) -> bool:
        """Whether nobody at the table is alive, which ends the run (rules.md 3.12)."""
        return not self.living

    @property
    def record(self) -> tuple[int, int]:
        """Floors finished and rooms cleared on the floor being played (rules.md 3.12, C22)."""
        return self.floor - 1, self.room - 1

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """Its own counters, in the order of their numbers."""
        names = (getattr(self, tally_field(number)) for number in range(len(TALLIES)))
        return tuple(
            Tally(number, name, str(number) in self.tally_each)
            for number, name in enumerate(names)
            if name
        )

    def has_passed(self, number: int) -> bool:
        """Whether the last action told of a player is a pass (C10)."""
        return NUMBERS[number] in self.passed

    def was_skipped(self, number: int) -> bool:
        """Whether a player's latest turn went by with nothing told of it."""
        return SKIPPED[number] in self.passed

    def name(self, number: int) -> str:
        """The name a player goes by: as typed, or the number of the player counted from 1."""
        return self.players[number].name or sentence(NAMELESS, number=number + 1)

    def with_used(self, used: str) -> Party:
        """The party with these used cards; only cards among them stay due.

        Raises Malformed where a card does not fit behind the words of the table any more.
        """
        due = (card for card in used_cards(self.due) if card in used_cards(used))
        due_text = write_used(due) if self.due else ""
        # One that is too long already, from an earlier release, may still lose cards.
        fits = text_of(used, max(MAX_TEXT, len(self.used)))
        return replace(self, used=fits, due=due_text)

    def with_player(self, number: int, **changed: Any) -> Party:
        players = list(self.players)
        players[number] = replace(players[number], **changed)
        return replace(self, players=tuple(players))

    def with_weapon(self, number: int, weapon: str | None, monsters: tuple[str, ...] = ()) -> Party:
        """The party with this weapon text; shields that stood in it move to their own place."""
        shields = "".join(self.players[number].shield_cards)
        return self.with_player(number, weapon=write_weapon(weapon, monsters), shields=shields)


FIELDS = kinds_of(Party)


def new_party(names: tuple[str, ...], title: str = "") -> Party:
    """A party at floor 1, room 1; one seat per name, an empty name is a nameless player."""
    players = tuple(Player(name) for name in names) + (Player(),) * (MAX_PLAYERS - len(names))
    return Party(players=players, seating="".join(NUMBERS[: len(names)]), title=title)
