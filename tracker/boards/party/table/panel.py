"""One player's panel on the table, with their counters and how their health went lately."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.names import (
    SeatNote,
    card_name,
    isolated,
    player_name,
    seat_note,
    signed,
    step_text,
    worth_text,
)
from tracker.boards.words.refusals import sentence_text
from tracker.rules.cards import strength
from tracker.rules.games.dungeon import MAX_HP
from tracker.rules.table.ahead.pictures import rascal_picture
from tracker.rules.table.room.changes import path_of
from tracker.rules.table.room.room import Room
from tracker.rules.table.state.party import (
    HIGHEST_COUNT,
    LOWEST_COUNT,
    LOWEST_HP,
    Party,
    Player,
    count_field,
    rascal_of,
)
from tracker.rules.table.texts.notation import Verdict
from tracker.services.party.log import BURST
from tracker.services.party.table import LogEntry


@dataclass(frozen=True)
class TallyBox:
    """`steps` is the command that counts it, without the step; `called` names it with its player.

    The number stays between `low` and `high`.
    """

    name: str
    called: str
    count: int
    path: str
    steps: str
    low: int = LOWEST_COUNT
    high: int = HIGHEST_COUNT

    @property
    def text(self) -> str:
        return signed(self.count)

    @property
    def lowest(self) -> bool:
        return self.count == self.low

    @property
    def highest(self) -> bool:
        return self.count == self.high


def party_tallies(party: Party) -> tuple[TallyBox, ...]:
    """The party's own counters."""
    return tuple(
        TallyBox(
            name=tally.name,
            called=tally.name,
            count=getattr(party, count_field(tally.number)),
            path=count_field(tally.number),
            steps=f"tally:{tally.number}",
        )
        for tally in party.tallies
        if not tally.each
    )


def player_tallies(party: Party, number: int) -> tuple[TallyBox, ...]:
    """This player's counters, of those that each player has."""
    return tuple(
        TallyBox(
            name=tally.name,
            # Translators: a player and a counter of theirs, as the name of a button.
            called=_("{name}, {tally}").format(
                name=isolated(player_name(party, number)), tally=isolated(tally.name)
            ),
            count=getattr(party.players[number], count_field(tally.number)),
            path=path_of(number, count_field(tally.number)),
            steps=f"own-tally:{number}:{tally.number}",
        )
        for tally in party.tallies
        if tally.each
    )


def kit_of(party: Party, number: int) -> str:
    """Names what the price of a card hangs on besides hit points, in a few letters.

    Alone it hangs on the room as well: on the potion drunk, on the pocket that is shut.
    """
    player = party.players[number]
    hand = (player.weapon, player.shields, player.knife, player.pocket, player.fallen)
    table = (party.game, party.house_rules, "" if party.game == "coop" else party.deeds)
    return f"{zlib.crc32(repr((hand, table)).encode(errors='surrogatepass')):x}"


FEWEST = 2  # changes that are worth a line


@dataclass(frozen=True)
class Spark:
    """One change is one unit to the right, one hit point one unit down, no lower than 0.

    `floor` is the floor on which it begins.
    """

    width: int
    line: str
    floor: int
    label: str


def spark(party: Party, number: int, recent: Sequence[LogEntry]) -> Spark | None:
    """The line of a player's health, from the entries at hand (newest first) of this run."""
    path, floor = path_of(number, "hp"), party.floor
    values = [party.players[number].hp]
    for entry in recent:
        if entry.text == "new":
            break
        floor = int(entry.changes.get("floor", (floor,))[0])
        if path in entry.changes:
            values.append(int(entry.changes[path][0]))
    count = len(values) - 1
    return Spark(count, _line(values[::-1]), floor, _label(values)) if count >= FEWEST else None


def _line(values: Sequence[int]) -> str:
    places = [MAX_HP - max(0, value) for value in values]
    return f"M0 {places[0]}" + "".join(
        f"H{turn}V{place}" for turn, place in enumerate(places[1:], 1)
    )


def _label(values: Sequence[int]) -> str:
    count = len(values) - 1
    words = ngettext(
        "Health over the last {count} change, from {first} to {last}",
        "Health over the last {count} changes, from {first} to {last}",
        count,
    )
    return words.format(count=count, first=signed(values[-1]), last=signed(values[0]))


DANGER = 5
UNIT = 10  # one hit point on the gauge, a drawing 200 wide
MOST_SHOWN = 6  # enemies on a weapon shown one by one
FRESH = timedelta(minutes=1)  # how long a change is news
TAIL = 4  # those still shown when there are more


@dataclass(frozen=True)
class Badge:
    """The last change of the hit points: "hurt" or "heal"."""

    text: str
    kind: str


@dataclass(frozen=True)
class Gauge:
    """The hit points left, and behind them those that the last change took."""

    width: int
    lost: int


@dataclass(frozen=True)
class PanelShield:
    strength: int
    label: str


@dataclass(frozen=True)
class Fan:
    """The weapon and the enemies on it; the first `hidden` ones are only counted."""

    weapon: CardFace
    enemies: tuple[CardFace, ...]
    hidden: int


@dataclass(frozen=True)
class Pocket:
    """The card put by, None for nothing; `barred` says why it cannot be used now."""

    face: CardFace | None
    barred: str


