"""The house rules of a table of real cards as a text: `jokers=False refill=through`.

Names and values are those of the options of the dealt games (rules.md 8), of which no two share a
name: what was agreed on for one game waits in the text while another is played. Only what differs
from the default is written; cards stand side by side, `removed=2dKc`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

from tracker.rules.games import GAMES
from tracker.rules.games.coop.state import CoopOptions
from tracker.rules.protocol import Option, Options, OptionsT, options_of
from tracker.rules.table.texts.card_rows import read_strip, write_strip

KINDS: dict[str, type[Options]] = {
    key: GAMES[key].options_type for key in ("coop", "solo", "rascal")
}


def read_options(text: str, kind: type[OptionsT]) -> OptionsT:
    """The answers to the questions of one game.

    ValueError for a name or a value that no game has, and for two that do not fit.
    """
    return cast("OptionsT", _read(text)[kind])


def write_house_rules(options: Options) -> str:
    """The text of the answers that differ from the usual rules of one game."""
    chosen = (
        (name, getattr(options, name), option) for name, option in options_of(type(options)).items()
    )
    return " ".join(
        f"{name}={_written(value, option)}"
        for name, value, option in chosen
        if value != option.default
    )


def with_options(text: str, options: Options) -> str:
    """The house rules with these of one game; those of the others stay. ValueError as above."""
    every = _read(text) | {type(options): options}
    return " ".join(filter(None, map(write_house_rules, every.values())))


def is_house_rules(text: str) -> bool:
    """Whether the text is what `with_options` writes."""
    try:
        return with_options(text, read_options(text, CoopOptions)) == text
    except ValueError:
        return False


@lru_cache(maxsize=64)
def _read(text: str) -> dict[type[Options], Options]:
    chosen: dict[type[Options], dict[str, Any]] = {kind: {} for kind in KINDS.values()}
    for pair in text.split():
        name, _, written = pair.partition("=")
        kind = next((each for each in chosen if name in options_of(each)), None)
        if kind is None:
            raise ValueError(f"{name} is no house rule")
        chosen[kind][name] = _value(written, options_of(kind)[name])
    return {kind: kind(**values) for kind, values in chosen.items()}


def _written(value: object, option: Option) -> str:
    return write_strip(cast("tuple[str, ...]", value)) if option.many else str(value)


def _value(written: str, option: Option) -> object:
    if option.many:
        return _cards(written, option)
    for value in option.allowed:
        if str(value) == written:
            return value
    raise ValueError(f"{written} is no answer")


def _cards(written: str, option: Option) -> tuple[str, ...]:
    cards = read_strip(written)
    if "".join(cards) != written or len({*cards}) < len(cards) or not {*cards} <= {*option.allowed}:
        raise ValueError(f"{written} is no row of these cards")
    return tuple(sorted(cards, key=option.allowed.index))
