"""What a button would change on the table, for a phone to paint before the answer is there.

`static/js/effects.js` paints it. It holds values as the table prints them, and no rule.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache

from django.utils import timezone
from django.utils.translation import get_language

from tracker.boards.party.lines import line_label
from tracker.boards.party.panel import panel_of
from tracker.boards.words.cards import CardFace
from tracker.rules.table.changes import changes_between
from tracker.rules.table.commands import Command
from tracker.rules.table.notation import used_cards
from tracker.rules.table.party import Party
from tracker.services.party.entry import Entry


def effect_of(before: Party, after: Party, command: Command, says: str) -> str:
    """JSON: whose panel it is, what the command does in a few words, and what becomes different.

    `hp`, `can` (what the weapon can fight, the stars mark what is bold), `fan` with `more` hidden
    enemies, `words` (a weapon as typed), `shields`, `used` (whether a special card is set aside).
    """
    effect: dict[str, object] = {"says": says}
    if command.player is not None:
        was = _parts_before(before, command.player, get_language())
        now = _parts(after, command.player)
        effect |= {"player": command.player}
        effect |= {name: part for name, part in now.items() if part != was[name]}
    if turned := {*used_cards(before.used)} ^ {*used_cards(after.used)}:
        effect["used"] = {card: card in used_cards(after.used) for card in sorted(turned)}
    return _json(effect)


def used_effect(cards: Iterable[str], aside: bool) -> str:
    """The JSON of special cards that are set aside, or come back."""
    return _json({"used": dict.fromkeys(cards, aside)})


def deed_text(before: Party, after: Party, command: Command) -> str:
    """A command in the few words that its line in the log will have."""
    changes = changes_between(before, after)
    return line_label(Entry(0, "", command.text, changes, timezone.now()), after)


@lru_cache(maxsize=8)
def _parts_before(party: Party, number: int, language: str | None) -> Mapping[str, object]:
    """The same for all buttons of a sheet, in the language it is drawn in."""
    return _parts(party, number)


def _parts(party: Party, number: int) -> Mapping[str, object]:
    panel = panel_of(party, number, place=1, step=0, alone=len(party.seated) == 1)
    fan = panel.fan
    return {
        "hp": party.players[number].hp,
        "can": panel.beats,
        "fan": [_card(face) for face in (fan.weapon, *fan.enemies)] if fan else [],
        "more": fan.hidden if fan else 0,
        "words": panel.words,
        "shields": [[shield.strength, shield.label] for shield in panel.shields],
    }


def _card(face: CardFace) -> list[object]:
    return [face.rank, face.icon, int(face.red), face.name]


def _json(effect: Mapping[str, object]) -> str:
    return json.dumps(effect, ensure_ascii=False, separators=(",", ":"))
