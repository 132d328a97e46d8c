"""The house rules of a table of real cards: a box for each, and how the log tells them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tracker.boards.rules import coop, rascal, solo
from tracker.boards.rules.house_rules import OptionQuestion, RuleBox, rule_boxes, rule_text
from tracker.rules.protocol import Option, options_of
from tracker.rules.table.state.party import Party
from tracker.rules.table.texts.house_rules import KINDS, read_options

QUESTIONS: dict[str, Mapping[str, OptionQuestion]] = {
    "coop": coop.HOUSE_RULES,
    "solo": solo.HOUSE_RULES,
    "rascal": rascal.HOUSE_RULES,
}


def table_rules(party: Party) -> tuple[RuleBox, ...]:
    """Every house rule of the game that is played, with what this table plays.

    The usual answer is sent as "". Cards are sent after their rule, side by side: `removed=`, then
    `2dKc`.
    """
    return _boxes(party.game, party.house_rules)


def house_rules_words(text: str) -> str:
    """Tells in sentences what differs from the usual rules; leaves a meaningless text as it is."""
    try:
        boxes = [box for game in KINDS for box in _boxes(game, text) if box.words]
    except ValueError:
        return text
    return " ".join(rule_text(box.question, box.words) for box in boxes)


def _boxes(game: str, text: str) -> tuple[RuleBox, ...]:
    now, options = read_options(text, KINDS[game]), options_of(KINDS[game])
    chosen = {name: getattr(now, name) for name in options}
    return rule_boxes(options, QUESTIONS[game], chosen, _written)


def _written(name: str, option: Option, value: Any) -> str:
    if option.many:
        return str(value)
    return "" if value == option.default else f"{name}={value} "
