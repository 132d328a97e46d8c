"""Ways to deal with a card that lies in the room (rules.md 3.5, 5.3)."""

from __future__ import annotations

from dataclasses import replace

from tracker.rules.cards import BLACK_JOKER, BLACKSMITHS, ENEMIES, POTIONS, SPECIAL_CARDS, WEAPONS
from tracker.rules.games import dungeon
from tracker.rules.games.rascal import INV, KNIFE, RascalState
from tracker.rules.table.ahead.pictures import rascal_picture
from tracker.rules.table.room.room import Room
from tracker.rules.table.state.party import Party, rascal_of


def ways(party: Party, number: int, card: str) -> tuple[str, ...]:
    """The deeds, likeliest first: `fight:0:9c:weapon`, `fight:0:9c:bare`.

    Empty for the black joker if the player has no weapon. ValueError for a text that is no card.
    """
    if card in ENEMIES:
        return _fights(party, number, card)
    if party.game == "rascal" and card in (*POTIONS, *WEAPONS):
        return tuple(f"{do}:{number}:{card}" for do in _reds(rascal_picture(party), card))
    if card in SPECIAL_CARDS:
        use, place = f"use:{number}:{card}", f"place:{number}:{card}"
        idle = card in BLACKSMITHS and not party.players[number].reading.monsters  # C14
        # A repair with nothing to mend only sets the card aside: placing is meant.
        return (place, use) if idle else (use, place)
    if card in POTIONS:
        return (f"drink:{number}:{card}",)
    if card in WEAPONS:
        return (f"equip:{number}:{card}",)
    raise ValueError(f"{card!r} is not a card")


def pocket_ways(party: Party, number: int) -> tuple[str, ...]:
    """The deeds with the card in the pocket (rules.md 5.3): `inv-drink:0:7h`."""
    card, state = party.players[number].pocket, rascal_picture(party)
    deeds = _reds(replace(state, inventory=""), card) if card else ()
    return tuple(f"{INV}{do}:{number}:{card}" for do in deeds if do != "store")


def allowed(party: Party, number: int, do: str, card: str, how: str) -> bool:
    """Whether the rules of the game have nothing against a deed with a card that lies there."""
    if do == "fight":
        return how != "weapon" or may_fight(party, number, card)
    if party.game != "rascal":
        return True
    state, inside = rascal_picture(party), do.startswith(INV)
    return (state.slot_open or not (inside or do == "store")) and not (
        state.potion_used and do.removeprefix(INV) == "drink"
    )


def may_fight(party: Party, number: int, enemy: str) -> bool:
    """Whether the rules allow this player's weapon against the enemy (rules.md 3.5, 4.4, 5.3)."""
    player = party.players[number]
    if party.game == "rascal":
        return enemy in ENEMIES[:-1] and rascal_of(player).value > 0  # R3
    return dungeon.may_fight(player.hero.weapon, player.hero.slain, enemy)


def _fights(party: Party, number: int, card: str) -> tuple[str, ...]:
    player = party.players[number]
    armed = (f"fight:{number}:{card}:weapon",) if player.reading.weapon else ()
    if card == BLACK_JOKER:
        return armed
    bare = (f"fight:{number}:{card}:bare",)
    if not may_fight(party, number, card):
        # The likeliest deed comes first, and most tables play by the rules.
        return bare + armed
    has_to = party.game == "solo" and Room(party).solo_options.weapon == "auto"  # S3
    return armed if has_to else armed + bare


def _reds(state: RascalState, card: str) -> list[str]:
    """The deeds with a red card; forbidden ones last: a second potion (R13), a shut pocket (R7)."""
    ways: list[str] = []
    barred: list[str] = []
    if card == KNIFE and state.options.knife and state.weapon:
        ways.append("knife")
    if card in WEAPONS:
        ways.append("equip")
    else:
        (barred if state.potion_used else ways).append("drink")
    if not state.inventory and state.options.inventory != "none":
        (ways if state.slot_open else barred).append("store")
    return [*ways, "toss", *barred]
