"""What a player does with a card, worked out for a table of real cards (rules.md 3.5, 3.6).

These are offers: whoever calls them wants the sums done. Nothing here forbids what the rules
forbid; only what has no meaning (fighting with a weapon nobody can read) is refused.
"""

from __future__ import annotations

from dataclasses import replace

from tracker.rules.cards import (
    BLACK_JOKER,
    BLACKSMITHS,
    ENEMIES,
    POTIONS,
    RED_JOKER,
    SHIELDS,
    WEAPONS,
    card_name,
    enemy_value,
    rank,
    red_value,
    strength,
)
from tracker.rules.refusals import Malformed, Refused
from tracker.rules.table.notation import Verdict, with_cards, without_cards, write_weapon
from tracker.rules.table.party import Party
from tracker.rules.table.player import LOWEST_HP, MAX_HP


def hit(party: Party, number: int, damage: int) -> Party:
    """A hit: shields answer oldest first as long as there is damage, then hp falls (rules.md 3.6).

    At 0 hp or below the weapon, what is on it and the shields go to the discard pile.
    """
    for shield in party.players[number].held_shields:
        if damage > 0:
            damage -= strength(shield)
            party = spend_shield(party, number, shield)
    if damage <= 0:
        return party
    hp = max(LOWEST_HP, party.players[number].hp - damage)
    party = party.with_player(number, hp=hp)
    return _fallen(party, number) if hp <= 0 else party


def fight(party: Party, number: int, enemy: str, with_weapon: bool) -> Party:
    """`fight:M:bare` and `fight:M:weapon` of rules.md 3.5, the black joker included (C25)."""
    _must_be(enemy, ENEMIES, "{card} is not an enemy.")
    if not with_weapon:
        if enemy == BLACK_JOKER:
            raise Refused("The black joker can only be fought with a weapon.")
        return hit(party, number, enemy_value(enemy))
    weapon = party.players[number].reading.weapon
    if weapon is None:
        raise Refused("{name} has no weapon to fight with.", name=party.name(number))
    if enemy == BLACK_JOKER:
        return set_aside(discard(party, number), enemy)
    party = attach(party, number, enemy)
    return hit(party, number, max(0, enemy_value(enemy) - red_value(f"{weapon}d")))


def equip(party: Party, number: int, card: str) -> Party:
    """`equip:D`: the old weapon and what is on it are discarded (rules.md 3.5)."""
    _must_be(card, WEAPONS, "{card} is not a weapon.")
    return _with_weapon(party, number, rank(card))


def drink(party: Party, number: int, card: str) -> Party:
    """`drink:H`: hp rises by the card's value, never above 20 (rules.md 3.5)."""
    _must_be(card, POTIONS, "{card} is not a potion.")
    hp = min(MAX_HP, party.players[number].hp + red_value(card))
    return party.with_player(number, hp=hp)


def use(party: Party, number: int, card: str) -> Party:
    """`use:X`: repair with a diamond picture, hold a heart picture, red joker heals (rules.md 3.5).

    A repair with nothing attached only sets the card aside, if the table wants it so (C14).
    """
    _must_be(card, (*BLACKSMITHS, *SHIELDS, RED_JOKER), "{card} cannot be used.")
    if card == RED_JOKER:
        return set_aside(party.with_player(number, hp=MAX_HP), card)
    if card in SHIELDS:
        return _take_shield(party, number, card)
    reading = party.players[number].reading
    if reading.monsters:
        kept = reading.monsters[: -strength(card)]
        party = _with_weapon(party, number, reading.weapon, kept)
    return set_aside(party, card)


def spend_shield(party: Party, number: int, card: str) -> Party:
    """A held shield is used up and set aside (rules.md 3.6)."""
    player = party.players[number]
    held = player.held_shields
    if card not in held:
        raise Refused("{name} does not hold that shield.", name=party.name(number))
    party = _with_weapon_text_freed_of_shields(party, number)
    left = "".join(shield for shield in held if shield != card)
    return set_aside(party.with_player(number, shields=left), card)


def attach(party: Party, number: int, enemy: str) -> Party:
    """An enemy laid on the weapon by hand, in any order the table likes."""
    _must_be(enemy, tuple(e for e in ENEMIES if e != BLACK_JOKER), "{card} is not an enemy.")
    reading = party.players[number].reading
    if reading.weapon is None:
        raise Refused("{name} has no weapon to put an enemy on.", name=party.name(number))
    if len(reading.monsters) >= len(ENEMIES) - 1:
        raise Refused("Every enemy of the pack lies on that weapon already.")
    return _with_weapon(party, number, reading.weapon, (*reading.monsters, enemy))


def detach(party: Party, number: int, enemy: str) -> Party:
    """An enemy taken off the weapon by hand; of two equal ones the later."""
    reading = party.players[number].reading
    if enemy not in reading.monsters:
        raise Refused("That enemy is not on {name}'s weapon.", name=party.name(number))
    last = len(reading.monsters) - 1 - reading.monsters[::-1].index(enemy)
    kept = reading.monsters[:last] + reading.monsters[last + 1 :]
    return _with_weapon(party, number, reading.weapon, kept)


def discard(party: Party, number: int) -> Party:
    """The weapon goes with everything on it; shields stay."""
    return _with_weapon(party, number, None)


def set_aside(party: Party, card: str) -> Party:
    """A special card joins the used ones (rules.md 3.1)."""
    return replace(party, used=with_cards(party.used, (card,)))


def _take_shield(party: Party, number: int, card: str) -> Party:
    """A shield in somebody's hands is in play, so it is not among the used cards any more."""
    player = party.players[number]
    if card in player.held_shields:
        raise Refused("{name} holds that shield already.", name=party.name(number))
    party = _with_weapon_text_freed_of_shields(party, number)
    held = "".join((*player.held_shields, card))
    party = party.with_player(number, shields=held)
    return replace(party, used=without_cards(party.used, (card,)))


def _with_weapon(
    party: Party, number: int, weapon: str | None, monsters: tuple[str, ...] = ()
) -> Party:
    """The weapon text written anew; shields that stood in it move to their own place."""
    shields = "".join(party.players[number].held_shields)
    text = write_weapon(weapon, monsters)
    return party.with_player(number, weapon=text, shields=shields)


def _with_weapon_text_freed_of_shields(party: Party, number: int) -> Party:
    reading = party.players[number].reading
    if not reading.shields:
        return party
    return _with_weapon(party, number, reading.weapon, reading.monsters)


def _fallen(party: Party, number: int) -> Party:
    """A dead player holds nothing (rules.md 3.6); words the table wrote itself stay."""
    free = party.players[number].reading.verdict is Verdict.FREE
    weapon = party.players[number].weapon if free else ""
    return party.with_player(number, weapon=weapon, shields="")


def _must_be(card: str, family: tuple[str, ...], reason: str) -> None:
    if card not in family:
        try:
            name = card_name(card)
        except ValueError:
            name = f"“{card[:20]}”"
        raise Malformed(reason, card=name)
