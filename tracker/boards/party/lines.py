"""The lines of a party's log in words: short on a button, a whole sentence in the history."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tracker.boards.words.names import MINUS, card_name, player_name, short_name, signed, step_text
from tracker.rules.cards import BLACK_JOKER, BLACKSMITHS, PACK, RED_JOKER, SPECIAL_CARDS
from tracker.rules.table.changes import Changes
from tracker.rules.table.commands import PLAYER_VERBS
from tracker.rules.table.notation import read_used, read_weapon
from tracker.rules.table.party import Party

if TYPE_CHECKING:
    from tracker.services.party.ledger import Line

__all__ = ["line_label", "line_text", "signed"]

MOST_NAMED = 2  # changes told by name on a button

# What was done -> the words on a button, the sentence in the history.
WORDS = {
    "hp": (gettext_noop("{name} {step}"), gettext_noop("{name}")),
    "hp=": (gettext_noop("{name} at {rest} HP"), gettext_noop("{name} is set to {rest} HP")),
    "hit": (gettext_noop("{name} {step}"), gettext_noop("{name} is hit for {rest}")),
    "fight-bare": (
        gettext_noop("{name} fights {card}"),
        gettext_noop("{name} fights the {card} with bare hands"),
    ),
    "fight-weapon": (
        gettext_noop("{name} fights {card}"),
        gettext_noop("{name} fights the {card} with the {weapon}"),
    ),
    "fight-joker": (
        gettext_noop("{name} fights {card}"),
        gettext_noop("{name} fights the {card}: the {weapon} is lost"),
    ),
    "drink": (gettext_noop("{name} drinks {card}"), gettext_noop("{name} drinks the {card}")),
    "equip": (gettext_noop("{name} equips {card}"), gettext_noop("{name} equips the {card}")),
    "use-shield": (
        gettext_noop("{name} takes {card}"),
        gettext_noop("{name} takes the {card} as a shield"),
    ),
    "use-repair": (
        gettext_noop("{name} repairs: {card}"),
        gettext_noop("{name} repairs the weapon with the {card}"),
    ),
    "use-joker": (gettext_noop("{name} uses {card}"), gettext_noop("{name} uses the {card}")),
    "spend": (gettext_noop("{name} spends {card}"), gettext_noop("{name} spends the {card}")),
    "attach": (
        gettext_noop("{name} +{rest}"),
        gettext_noop("{name}: the {card} is laid on the weapon"),
    ),
    "detach": (
        gettext_noop("{name} \N{MINUS SIGN}{rest}"),
        gettext_noop("{name}: the {card} is taken off the weapon"),
    ),
    "discard": (
        gettext_noop("{name} discards"),
        gettext_noop("{name} discards the weapon and what is on it"),
    ),
    "weapon": (
        gettext_noop("{name}: {rest}"),
        gettext_noop("{name}: weapon written as “{rest}”"),
    ),
    "weapon-none": (gettext_noop("{name}: no weapon"), gettext_noop("{name}: weapon wiped out")),
    "shields": (
        gettext_noop("{name}’s shields"),
        gettext_noop("{name}: shields written as “{rest}”"),
    ),
    "shields-none": (gettext_noop("{name}’s shields"), gettext_noop("{name}: shields wiped out")),
    "first": (gettext_noop("{name} leads"), gettext_noop("{name} leads this room")),
    "name": (gettext_noop("{name} renamed"), gettext_noop("“{old}” is called {name} now")),
    "join": (gettext_noop("{name} joins"), gettext_noop("{name} joins the party")),
    "back": (gettext_noop("{name} is back"), gettext_noop("{name} is back at the table")),
    "leave": (gettext_noop("{name} leaves"), gettext_noop("{name} leaves the table")),
    "move": (gettext_noop("{name} moves"), gettext_noop("{name} changes places")),
    "floor": (gettext_noop("Floor {floor}"), gettext_noop("Floor {floor}, room {room}")),
    "room": (gettext_noop("Room {room}"), gettext_noop("Floor {floor}, room {room}")),
    "used+": (gettext_noop("{cards} set aside"), gettext_noop("Set aside: {all_cards}")),
    "used-": (gettext_noop("{cards} back"), gettext_noop("Back in the dungeon: {all_cards}")),
    "used=": (gettext_noop("Used cards"), gettext_noop("Used cards written as “{rest}”")),
    "used-none": (gettext_noop("Used cards"), gettext_noop("No used cards any more")),
    "title": (gettext_noop("Party renamed"), gettext_noop("The party is called “{rest}”")),
    "title-none": (gettext_noop("Party renamed"), gettext_noop("The party has no name any more")),
    "new": (gettext_noop("New run"), gettext_noop("A new run begins")),
    "undo": (gettext_noop("{undone} undone"), gettext_noop("Taken back: {undone}")),
    "undo-none": (gettext_noop("Undo"), gettext_noop("Line {rest} taken back")),
    "save": (gettext_noop("Save {rest}"), gettext_noop("Saved as {rest}")),
    "load": (gettext_noop("Load {rest}"), gettext_noop("The save {rest} is loaded")),
    "resave": (
        gettext_noop("Earlier save"),
        gettext_noop("The save made at line {rest} counts again"),
    ),
}
CAN_BE_NONE = ("weapon", "shields", "title")
OUTCOME_VERBS = ("hp", "hit", "fight", "drink", "use")


def line_label(line: Line, party: Party) -> str:
    """A few words for a button: "Mara −3", "Floor 10", "Mara fights King of Clubs"."""
    return _Told(line, party, short_name).words(0)


def line_text(line: Line, party: Party) -> str:
    """A sentence: "Mara fights the King of Clubs with the 8: −5".

    `party` is the party as it stood after the line, or as it stands now.
    """
    told = _Told(line, party, player_name)
    return ": ".join(filter(None, [told.words(1), ", ".join(told.outcome())]))


@dataclass(frozen=True)
class _Told:
    """A line taken apart. Text that is no command is told as it stands."""

    line: Line
    party: Party
    called: Callable[[Party, int], str]

    @property
    def verb(self) -> str:
        return self.line.text.partition(":")[0]

    @property
    def number(self) -> int | None:
        """The player's number, where the line is about one."""
        digit = self.line.text.partition(":")[2][:1]
        return int(digit) if self.verb in PLAYER_VERBS and digit in tuple("0123") else None

    @property
    def rest(self) -> str:
        after = self.line.text.partition(":")[2]
        return after if self.number is None else after[2:]

    def words(self, which: int) -> str:
        about_somebody = self.verb in PLAYER_VERBS
        if self.kind not in WORDS or about_somebody is (self.number is None):
            return self.line.text
        rest = self.rest[1:] if self.verb in ("hp", "used") else self.rest
        return _(WORDS[self.kind][which]).format(
            name=self.name,
            old=self.before("name"),
            rest=rest.replace("-", MINUS) if self.verb == "hp" else rest,
            step=step_text(self.step) if self.step else "±0",
            card=card_name(card) if (card := self.card) else self.rest,
            weapon=read_weapon(self.before("weapon")).weapon or _("weapon"),
            floor=self.line.changes.get("floor", (0, self.party.floor))[1],
            room=self.line.changes.get("room", (0, self.party.room))[1],
            cards=self.cards,
            all_cards=", ".join(map(card_name, read_used(rest).cards)),
            undone=", ".join(_undone(self.line.changes, self.party, self.called)),
        )

    @property
    def kind(self) -> str:
        """The key in WORDS."""
        if self.verb in CAN_BE_NONE:
            return self.verb if self.rest else f"{self.verb}-none"
        if self.verb == "used":
            return "used-none" if self.rest == "=" else f"used{self.rest[:1]}"
        if self.verb == "undo":
            return "undo" if self.line.changes else "undo-none"
        if self.verb == "hp" and self.rest.startswith("="):
            return "hp="
        return {"fight": _fight_kind, "use": _use_kind}.get(self.verb, str)(
            self.rest if self.verb in ("fight", "use") else self.verb
        )

    @property
    def name(self) -> str:
        if self.number is None:
            return ""
        renamed = self.line.changes.get(f"players.{self.number}.name")
        if renamed and self.verb in ("name", "join"):
            return str(renamed[1]) or self.called(self.party, self.number)
        return self.called(self.party, self.number)

    @property
    def card(self) -> str:
        card = self.rest.partition(":")[0]
        return card if card in PACK else ""

    @property
    def cards(self) -> str:
        """The used cards of the line: one by name, several by number."""
        cards = read_used(self.rest[1:]).cards if self.verb == "used" else ()
        if len(cards) == 1:
            return card_name(cards[0])
        return ngettext("{count} card", "{count} cards", len(cards)).format(count=len(cards))

    @property
    def step(self) -> int:
        before, after = self.line.changes.get(f"players.{self.number}.hp", (0, 0))
        return int(after) - int(before)

    def before(self, field: str) -> str:
        return str(self.line.changes.get(f"players.{self.number}.{field}", ("", ""))[0])

    def outcome(self) -> Iterator[str]:
        """What came of it: the step, shields that answered, a death."""
        if self.number is None or self.verb not in OUTCOME_VERBS or self.kind == "hp=":
            return
        before, after = self.line.changes.get(f"players.{self.number}.hp", (0, 0))
        if self.step or self.verb == "hp":
            yield step_text(self.step) if self.step else "±0"
        if self.verb in ("hit", "fight"):
            yield from self._spent()
        if int(after) <= 0 < int(before):
            yield _("falls")

    def _spent(self) -> Iterator[str]:
        for card in read_weapon(f"+{self.before('shields')}").shields:
            if card not in read_weapon(f"+{self._after('shields')}").shields:
                yield _("{card} spent").format(card=card_name(card))

    def _after(self, field: str) -> str:
        return str(self.line.changes.get(f"players.{self.number}.{field}", ("", ""))[1])


