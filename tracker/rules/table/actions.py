"""What a player does with a card, worked out for a table of real cards (rules.md 3.5, 3.6).

The sums are those of the engine of the dealt game (rules/games/coop/cards.py); here they are read
from the texts of a party and written back. They are offers: whoever calls them wants the sums
done. Nothing here forbids what the rules forbid; only what has no meaning (fighting with a weapon
nobody can read) is refused.
"""

from __future__ import annotations

from tracker.rules.cards import (
    BLACK_JOKER,
    BLACKSMITHS,
    ENEMIES,
    POTIONS,
    RED_JOKER,
    SHIELDS,
    WEAPONS,
    card_name,
    rank,
)
from tracker.rules.games.coop.cards import Effect, effect_of
from tracker.rules.games.coop.cards import hit as hit_effect
from tracker.rules.games.coop.state import Hero
from tracker.rules.refusals import Malformed, Refused
from tracker.rules.table.house_rules import read_house_rules
from tracker.rules.table.notation import with_cards, without_cards, write_weapon
from tracker.rules.table.party import Party
from tracker.rules.table.player import LOWEST_HP, Player
from tracker.rules.words import gettext_noop


def hit(party: Party, number: int, damage: int) -> Party:
    """A hit: shields answer oldest first as long as there is damage, then hp falls (rules.md 3.6).

    At 0 hp or below the weapon, what is on it and the shields go to the discard pile.
    """
    hero = hero_of(party.players[number])
    return _after(party, number, hit_effect(hero, damage, _shields_answer(party)))


def fight(party: Party, number: int, enemy: str, with_weapon: bool) -> Party:
    """`fight:M:bare` and `fight:M:weapon` of rules.md 3.5, the black joker included (C25)."""
    must_be(enemy, ENEMIES, gettext_noop("{card} is not an enemy."))
    hero = hero_of(party.players[number])
    if not with_weapon and enemy == BLACK_JOKER:
        raise Refused(gettext_noop("The black joker can only be fought with a weapon."))
    if with_weapon and not hero.weapon:
        raise Refused(gettext_noop("{name} has no weapon to fight with."), name=party.name(number))
    if with_weapon and enemy != BLACK_JOKER:
        check_place_for(hero)
    how = "weapon" if with_weapon else "bare"
    return _after(party, number, effect_of(hero, "fight", enemy, how, _shields_answer(party)))


def equip(party: Party, number: int, card: str) -> Party:
    """`equip:D`: the old weapon and what is on it are discarded (rules.md 3.5)."""
    must_be(card, WEAPONS, gettext_noop("{card} is not a weapon."))
    return _after(party, number, effect_of(hero_of(party.players[number]), "equip", card))


def drink(party: Party, number: int, card: str) -> Party:
    """`drink:H`: hp rises by the card's value, never above 20 (rules.md 3.5)."""
    must_be(card, POTIONS, gettext_noop("{card} is not a potion."))
    return _after(party, number, effect_of(hero_of(party.players[number]), "drink", card))


def use(party: Party, number: int, card: str) -> Party:
    """`use:X`: repair with a diamond picture, hold a heart picture, red joker heals (rules.md 3.5).

    A repair with nothing attached only sets the card aside, if the table wants it so (C14). A
    shield in somebody's hands is in play, so it is not among the used cards any more.
    """
    must_be(card, (*BLACKSMITHS, *SHIELDS, RED_JOKER), gettext_noop("{card} cannot be used."))
    hero = hero_of(party.players[number])
    if card in hero.shields:
        raise Refused(gettext_noop("{name} holds that shield already."), name=party.name(number))
    party = _after(party, number, effect_of(hero, "use", card))
    return party.with_used(without_cards(party.used, (card,))) if card in SHIELDS else party


def spend_shield(party: Party, number: int, card: str) -> Party:
    """A held shield is used up and set aside (rules.md 3.6)."""
    player = party.players[number]
    shields = player.shield_cards
    if card not in shields:
        raise Refused(gettext_noop("{name} does not hold that shield."), name=party.name(number))
    party = _with_weapon_text_freed_of_shields(party, number)
    left = "".join(shield for shield in shields if shield != card)
    return set_aside(party.with_player(number, shields=left), card)


