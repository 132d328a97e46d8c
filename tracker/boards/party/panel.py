"""One player's panel on the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from tracker.boards.party.kit import kit_of
from tracker.boards.party.spark import Spark, spark
from tracker.boards.party.tallies import TallyBox, player_tallies
from tracker.boards.words.cards import CardFace, card_face
from tracker.boards.words.names import card_name, player_name, signed, step_text
from tracker.boards.words.refusals import sentence_text
from tracker.boards.words.worth import worth_text
from tracker.rules.cards import strength
from tracker.rules.games.dungeon import MAX_HP
from tracker.rules.table.changes import path_of
from tracker.rules.table.lone import rascal_picture
from tracker.rules.table.notation import Verdict
from tracker.rules.table.party import Party
from tracker.rules.table.player import LOWEST_HP, Player
from tracker.rules.table.rascal import rascal_of
from tracker.rules.table.room import Room
from tracker.rules.table.strip import read_strip
from tracker.services.party.bursts import BURST
from tracker.services.party.entry import Entry

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
    """What is left, and behind it what the last change took."""

    width: int
    lost: int


@dataclass(frozen=True)
class Shield:
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
    """What was put by, None for nothing; `barred` says why it cannot be used now."""

    face: CardFace | None
    barred: str


@dataclass(frozen=True)
class Panel:
    """`seat` is the number on the crest, kept for good; `place` the place round the table.

    `state` is "down", "danger", "full" or "". `beats` has the words that matter between stars,
    `short` the same in fewer; `words` is a weapon box that cannot be read, as typed. The hit points
    stay between `low` and `high`; from `danger` down the player is in danger.
    """

    number: int
    seat: int
    place: int
    name: str
    hp: str
    state: str
    badge: Badge | None
    gauge: Gauge
    beats: str
    short: str
    shields: tuple[Shield, ...]
    fan: Fan | None
    words: str
    leads: bool
    kit: str
    """The price of a card hangs on this, as effects name it (kit.py)."""
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
    party: Party, recent: Sequence[Entry], now: datetime, front: int | None = None, to_act: int = 0
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
        number=number,
        seat=number + 1,
        place=place,
        name=player_name(party, number),
        hp=signed(player.hp),
        state=_state(player),
        badge=Badge(step_text(step), "hurt" if step < 0 else "heal") if step else None,
        gauge=_gauge(player.hp, step),
        beats=_worth(party, player)
        or beats(player, short=player.fallen and len(party.seated) == 1),
        short=_worth(party, player) or beats(player, short=True),
        shields=tuple(_shield(card) for card in player.shield_cards),
        fan=_fan(player, alone),
        words=player.weapon if player.reading.verdict is Verdict.FREE else "",
        leads=number == party.first and not alone,
        kit=kit_of(party, number),
        pocket=_pocket(party, player),
        tallies=player_tallies(party, number),
    )


def last_step(recent: Sequence[Entry], number: int, now: datetime) -> int:
    """What the newest burst of taps and blows did to a player's hit points, while it is fresh.

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


def _wounds(entry: Entry) -> bool:
    verb = entry.command.meaning
    return bool(verb and verb.wounds) and entry.command.sign != "=" and not entry.undone


def beats(player: Player, short: bool = False) -> str:
    """What the weapon can fight (rules.md 3.5), or what there is to say instead."""
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


def _worth(party: Party, player: Player) -> str:
    """What the weapon is worth in Rascal, "" without one and in other games."""
    armed = party.game == "rascal" and player.reading.weapon and not player.fallen
    return worth_text(rascal_of(player)) if armed else ""


def _pocket_is_closed() -> str:
    # Translators: the pocket.
    return _("closed while enemies are here")


def _pocket(party: Party, player: Player) -> Pocket | None:
    if party.game != "rascal" or Room(party).rascal_options.inventory == "none":
        return None
    barred = "" if rascal_picture(party).slot_open else _pocket_is_closed()
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


def _shield(card: str) -> Shield:
    # Translators: a shield in hand and the card that it is: "Shield 13, King of Hearts".
    label = _("Shield {strength}, {card}")
    return Shield(strength(card), label.format(strength=strength(card), card=card_name(card)))


def _fan(player: Player, large: bool) -> Fan | None:
    reading = player.reading
    if reading.weapon is None or player.fallen:
        return None
    enemies = on_it = reading.monsters + read_strip(player.knife)
    if len(enemies) > MOST_SHOWN:
        enemies = enemies[-TAIL:]
    return Fan(
        weapon=card_face(f"{reading.weapon}d", pips=large),
        enemies=tuple(card_face(card, pips=large and card == enemies[-1]) for card in enemies),
        hidden=len(on_it) - len(enemies),
    )
