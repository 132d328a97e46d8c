"""What a command would do to a player, told before it is done.

It is found out by doing it: `apply` is carried out on the party and the two are compared, so what
a button says is what happens.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.boards.words.names import card_name, player_name, signed, step_text
from tracker.rules.cards import BLACK_JOKER, BLACKSMITHS, PACK, RED_JOKER, SHIELDS, strength
from tracker.rules.refusals import Refused
from tracker.rules.table.commands import apply
from tracker.rules.table.party import Party, Player

HP_VERBS = ("fight", "hit", "hp", "drink")


@dataclass(frozen=True)
class Outcome:
    """One button: "With the 8" is its label, "−5, 9 left" its text; notes are the small print."""

    command: str
    label: str
    text: str
    notes: tuple[str, ...]
    hp_step: int
    hp_left: int
    falls: bool
    spends: tuple[str, ...]
    """Names of the shields that are spent."""
    loses: tuple[str, ...]
    """Names of the weapon and of the enemies on it, as far as they go."""
    over: bool
    """The rules forbid it: the weapon is over its limit. It can be done all the same."""


def outcome(party: Party, number: int, command: str) -> Outcome:
    """What `command` does to the player of that number. Raises Refused as `apply` does."""
    verb, _colon, rest = command.partition(":")
    rest = rest.partition(":")[2]
    was, now = party.players[number], apply(party, command).players[number]
    spent = _gone(was.held_shields, now.held_shields)
    lost = _gone(_gear(was), _gear(now))
    over = _over(verb, rest, was)
    return Outcome(
        command=command,
        label=_label(verb, rest, was, spent),
        text=_text(verb, rest, was, now, lost, player_name(party, number)),
        notes=tuple(_notes(over, spent)),
        hp_step=now.hp - was.hp,
        hp_left=now.hp,
        falls=now.fallen and not was.fallen,
        spends=tuple(map(card_name, spent)),
        loses=tuple(map(card_name, lost)),
        over=over,
    )


def outcomes(party: Party, number: int, commands: Iterable[str]) -> tuple[Outcome, ...]:
    """The outcomes of those commands that can be carried out at all."""
    found = []
    for command in commands:
        try:
            found.append(outcome(party, number, command))
        except Refused:
            continue
    return tuple(found)


def beats_text(player: Player) -> str:
    """What the weapon beats: "anything", "4 or less", "only the black joker"."""
    if player.limit is None:
        return _("anything")
    if player.limit <= 2:
        return _("only the black joker")
    return _("{value} or less").format(value=player.limit - 1)


def _gone(before: tuple[str, ...], after: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(card for card in before if card not in after)


def _over(verb: str, rest: str, was: Player) -> bool:
    enemy, _colon, how = rest.partition(":")
    return verb == "fight" and how == "weapon" and not was.may_fight(enemy)


def _gear(player: Player) -> tuple[str, ...]:
    reading = player.reading
    weapon = (f"{reading.weapon}d",) if reading.weapon else ()
    return (*weapon, *reading.monsters)


def _label(verb: str, rest: str, was: Player, spent: tuple[str, ...]) -> str:
    if verb == "fight":
        if rest.endswith(":bare"):
            return _("Bare")
        return _("With the {weapon}").format(weapon=was.reading.weapon)
    if verb == "hit" and spent:
        taken = min(int(rest), sum(map(strength, spent)))
        return _("Hit for {damage}, shields take {taken}").format(damage=rest, taken=taken)
    if verb in ("hit", "hp"):
        label = _("Heal {damage}") if rest.startswith("+") else _("Hit for {damage}")
        return label.format(damage=rest.strip("+-"))
    return card_name(rest) if rest in PACK else ""


def _text(verb: str, rest: str, was: Player, now: Player, lost: tuple[str, ...], name: str) -> str:
    if rest == f"{BLACK_JOKER}:weapon":
        return _("no damage, the weapon goes with it")
    if rest in BLACKSMITHS:
        return _repair_text(lost, now)
    if rest in SHIELDS:
        return _("takes {damage} of a hit").format(damage=strength(rest))
    return _hp_text(verb, was, now, name) if verb in HP_VERBS or rest == RED_JOKER else ""


def _hp_text(verb: str, was: Player, now: Player, name: str) -> str:
    step, left = now.hp - was.hp, signed(now.hp)
    if step > 0:
        return _("{left} ({step})").format(left=left, step=step_text(step))
    if step == 0:
        return _("no damage") if verb == "fight" else _("stays at {left}").format(left=left)
    if now.fallen:
        words = _("{name} falls") if not was.fallen else _("now {left}")
    else:
        words = _("{left} left")
    words = words.format(name=name, left=left)
    return f"{step_text(step)}, {words}" if verb == "fight" else words


def _repair_text(lost: tuple[str, ...], now: Player) -> str:
    if not lost:
        return _("only set aside, nothing to take off")
    return _("takes off {cards}; then beats {enemies}").format(
        cards=", ".join(map(card_name, lost)), enemies=beats_text(now)
    )


def _notes(over: bool, spent: tuple[str, ...]) -> Iterable[str]:
    if over:
        yield _("over its limit")
    if spent:
        ranks = ", ".join(card_name(card).split()[0] for card in spent[:-1])
        cards = f"{ranks}, {card_name(spent[-1])}" if ranks else card_name(spent[-1])
        words = ngettext("spends the {cards} shield", "spends the {cards} shields", len(spent))
        yield words.format(cards=cards)
