"""The outcome of a command for a player, told before it is done, and why one was not done.

It is found out by doing it: `apply` is carried out on the party and the two are compared, so what
a button says is what happens.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from tracker.boards.party.log.lines import line_label
from tracker.boards.party.table.effect import deed_text, effect_of
from tracker.boards.words.forms import weapon_name
from tracker.boards.words.names import (
    card_name,
    cards_text,
    labelled,
    listed,
    signed,
    step_text,
)
from tracker.boards.words.refusals import refusal_text, rules_text
from tracker.rules.cards import BLACK_JOKER, BLACKSMITHS, PACK, SHIELDS, strength
from tracker.rules.games.rascal import INV
from tracker.rules.table.ahead.pictures import rascal_picture
from tracker.rules.table.ahead.ways import allowed
from tracker.rules.table.state.party import Party, Player
from tracker.rules.table.verbs.commands import Command, cost
from tracker.rules.words import Refused, Repetition
from tracker.services.party.ledger import UndoBlocked
from tracker.services.party.record import OutcomeChanged

RASCAL_LABELS = {
    "drink": pgettext_lazy("deed", "Drink"),
    "equip": pgettext_lazy("deed", "Equip"),
    # Translators: a deed of Rascal: a weapon is added to the one in hand, as a knife.
    "knife": pgettext_lazy("deed", "Knife"),
    # Translators: a deed of Rascal: the card goes into the pocket, for later.
    "store": gettext_lazy("Store"),
    # Translators: a deed of Rascal: the card goes to the discard pile, unused.
    "toss": gettext_lazy("Toss"),
}
"""Labels where several things can be done with one card."""
RASCAL_TEXTS = {
    # Translators: what a knife adds to a weapon.
    "knife": gettext_lazy("+2 for two fights"),
    # Translators: why a card goes into the pocket.
    "store": gettext_lazy("for later"),
    # Translators: why a card is tossed.
    "toss": gettext_lazy("no use any more"),
}


@dataclass(frozen=True)
class CommandOutcome:
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
    """Its changes on the table, as effect.py writes them."""
    now: Player
    """The player afterwards."""


def outcome(party: Party, number: int, text: str) -> CommandOutcome:
    """Tells what a command does to the player of that number. Raises Refused as `apply` does."""
    asked = Command.read(text)
    after, command = asked.apply(party), asked.deed
    was, now = party.players[number], after.players[number]
    price = cost(command, was, now)
    over = not allowed(party, number, command.verb, command.card, command.how)
    says = deed_text(party, after, command)
    return CommandOutcome(
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


def outcomes(party: Party, number: int, commands: Iterable[str]) -> Iterator[CommandOutcome]:
    """The outcomes of those commands that can be carried out at all, found out one by one."""
    for command in commands:
        try:
            yield outcome(party, number, command)
        except Refused:
            continue


def may_fight_text(player: Player) -> str:
    """Tells what the weapon can fight: "anything", "4 or lower", "only the black joker"."""
    return by_limit(
        player,
        # Translators: here and below, what a weapon can fight, as a label of its own.
        anything=_("anything"),
        lower=_("{value} or lower"),
        joker=_("only the black joker"),
    )


def by_limit(player: Player, *, anything: str, lower: str, joker: str) -> str:
    """The one of three sentences that is true of the player's weapon.

    `lower`, with the highest `{value}` it can fight, is for one that has fought already; `joker`
    for one that can fight nothing but the Black Joker.
    """
    if player.limit is None:
        return anything
    return joker if player.worn_out else lower.replace("{value}", str(player.limit - 1))


def _limits(party: Party, command: Command, was: Player) -> str:
    """Tells what the rules have against it."""
    if party.game != "rascal":
        return by_limit(
            was,
            # Translators: what the weapon could fight, under a deed that the rules forbid.
            anything=_("not allowed, though it can fight anything"),
            lower=_("not allowed: can only fight {value} or lower"),
            joker=_("not allowed: can only fight the black joker"),
        )
    if command.verb == "fight":
        return _("not allowed: the weapon is worn out")
    shut = command.verb.startswith(INV) and not rascal_picture(party).slot_open
    if command.verb.removeprefix(INV) == "drink" and not shut:
        return _("not allowed: one potion a room")
    # Translators: the pocket is closed then.
    return _("not allowed: closed while enemies are here")


def _label(party: Party, command: Command, was: Player, spent: tuple[str, ...]) -> str:
    damage = command.value
    if command.verb == "fight":
        if command.how == "bare":
            return _("Bare hands")
        # Translators: a way to fight: with the 8, with the ace (1).
        return _("With {weapon}").format(weapon=weapon_name(was.reading.weapon or ""))
    if party.game == "rascal" and command.verb.removeprefix(INV) in RASCAL_LABELS:
        return str(RASCAL_LABELS[command.verb.removeprefix(INV)])
    if command.verb == "hit" and spent:
        taken = min(int(damage), sum(map(strength, spent)))
        # Translators: a hit of so many points is taken; the shields absorb so many of them.
        return _("Take {damage} (shields absorb {taken})").format(damage=damage, taken=taken)
    if command.verb in ("hit", "hp"):
        if command.sign == "+":
            return _("Heal {damage}").format(damage=damage)
        # Translators: a hit of so many points is taken, whatever dealt it.
        return _("Take {damage}").format(damage=damage)
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
        # Translators: health after it, and by how much it changes: "15 (+5)".
        return _("{left} ({step})").format(left=left, step=step_text(step))
    if step == 0:
        return _("no damage") if verb == "fight" else _("stays at {left}").format(left=left)
    return _loss_text(was, now, fight=verb == "fight").format(left=left, step=step_text(step))


def _loss_text(was: Player, now: Player, *, fight: bool) -> str:
    """Without a name: it may be longer than any button. Of a fight it says the `{step}` too."""
    if now.fallen and was.fallen:
        # Translators: whoever lies there already, at 0 or below, falls to so many.
        return _("{step}, now {left}") if fight else _("now {left}")
    if now.fallen:
        # Translators: somebody falls.
        return _("{step}, falls") if fight else _("falls")
    if fight:
        # Translators: so many health points are left.
        return ngettext("{step}, {left} left", "{step}, {left} left", now.hp)
    return ngettext("{left} left", "{left} left", now.hp)


def _repair_text(lost: tuple[str, ...], now: Player) -> str:
    if not lost:
        return _("nothing to repair")
    # Translators: a blacksmith removes these enemies from the weapon.
    return by_limit(
        now,
        anything=_("removes {cards}; then it can fight anything"),
        lower=_("removes {cards}; then it can fight {value} or lower"),
        joker=_("removes {cards}; then it can fight only the black joker"),
    ).format(cards=cards_text(lost))


def _notes(limits: str, spent: tuple[str, ...]) -> Iterable[str]:
    """`limits` are what the rules have against it, "" for nothing."""
    if limits:
        yield limits
    if spent:
        # Translators: shields, which answer the hit.
        yield _("spends {cards:the}").format(cards=cards_text(spent))


@dataclass(frozen=True)
class Question:
    """`text` says why; `label` is the button that has `command` done, "" for none."""

    text: str
    label: str
    command: str

    @property
    def patience(self) -> int:
        """How long the question is shown, in ms; one that needs no answer goes by itself."""
        return 60_000 if self.label else 2_000


def question_of_repetition(reason: Repetition) -> Question:
    """Another phone has said it already: there is nothing to do."""
    return Question(rules_text(reason.brief, reason.details), label="", command="")


def question_of_change(changed: OutcomeChanged) -> Question:
    """The command costs something else than its sender was shown, so it is asked again."""
    command, party = changed.command, changed.party
    now = outcome(party, command.player or 0, command.text)
    label = "" if now.label in now.says else now.label  # a card that the deed names is named once
    parts = [labelled(label, now.text), *now.notes]
    if command.deed.verb == "equip":
        cards = {"cards": listed(list(now.loses))}
        goes, nothing = _("Goes to the discard pile: %(cards)s"), _("You have no weapon to replace")
        parts.append(goes % cards if now.loses else nothing)
    outcome_now = ", ".join(filter(None, parts))
    return Question(
        # Translators: {deed} is what was tapped, {outcome} what it would do by now.
        text=_("The table changed. “{deed}”: {outcome}").format(deed=now.says, outcome=outcome_now),
        label=_("Do it"),
        command=command.text,
    )


@dataclass(frozen=True)
class Obstacle:
    """A refusal and its reason; `line` is the line to be undone first, with its number."""

    text: str
    line: str
    number: int

    @property
    def next(self) -> int:
        """The history below this number begins with the line."""
        return self.number + 1

    def question(self, history: str) -> Question:
        """Shows the line, where the history has this address."""
        place = f"{history}?before={self.next}#line-{self.number}"
        return Question(f"{self.text} {self.line}", _("Show it"), place)


def obstacle_of(reason: UndoBlocked) -> Obstacle:
    line = line_label(reason.entry, reason.party)
    return Obstacle(refusal_text(reason), line, reason.entry.number)
