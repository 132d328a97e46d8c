"""What opens when a player or the floor is touched: a player's sheet and the dungeon's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tracker.boards.party.choices import Choice, Group, amounts, choices, enemy_groups, places
from tracker.boards.party.effect import used_effect
from tracker.boards.party.outcome import Outcome, may_fight_text, outcome
from tracker.boards.party.textbox import TextBox, used_box, weapon_box
from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.names import card_name, player_name, signed, weapon_name
from tracker.rules.cards import (
    BLACK_JOKER,
    BLACKSMITHS,
    ENEMIES,
    POTIONS,
    RED_JOKER,
    SHIELDS,
    SPECIAL_CARDS,
    WEAPONS,
    strength,
)
from tracker.rules.games.dungeon import MAX_HP
from tracker.rules.input import MAX_NAME, MAX_TEXT
from tracker.rules.table.notation import Verdict, WeaponReading, used_cards
from tracker.rules.table.party import MAX_COUNT, Party
from tracker.rules.table.player import LOWEST_HP, Player
from tracker.rules.table.red_cards import return_floor
from tracker.services.party.table import Table

# Key, symbol in icons.svg or what stands in its place, word.
TABS = (
    ("fight", "sword", "", gettext_lazy("Fight")),
    ("drink", "heart", "", gettext_lazy("Drink")),
    ("equip", "diamond", "", gettext_lazy("Equip")),
    ("repair", "anvil", "", gettext_lazy("Repair")),
    ("shield", "shield", "", gettext_lazy("Shield")),
    ("hit", "", "±", gettext_lazy("Health")),
    ("weapon", "pencil", "", gettext_lazy("Weapon")),
    ("seat", "party", "", gettext_lazy("Seat")),
)


@dataclass(frozen=True)
class Tab:
    key: str
    icon: str
    sign: str
    word: str
    open: bool


@dataclass(frozen=True)
class Shield:
    """A heart picture to be taken or, once held, to be spent."""

    face: CardFace
    strength: int
    held: bool
    text: str
    place: str
    command: str
    effect: str


@dataclass(frozen=True)
class PlayerSheet:
    code: str
    revision: int
    number: int
    seat: int
    """The number on the crest, from 1."""
    name: str
    typed_name: str
    hp: int
    hp_text: str
    fallen: bool
    leads: bool
    alone: bool
    armed: str
    """The weapon in a few words."""
    tabs: tuple[Tab, ...]
    enemies: tuple[Group, ...]
    drinks: tuple[Choice, ...]
    equips: tuple[Choice, ...]
    discard: Outcome
    """Of the weapon and the enemies on it, which go when another is taken too."""
    repairs: tuple[Choice, ...]
    shields: tuple[Shield, ...]
    held: str
    """The held shields as text."""
    numbers: tuple[Choice, ...]
    weapon: TextBox
    attached: tuple[Choice, ...]
    others: tuple[CardFace, ...]
    """Enemies that can still be laid on the weapon by hand."""
    low: int = LOWEST_HP
    high: int = MAX_HP
    longest_name: int = MAX_NAME
    longest_text: int = MAX_TEXT

    @property
    def red_cards(self) -> tuple[Choice, ...]:
        """Those that a room is mostly made of besides enemies: they lie beside these too."""
        return (*self.drinks, *self.equips)


@dataclass(frozen=True)
class SpecialCard:
    face: CardFace
    aside: bool
    place: str
    returns: str
    command: str
    effect: str


@dataclass(frozen=True)
class Leader:
    number: int
    seat: int
    name: str
    leads: bool


@dataclass(frozen=True)
class DungeonSheet:
    code: str
    revision: int
    floor: int
    room: int
    used: TextBox
    cards: tuple[SpecialCard, ...]
    returned: tuple[str, ...]
    """Names of the cards set aside that this floor brings back."""
    take_out: str
    """The command that takes them out."""
    leaders: tuple[Leader, ...]
    most: int = MAX_COUNT
    """Of floors, and of rooms."""
    longest_text: int = MAX_TEXT


def player_sheet(table: Table, number: int, tab: str) -> PlayerSheet:
    """All that can be done with one player; `tab` opens, or what is most likely wanted."""
    party, player = table.state, table.state.players[number]
    lies, reading = places(party), player.reading
    return PlayerSheet(
        code=table.code,
        revision=table.revision,
        number=number,
        seat=number + 1,
        name=player_name(party, number),
        typed_name=player.name,
        hp=player.hp,
        hp_text=signed(player.hp),
        fallen=player.fallen,
        leads=party.first == number,
        alone=len(party.seated) == 1,
        armed=arms_text(player),
        tabs=_tabs(tab, player),
        enemies=enemy_groups(party, number, lies),
        drinks=choices(party, number, lies, drink=POTIONS, use=(RED_JOKER,)),
        equips=choices(party, number, lies, equip=WEAPONS),
        discard=outcome(party, number, f"discard:{number}"),
        repairs=choices(party, number, lies, use=BLACKSMITHS) if reading.monsters else (),
        shields=tuple(_shield(party, card, number, lies) for card in SHIELDS),
        held="".join(player.shield_cards),
        numbers=amounts(party, number),
        weapon=weapon_box(player),
        attached=choices(party, number, {}, detach=reading.monsters),
        others=tuple(card_face(e) for e in _attachable(reading)),
    )


def dungeon_sheet(table: Table) -> DungeonSheet:
    """Floor, room, the special cards and the lead."""
    party = table.state
    back = used_cards(party.due)
    return DungeonSheet(
        code=table.code,
        revision=table.revision,
        floor=party.floor,
        room=party.room,
        used=used_box(party.used),
        cards=tuple(_special(party, card) for card in SPECIAL_CARDS),
        returned=tuple(map(card_name, back)),
        take_out=f"used:-{''.join(back)}",
        leaders=tuple(
            Leader(n, n + 1, player_name(party, n), n == party.first) for n in party.seated
        ),
    )


def _tabs(wanted: str, player: Player) -> tuple[Tab, ...]:
    """A fallen player does not fight; what is set by hand is what may be wanted then."""
    if wanted not in [key for key, *_rest in TABS]:
        wanted = "hit" if player.fallen else "fight"
    return tuple(Tab(key, icon, sign, str(word), key == wanted) for key, icon, sign, word in TABS)


def arms_text(player: Player) -> str:
    """The weapon in a few words, or what stands in its place."""
    weapon = player.reading.weapon
    if weapon:
        return capfirst(
            _("{weapon} can fight {enemies}").format(
                weapon=weapon_name(weapon), enemies=may_fight_text(player)
            )
        )
    return player.weapon if player.reading.verdict is Verdict.FREE else _("Bare hands")


def _shield(party: Party, card: str, number: int, lies: Mapping[str, str]) -> Shield:
    held = card in party.players[number].shield_cards
    command = f"{'spend' if held else 'use'}:{number}:{card}"
    return Shield(
        face=card_face(card),
        strength=strength(card),
        held=held,
        text=_("absorbs {damage}").format(damage=strength(card)),
        place="" if held else lies.get(card, ""),
        command=command,
        effect=outcome(party, number, command).effect,
    )


def _attachable(reading: WeaponReading) -> Iterable[str]:
    free = (e for e in ENEMIES if e != BLACK_JOKER and e not in reading.monsters)
    return free if reading.weapon else ()


def _special(party: Party, card: str) -> SpecialCard:
    aside = card in used_cards(party.used)
    now = card in used_cards(party.due)
    returns = _("back now") if now else _("back on floor {floor}") if aside else ""
    return SpecialCard(
        face=card_face(card),
        aside=aside,
        place=places(party).get(card, _("in play")),
        returns=returns.format(floor=return_floor(card, party.floor)),
        command=f"used:{'-' if aside else '+'}{card}",
        effect=used_effect([card], aside=not aside),
    )
