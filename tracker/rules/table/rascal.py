"""Rascal with real cards: what is done with a card, worked out by its engine (rules.md 5).

As in actions.py nothing is refused because the rules forbid it, only what has no meaning: to fight
with a weapon nobody has, to put a second card into the pocket.
"""

from __future__ import annotations

from dataclasses import replace

from tracker.rules.cards import ENEMIES, POTIONS, WEAPONS, card_name, rank
from tracker.rules.games.rascal import KNIFE, Rascal, RascalOptions, RascalState
from tracker.rules.input import excerpt, first_and_rest
from tracker.rules.refusals import Malformed, Refused
from tracker.rules.table.actions import check_place_for, hero_of, must_be, with_weapon
from tracker.rules.table.party import Party
from tracker.rules.table.player import KNIFE as KNIFE_ROW
from tracker.rules.table.player import LOWEST_HP, POCKET, STORED, Player
from tracker.rules.table.strip import read_strip
from tracker.rules.words import gettext_noop

RASCAL = Rascal()
INV = "inv-"
"""Stands before what is done with the card in the pocket."""
FAMILIES = {
    "fight": (ENEMIES[:-1], gettext_noop("{card} is not an enemy.")),
    "equip": (WEAPONS, gettext_noop("{card} is not a weapon.")),
    "knife": ((KNIFE,), gettext_noop("{card} is not a knife.")),
    "drink": (POTIONS, gettext_noop("{card} is not a potion.")),
    "toss": (STORED, gettext_noop("{card} cannot be tossed.")),
    "store": (STORED, gettext_noop("{card} does not go into the pocket.")),
}
"""What each deed is done with."""


def rascal_of(player: Player, options: RascalOptions | None = None) -> RascalState:
    """What the engine makes of somebody at a table of real cards, in an empty room."""
    hero = hero_of(player)
    return RascalState(
        options=options or RascalOptions(),
        deck=(),
        hp=hero.hp,
        weapon=hero.weapon,
        slain=hero.slain,
        knife=read_strip(player.knife) if hero.weapon else (),
        inventory=player.pocket,
    )


def do(verb: str, party: Party, number: int, rest: str) -> Party:
    """A deed of rules.md 5.3, its verb as in the dealt game. Raises Malformed and Refused."""
    card, how = first_and_rest(rest)
    pocket, deed = verb.startswith(INV), verb.removeprefix(INV)
    must_be(card, *FAMILIES[deed])
    _check(party, number, deed, how)
    if pocket and party.players[number].pocket != card:
        raise Refused(gettext_noop("The {card} is not in the pocket."), card=card_name(card))
    before = rascal_of(party.players[number])
    lying = replace(before, room=() if pocket else (card,))
    after = RASCAL.play(lying, 0, ":".join(filter(None, (verb, card, how))), tuple)
    return _written(party, number, before, after)


def set_knife(party: Party, number: int, row: str) -> Party:
    """`knife:0:=2dKc`: the knife on the weapon and what it has fought; `=` for none."""
    if row[:1] != "=" or not KNIFE_ROW.fits(row[1:]):
        raise Malformed(gettext_noop("“{text}” is not a knife like 2dKc."), text=excerpt(row[1:]))
    return party.with_player(number, knife=row[1:])


def set_pocket(party: Party, number: int, card: str) -> Party:
    """`pocket:0:7h`: what is in the pocket; nothing for an empty one."""
    if not POCKET.fits(card):
        raise Malformed(gettext_noop("“{card}” does not go into the pocket."), card=excerpt(card))
    return party.with_player(number, pocket=card)


def _check(party: Party, number: int, deed: str, how: str) -> None:
    """Raises Refused for what has no meaning as the player stands."""
    player = party.players[number]
    if deed == "fight" and how not in ("bare", "weapon"):
        raise Malformed(gettext_noop("An enemy is fought bare or with the weapon."))
    if (how == "weapon" or deed == "knife") and not player.reading.weapon:
        raise Refused(gettext_noop("{name} has no weapon to fight with."), name=party.name(number))
    if how == "weapon":
        check_place_for(hero_of(player))
    if deed == "store" and player.pocket:
        raise Refused(gettext_noop("The pocket is full. Use or toss what is in it first."))


def _written(party: Party, number: int, before: RascalState, after: RascalState) -> Party:
    """The state written into the texts; a weapon box that it does not change stays as typed."""
    hp = max(LOWEST_HP, after.hp)
    party = party.with_player(number, hp=hp, knife="".join(after.knife), pocket=after.inventory)
    if (after.weapon, after.slain) == (before.weapon, before.slain):
        return party
    return with_weapon(party, number, rank(after.weapon) if after.weapon else None, after.slain)
