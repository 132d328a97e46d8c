"""What somebody at the table may do with a card that lies in the room (rules.md 3.5)."""

from __future__ import annotations

from tracker.rules.cards import BLACK_JOKER, BLACKSMITHS, ENEMIES, POTIONS, SPECIAL_CARDS, WEAPONS
from tracker.rules.table.party import Party


def ways(party: Party, number: int, card: str) -> tuple[str, ...]:
    """The deeds, likeliest first: `fight:0:9c:weapon`, `fight:0:9c:bare`.

    None for the black joker where the player has no weapon. ValueError for what is no card.
    """
    if card in ENEMIES:
        return _fights(party, number, card)
    if card in SPECIAL_CARDS:
        use, place = f"use:{number}:{card}", f"place:{number}:{card}"
        idle = card in BLACKSMITHS and not party.players[number].reading.monsters  # C14
        return (place, use) if idle else (use, place)
    if card in POTIONS:
        return (f"drink:{number}:{card}",)
    if card in WEAPONS:
        return (f"equip:{number}:{card}",)
    raise ValueError(f"{card!r} is not a card")


def _fights(party: Party, number: int, card: str) -> tuple[str, ...]:
    player = party.players[number]
    armed = (f"fight:{number}:{card}:weapon",) if player.reading.weapon else ()
    if card == BLACK_JOKER:
        return armed
    bare = (f"fight:{number}:{card}:bare",)
    return armed + bare if player.may_fight(card) else bare + armed