@dataclass(frozen=True)
class Panel(SeatNote):
    """`place` is the place round the table.

    `state` is "down", "danger", "full" or "". `beats` has the words that matter between stars,
    `short` the same in fewer; `words` is a weapon box that cannot be read, as typed. The hit points
    stay between `low` and `high`; from `danger` down the player is in danger.
    """

    place: int
    state: str
    badge: Badge | None
    gauge: Gauge
    beats: str
    short: str
    shields: tuple[PanelShield, ...]
    fan: Fan | None
    words: str
    leads: bool
    kit: str
    """The price of a card hangs on this, as effects name it (kit_of)."""
    low: int = LOWEST_HP
    high: int = MAX_HP
    danger: int = DANGER
    spark: Spark | None = None
    """Only of one who plays alone."""
    pocket: Pocket | None = None
    """Only in Rascal."""
    tallies: tuple[TallyBox, ...] = ()
    acts: bool = False
    """Whether it is their turn in the room that lies on the table."""


def panels(
    party: Party,
    recent: Sequence[LogEntry],
    now: datetime,
    front: int | None = None,
    to_act: int = 0,
) -> tuple[Panel, ...]:
    """The players in table order; the one of number `front` before all others. `to_act` is the
    crest of whose turn it is in the room, 0 for anybody's."""
    alone = len(party.seated) == 1
    found = (
        replace(
            panel_of(party, number, place, last_step(recent, number, now), alone),
            spark=spark(party, number, recent) if alone else None,
            acts=number + 1 == to_act and not alone,
        )
        for place, number in enumerate(party.seated, start=1)
    )
    return tuple(sorted(found, key=lambda panel: panel.number != front))


def panel_of(party: Party, number: int, place: int, step: int, alone: bool) -> Panel:
    """`step` is what the last change did to the hit points; alone there is room for pips."""
    player = party.players[number]
    return Panel(
        **vars(seat_note(party, number)),
        place=place,
        state=_state(player),
        badge=Badge(step_text(step), "hurt" if step < 0 else "heal") if step else None,
        gauge=_gauge(player.hp, step),
        beats=able(party, number),
        short=able(party, number, short=True),
        shields=tuple(map(shield_of, player.shield_cards)),
        fan=fan_of(player, alone),
        words=player.own_words,
        leads=number == party.first and not alone,
        kit=kit_of(party, number),
        pocket=_pocket(party, player),
        tallies=player_tallies(party, number),
    )


def last_step(recent: Sequence[LogEntry], number: int, now: datetime) -> int:
    """The step of a player's hit points in the newest burst of taps and blows, while it is fresh.

    0 where something else has moved them since: a load, a new run, an undo, a number set by hand.
    A burst that began before the entries at hand is not told either: a part of it would be a lie.
    """
    path = path_of(number, "hp")
    step, later = 0, now
    for entry in recent:
        if path in entry.changes:
            if later - entry.created > (BURST if step else FRESH) or not _wounds(entry):
                return step
            before, after = entry.changes[path]
            step, later = step + int(after) - int(before), entry.created
    begun = not recent or recent[-1].number == 1 or later - recent[-1].created > BURST
    return step if begun else 0


def _wounds(entry: LogEntry) -> bool:
    verb = entry.command.meaning
    return bool(verb and verb.wounds) and entry.command.sign != "=" and not entry.undone


def able(party: Party, number: int, short: bool = False) -> str:
    """Tells what a player can fight; in Rascal it is the worth of the weapon."""
    player = party.players[number]
    if party.game == "rascal" and player.reading.weapon and not player.fallen:
        return worth_text(rascal_of(player))
    alone = len(party.seated) == 1  # then nobody has a turn to skip
    return beats(player, short=short or (alone and player.fallen))


def beats(player: Player, short: bool = False) -> str:
    """Tells what the weapon can fight (rules.md 3.5), or what there is to say instead."""
    reading = player.reading
    if player.fallen:
        return _("*Fallen*") if short else _("*Fallen.* Skip their turn")
    if reading.verdict is Verdict.FREE:
        # Translators: the weapon is written in words of their own, which stand beside this.
        return _("Your note")
    if reading.verdict is Verdict.IRREGULAR:
        return sentence_text(reading.hint)
    if reading.weapon is None:
        return _("*Bare hands*")
    # Translators: here and below, what the weapon can fight, with what is bold between stars.
    if player.limit is None:
        return _("*Anything*") if short else _("Can fight *anything*")
    if player.worn_out:
        return _("*Joker* only") if short else _("*Worn out.* Joker only")
    words = _("*{most}* or lower") if short else _("Can fight *{most}* or lower")
    return words.format(most=player.limit - 1)


def _pocket(party: Party, player: Player) -> Pocket | None:
    if party.game != "rascal" or Room(party).rascal_options.inventory == "none":
        return None
    # Translators: the pocket.
    barred = "" if rascal_picture(party).slot_open else _("closed while enemies are here")
    return Pocket(card_face(player.pocket, pips=True) if player.pocket else None, barred)


def _state(player: Player) -> str:
    if player.fallen:
        return "down"
    if player.hp <= DANGER:
        return "danger"
    return "full" if player.hp == MAX_HP else ""


def _gauge(hp: int, step: int) -> Gauge:
    left, before = max(0, hp), min(MAX_HP, hp - step)
    return Gauge(left * UNIT, max(0, before - left) * UNIT)


def shield_of(card: str) -> PanelShield:
    # Translators: a shield in hand and the card that it is: "Shield 13, King of Hearts".
    label = _("Shield {strength}, {card}")
    return PanelShield(strength(card), label.format(strength=strength(card), card=card_name(card)))


def fan_of(player: Player, large: bool) -> Fan | None:
    reading = player.reading
    if reading.weapon is None or player.fallen:
        return None
    enemies = on_it = reading.monsters + player.knife_cards
    if len(enemies) > MOST_SHOWN:
        enemies = enemies[-TAIL:]
    return Fan(
        weapon=card_face(f"{reading.weapon}d", pips=large),
        enemies=tuple(card_face(card, pips=large and card == enemies[-1]) for card in enemies),
        hidden=len(on_it) - len(enemies),
    )