def attach(party: Party, number: int, enemy: str) -> Party:
    """An enemy laid on the weapon by hand, in any order the table likes."""
    must_be(
        enemy,
        tuple(e for e in ENEMIES if e != BLACK_JOKER),
        gettext_noop("{card} is not an enemy."),
    )
    reading = party.players[number].reading
    if reading.weapon is None:
        raise Refused(
            gettext_noop("{name} has no weapon to put an enemy on."), name=party.name(number)
        )
    check_place_for(hero_of(party.players[number]))
    return with_weapon(party, number, reading.weapon, (*reading.monsters, enemy))


def detach(party: Party, number: int, enemy: str) -> Party:
    """An enemy taken off the weapon by hand; of two equal ones the later."""
    reading = party.players[number].reading
    if enemy not in reading.monsters:
        raise Refused(
            gettext_noop("That enemy is not on {name}’s weapon."), name=party.name(number)
        )
    last = len(reading.monsters) - 1 - reading.monsters[::-1].index(enemy)
    kept = reading.monsters[:last] + reading.monsters[last + 1 :]
    return with_weapon(party, number, reading.weapon, kept)


def discard(party: Party, number: int) -> Party:
    """The weapon goes with everything on it; shields stay."""
    return with_weapon(party, number, None)


def set_aside(party: Party, card: str) -> Party:
    """A special card joins the used ones (rules.md 3.1)."""
    return party.with_used(with_cards(party.used, (card,)))


def hero_of(player: Player) -> Hero:
    """What the engine of the dealt game makes of somebody at a table of real cards."""
    reading = player.reading
    weapon = f"{reading.weapon}d" if reading.weapon else ""
    return Hero(player.hp, weapon, reading.monsters, player.shield_cards)


def _shields_answer(party: Party) -> str:
    """Which of them do, by the house rules of this table (C15)."""
    return read_house_rules(party.house_rules).shields


def _after(party: Party, number: int, effect: Effect) -> Party:
    """An effect written into the texts of a party; what it does not change stays as it was typed.

    Words the table wrote in place of a weapon hold no cards, so that even a death leaves them.
    """
    player, hero = party.players[number], effect.player
    before = hero_of(player)
    party = party.with_player(number, hp=max(LOWEST_HP, hero.hp))
    if hero.arms != before.arms or (hero.shields != before.shields and player.reading.shields):
        party = with_weapon(party, number, rank(hero.weapon) if hero.weapon else None, hero.slain)
    if hero.shields != before.shields:
        party = party.with_player(number, shields="".join(hero.shields))
    return party.with_used(with_cards(party.used, effect.aside)) if effect.aside else party


def check_place_for(hero: Hero) -> None:
    """Raises Refused where no enemy of the pack is left to be laid on the weapon."""
    if len(hero.slain) >= len(ENEMIES) - 1:
        raise Refused(gettext_noop("Every enemy of the pack lies on that weapon already."))


def with_weapon(
    party: Party, number: int, weapon: str | None, monsters: tuple[str, ...] = ()
) -> Party:
    """The weapon text written anew; shields that stood in it move to their own place."""
    shields = "".join(party.players[number].shield_cards)
    text = write_weapon(weapon, monsters)
    return party.with_player(number, weapon=text, shields=shields)


def _with_weapon_text_freed_of_shields(party: Party, number: int) -> Party:
    reading = party.players[number].reading
    if not reading.shields:
        return party
    return with_weapon(party, number, reading.weapon, reading.monsters)


def must_be(card: str, family: tuple[str, ...], reason: str) -> None:
    """Raises Malformed, for this reason, where the card is none of the family."""
    if card not in family:
        try:
            name: str = card_name(card)
        except ValueError:
            name = f"“{card[:20]}”"
        raise Malformed(reason, card=name)
