"""The changes a button would make on the table, for a phone to paint before the answer is there.

`static/js/sheet/effects.js` paints it. It holds values as the table prints them, and no rule."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache

from django.utils import timezone
from django.utils.translation import get_language

from tracker.boards.party.log.lines import line_label
from tracker.boards.party.table.panel import able, fan_of, kit_of, shield_of
from tracker.boards.words.cards import CardFace
from tracker.rules.cards import ENEMIES, enemy_value
from tracker.rules.games.dungeon import MAX_HP
from tracker.rules.table.room.changes import changes_between
from tracker.rules.table.room.room import Room, next_living, to_act
from tracker.rules.table.state.party import Party
from tracker.rules.table.texts.notation import used_cards
from tracker.rules.table.verbs.commands import Command
from tracker.rules.words import Refused
from tracker.services.party.table import LogEntry


def effect_of(before: Party, after: Party, command: Command, says: str) -> str:
    """JSON: whose panel it is, what the command does in a few words, and what becomes different.

    `kit` is what it was worked out for, and `then` that afterwards, if it is another. `was` is the
    hp it was worked out for, `step` what it adds, however full the player is. `can` (what the
    weapon can fight, the stars mark what is bold), `fan` with `more` hidden enemies, `words` (a
    weapon as typed), `shields`, `used` (whether a special card is set aside). Of a room that lies
    on the table `gone` are the cards that leave it, and `acts` the number of whoever is next.
    """
    effect: dict[str, object] = {"says": says}
    if command.player is not None:
        effect |= _of_player(before, after, command)
    if turned := {*used_cards(before.used)} ^ {*used_cards(after.used)}:
        effect["used"] = {card: card in used_cards(after.used) for card in sorted(turned)}
    return _json(effect | _of_room(before, after))


def act_effect(before: Party, after: Party, says: str) -> str:
    """The JSON of what is decided about the room as a whole; `ends` where that is its end."""
    ends = (before.floor, before.room) != (after.floor, after.room) or after.ran > before.ran
    return _json({"says": says} | ({"ends": 1} if ends else {}) | _of_room(before, after))


def gone_effect(card: str, says: str) -> str:
    """The JSON of a card that is said to lie in the room no more."""
    return _json({"says": says, "gone": [card]})


def unsure_effect(party: Party, number: int, card: str, says: str) -> str:
    """The JSON of a card of the room that somebody takes, of whom nobody knows what they hold.

    `risk` is the most that it can take off their health.
    """
    effect: dict[str, object] = {"says": says, "player": number, "gone": [card], "risk": 0}
    if card in ENEMIES:
        effect["risk"] = enemy_value(card)
    if party.game == "coop" and not Room(party).red:
        effect["acts"] = next_living(party, number)
    return _json(effect)


def used_effect(cards: Iterable[str], aside: bool) -> str:
    """The JSON of special cards that are set aside, or come back."""
    return _json({"used": dict.fromkeys(cards, aside)})


def deed_text(before: Party, after: Party, command: Command) -> str:
    """A command in the few words that its line in the log will have."""
    changes = changes_between(before, after)
    return line_label(LogEntry(0, "", command.text, changes, timezone.now()), after)


def _of_player(before: Party, after: Party, command: Command) -> dict[str, object]:
    number = command.player or 0
    kit, then = kit_of(before, number), kit_of(after, number)
    effect: dict[str, object] = {"player": number, "kit": kit}
    if step := _step(before, after, command):
        effect |= {"was": before.players[number].hp, "step": step}
    if then == kit:  # so the parts are the same
        return effect
    was, now = _parts_before(before, number, get_language()), parts_of(after, number)
    changed = {name: part for name, part in now.items() if part != was[name]}
    return effect | {"then": then} | changed


def _step(before: Party, after: Party, command: Command) -> int:
    """The hit points it adds; for somebody who is full then, as many as it would add to others."""
    number, verb = command.player or 0, command.meaning
    was, now = before.players[number].hp, after.players[number].hp
    if now < MAX_HP or now < was or not (verb and verb.wounds):
        return now - was
    try:
        return command.apply(before.with_player(number, hp=1)).players[number].hp - 1
    except Refused:
        return now - was


def _of_room(before: Party, after: Party) -> dict[str, object]:
    if before.referee != "room":
        return {}
    lay, lies = Room(before).places.lies, Room(after).places.lies
    effect: dict[str, object] = {}
    if gone := sorted(lay - lies):
        effect["gone"] = gone
    if (
        after.game == "coop"
        and not Room(before).red
        and (before.floor, before.room) == (after.floor, after.room)
    ):
        effect["acts"] = to_act(after)
    return effect


@lru_cache(maxsize=8)
def _parts_before(party: Party, number: int, language: str | None) -> Mapping[str, object]:
    """The parts before a command, the same for all buttons of a sheet in one language."""
    return parts_of(party, number)


def parts_of(party: Party, number: int) -> Mapping[str, object]:
    """Returns what a panel shows of the cards somebody has: it hangs on their kit (kit_of)."""
    player = party.players[number]
    fan = fan_of(player, large=len(party.seated) == 1)
    return {
        "can": able(party, number),
        "fan": [_card(face) for face in (fan.weapon, *fan.enemies)] if fan else [],
        "more": fan.hidden if fan else 0,
        "words": player.own_words,
        "shields": [
            [shield.strength, shield.label] for shield in map(shield_of, player.shield_cards)
        ],
    }


def _card(face: CardFace) -> list[object]:
    return [face.rank, face.icon, int(face.red), face.name]


def _json(effect: Mapping[str, object]) -> str:
    return json.dumps(effect, ensure_ascii=False, separators=(",", ":"))
