"""The co-operative game: what a player may do, and what the rules have against it (rules.md 3.5).

Candidates are all that a living player could do with the cards that lie open. A dealt game offers
those without warnings. A table of real cards may do any of them; a card it has not told yet lies
in the room as BACK, which nobody can do anything with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tracker.rules.cards import BLACK_JOKER, BLACKSMITHS, POTIONS, SPECIAL_CARDS, WEAPONS
from tracker.rules.games.coop.state import CoopState, Hero
from tracker.rules.games.dungeon import MONSTERS, may_fight
from tracker.rules.protocol import Decision, parts
from tracker.rules.words import gettext_noop

OTHERS_TURN = gettext_noop("It is another player’s turn.")
TOO_STRONG = gettext_noop("The weapon can only fight enemies weaker than the last one on it.")
NOTHING_TO_REPAIR = gettext_noop("There is nothing on the weapon to repair.")
NO_TURNS = gettext_noop("A Red Room has no turns to pass.")
PASSED_BEFORE = gettext_noop("You can’t pass twice in a row.")
OFFERED_BEFORE = gettext_noop("This player has already offered to run.")
RAN_LAST = gettext_noop("You ran from the room before.")
FOUGHT_HERE = gettext_noop("An enemy in this room has already been fought.")
USED_TOO_MUCH = gettext_noop("Too many red cards have been used in this room.")


def candidates(state: CoopState, seat: int) -> Iterator[Decision]:
    """All that a seat could do with the cards that lie open, were there no rules."""
    if seat in state.living:
        armed = bool(state.players[seat].weapon)
        for card in state.room:
            yield from with_card(card, armed)
        yield from ("pass", "offer")


def with_card(card: str, armed: bool) -> Iterator[Decision]:
    """The decisions on one card; `armed` is whoever could fight with a weapon."""
    if card in MONSTERS:
        if card != BLACK_JOKER:
            yield f"fight:{card}:bare"
        if armed:
            yield f"fight:{card}:weapon"
    elif card in WEAPONS:
        yield f"equip:{card}"
    elif card in POTIONS:
        yield f"drink:{card}"
    elif card in SPECIAL_CARDS:  # pictures and the red joker only (C24, C32)
        yield f"use:{card}"
        yield f"place:{card}"


def warnings(state: CoopState, seat: int, decision: Decision) -> Iterator[str]:
    """The rules' objections to a candidate, in sentences for the players."""
    do, card, how = parts(decision)
    player = state.players[seat]
    if state.turn not in (seat, None):
        yield OTHERS_TURN
    if how == "weapon" and not may_fight(player.weapon, player.slain, card):
        yield TOO_STRONG
    if do == "use" and nothing_to_repair(player, card):
        yield NOTHING_TO_REPAIR
    if do == "pass":
        yield from _against_passing(state, player.passed)
    if do == "offer":
        yield from _against_running(state, seat)


def nothing_to_repair(player: Hero, card: str) -> bool:
    """Whether the card is a blacksmith that could only be placed (C14)."""
    return card in BLACKSMITHS and not player.slain


def _against_passing(state: CoopState, passed: bool) -> Iterator[str]:
    """Once in a row, for a single player too (C10, C28); never in a Red Room (rules.md 3.11)."""
    if state.red_room:
        yield NO_TURNS
    if passed:
        yield PASSED_BEFORE


def _against_running(state: CoopState, seat: int) -> Iterator[str]:
    """rules.md 3.7; a Red Room lifts the limit on red cards and nothing else (C19, C20)."""
    if seat in state.offers:
        yield OFFERED_BEFORE
    if state.ran_last and not (state.red_room and state.options.red_room_after_run):
        yield RAN_LAST
    if state.fought:
        yield FOUGHT_HERE
    used = [state.used[seat] for seat in state.living]
    if not state.red_room and too_much_used(used, state.options.run_red_limit):
        yield USED_TOO_MUCH


def too_much_used(used: Sequence[int], limit: str) -> bool:
    """Everybody who lives may use one red card, and a single one over it blocks all (C11, C33)."""
    if limit == "total":
        return sum(used) > len(used)
    return (max(used) if limit == "any" else min(used)) > 1
