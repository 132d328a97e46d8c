"""Deeds with a card, in the game that is played (rules.md 3.5, 3.6, 4.4, 5.3).

The engines of the dealt games do the sums (rules/games/coop/cards.py, rules/games/rascal.py); here
they are read from the texts of a party and written back. Nothing is refused because the rules
forbid it, only what has no meaning: to fight with a weapon nobody can read, to put a second card
into the pocket.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from tracker.rules.cards import (
    BLACK_JOKER,
    BLACKSMITHS,
    ENEMIES,
    POTIONS,
    RED_JOKER,
    SHIELDS,
    SPECIAL_CARDS,
    WEAPONS,
    card_name,
    rank,
)
from tracker.rules.games.coop.cards import Effect, effect_of
from tracker.rules.games.coop.cards import hit as hit_effect
from tracker.rules.games.coop.state import CoopOptions, Hero
from tracker.rules.games.rascal import INV, KNIFE, Rascal, RascalState
from tracker.rules.input import excerpt, first_and_rest
from tracker.rules.table.room.account import play_card
from tracker.rules.table.room.room import Room
from tracker.rules.table.state.fields import MAX_STEP
from tracker.rules.table.state.party import LOWEST_HP, STORED, Party, rascal_of
from tracker.rules.table.texts.house_rules import read_options
from tracker.rules.table.texts.notation import with_cards, without_cards
from tracker.rules.table.verbs.manual import set_knife
from tracker.rules.words import Malformed, Refused, gettext_noop

Deed = Callable[[Party, int, str], Party]

NO_ENEMY = gettext_noop("{card} isn’t an enemy.")
NO_WEAPON = gettext_noop("{name} has no weapon to fight with.")
NO_WAY_TO_FIGHT = gettext_noop("Fight an enemy with bare hands or with the weapon.")
FAMILIES = {
    "fight": (ENEMIES, NO_ENEMY),
    "equip": (WEAPONS, gettext_noop("{card} isn’t a weapon.")),
    "drink": (POTIONS, gettext_noop("{card} isn’t a potion.")),
    "use": ((*BLACKSMITHS, *SHIELDS, RED_JOKER), gettext_noop("{card} can’t be used.")),
}
"""The cards for each deed, and the reason against any other."""
FAMILIES_OF_RASCAL = FAMILIES | {
    "fight": (ENEMIES[:-1], NO_ENEMY),
    "knife": ((KNIFE,), gettext_noop("{card} isn’t a knife.")),
    "toss": (STORED, gettext_noop("{card} can’t be tossed.")),
    "store": (STORED, gettext_noop("{card} can’t go into the pocket.")),
}
RASCAL = Rascal()
ONLY_RASCAL = ("knife", "toss", "store", "inv-equip", "inv-knife", "inv-drink", "inv-toss")


def play(verb: str, party: Party, number: int, rest: str) -> Party:
    """Deals with a card of the room or the pocket: `fight:0:9c:weapon`, `drink:0:7h`."""
    # Set by hand, it deals with no card of the room.
    if verb == "knife" and rest.startswith("="):
        return set_knife(party, number, rest)
    return play_card(party, number, verb, rest, _deed(verb, party, rest))


def _deed(verb: str, party: Party, card: str) -> Deed:
    """The deed of a verb in the game that is played. Raises Refused for one of another game."""
    if party.game == "rascal" and verb not in ("use", "place"):
        return partial(_play_rascal, verb)
    if verb in ONLY_RASCAL:
        raise Refused(gettext_noop("Only Rascal has a knife and a pocket."))
    # Alone only the first potion of a room heals; it is gone all the same (rules.md 4.4, S8).
    spent = verb == "drink" and party.game == "solo" and Room(party).drunk and card in POTIONS
    return _nothing if spent else DEEDS[verb]


def fight(party: Party, number: int, rest: str) -> Party:
    """`fight:0:Kc:weapon`, or `bare` in place of the weapon, the black joker included (C25)."""
    enemy, how = first_and_rest(rest)
    if how not in ("bare", "weapon"):
        raise Malformed(NO_WAY_TO_FIGHT)
    _must_be(enemy, *FAMILIES["fight"])
    hero = party.players[number].hero
    if how == "bare" and enemy == BLACK_JOKER:
        raise Refused(gettext_noop("The black joker can only be fought with a weapon."))
    if how == "weapon" and not hero.weapon:
        raise Refused(NO_WEAPON, name=party.name(number))
    # The black joker takes the weapon with it, so it needs no place on it.
    if how == "weapon" and enemy != BLACK_JOKER:
        _check_place_for(hero)
    return _after(party, number, effect_of(hero, "fight", enemy, how, _shields_answer(party)))


def use(party: Party, number: int, card: str) -> Party:
    """`use:X`: repair with a diamond picture, hold a heart picture, red joker heals (rules.md 3.5).

    A repair with nothing attached only sets the card aside, if the table wants it so (C14). A
    shield in somebody's hands is in play, so it is not among the used cards any more.
    """
    if card in party.players[number].hero.shields:
        raise Refused(gettext_noop("{name} already has that shield."), name=party.name(number))
    party = _simple("use", party, number, card)
    return party.with_used(without_cards(party.used, (card,))) if card in SHIELDS else party


def place(party: Party, _number: int, card: str) -> Party:
    """Lays a red picture or the red joker aside unused (rules.md 3.5; C12, C32)."""
    if card not in SPECIAL_CARDS[1:]:
        raise Malformed(gettext_noop("{card} cannot be laid aside unused."), card=excerpt(card))
    return party


def _simple(verb: str, party: Party, number: int, card: str) -> Party:
    """`drink:H`, `equip:D`: a deed that needs nothing but its card (rules.md 3.5)."""
    _must_be(card, *FAMILIES[verb])
    return _after(party, number, effect_of(party.players[number].hero, verb, card))


DEEDS: dict[str, Deed] = {
    "fight": fight,
    "drink": partial(_simple, "drink"),
    "equip": partial(_simple, "equip"),
    "use": use,
    "place": place,
}
CARD_VERBS: dict[str, Deed] = {verb: partial(play, verb) for verb in (*DEEDS, *ONLY_RASCAL)}
"""Verbs that deal with a card; each stands inside `take` where its room is named (placing.py)."""


def hit(party: Party, number: int, damage: str) -> Party:
    """A hit from 1 to MAX_STEP: shields answer oldest first, then hp falls (rules.md 3.6).

    At 0 hp or below the weapon, the enemies on it and the shields go to the discard pile.
    """
    if not re.fullmatch(r"\d{1,2}", damage, re.ASCII) or int(damage) == 0:
        raise Malformed(gettext_noop("A hit must be from 1 to {most}."), most=MAX_STEP)
    hero = party.players[number].hero
    return _after(party, number, hit_effect(hero, int(damage), _shields_answer(party)))


def discard(party: Party, number: int, _: str) -> Party:
    """Puts the weapon and the cards on it away; shields stay."""
    return party.with_weapon(number, None).with_player(number, knife="")


def spend_shield(party: Party, number: int, card: str) -> Party:
    """Uses a held shield up and sets it aside (rules.md 3.6)."""
    shields = party.players[number].shield_cards
    if card not in shields:
        raise Refused(gettext_noop("{name} doesn’t have that shield."), name=party.name(number))
    reading = party.players[number].reading
    if reading.shields:  # they stand in the text of the weapon
        party = party.with_weapon(number, reading.weapon, reading.monsters)
    left = "".join(shield for shield in shields if shield != card)
    party = party.with_player(number, shields=left)
    return party.with_used(with_cards(party.used, (card,)))


def attach(party: Party, number: int, enemy: str) -> Party:
    """Lays an enemy on the weapon by hand, in any order the table likes."""
    _must_be(enemy, ENEMIES[:-1], NO_ENEMY)
    player = party.players[number]
    reading = player.reading
    if reading.weapon is None:
        raise Refused(
            gettext_noop("{name} has no weapon to put an enemy on."), name=party.name(number)
        )
    _check_place_for(player.hero)
    return party.with_weapon(number, reading.weapon, (*reading.monsters, enemy))


def detach(party: Party, number: int, enemy: str) -> Party:
    """Takes an enemy off the weapon by hand; of two equal ones the later."""
    reading = party.players[number].reading
    if enemy not in reading.monsters:
        raise Refused(gettext_noop("That enemy isn’t on {name}’s weapon."), name=party.name(number))
    last = len(reading.monsters) - 1 - reading.monsters[::-1].index(enemy)
    kept = reading.monsters[:last] + reading.monsters[last + 1 :]
    return party.with_weapon(number, reading.weapon, kept)


def _nothing(party: Party, _number: int, _card: str) -> Party:
    return party


def _shields_answer(party: Party) -> str:
    """The house rule on which shields answer a hit (C15)."""
    return read_options(party.house_rules, CoopOptions).shields


def _after(party: Party, number: int, effect: Effect) -> Party:
    """Writes an effect into the texts of a party; texts that it does not change stay as typed.

    Words the table wrote in place of a weapon hold no cards, so that even a death leaves them.
    """
    player, hero = party.players[number], effect.player
    before = player.hero
    party = party.with_player(number, hp=max(LOWEST_HP, hero.hp))
    # Writing an unchanged box would replace the words people chose.
    armed_anew = (hero.weapon, hero.slain) != (before.weapon, before.slain)
    if armed_anew or (hero.shields != before.shields and player.reading.shields):
        party = party.with_weapon(number, rank(hero.weapon) if hero.weapon else None, hero.slain)
    if hero.shields != before.shields:
        party = party.with_player(number, shields="".join(hero.shields))
    return party.with_used(with_cards(party.used, effect.aside)) if effect.aside else party


def _play_rascal(verb: str, party: Party, number: int, rest: str) -> Party:
    """A deed of rules.md 5.3, its verb as in the dealt game. Raises Malformed and Refused."""
    card, how = first_and_rest(rest)
    pocket, deed = verb.startswith(INV), verb.removeprefix(INV)
    _must_be(card, *FAMILIES_OF_RASCAL[deed])
    _check_rascal(party, number, deed, how)
    if pocket and party.players[number].pocket != card:
        raise Refused(gettext_noop("The {card} isn’t in the pocket."), card=card_name(card))
    before = rascal_of(party.players[number])
    # The engine needs the card to lie there; where it really lies is bookkeeping.
    lying = replace(before, room=() if pocket else (card,))
    after = RASCAL.play(lying, 0, ":".join(filter(None, (verb, card, how))), tuple)
    return _after_rascal(party, number, before, after)


def _check_rascal(party: Party, number: int, deed: str, how: str) -> None:
    """Raises Refused for what has no meaning as the player stands."""
    player = party.players[number]
    if deed == "fight" and how not in ("bare", "weapon"):
        raise Malformed(NO_WAY_TO_FIGHT)
    if (how == "weapon" or deed == "knife") and not player.reading.weapon:
        raise Refused(NO_WEAPON, name=party.name(number))
    if how == "weapon":
        _check_place_for(player.hero)
    if deed == "store" and player.pocket:
        raise Refused(gettext_noop("The pocket is full. Use or toss what is in it first."))


def _after_rascal(party: Party, number: int, before: RascalState, after: RascalState) -> Party:
    """Writes the state into the texts; a weapon box that it does not change stays as typed."""
    hp = max(LOWEST_HP, after.hp)
    party = party.with_player(number, hp=hp, knife="".join(after.knife), pocket=after.inventory)
    if (after.weapon, after.slain) == (before.weapon, before.slain):
        return party
    return party.with_weapon(number, rank(after.weapon) if after.weapon else None, after.slain)


def _check_place_for(hero: Hero) -> None:
    """Raises Refused where no enemy of the pack is left to be laid on the weapon."""
    if len(hero.slain) >= len(ENEMIES) - 1:
        raise Refused(gettext_noop("Every enemy in the pack is already on that weapon."))


def _must_be(card: str, family: tuple[str, ...], reason: str) -> None:
    """Raises Malformed, for this reason, where the card is none of the family."""
    if card not in family:
        try:
            name: str = card_name(card)
        except ValueError:
            name = f"“{card[:20]}”"
        raise Malformed(reason, card=name)
