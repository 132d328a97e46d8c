"""Counters and texts that the table sets by hand (rules.md 3.14).

Some counters a party names itself, such as gold or torches.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tracker.rules.input import MAX_TEXT, excerpt, first_and_rest, text_of
from tracker.rules.table.state.party import (
    COUNT,
    HP,
    KNIFE,
    MAX_TALLY_NAME,
    POCKET,
    TALLIES,
    Party,
    Tally,
    count_field,
    tally_field,
)
from tracker.rules.table.texts.notation import (
    Verdict,
    read_used,
    read_weapon,
    with_cards,
    without_cards,
)
from tracker.rules.words import Malformed, Refused, gettext_noop


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


OWNERS = ("party", "each")


def tally_step(party: Party, rest: str) -> Party:
    """`tally:0:+1`, or `=12` in place of the step: a counter of the party."""
    number, amount = first_and_rest(rest)
    field = count_field(_tally(party, number, each=False).number)
    changed: dict[str, Any] = {field: COUNT.change(getattr(party, field), amount)}
    return replace(party, **changed)


def tally_step_own(party: Party, player: int, rest: str) -> Party:
    """`own-tally:1:0:+1`: one that each player has, of player 1."""
    number, amount = first_and_rest(rest)
    field = count_field(_tally(party, number, each=True).number)
    count = COUNT.change(getattr(party.players[player], field), amount)
    return party.with_player(player, **{field: count})


def tally_add(party: Party, rest: str) -> Party:
    """`tally-add:party:Gold`, or `each` for one of every player: it begins at 0."""
    owner, name = first_and_rest(rest)
    if owner not in OWNERS:
        raise Malformed(gettext_noop("A counter is the party’s or each player’s."))
    taken = {tally.number for tally in party.tallies}
    # Numbers are columns, so a removed counter frees its place.
    free = next((number for number in range(len(TALLIES)) if number not in taken), None)
    if free is None:
        raise Refused(
            gettext_noop("You already have {most} counters. Remove one first."), most=len(TALLIES)
        )
    party = _with_tally(_at_nought(party, free), free, _tally_name(name))
    # An undo may have taken the name of an earlier counter away and left this.
    others = party.tally_each.replace(str(free), "")
    return replace(party, tally_each=f"{others}{free}" if owner == "each" else others)


def tally_rename(party: Party, rest: str) -> Party:
    """`tally-name:0:Torches`; its numbers stay."""
    number, name = first_and_rest(rest)
    return _with_tally(party, _tally(party, number).number, _tally_name(name))


def tally_drop(party: Party, number: str) -> Party:
    """`tally-drop:0`: gone, with its numbers."""
    tally = _tally(party, number).number
    each = party.tally_each.replace(number, "")
    return replace(_with_tally(_at_nought(party, tally), tally, ""), tally_each=each)


def _tally(party: Party, number: str, *, each: bool | None = None) -> Tally:
    """The counter of this number. Raises Refused where there is none, or it is not so kept."""
    found = next((tally for tally in party.tallies if str(tally.number) == number), None)
    if found is None or each not in (None, found.each):
        raise Refused(
            gettext_noop("There is no counter “{number}” at this table."), number=excerpt(number)
        )
    return found


def _tally_name(typed: str) -> str:
    """The name as it was typed, 1 to MAX_TALLY_NAME characters. Raises Malformed."""
    if not text_of(typed, MAX_TALLY_NAME).strip():
        raise Malformed(gettext_noop("Type a name for the counter first."))
    return typed


def _with_tally(party: Party, number: int, name: str) -> Party:
    changed: dict[str, Any] = {tally_field(number): name}
    return replace(party, **changed)


def _at_nought(party: Party, number: int) -> Party:
    """Sets the counts of this number to 0, the party's and each player's."""
    changed: dict[str, Any] = {count_field(number): 0}
    players = tuple(replace(player, **changed) for player in party.players)
    return replace(party, players=players, **changed)
