"""What the table sets by hand: counters, texts as typed, hits and fights (rules.md 3.14)."""

from __future__ import annotations

import re
from dataclasses import replace

from tracker.rules.input import MAX_NAME, MAX_TEXT, excerpt, first_and_rest, text_of
from tracker.rules.refusals import Malformed
from tracker.rules.table import actions
from tracker.rules.table.account import enter_floor, enter_room
from tracker.rules.table.fields import MAX_STEP
from tracker.rules.table.notation import (
    Verdict,
    read_used,
    read_weapon,
    used_cards,
    with_cards,
    without_cards,
    write_used,
)
from tracker.rules.table.party import FLOOR, ROOM, Party
from tracker.rules.table.player import HP
from tracker.rules.table.red_cards import returning
from tracker.rules.table.seats import pass_lead
from tracker.rules.words import gettext_noop


def hp(party: Party, number: int, amount: str) -> Party:
    """`+n` or `-n` up to MAX_STEP, held between the ends; `=n` sets it. Raises Malformed."""
    return party.with_player(number, hp=HP.change(party.players[number].hp, amount))


def hit(party: Party, number: int, damage: str) -> Party:
    """Damage from 1 to MAX_STEP, which shields answer (rules.md 3.6). Raises Malformed."""
    if not re.fullmatch(r"\d{1,2}", damage, re.ASCII) or int(damage) == 0:
        raise Malformed(gettext_noop("A hit goes from 1 to {most}."), most=MAX_STEP)
    return actions.hit(party, number, int(damage))


def floor(party: Party, amount: str) -> Party:
    """A new floor starts at its first room, and the lead goes on (rules.md 3.3, 3.9).

    What it brings back is due until somebody takes it out of the used cards, or dismisses it: a
    card used on this very floor is not among it (rules.md 3.10).
    """
    floor = FLOOR.change(party.floor, amount)
    by_hand, rooms = amount.startswith("="), floor - party.floor
    due = party.due if rooms == 0 else ""
    if rooms > 0 and not by_hand:
        due = write_used(card for card in used_cards(party.used) if card in returning(floor))
    after = replace(party, floor=floor, room=1 if rooms > 0 else party.room, due=due)
    if by_hand:
        return after
    after = pass_lead(after, rooms)
    return enter_floor(after) if rooms > 0 else after


def dismiss(party: Party, _: str) -> Party:
    """What this floor brings back stays set aside: the table plays it otherwise."""
    return replace(party, due="")


def room(party: Party, amount: str) -> Party:
    """The lead goes on with the rooms, but not where a number is put right (rules.md 3.3)."""
    room = ROOM.change(party.room, amount)
    after = replace(party, room=room)
    if amount.startswith("="):
        return after
    after = pass_lead(after, room - party.room)
    return enter_room(party, after) if room > party.room else after


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


def fight(party: Party, number: int, rest: str) -> Party:
    """`fight:0:Kc:weapon`, or `bare` in place of the weapon."""
    enemy, how = first_and_rest(rest)
    if how not in ("bare", "weapon"):
        raise Malformed(gettext_noop("An enemy is fought bare or with the weapon."))
    return actions.fight(party, number, enemy, how == "weapon")


def discard(party: Party, number: int, _: str) -> Party:
    """The weapon and what lies on it are put away; shields stay."""
    return actions.discard(party, number).with_player(number, knife="")


def note(party: Party, text: str) -> Party:
    """A line of words for the log, up to MAX_TEXT characters; nothing else changes.

    Raises Malformed where it is empty or too long.
    """
    if not text_of(text, MAX_TEXT).strip():
        raise Malformed(gettext_noop("Type the note first."))
    return party


def title(party: Party, title: str) -> Party:
    """The name of the party as it was typed, up to MAX_NAME characters. Raises Malformed."""
    return replace(party, title=text_of(title, MAX_NAME))
