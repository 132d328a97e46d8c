"""Choices before a game is dealt: house rules, who plays, which deal."""

from __future__ import annotations

from collections.abc import Iterator
from random import SystemRandom
from typing import Any, NamedTuple

from django import forms
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from tracker.boards.match.frame import ELSEWHERE, HERE, LEVELS
from tracker.boards.match.games import option_boxes, option_text
from tracker.boards.rules.house_rules import RuleBox
from tracker.forms.party import BoxForm, ImportForm, TypedField
from tracker.rules.input import MAX_NAME, excerpt
from tracker.rules.players import PLAYERS
from tracker.rules.protocol import BadSetup, Option
from tracker.rules.solved import solved_deals, solved_for
from tracker.services.match.deals import SEED, AnyGame, hard_seed, winnable_seed
from tracker.services.match.match import Seat
from tracker.services.match.summaries import MOST_BYTES

NOBODY = ""
PLACES = {
    NOBODY: pgettext_lazy("who plays on a seat", "nobody"),
    HERE: gettext_lazy("on this phone"),
    ELSEWHERE: gettext_lazy("on their own phone"),
    **LEVELS,
}


class WhoField(forms.Field):
    """The place or computer that plays a seat; the usual one where nothing was sent."""

    def __init__(self, seat: int, places: tuple[str, ...], usual: str) -> None:
        choices = [(place, PLACES[place]) for place in places]
        # Translators: beside a choice like "on this phone", "nobody" or "computer (medium)".
        label = _("Player {number} is").format(number=seat + 1)
        super().__init__(label=label, required=False, widget=forms.Select(choices=choices))
        self.seat, self.places, self.usual = seat, places, usual

    def clean(self, value: Any) -> str:
        who = self.usual if value is None else str(value)
        if who not in self.places:
            wrong = _("Seat {seat} can’t be played by “{who}”.")
            raise forms.ValidationError(wrong.format(seat=self.seat + 1, who=excerpt(who)))
        return who


class OptionField(forms.Field):
    """A house rule; None, or an empty list, where nothing was sent."""

    def __init__(self, name: str, option: Option) -> None:
        widget = forms.SelectMultiple() if option.many else forms.Select()
        super().__init__(required=False, widget=widget)
        self.name, self.option = name, option

    def clean(self, value: Any) -> Any:
        if not self.option.many:
            return None if value is None else self._read(value)
        return [self._read(text) for text in dict.fromkeys(value)]

    def _read(self, text: str) -> Any:
        allowed = {option_text(value): value for value in self.option.allowed}
        if text not in allowed:
            wrong = _("The house rule “{name}” can’t be “{value}”.")
            raise forms.ValidationError(wrong.format(name=self.name, value=excerpt(text)))
        return allowed[text]


class SeedField(forms.CharField):
    """The name of a deal, whatever its case."""

    def clean(self, value: Any) -> str:
        seed = str(super().clean(value)).lower()
        if seed and not SEED.fullmatch(seed):
            wrong = _("Deal names use up to 32 letters, digits and hyphens, not “{text}”.")
            raise forms.ValidationError(wrong.format(text=excerpt(seed)))
        return seed


ANY_DEAL, WINNABLE, HARD = "", "1", "hard"
WISHES = {
    ANY_DEAL: gettext_lazy("Any deal"),
    WINNABLE: gettext_lazy("One that can be won"),
    HARD: gettext_lazy("A hard one that can be won"),
}


class WishField(forms.Field):
    """Which kind of deal is wished for."""

    def __init__(self) -> None:
        super().__init__(required=False)

    def clean(self, value: Any) -> str:
        if (wish := str(value or ANY_DEAL)) not in WISHES:
            wrong = _("There is no deal of the kind “{kind}”.")
            raise forms.ValidationError(wrong.format(kind=excerpt(wish)))
        return wish


class WishRow(NamedTuple):
    value: str
    text: Any
    chosen: bool


class SeatRow(NamedTuple):
    """The boxes of a seat; the first is always played here, by a person."""

    crest: int
    name: BoundField
    who: BoundField | None


class RuleRow(NamedTuple):
    """A house rule with what is chosen, and what is wrong about it."""

    box: RuleBox
    errors: Any


