"""Choices and text boxes on a player's sheet: cards, numbers, texts as they are read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.boards.party.table.outcome import CommandOutcome, by_limit, outcomes
from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.forms import weapon_name
from tracker.boards.words.names import (
    card_name,
    cards_text,
    isolated,
    labelled,
    player_name,
    worth_text,
)
from tracker.boards.words.refusals import sentence_text
from tracker.rules.cards import BLACK_JOKER, ENEMIES, enemy_value
from tracker.rules.games.dungeon import MAX_HP
from tracker.rules.table.ahead.ways import may_fight
from tracker.rules.table.room.room import Room, hand
from tracker.rules.table.state.party import Party, Player, rascal_of
from tracker.rules.table.texts.notation import TextReading, Verdict, read_used, used_cards


@dataclass(frozen=True)
class SheetChoice:
    """A card or a number to touch: what is said of it, where it is known to lie, what it does."""

    name: str
    outcomes: tuple[CommandOutcome, ...]
    face: CardFace | None = None
    place: str = ""

    @property
    def aloud(self) -> str:
        """The name and what the first way does."""
        return labelled(self.name, self.outcomes[0].text)

    @property
    def strong(self) -> bool:
        """Whether the enemy is over the limit of the weapon."""
        return any(outcome.over for outcome in self.outcomes)


@dataclass(frozen=True)
class ChoiceGroup:
    heading: str
    choices: tuple[SheetChoice, ...]


def places(party: Party) -> dict[str, str]:
    """Tells where cards are known to lie, so that they cannot lie in the room."""
    # Translators: here and below, where a card lies.
    lies = dict.fromkeys(used_cards(party.used), _("set aside"))
    for number in party.seated:
        player, name = party.players[number], isolated(player_name(party, number))
        lies |= dict.fromkeys(hand(player), _("{name} has it").format(name=name))
        on_weapon = _("on {name}’s weapon").format(name=name)
        lies |= dict.fromkeys(player.reading.monsters, on_weapon)
    return lies


def in_pack(party: Party, cards: Iterable[str]) -> list[str]:
    """The given cards that the game is played with."""
    pack = Room(party).pack
    return [card for card in cards if card in pack]


def enemy_groups(party: Party, number: int, lies: Mapping[str, str]) -> tuple[ChoiceGroup, ...]:
    """Groups the enemies, those the weapon may fight first; one group where there is no weapon."""
    weapon, enemies = party.players[number].reading.weapon, in_pack(party, ENEMIES)
    beaten = [enemy for enemy in enemies if may_fight(party, number, enemy)]
    over = [enemy for enemy in enemies if enemy not in beaten]
    over_it = _("Too strong for it") if weapon else _("Enemies")
    # Translators: the heading of the enemies that a weapon can fight: "The 8 can fight".
    can_fight = _("{weapon:The} can fight").format(weapon=weapon_name(weapon or ""))
    groups = ((can_fight, beaten), (over_it, over))
    return tuple(
        ChoiceGroup(heading, tuple(enemy_choice(party, number, enemy, lies) for enemy in enemies))
        for heading, enemies in groups
        if enemies
    )


def enemy_choice(party: Party, number: int, enemy: str, lies: Mapping[str, str]) -> SheetChoice:
    """An enemy with both ways to fight it, what the rules allow first."""
    ways = ("weapon", "bare") if may_fight(party, number, enemy) else ("bare", "weapon")
    commands = (f"fight:{number}:{enemy}:{how}" for how in ways)
    return SheetChoice(
        name=_enemy_name(enemy, lies.get(enemy, "")),
        outcomes=tuple(outcomes(party, number, commands)),
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
) -> tuple[SheetChoice, ...]:
    """Cards that do one thing each, by the verb of their command."""
    return tuple(
        SheetChoice(
            name=card_name(card),
            outcomes=tuple(outcomes(party, number, [f"{verb}:{number}:{card}"])),
            face=card_face(card),
            place=lies.get(card, ""),
        )
        for verb, family in cards.items()
        for card in family
    )


def amounts(party: Party, number: int) -> tuple[SheetChoice, ...]:
    """Hits and healing by number; where shields are held they may answer, or not."""
    shielded = bool(party.players[number].shield_cards)
    return tuple(
        SheetChoice(
            str(amount), tuple(outcomes(party, number, _commands(number, amount, shielded)))
        )
        for amount in range(1, MAX_HP + 1)
    )


def _commands(number: int, amount: int, shielded: bool) -> Iterable[str]:
    if shielded:
        yield f"hit:{number}:{amount}"
    yield f"hp:{number}:-{amount}"
    yield f"hp:{number}:+{amount}"


@dataclass(frozen=True)
class TextBox:
    text: str
    says: str
    """The reading of the text, or what is odd about it."""
    clear: bool
    """It follows the notation."""
    canonical: str
    """How the notation writes it; "" where it stands so already, or cannot be written."""


def weapon_box(player: Player, game: str) -> TextBox:
    """The weapon box of a player, as typed and as it is read (rules.md 2).

    In Rascal enemies lie on a weapon in any order of values.
    """
    reading = player.reading
    if game == "rascal" and reading.weapon:
        says = worth_text(rascal_of(player)).replace("*", "")
        return TextBox(player.weapon, says, clear=True, canonical="")
    if reading.hint:
        return _box(player.weapon, reading, sentence_text(reading.hint))
    if reading.weapon is None:
        return _box(player.weapon, reading, _("No weapon"))
    count = len(reading.monsters)
    says = by_limit(
        player,
        anything=ngettext(
            "{card}, {count} enemy on it: can fight anything",
            "{card}, {count} enemies on it: can fight anything",
            count,
        ),
        lower=ngettext(
            "{card}, {count} enemy on it: can fight {value} or lower",
            "{card}, {count} enemies on it: can fight {value} or lower",
            count,
        ),
        joker=ngettext(
            "{card}, {count} enemy on it: can fight only the black joker",
            "{card}, {count} enemies on it: can fight only the black joker",
            count,
        ),
    ).format(card=card_name(f"{reading.weapon}d"), count=count)
    return _box(player.weapon, reading, says)


def used_box(text: str) -> TextBox:
    """The box of used cards, as typed and as it is read (rules.md 2)."""
    reading = read_used(text)
    names = cards_text(reading.cards) or _("Nothing set aside")
    return _box(text, reading, sentence_text(reading.hint) or names)


def _box(text: str, reading: TextReading, says: str) -> TextBox:
    canonical = reading.canonical or ""
    return TextBox(
        text=text,
        says=says,
        clear=reading.verdict is Verdict.OK,
        canonical="" if canonical == text else canonical,
    )
