"""The house rules of a table of real cards as a text: `jokers=False refill=through`.

Names and values are those of the options of the dealt game (rules.md 8). Only what differs from
the default is written.
"""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from typing import Any

from tracker.rules.games.coop.state import CoopOptions
from tracker.rules.protocol import Option


@lru_cache(maxsize=64)
def read_house_rules(text: str) -> CoopOptions:
    """ValueError for a name or a value that the game has not, and for two that do not fit."""
    pairs = (pair.partition("=") for pair in text.split())
    chosen: dict[str, Any] = {name: _value(name, written) for name, _, written in pairs}
    return CoopOptions(**chosen)


def write_house_rules(options: CoopOptions) -> str:
    chosen = ((name, getattr(options, name), option.default) for name, option in _options().items())
    return " ".join(f"{name}={value}" for name, value, default in chosen if value != default)


def is_house_rules(text: str) -> bool:
    """Whether the text is what `write_house_rules` writes."""
    try:
        return write_house_rules(read_house_rules(text)) == text
    except ValueError:
        return False


def _options() -> dict[str, Option]:
    return {each.name: each.metadata["option"] for each in fields(CoopOptions)}


def _value(name: str, written: str) -> object:
    option = _options().get(name)
    for value in option.allowed if option else ():
        if str(value) == written:
            return value
    raise ValueError(f"{name}={written} is no house rule")
