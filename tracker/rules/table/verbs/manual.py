"""Counters and texts that the table sets by hand (rules.md 3.14)."""

from __future__ import annotations

from dataclasses import replace

from tracker.rules.input import MAX_TEXT, excerpt, text_of
from tracker.rules.refusals import Malformed
from tracker.rules.table.state.party import HP, KNIFE, POCKET, Party
from tracker.rules.table.texts.notation import (
    Verdict,
    read_used,
    read_weapon,
    with_cards,
    without_cards,
)
from tracker.rules.words import gettext_noop


def hp(party: Party, number: int, amount: str) -> Party:
    """`+n` or `-n` up to MAX_STEP, held between the ends; `=n` sets it. Raises Malformed."""
    return party.with_player(number, hp=HP.change(party.players[number].hp, amount))


def dismiss(party: Party, _: str) -> Party:
    """Leaves the cards this floor brings back set aside: the table plays it otherwise."""
    return replace(party, due="")


def used(party: Party, rest: str) -> Party:
    """`used:+Kh` and `used:-KhQh` for cards, `used:=…` for the whole text as typed."""
    sign, text = rest[:1], rest[1:]
    if sign == "=":
        return party.with_used(text_of(text, MAX_TEXT))
    cards = read_used(text).cards
    change = {"+": with_cards, "-": without_cards}.get(sign)
    if change is None or not cards:
        raise Malformed(
            gettext_noop("“{text}” is not a card that can be set aside."), text=excerpt(rest)
        )
    return party.with_used(change(party.used, cards))


def weapon(party: Party, number: int, text: str) -> Party:
    """The weapon box as it was typed, up to MAX_TEXT characters. Raises Malformed."""
    return party.with_player(number, weapon=text_of(text, MAX_TEXT))


def shields(party: Party, number: int, text: str) -> Party:
    """A row of heart pictures like `KhJh`, each once; "" for none. Raises Malformed."""
    reading = read_weapon(f"+{text}")
    if text and reading.verdict is Verdict.FREE:
        raise Malformed(
            gettext_noop("“{text}” is not a row of shields like KhJh."), text=excerpt(text)
        )
    return party.with_player(number, shields="".join(dict.fromkeys(reading.shields)))


def set_knife(party: Party, number: int, row: str) -> Party:
    """`knife:0:=2dKc`: the knife on the weapon and the enemies it has fought; `=` for none."""
    if row[:1] != "=" or not KNIFE.fits(row[1:]):
        raise Malformed(gettext_noop("“{text}” is not a knife like 2dKc."), text=excerpt(row[1:]))
    return party.with_player(number, knife=row[1:])


def set_pocket(party: Party, number: int, card: str) -> Party:
    """`pocket:0:7h`: the card in the pocket; no card for an empty one."""
    if not POCKET.fits(card):
        raise Malformed(gettext_noop("“{card}” can’t go into the pocket."), card=excerpt(card))
    return party.with_player(number, pocket=card)


def note(party: Party, text: str) -> Party:
    """A line of words for the log, up to MAX_TEXT characters; nothing else changes.

    Raises Malformed where it is empty or too long.
    """
    if not text_of(text, MAX_TEXT).strip():
        raise Malformed(gettext_noop("Type the note first."))
    return party