class MatchForm(BoxForm):
    """A game to be dealt. Unbound, `prefill` has choices that a link brought along."""

    winnable = WishField()

    def __init__(
        self,
        game: AnyGame,
        data: QueryDict | None = None,
        *,
        prefill: QueryDict | None = None,
        name: str = "",
    ) -> None:
        self.game = game
        self.typed = data if data is not None else prefill or QueryDict()
        super().__init__(data, auto_id="%s", initial={"name-0": name})
        for seat in range(max(game.seats)):
            self._add_seat(seat)
        for option_name, option in game.options.items():
            self.fields[f"option-{option_name}"] = OptionField(option_name, option)
        plain = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}
        widget = forms.TextInput(plain)
        self.fields["seed"] = SeedField(label=_("Name of the deal"), required=False, widget=widget)
        for field in self.fields.keys() & self.typed.keys():
            self.initial[field] = self.typed[field]

    @property
    def rows(self) -> list[SeatRow]:
        return [
            SeatRow(seat + 1, self[f"name-{seat}"], self[f"who-{seat}"] if seat else None)
            for seat in range(max(self.game.seats))
        ]

    @property
    def rules(self) -> list[RuleRow]:
        boxes = option_boxes(self.game, dict(self._typed_options()))
        return [RuleRow(box, self[f"option-{box.name}"].errors) for box in boxes]

    @property
    def changed(self) -> bool:
        """Whether a house rule is not the usual one, or is wrong."""
        options = self.game.options
        wrong = any(row.errors for row in self.rules)
        return wrong or any(v != options[n].default for n, v in self._typed_options())

    @property
    def wishes(self) -> list[WishRow]:
        """The kinds of deals to choose from; [] where nobody knows which can be won."""
        if all(solved.game != self.game.key for solved in solved_deals()):
            return []
        chosen = str(self["winnable"].value() or ANY_DEAL)
        return [WishRow(wish, text, wish == chosen) for wish, text in WISHES.items()]

    @property
    def options(self) -> dict[str, Any]:
        """The house rules that were chosen."""
        sent = {name: self.cleaned_data.get(f"option-{name}") for name in self.game.options}
        return {name: value for name, value in sent.items() if value not in (None, [])}

    def seats(self, phone: str) -> list[Seat]:
        """The seats in order; those played here bear this phone."""
        return [
            Seat(
                number,
                self.cleaned_data[f"name-{seat}"],
                level="" if who in (HERE, ELSEWHERE) else who,
                phone=phone if who == HERE else "",
            )
            for number, (seat, who) in enumerate(self._taken())
        ]

    def clean(self) -> None:
        """Checks the whole: everybody named has a seat, and the game is for so many."""
        for field in self.data:
            if field.startswith(("option-", "who-", "name-")) and field not in self.fields:
                wrong = _("There is no “{name}” in this game.")
                self.add_error(None, wrong.format(name=excerpt(field)))
        for seat in range(1, max(self.game.seats)):
            self._seat_name(seat)
        if not self.errors:
            self._check_game()

    def _seat_name(self, seat: int) -> None:
        """Seats everybody who is named: on this phone, unless something else was chosen."""
        name = self.cleaned_data.get(f"name-{seat}", "").strip()
        if name and self.cleaned_data.get(f"who-{seat}") == NOBODY:
            self.cleaned_data[f"who-{seat}"] = HERE

    def _check_game(self) -> None:
        count = len(list(self._taken()))
        if count not in self.game.seats:
            wrong = ngettext(
                "This game is not for {count} player.",
                "This game is not for {count} players.",
                count,
            )
            self.add_error(None, wrong.format(count=count))
        try:
            pack = self.game.pack(self.game.chosen(self.options))
        except BadSetup:
            pack = ()
        if pack:
            self._choose_deal()
        else:
            self.add_error(None, _("These house rules don’t go together."))

    def _choose_deal(self) -> None:
        """One that can be won, if that is asked for; a deal that is named is that one."""
        wish, solved = self.cleaned_data["winnable"], solved_for(self.game, self.options)
        if self.cleaned_data["seed"] or wish == ANY_DEAL:
            return
        if not solved:
            wrong = _("Nobody knows which deals can be won under these house rules.")
            self.add_error("winnable", wrong)
        elif wish == HARD and not solved.grades:
            wrong = _("Nobody knows which deals are hard under these house rules.")
            self.add_error("winnable", wrong)
        else:
            draw = hard_seed if wish == HARD else winnable_seed
            self.cleaned_data["seed"] = draw(solved, SystemRandom())

    def _taken(self) -> Iterator[tuple[int, str]]:
        """The seats that somebody plays, and who."""
        for seat in range(max(self.game.seats)):
            if (who := self.cleaned_data[f"who-{seat}"]) != NOBODY:
                yield seat, who

    def _typed_options(self) -> Iterator[tuple[str, Any]]:
        """The house rules that stand in the form now, as far as they can be."""
        for name, option in self.game.options.items():
            texts = self.typed.getlist(f"option-{name}")
            values = tuple(value for value in option.allowed if option_text(value) in texts)
            if values:
                yield name, values if option.many else values[-1]

    def _add_seat(self, seat: int) -> None:
        label = _("Name of player {number}").format(number=seat + 1)
        placeholder = _("Name") if seat else _("Your name")
        name = TypedField(label, MAX_NAME, placeholder=placeholder)
        self.fields[f"name-{seat}"] = name
        if seat == 0:  # whoever deals
            self.fields["who-0"] = WhoField(0, (HERE,), HERE)
            return
        needed = seat < min(self.game.seats)
        places = (HERE, ELSEWHERE, *PLAYERS.get(self.game.key, ()))
        # Against the computer where there must be somebody else, else alone.
        computer = "medium" if "medium" in places else HERE
        usual = computer if needed else NOBODY
        who = WhoField(seat, places if needed else (NOBODY, *places), usual)
        self.fields[f"who-{seat}"] = who
        self.initial[f"who-{seat}"] = usual


class ResultsForm(ImportForm):
    """A file of results; see services/match/summaries.py."""

    most_bytes = MOST_BYTES
    too_large = gettext_lazy("That file is too large to hold results.")
