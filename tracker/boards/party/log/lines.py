"""The lines of a party's log in words: short on a button, a whole sentence in the history."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.boards.party.log.house_rules import house_rules_words
from tracker.boards.party.log.wording import wording
from tracker.boards.words.cards import Piece, Pieces, card_face, filled_in, joined, text_of
from tracker.boards.words.forms import Formless, weapon_name
from tracker.boards.words.names import (
    MINUS,
    card_name,
    isolated,
    nameless,
    player_name,
    save_called,
    short_name,
    signed,
    step_text,
    tally_name,
)
from tracker.rules.cards import PACK
from tracker.rules.input import excerpt
from tracker.rules.table.room.changes import Change, Changes, flat, kind_of, path_of, place_of
from tracker.rules.table.state.fields import CardPlaces
from tracker.rules.table.state.party import TALLIES, Party, tally_field
from tracker.rules.table.texts.card_rows import read_strip
from tracker.rules.table.texts.notation import read_used, read_weapon
from tracker.rules.table.verbs.commands import Command
from tracker.services.party.table import LogEntry

MOST_NAMED = 2  # changes told by name on a button

Namer = Callable[[Party, int], str]


def line_label(entry: LogEntry, party: Party) -> str:
    """A few words for a button: "Mara −3", "Floor 10", "Mara fights King of Clubs"."""
    return text_of(_Teller(entry, party, short_name).pieces(0))


def line_text(entry: LogEntry, party: Party) -> str:
    """A sentence: "Mara fights the King of Clubs with the 8: −5".

    `party` is the party as it stood after the entry, or as it stands now.
    """
    return text_of(line_pieces(entry, party))


def line_pieces(entry: LogEntry, party: Party) -> Pieces:
    """The sentence of `line_text` with its names and cards apart."""
    teller = _Teller(entry, party, player_name)
    deed, outcome = teller.pieces(1), joined(", ", teller.outcome())
    if not (deed and outcome):
        return deed or outcome
    # Translators: a line of the history and what came of it: "Mara drinks the 7 of Hearts: +7".
    return filled_in(_("{deed}: {outcome}"), {"deed": deed, "outcome": outcome}.__getitem__)


@dataclass(frozen=True)
class _Teller:
    """Tells one entry. What means nothing any more, in an old log, is told as it stands there."""

    entry: LogEntry
    party: Party
    name_of: Namer

    @property
    def command(self) -> Command:
        return self.entry.command

    def pieces(self, length: int) -> Pieces:
        """The line in its short words (0) or its long ones (1)."""
        command, changes = self.command, self.entry.changes
        if command.meaning is None:
            return (Piece(excerpt(self.entry.text)),)
        empty = not (changes if command.verb == "undo" else command.value)
        alone = self.party.game != "coop"
        words = wording(command, empty=empty, again=self.entry.restores, alone=alone)
        return filled_in(_(words[length]), self._value_of)

    def _value_of(self, name: str) -> Pieces:
        """The pieces that stand for `{name}`; only what the words say is worked out."""
        named = self._named().get(name)
        if named:
            return named()
        said = self._numbers()[name]()
        return (Piece(said if isinstance(said, str) else str(said)),)

    def _numbers(self) -> dict[str, Callable[[], object]]:
        """The values that the words may say besides names and cards."""
        command, changes = self.command, self.entry.changes
        return {
            "old": lambda: isolated(self._texts("name")[0] or nameless(command.player or 0)),
            "value": lambda: isolated(_value(command)),
            "typed": lambda: isolated(command.how),
            "tally": lambda: isolated(self._tally()),
            "step": lambda: step_text(self._counted()[1] - self._counted()[0]),
            "now": lambda: signed(self._counted()[1]),
            "weapon": self._weapon,
            "floor": lambda: changes.get("floor", (0, self.party.floor))[1],
            "room": lambda: changes.get("room", (0, self.party.room))[1],
        }

    def _named(self) -> dict[str, Callable[[], Pieces]]:
        command = self.command
        return {
            "name": lambda: (Piece(isolated(self._name()), bold=True),),
            "card": lambda: (_card(command.card),),
            "cards": lambda: _several(_cards_of(command)),
            "all_cards": lambda: joined(", ", [(_card(card),) for card in _cards_of(command)]),
            "undone": lambda: self._undone() if command.verb == "undo" else (),
        }

    def _undone(self) -> Pieces:
        """The line that an undo is about; where that means nothing any more, what it changed."""
        entry, changes = self.entry, self.entry.changes
        if not entry.restores:
            changes = {path: (after, before) for path, (before, after) in changes.items()}
        root = replace(entry, text=entry.root_text, changes=changes, restores=False)
        if root.command.meaning:
            return _Teller(root, self.party, self.name_of).pieces(0)
        return (Piece(", ".join(_undo_texts(entry.changes, self.party, self.name_of))),)

    def outcome(self) -> Iterator[Pieces]:
        """Tells what came of it: the step, shields that answered, a death."""
        verb = self.command.meaning
        if not verb or not verb.wounds or self.command.sign == "=":
            return
        before, after = self._hp()
        if before != after or self.command.verb == "hp":
            yield (Piece(step_text(after - before)),)
        yield from self._spent()
        if after <= 0 < before:
            # Translators: somebody falls; it stands behind a comma.
            yield (Piece(_("falls")),)

    def _name(self) -> str:
        """The player's name: the new one for a player who has just been named."""
        player = self.command.player
        if player is None:
            return ""
        renamed = self.command.verb in ("name", "join") and self._texts("name")[1]
        return renamed or self.name_of(self.party, player)

    def _weapon(self) -> str:
        """The weapon that they had in hand before."""
        weapon = read_weapon(self._texts("weapon")[0]).weapon
        # Translators: in place of "the 8" where nobody knows which weapon it was.
        return weapon_name(weapon) if weapon else _("the weapon")

    def _texts(self, field: str) -> tuple[str, str]:
        """A text of its player, before and after; empty where it was left alone."""
        before, after = self._change(field) or ("", "")
        return str(before), str(after)

    def _tally(self) -> str:
        """The name of the counter it is about, as it was before."""
        field = tally_field(int(self.command.card)) if self.command.card in TALLIES else ""
        before = self.entry.changes.get(field, ("",))[0]
        return str(before) or tally_name(self.party, field)

    def _counted(self) -> tuple[int, int]:
        """The number it steps or sets, before and after; a player's hit points of all else."""
        path = self.command.path
        if not path:
            return self._hp()
        now = flat(self.party)[path]
        before, after = self.entry.changes.get(path, (now, now))
        return int(before), int(after)

    def _hp(self) -> tuple[int, int]:
        """The player's hit points, before and after; 0 where they were left alone."""
        before, after = self._change("hp") or (0, 0)
        return int(before), int(after)

    def _change(self, field: str) -> Change | None:
        player = self.command.player
        return None if player is None else self.entry.changes.get(path_of(player, field))

    def _spent(self) -> Iterator[Pieces]:
        player = self.command.player
        for card in () if player is None else self.entry.shields_spent(player):
            # Translators: a shield.
            yield filled_in(_("{card} spent"), {"card": (_card(card),)}.__getitem__)


