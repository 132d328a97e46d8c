"""What a command would do to a player, told before it is done.

It is found out by doing it: `apply` is carried out on the party and the two are compared, so what
a button says is what happens.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tracker.boards.party.effect import deed_text, effect_of
from tracker.boards.words.names import (
    card_name,
    shields_text,
    signed,
    step_text,
    weapon_name,
)
from tracker.rules.cards import BLACK_JOKER, BLACKSMITHS, PACK, SHIELDS, strength
from tracker.rules.refusals import Refused
from tracker.rules.table.commands import Command
from tracker.rules.table.costs import cost
from tracker.rules.table.party import Party
from tracker.rules.table.player import Player
from tracker.rules.table.rascal import INV
from tracker.rules.table.ways import allowed

RASCAL_LABELS = {
    "drink": gettext_lazy("Drink"),
    "equip": gettext_lazy("Equip"),
    "knife": gettext_lazy("Knife"),
    "store": gettext_lazy("Store"),
    "toss": gettext_lazy("Toss"),
}
"""Where several things can be done with one card."""
RASCAL_TEXTS = {
    "knife": gettext_lazy("+2 for two fights"),
    "store": gettext_lazy("for later"),
    "toss": gettext_lazy("no use any more"),
}


@dataclass(frozen=True)
class Outcome:
    """One button: "With the 8" is its label, "−5, 9 left" its text; notes are the small print."""

    command: str
    label: str
    text: str
    notes: tuple[str, ...]
    falls: bool
    loses: tuple[str, ...]
    """Names of the weapon and of the enemies on it, as far as they go."""
    over: bool
    """The rules forbid it: the weapon is over its limit. It can be done all the same."""
    says: str
    """In a few words: "Mara fights King of Clubs"."""
    effect: str
    """What it changes on the table, as effect.py writes it."""
    now: Player
    """The player afterwards."""


def outcome(party: Party, number: int, text: str) -> Outcome:
    """What a command does to the player of that number. Raises Refused as `apply` does."""
    asked = Command.read(text)
    after, command = asked.apply(party), asked.deed
    was, now = party.players[number], after.players[number]
    price = cost(command, was, now)
    over = not allowed(party, number, command.verb, command.card, command.how)
    says = deed_text(party, after, command)
    return Outcome(
        command=asked.text,
        label=_label(party, command, was, price.spent),
        text=_text(command, was, now, price.lost),
        notes=tuple(_notes(_limits(party, command, was) if over else "", price.spent)),
        falls=price.falls,
        loses=tuple(map(card_name, price.lost)),
        over=over,
        says=says,
        effect=effect_of(party, after, command, says),
        now=now,
    )


def outcomes(party: Party, number: int, commands: Iterable[str]) -> tuple[Outcome, ...]:
    """The outcomes of those commands that can be carried out at all."""
    return tuple(each_outcome(party, number, commands))


def each_outcome(party: Party, number: int, commands: Iterable[str]) -> Iterator[Outcome]:
    """The same, found out one by one."""
    for command in commands:
        try:
            yield outcome(party, number, command)
        except Refused:
            continue


def may_fight_text(player: Player) -> str:
    """What the weapon can fight: "anything", "4 or lower", "only the black joker"."""
    if player.limit is None:
        return _("anything")
    if player.worn_out:
        return _("only the black joker")
    return _("{value} or lower").format(value=player.limit - 1)


def _limits(party: Party, command: Command, was: Player) -> str:
    """What the rules would allow instead."""
    if party.game != "rascal":
        return may_fight_text(was)
    if command.verb == "fight":
        return _("the weapon is worn out")
    if command.verb == "drink":
        return _("one potion a room")
    return _("closed while enemies are here")


def _label(party: Party, command: Command, was: Player, spent: tuple[str, ...]) -> str:
    damage = command.value
    if command.verb == "fight":
        if command.how == "bare":
            return _("Bare hands")
        return _("With {weapon}").format(weapon=weapon_name(was.reading.weapon or ""))
    if party.game == "rascal" and command.verb.removeprefix(INV) in RASCAL_LABELS:
        return str(RASCAL_LABELS[command.verb.removeprefix(INV)])
    if command.verb == "hit" and spent:
        taken = min(int(damage), sum(map(strength, spent)))
        return _("Take {damage} (shields absorb {taken})").format(damage=damage, taken=taken)
    if command.verb in ("hit", "hp"):
        label = _("Heal {damage}") if command.sign == "+" else _("Take {damage}")
        return label.format(damage=damage)
    return card_name(command.card) if command.card in PACK else ""


def _text(command: Command, was: Player, now: Player, lost: tuple[str, ...]) -> str:
    if command.card == BLACK_JOKER:
        return _("no damage, but the weapon is lost")
    if command.card in BLACKSMITHS:
        return _repair_text(lost, now)
    if (deed := command.verb.removeprefix(INV)) in RASCAL_TEXTS:
        return str(RASCAL_TEXTS[deed])
    if command.card in SHIELDS:
        return _("absorbs {damage}").format(damage=strength(command.card))
    verb = command.meaning
    return _hp_text(command.verb, was, now) if verb and verb.wounds else ""


def _hp_text(verb: str, was: Player, now: Player) -> str:
    step, left = now.hp - was.hp, signed(now.hp)
    if step > 0:
        return _("{left} ({step})").format(left=left, step=step_text(step))
    if step == 0:
        return _("no damage") if verb == "fight" else _("stays at {left}").format(left=left)
    words = (_("now {left}") if now.fallen else _("{left} left")).format(left=left)
    if now.fallen and not was.fallen:
        words = _("falls")  # no name: it may be longer than any button, and the history has none
    return f"{step_text(step)}, {words}" if verb == "fight" else words


def _repair_text(lost: tuple[str, ...], now: Player) -> str:
    if not lost:
        return _("nothing to repair")
    return _("removes {cards}; then it can fight {enemies}").format(
        cards=", ".join(map(card_name, lost)), enemies=may_fight_text(now)
    )


def _notes(limits: str, spent: tuple[str, ...]) -> Iterable[str]:
    """`limits` are what the rules have against it, "" for nothing."""
    if limits:
        yield _("not allowed: {enemies}").format(enemies=limits)
    if spent:
        yield _("spends {cards:the}").format(cards=shields_text(spent))