def _fight_kind(rest: str) -> str:
    enemy, _colon, how = rest.partition(":")
    if enemy == BLACK_JOKER:
        return "fight-joker"
    return "fight-bare" if how == "bare" else "fight-weapon"


def _use_kind(rest: str) -> str:
    if rest == RED_JOKER or rest not in SPECIAL_CARDS:
        return "use-joker"
    return "use-repair" if rest in BLACKSMITHS else "use-shield"


def _undone(changes: Changes, party: Party, called: Callable[[Party, int], str]) -> Iterator[str]:
    """What a change of these values took back, the first few by name."""
    told = [path for path in changes if path != "first"] or [*changes]
    for path in told[:MOST_NAMED]:
        before, after = changes[path][1], changes[path][0]
        if path.startswith("players."):
            _players, number, field = path.split(".")
            yield _player_change(field, called(party, int(number)), before, after)
        else:
            yield _party_change(path, after)
    if len(told) > MOST_NAMED:
        yield "…"


def _player_change(field: str, name: str, before: object, after: object) -> str:
    if field == "hp":
        return f"{name} {step_text(int(str(after)) - int(str(before)))}"
    words: Mapping[str, str] = {
        "weapon": _("{name}’s weapon"),
        "shields": _("{name}’s shields"),
        "name": _("{name}’s name"),
    }
    return words[field].format(name=name)


def _party_change(field: str, after: object) -> str:
    words: Mapping[str, str] = {
        "floor": _("floor {number}"),
        "room": _("room {number}"),
        "used": _("used cards"),
        "seating": _("seats"),
        "first": _("lead"),
        "title": _("party’s name"),
    }
    return words[field].format(number=after)
