"""What a person chooses before a game is dealt: house rules, who plays, which deal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tracker.boards.match.frame import ELSEWHERE, HERE, LEVELS
from tracker.boards.match.options import OptionBox, option_boxes, written
from tracker.boards.words.refusals import refusal_text
from tracker.rules.input import MAX_NAME, excerpt, text_of
from tracker.rules.players import PLAYERS
from tracker.rules.protocol import BadSetup
from tracker.rules.refusals import Refused
from tracker.services.match.deals import SEED, AnyGame, new_seed
from tracker.services.match.match import Chair

NOBODY = ""
PLACES = {
    NOBODY: gettext_lazy("nobody"),
    HERE: gettext_lazy("on this phone"),
    ELSEWHERE: gettext_lazy("on their own phone"),
    **LEVELS,
}
PREFIX = "option-"


@dataclass(frozen=True)
class SeatRow:
    """A seat to be filled: its name, who plays there, who may."""

    number: int
    name: str
    who: str
    places: tuple[tuple[str, Any], ...]

    @property
    def crest(self) -> int:
        return self.number + 1


class MatchForm:
    """Reads what was posted, or holds the usual choices; `errors` says what cannot be."""

    def __init__(self, game: AnyGame, data: QueryDict, *, names: tuple[str, ...] = ()) -> None:
        self.game = game
        self.data = data
        self.names = names
        self.errors: list[str] = []
        self.options = dict(self._read_options())
        self.seed = data.get("seed", "").strip().lower()
        self.rows = tuple(map(self._row, range(max(game.seats))))

    @property
    def boxes(self) -> tuple[OptionBox, ...]:
        return option_boxes(self.game, self.options)

    @property
    def changed(self) -> bool:
        """Whether a house rule is not the usual one."""
        return any(v != self.game.options[name].default for name, v in self.options.items())

    def check(self) -> bool:
        """Whether it can be dealt; else `errors` says why not."""
        if self.seed and not SEED.fullmatch(self.seed):
            self.errors.append(
                _("A deal is named by up to 32 letters, digits and hyphens, not “{text}”.").format(
                    text=excerpt(self.seed)
                )
            )
        for row in self.rows:
            self._check_row(row)
        self._check_seats()
        return not self.errors

    def chairs(self, phone: str) -> list[Chair]:
        """The seats in order; those played here bear this phone."""
        rows = [row for row in self.rows if row.who != NOBODY]
        return [
            Chair(
                number,
                row.name,
                level="" if row.who in (HERE, ELSEWHERE) else row.who,
                phone=phone if row.who == HERE else "",
            )
            for number, row in enumerate(rows)
        ]

    def deal(self) -> str:
        return self.seed or new_seed()

    def _read_options(self) -> Iterator[tuple[str, Any]]:
        known = self.game.options
        for field in self.data:
            name = field.removeprefix(PREFIX)
            if field == name:
                continue
            if name not in known:
                self.errors.append(
                    _("There is no house rule “{name}” in this game.").format(name=excerpt(name))
                )
                continue
            allowed = {written(value): value for value in known[name].allowed}
            texts = self.data.getlist(field)
            if strange := [text for text in texts if text not in allowed]:
                told = _("The house rule “{name}” cannot be “{value}”.")
                self.errors.append(told.format(name=name, value=excerpt(strange[0])))
            elif known[name].many:
                yield name, list(dict.fromkeys(allowed[text] for text in texts))
            else:
                yield name, allowed[texts[-1]]

    def _row(self, number: int) -> SeatRow:
        places = tuple((who, PLACES[who]) for who in self._places(number))
        usual = self.names[number] if number < len(self.names) else ""
        return SeatRow(
            number,
            self.data.get(f"name-{number}", usual),
            self.data.get(f"who-{number}", self._usual(number)),
            places,
        )

    def _places(self, number: int) -> tuple[str, ...]:
        if number == 0:
            return (HERE,)
        levels = tuple(PLAYERS.get(self.game.key, ()))
        people = (HERE, ELSEWHERE, *levels)
        return people if number < min(self.game.seats) else (NOBODY, *people)

    def _usual(self, number: int) -> str:
        """Against the computer where there must be somebody else, else alone."""
        if number == 0:
            return HERE
        return "medium" if number < min(self.game.seats) else NOBODY

    def _check_row(self, row: SeatRow) -> None:
        if row.who not in dict(row.places):
            told = _("Seat {seat} cannot be played by “{who}”.")
            self.errors.append(told.format(seat=row.number + 1, who=excerpt(row.who)))
        try:
            text_of(row.name, MAX_NAME)
        except Refused as reason:
            self.errors.append(f"{excerpt(row.name)}: {refusal_text(reason)}")

    def _check_seats(self) -> None:
        taken = sum(row.who != NOBODY for row in self.rows)
        try:
            self.game.chosen(self.options)
        except BadSetup:
            self.errors.append(_("These house rules do not go together."))
        if strange := [name for name in self.data if self._is_strange(name)]:
            told = _("There is no “{name}” in this game.")
            self.errors.append(told.format(name=excerpt(strange[0])))
        if taken not in self.game.seats:
            told = _("This game is not for {count} players.")
            self.errors.append(told.format(count=taken))

    def _is_strange(self, field: str) -> bool:
        """Whether it names a seat that this game does not have."""
        kind, _dash, number = field.partition("-")
        return kind in ("who", "name") and number not in map(str, range(len(self.rows)))
