"""The boxes people write in: the text as typed, and beside it what was read in it."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.boards.party.outcome import by_limit
from tracker.boards.words.names import card_name, listed
from tracker.boards.words.refusals import sentence_text
from tracker.boards.words.worth import worth_text
from tracker.rules.table.notation import UsedReading, Verdict, WeaponReading, read_used
from tracker.rules.table.player import Player
from tracker.rules.table.rascal import rascal_of


@dataclass(frozen=True)
class TextBox:
    text: str
    says: str
    """What was read in it, or what is odd about it."""
    clear: bool
    """It follows the notation."""
    canonical: str
    """How the notation writes it; "" where it stands so already, or cannot be written."""


def weapon_box(player: Player, game: str) -> TextBox:
    """The weapon box of a player, as typed and as it is read (rules.md 2).

    In Rascal enemies lie on a weapon in any order of values.
    """
    reading = player.reading
    if game == "rascal" and reading.weapon:
        says = worth_text(rascal_of(player)).replace("*", "")
        return TextBox(player.weapon, says, clear=True, canonical="")
    if reading.hint:
        return _box(player.weapon, reading, sentence_text(reading.hint))
    if reading.weapon is None:
        return _box(player.weapon, reading, _("No weapon"))
    count = len(reading.monsters)
    says = by_limit(
        player,
        anything=ngettext(
            "{card}, {count} enemy on it: can fight anything",
            "{card}, {count} enemies on it: can fight anything",
            count,
        ),
        lower=ngettext(
            "{card}, {count} enemy on it: can fight {value} or lower",
            "{card}, {count} enemies on it: can fight {value} or lower",
            count,
        ),
        joker=ngettext(
            "{card}, {count} enemy on it: can fight only the black joker",
            "{card}, {count} enemies on it: can fight only the black joker",
            count,
        ),
    ).format(card=card_name(f"{reading.weapon}d"), count=count)
    return _box(player.weapon, reading, says)


def used_box(text: str) -> TextBox:
    """The box of used cards, as typed and as it is read (rules.md 2)."""
    reading = read_used(text)
    names = listed(list(map(card_name, reading.cards))) or _("Nothing set aside")
    return _box(text, reading, sentence_text(reading.hint) or names)


def _box(text: str, reading: WeaponReading | UsedReading, says: str) -> TextBox:
    canonical = reading.canonical or ""
    return TextBox(
        text=text,
        says=says,
        clear=reading.verdict is Verdict.OK,
        canonical="" if canonical == text else canonical,
    )
