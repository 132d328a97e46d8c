"""The sheets that open when a player or the floor is touched: a player's and the dungeon's.

A phone also has its own player's hand: all cards of the deck, each with what it would do to them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from tracker.boards.party.sheet.choices import (
    ChoiceGroup,
    SheetChoice,
    TextBox,
    amounts,
    choices,
    enemy_choice,
    enemy_groups,
    in_pack,
    places,
    used_box,
    weapon_box,
)
from tracker.boards.party.table.outcome import CommandOutcome, by_limit, outcome
from tracker.boards.party.table.panel import (
    PanelShield,
    TallyBox,
    party_tallies,
    player_tallies,
    shield_of,
)
from tracker.boards.party.table.ribbon import SpecialCard, due_cards, special_cards
from tracker.boards.party.table.room_actions import offer
from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.clock import clock_text
from tracker.boards.words.forms import weapon_name
from tracker.boards.words.names import (
    SeatNote,
    card_name,
    floor_of,
    isolated,
    player_name,
    record_text,
    seat_note,
    seat_notes,
    worth_text,
)
from tracker.rules.cards import (
    BLACK_JOKER,
    BLACKSMITHS,
    ENEMIES,
    POTIONS,
    RED_JOKER,
    SHIELDS,
    WEAPONS,
)
from tracker.rules.games.coop.cards import return_floor
from tracker.rules.games.dungeon import MAX_HP
from tracker.rules.input import MAX_NAME, MAX_TEXT
from tracker.rules.table.state.party import (
    LOWEST_HP,
    MAX_COUNT,
    TALLIES,
    Party,
    Player,
    count_field,
    rascal_of,
)
from tracker.rules.table.texts.notation import WeaponReading
from tracker.services.party.table import Table


def lately_text(party: Party, lately: Mapping[str, int]) -> str:
    """Time played in this room, on this floor, this evening; "" in the first minute of it."""
    if lately["evening"] < 60:
        return ""
    # Translators: how long was played: "This room 5 min, this floor 1 h 10 min, this evening 3 h".
    text = _("This room {room}, this floor {floor}, this evening {evening}")
    if party.game != "coop":
        text = _("This room {room}, this evening {evening}")
    return text.format(**{name: clock_text(seconds) for name, seconds in lately.items()})


# Key, symbol in icons.svg or what stands in its place, word.
TABS = (
    ("fight", "sword", "", pgettext_lazy("deed", "Fight")),
    ("shield", "shield", "", pgettext_lazy("tab of a player’s sheet", "Picture cards")),
    ("hit", "", "±", pgettext_lazy("tab of a player’s sheet", "Health")),
    ("more", "pencil", "", pgettext_lazy("tab of a player’s sheet", "More")),
)


@dataclass(frozen=True)
class PlayerSheet(SeatNote):
    typed_name: str
    typed_hp: int
    leads: bool
    alone: bool
    armed: str
    """The weapon in a few words."""
    offer: str
    """The command to offer to run, "" where it leads to nothing."""
    offer_label: str
    tabs: Sequence[tuple[str, str, str, Promise]]
    tab: str
    """The key of the one that is open."""
    enemies: tuple[ChoiceGroup, ...]
    red_cards: tuple[SheetChoice, ...]
    discard: CommandOutcome
    """The discard of the weapon and the enemies on it, which also go when another is taken."""
    repairs: tuple[SheetChoice, ...]
    shields: tuple[SheetChoice, ...]
    """Each to be taken or, once in hand, to be spent."""
    own_shields: tuple[PanelShield, ...]
    """The shields in hand, beginning with the one that answers a hit first."""
    shields_text: str
    """The shields in hand as text."""
    numbers: tuple[SheetChoice, ...]
    weapon: TextBox
    rascal: bool
    """Whether the knife and the pocket, which only Rascal has, can be set by hand."""
    knife: str
    pocket: str
    attached: tuple[SheetChoice, ...]
    others: tuple[CardFace, ...]
    """Enemies that can still be laid on the weapon by hand."""
    tallies: tuple[TallyBox, ...]
    low: int = LOWEST_HP
    high: int = MAX_HP
    longest_name: int = MAX_NAME
    longest_text: int = MAX_TEXT


@dataclass(frozen=True)
class SheetSpecialCard(SpecialCard):
    place: str
    returns: str


@dataclass(frozen=True)
class DungeonSheet:
    """`floor` is 0 where there are none, `time` says how long was played lately, "" for not yet."""

    floor: int
    room: int
    used: TextBox
    cards: tuple[SheetSpecialCard, ...]
    returned: tuple[str, ...]
    """Names of the cards set aside that this floor brings back."""
    take_out: str
    """The command that takes them out."""
    seats: tuple[SeatNote, ...]
    first: int
    """The number of the player who leads the room."""
    tallies: tuple[TallyBox, ...]
    most: int = MAX_COUNT
    """The highest number of a floor, and of a room."""
    longest_text: int = MAX_TEXT
    best: str = ""
    """How far the party came in its best run, "" before one is finished."""
    time: str = ""


def player_sheet(table: Table, number: int, tab: str) -> PlayerSheet:
    """All that can be done with one player; opens `tab`, or the likeliest tab if there is none."""
    party, player = table.state, table.state.players[number]
    lies, reading = places(party), player.reading
    # Alone one meets no red pictures.
    tabs = [each for each in TABS if party.game == "coop" or each[0] != "shield"]
    return PlayerSheet(
        **vars(seat_note(party, number)),
        typed_name=player.name,
        typed_hp=player.hp,
        leads=party.first == number,
        alone=len(party.seated) == 1,
        armed=arms_text(party, number),
        offer=offer(party, number),
        offer_label=_("{name} offers to run").format(name=isolated(player_name(party, number))),
        tabs=tabs,
        tab=tab if tab in [key for key, *_rest in tabs] else _likeliest(party, player),
        enemies=enemy_groups(party, number, lies),
        red_cards=choices(
            party,
            number,
            lies,
            drink=in_pack(party, POTIONS),
            use=in_pack(party, (RED_JOKER,)),
            equip=in_pack(party, WEAPONS),
        ),
        discard=outcome(party, number, f"discard:{number}"),
        repairs=choices(party, number, lies, use=BLACKSMITHS) if reading.monsters else (),
        shields=tuple(_shields(party, number, lies)),
        own_shields=tuple(map(shield_of, player.shield_cards)),
        shields_text="".join(player.shield_cards),
        numbers=amounts(party, number),
        weapon=weapon_box(player, party.game),
        rascal=party.game == "rascal",
        knife=player.knife,
        pocket=player.pocket,
        attached=choices(party, number, {}, detach=reading.monsters),
        others=tuple(card_face(e) for e in _attachable(reading)),
        tallies=player_tallies(party, number),
    )


def dungeon_sheet(table: Table, time: str = "") -> DungeonSheet:
    """Floor, room, the special cards and the lead; `time` says how long was played lately."""
    party = table.state
    back = due_cards(party)
    return DungeonSheet(
        floor=floor_of(party),
        room=party.room,
        used=used_box(party.used),
        cards=tuple(_special(party, card) for card in special_cards(party, back)),
        returned=tuple(map(card_name, back)),
        take_out=f"used:-{''.join(back)}",
        seats=seat_notes(party),
        first=party.first,
        tallies=party_tallies(party),
        time=time,
        best=record_text(*table.best) if any(table.best) else "",
    )


def _likeliest(party: Party, player: Player) -> str:
    """A fallen player does not fight, others fight with the tickets of a room: what is set by hand
    is what may be wanted then.
    """
    return "hit" if player.fallen or party.referee == "room" else "fight"


def arms_text(party: Party, number: int) -> str:
    """The weapon in a few words, or what stands in its place."""
    player = party.players[number]
    weapon = player.reading.weapon
    if weapon and party.game == "rascal":
        return worth_text(rascal_of(player)).replace("*", "")
    if weapon:
        return _can_fight(player, weapon)
    return player.own_words or _("Bare hands")


def _can_fight(player: Player, weapon: str) -> str:
    # Translators: {weapon:The} is "The 8", "The ace (1)".
    return by_limit(
        player,
        anything=_("{weapon:The} can fight anything"),
        lower=_("{weapon:The} can fight {value} or lower"),
        joker=_("{weapon:The} can fight only the black joker"),
    ).format(weapon=weapon_name(weapon))


def _shields(party: Party, number: int, lies: Mapping[str, str]) -> Iterator[SheetChoice]:
    for card in SHIELDS:
        if card in party.players[number].shield_cards:
            yield from choices(party, number, {}, spend=[card])
        else:
            yield from choices(party, number, lies, use=[card])


def _attachable(reading: WeaponReading) -> Iterable[str]:
    free = (e for e in ENEMIES if e != BLACK_JOKER and e not in reading.monsters)
    return free if reading.weapon else ()


def _special(party: Party, card: SpecialCard) -> SheetSpecialCard:
    code = card.face.code
    # Translators: a card that is set aside returns to the pile.
    returns = {"out": "", "now": _("back now")}.get(card.state, _("back on floor {floor}"))
    return SheetSpecialCard(
        **vars(card),
        # Translators: a card that is not set aside: it can be met.
        place=places(party).get(code, pgettext("of a card", "in play")),
        returns=returns.format(floor=return_floor(code, party.floor)),
    )


@dataclass(frozen=True)
class OwnHand(SeatNote):
    """All cards, always in the same order, so that each keeps its place whatever it would do.

    `cards` do one thing each: potions and what heals, weapons, shields, blacksmiths.
    """

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
        **vars(seat_note(party, number)),
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
        *choices(party, number, lies, use=in_pack(party, (RED_JOKER, *repairs))),
    )
