"""Learned values as files of whole numbers, read when they are first needed."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from tracker.rules.advice.chances import Chances
from tracker.rules.advice.lanes import FIRST, LANE, SECOND, Row, TwoLayers, Units, row

FOLDER = Path(__file__).with_name("weights")

logger = logging.getLogger(__name__)


class Weights:
    """The contents of a file: rows by part and name, and how the units become log odds."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        """Raises KeyError, TypeError, ValueError or AttributeError for anything else than that."""
        self.scale, self.out = int(data["scale"]), float(data["out"])
        self.count, self.lane = int(data["units"]), LANE
        self.units: Units | TwoLayers
        if second := data.get("second"):
            self.lane, self.units = FIRST, self._two_layers(second, int(data["for"]))
        else:
            self.units = Units(self.count, int(data["for"]))
        self.bias = self._row(data["bias"])
        self.rows = {part: self._rows(rows) for part, rows in data["rows"].items()}
        self.later = float(data.get("later", 0))
        """The worth of survival a room later, where that was learned: from 0 to 1."""
        self.chances = Chances(data["chances"])

    def _two_layers(self, second: Mapping[str, list[int]], speaking_for: int) -> TwoLayers:
        names = ("bias", *map(str, range(self.count)))
        bias, *rows = (row(second[name], SECOND) for name in names)
        (speaking,) = {len(second[name]) for name in names}
        return TwoLayers(rows, bias, Units(speaking, speaking_for, SECOND))

    def _rows(self, rows: Mapping[str, list[int]]) -> dict[str, Row]:
        return {name: self._row(numbers) for name, numbers in rows.items()}

    def _row(self, numbers: list[int]) -> Row:
        if len(numbers) != self.count:
            raise ValueError(f"a row of {len(numbers)} numbers for {self.count} units")
        return row(numbers, self.lane)

    def odds(self, total: Row) -> float:
        """The log odds that the sum of the rows that apply stands for."""
        return (self.units.odds(total) + self.out) / self.scale


ValueT = TypeVar("ValueT")


@cache
def learned(name: str, value: Callable[[Weights], ValueT]) -> ValueT | None:
    """The value in the file of this name; None, and a line in the log, where it is of no use."""
    file = FOLDER / f"{name}.json"
    try:
        return value(Weights(json.loads(file.read_text(encoding="utf-8"))))
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        logger.warning("%s is of no use, advice goes by rule of thumb: %r", file, error)
        return None