def _value(command: Command) -> str:
    if command.verb == "rules":
        return house_rules_words(command.value)
    if command.verb in ("save", "load"):  # an imported party has entries of automatic saves
        return save_called(command.value)
    return command.value.replace("-", MINUS) if command.verb == "hp" else command.value


def _cards_of(command: Command) -> tuple[str, ...]:
    """The cards it names: used ones, or those that lie somewhere."""
    if command.verb == "used":
        return read_used(command.value).cards
    return read_strip(command.value.rpartition(":")[2])


def _card(card: str) -> Piece:
    """A card by its name; what is none, in an old log, as it stands there."""
    return Piece(card_name(card), face=card_face(card)) if card in PACK else Piece(card)


def _several(cards: Collection[str]) -> Pieces:
    """A single card by name, several by their number."""
    if len(cards) == 1:
        return (_card(next(iter(cards))),)
    return (Piece(ngettext("{count} card", "{count} cards", len(cards)).format(count=len(cards))),)


def _undo_texts(changes: Changes, party: Party, name_of: Namer) -> Iterator[str]:
    """Tells what a change of these values took back, the first few by name.

    The lead goes with the room, and so do others: they are named only where nothing else is.
    """
    kinds = ((path, kind_of(path)) for path in changes)
    paths = [path for path, kind in kinds if not kind or not kind.quiet] or [*changes][:1]
    for path in paths[:MOST_NAMED]:
        yield _undo_text(path, changes[path], party, name_of)
    if len(paths) > MOST_NAMED:
        yield "…"


def _undo_text(path: str, change: Change, party: Party, name_of: Namer) -> str:
    kind, (value, now) = kind_of(path), change
    if kind is None:
        # Translators: what an undo took back, where the app cannot name it.
        return _("something else")
    player, field = place_of(path)
    return _(kind.label).format(
        name="" if player is None else isolated(name_of(party, player)),
        step=step_text(value - now) if isinstance(value, int) and isinstance(now, int) else "",
        value=value,
        tally=isolated(tally_name(party, field.replace("count", "tally"))),
        cards=Formless(text_of(_several(_moved(kind, change))))
        if isinstance(kind, CardPlaces)
        else "",
    )


def _moved(kind: CardPlaces, change: Change) -> Collection[str]:
    """The cards that lay elsewhere before."""
    before, after = (kind.split(str(text)).items() for text in change)
    return {card for card, _place in before ^ after}
