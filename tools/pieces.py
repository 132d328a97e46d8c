"""Results of deals, a line each in a file, so that a long run may be made in pieces.

A deal that is in the file is not played again, and what it came to counts with all others. Several
runs may write into one file; it is good for as long as nothing that decides changes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Piece:
    """The result of one deal."""

    deal: int
    progress: float
    """Floors finished, or 1 for a win."""
    said: list[tuple[float, bool]]
    """Each chance that was said, and whether it came true."""
    took: list[float]
    """The time of each piece of advice, in seconds."""


class Pieces:
    """Pieces of one player at one table, which `what` names; without a file they are not kept."""

    def __init__(self, what: str, file: Path | None = None) -> None:
        self.what, self.file = what, file
        self.by_deal = {piece.deal: piece for piece in self._kept()}

    def _kept(self) -> Iterator[Piece]:
        if self.file and self.file.exists():
            for line in map(json.loads, self.file.read_text("utf-8").splitlines()):
                if line.pop("what") == self.what:
                    yield Piece(**line)

    def __len__(self) -> int:
        return len(self.by_deal)

    def __iter__(self) -> Iterator[Piece]:
        return iter(self.by_deal.values())

    def __contains__(self, deal: int) -> bool:
        return deal in self.by_deal

    def add(self, piece: Piece) -> None:
        self.by_deal[piece.deal] = piece
        if self.file:
            with self.file.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"what": self.what} | asdict(piece)) + "\n")
