"""All cards of the deck that a player may meet, each with what it would do to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tracker.boards.party.sheet.choices import SheetChoice, choices, enemy_choice, in_pack, places
from tracker.boards.party.sheet.sheet import arms_text
from tracker.boards.words.names import player_name
from tracker.rules.cards import BLACKSMITHS, ENEMIES, POTIONS, RED_JOKER, SHIELDS, WEAPONS
from tracker.rules.table.state.party import TALLIES, Party, count_field
from tracker.services.party.table import Table


@dataclass(frozen=True)
class OwnHand:
    """All cards, always in the same order, so that each keeps its place whatever it would do.

    `cards` do one thing each: potions and what heals, weapons, shields, blacksmiths.
    """

    number: int
    seat: int
    """The number on the crest, from 1."""
    name: str
    armed: str
    """The weapon in a few words."""
    enemies: tuple[SheetChoice, ...]
    cards: tuple[SheetChoice, ...]


def without_others(party: Party, number: int) -> Party:
    """The party without what makes no difference to the cards of that player.

    How well the others are is none of it, as long as they live; nor is what the table counts.
    """
    players = [
        player if n == number else replace(player, hp=int(not player.fallen))
        for n, player in enumerate(party.players)
    ]
    counts: dict[str, Any] = {count_field(tally): 0 for tally in range(len(TALLIES))}
    return replace(party, players=tuple(players), title="", **counts)


def hand_of(table: Table, number: int) -> OwnHand:
    party = table.state
    lies = places(party)
    return OwnHand(
        number=number,
        seat=number + 1,
        name=player_name(party, number),
        armed=arms_text(party, number),
        enemies=tuple(enemy_choice(party, number, card, lies) for card in in_pack(party, ENEMIES)),
        cards=_cards(party, number, lies),
    )


def _cards(party: Party, number: int, lies: Mapping[str, str]) -> tuple[SheetChoice, ...]:
    player = party.players[number]
    drinks, equips = in_pack(party, POTIONS), in_pack(party, WEAPONS)
    reds = choices(party, number, lies, drink=drinks, equip=equips)
    if party.game != "coop":
        return reds
    shields = {
        "spend": [card for card in SHIELDS if card in player.shield_cards],
        "use": [card for card in SHIELDS if card not in player.shield_cards],
    }
    repairs = BLACKSMITHS if player.reading.monsters else ()
    return (
        *reds,
        *choices(party, number, lies, **shields),
        *choices(party, number, lies, use=(RED_JOKER, *repairs)),
    )
