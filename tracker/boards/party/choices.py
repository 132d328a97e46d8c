"""Cards and numbers to be touched on a player's sheet, each with what it would do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tracker.boards.party.outcome import Outcome, outcomes
from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.isolation import isolated
from tracker.boards.words.labels import labelled
from tracker.boards.words.names import card_name, player_name, weapon_name
from tracker.rules.cards import BLACK_JOKER, ENEMIES, enemy_value
from tracker.rules.games.dungeon import MAX_HP
from tracker.rules.table.notation import used_cards
from tracker.rules.table.party import Party
from tracker.rules.table.room import Room
from tracker.rules.table.strip import read_strip
from tracker.rules.table.ways import may_fight


@dataclass(frozen=True)
class Choice:
    """A card or a number to touch: what is said of it, where it is known to lie, what it does."""

    name: str
    outcomes: tuple[Outcome, ...]
    face: CardFace | None = None
    place: str = ""

    @property
    def aloud(self) -> str:
        """What it is and, of one that does one thing, what it does."""
        return labelled(self.name, self.outcomes[0].text)


@dataclass(frozen=True)
class Group:
    heading: str
    choices: tuple[Choice, ...]


def places(party: Party) -> dict[str, str]:
    """Where cards are known to lie, so that they cannot lie in the room."""
    # Translators: here and below, where a card lies.
    lies = dict.fromkeys(used_cards(party.used), _("set aside"))
    for number in party.seated:
        player, name = party.players[number], isolated(player_name(party, number))
        reading = player.reading
        lies |= dict.fromkeys(reading.monsters, _("on {name}’s weapon").format(name=name))
        arms = (f"{reading.weapon}d",) if reading.weapon else ()
        rascal = (*read_strip(player.knife), *read_strip(player.pocket))
        hand = (*player.shield_cards, *arms, *rascal)
        lies |= dict.fromkeys(hand, _("{name} has it").format(name=name))
    return lies


def in_pack(party: Party, cards: Iterable[str]) -> list[str]:
    """Those of the cards that the game is played with."""
    pack = Room(party).pack
    return [card for card in cards if card in pack]


def enemy_groups(party: Party, number: int, lies: Mapping[str, str]) -> tuple[Group, ...]:
    """What the weapon may fight first; one group where there is no weapon."""
    weapon, enemies = party.players[number].reading.weapon, in_pack(party, ENEMIES)
    beaten = [enemy for enemy in enemies if may_fight(party, number, enemy)]
    over = [enemy for enemy in enemies if enemy not in beaten]
    over_it = _("Too strong for it") if weapon else _("Enemies")
    # Translators: the heading of the enemies that a weapon can fight: "The 8 can fight".
    can_fight = _("{weapon:The} can fight").format(weapon=weapon_name(weapon or ""))
    groups = ((can_fight, beaten), (over_it, over))
    return tuple(
        Group(heading, tuple(enemy_choice(party, number, enemy, lies) for enemy in enemies))
        for heading, enemies in groups
        if enemies
    )


def enemy_choice(party: Party, number: int, enemy: str, lies: Mapping[str, str]) -> Choice:
    """An enemy with both ways to fight it, what the rules allow first."""
    ways = ("weapon", "bare") if may_fight(party, number, enemy) else ("bare", "weapon")
    commands = (f"fight:{number}:{enemy}:{how}" for how in ways)
    return Choice(
        name=_enemy_name(enemy, lies.get(enemy, "")),
        outcomes=outcomes(party, number, commands),
        face=card_face(enemy),
        place=lies.get(enemy, ""),
    )


def _enemy_name(enemy: str, place: str) -> str:
    """Read aloud: "King of Clubs, enemy 13, on Odo’s weapon"."""
    words = _("{card}, enemy {value}, {place}") if place else _("{card}, enemy {value}")
    if enemy == BLACK_JOKER:
        words = _("{card}, {place}") if place else "{card}"
    return words.format(card=card_name(enemy), value=enemy_value(enemy), place=place)


def choices(
    party: Party, number: int, lies: Mapping[str, str], **cards: Iterable[str]
) -> tuple[Choice, ...]:
    """Cards that do one thing each, by the verb of their command."""
    return tuple(
        Choice(
            name=card_name(card),
            outcomes=outcomes(party, number, [f"{verb}:{number}:{card}"]),
            face=card_face(card),
            place=lies.get(card, ""),
        )
        for verb, family in cards.items()
        for card in family
    )


def amounts(party: Party, number: int) -> tuple[Choice, ...]:
    """Hits and healing by number; where shields are held they may answer, or not."""
    shielded = bool(party.players[number].shield_cards)
    return tuple(
        Choice(str(amount), outcomes(party, number, _amount_commands(number, amount, shielded)))
        for amount in range(1, MAX_HP + 1)
    )


def _amount_commands(number: int, amount: int, shielded: bool) -> Iterable[str]:
    if shielded:
        yield f"hit:{number}:{amount}"
    yield f"hp:{number}:-{amount}"
    yield f"hp:{number}:+{amount}"
