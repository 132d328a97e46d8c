"""Forms about a party: a new one, a code, a save's name, a file, its own name."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, NamedTuple

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tracker.boards.party.pages.settings import GAMES, normalised
from tracker.boards.words.names import MINUS, signed
from tracker.boards.words.refusals import refusal_text
from tracker.rules.games.dungeon import MAX_HP
from tracker.rules.input import MAX_NAME, MAX_TEXT, excerpt, text_of
from tracker.rules.table.state.party import LOWEST_HP, MAX_COUNT, MAX_PLAYERS, Party, new_party
from tracker.rules.table.texts.save_names import SAVE_NAME_LENGTH
from tracker.rules.table.verbs.settings import FOR_ONE
from tracker.rules.words import Refused
from tracker.services.codes import CODE, CODE_LENGTH, CODE_LETTERS
from tracker.services.party.transfer import MOST_BYTES

LINK = re.compile(r"/[pw]/(\w+)")
SPOKEN_CODE = re.compile(rf"\b(?:[{CODE_LETTERS}]{{4}}\W*){{3}}[{CODE_LETTERS}]\b")


AS_TYPED = {"autocomplete": "off", "autocapitalize": "off", "dir": "auto"}


def code_in(text: str) -> str:
    """The code, also to watch, in what somebody pasted or read aloud; "" where there is none."""
    text = text.casefold()
    link = LINK.search(text)
    squeezed = _letters(link[1] if link else text)
    if CODE.fullmatch(squeezed):
        return squeezed
    spoken = SPOKEN_CODE.search(text)
    return _letters(spoken[0]) if spoken else ""


def _letters(text: str) -> str:
    return "".join(character for character in text if character.isalnum())


class BoxForm(forms.Form):
    """The first box with a fault gets the focus."""

    def add_error(self, field: str | None, error: Any) -> None:
        super().add_error(field, error)
        if field in self.fields and len(self.errors) == 1:
            self.fields[field].widget.attrs["autofocus"] = True


class TypedField(forms.CharField):
    """A text kept character for character; told too long rather than cut."""

    def __init__(self, label: Any, longest: int, **attrs: str) -> None:
        widget = forms.TextInput({"dir": "auto", "autocomplete": "off", **attrs})
        super().__init__(label=label, required=False, strip=False, widget=widget)
        self.longest = longest

    def validate(self, value: Any) -> None:
        super().validate(value)
        try:
            text_of(value, self.longest)
        except Refused as reason:
            raise forms.ValidationError(refusal_text(reason)) from None


class CountInput(forms.NumberInput):
    """Shows no value that a box for numbers cannot hold."""

    def format_value(self, value: Any) -> str | None:
        text = str(value or "").replace(MINUS, "-")
        return text if re.fullmatch(r"-?\d+", text, re.ASCII) else None


class CountField(forms.IntegerField):
    """A whole number; nothing typed is the usual one. The real minus is understood as well."""

    widget = CountInput

    def __init__(self, label: Any, lowest: int, highest: int, usual: int) -> None:
        super().__init__(label=label, min_value=lowest, max_value=highest, required=False)
        self.widget.attrs["placeholder"] = str(usual)
        self.lowest, self.highest, self.usual = lowest, highest, usual

    def clean(self, value: Any) -> int:
        try:
            number = super().clean(str(value or "").replace(MINUS, "-"))
        except forms.ValidationError:
            message = _("“{text}” isn’t a whole number from {lowest} to {highest}.").format(
                text=excerpt(str(value)), lowest=signed(self.lowest), highest=self.highest
            )
            raise forms.ValidationError(message) from None
        return self.usual if number is None else number


class CodeField(forms.RegexField):
    """A code that was made before the party is: on this page, or by a phone without a network."""

    def __init__(self) -> None:
        message = gettext_lazy("That isn’t a party code. Press Start again for a new one.")
        super().__init__(
            rf"\A{CODE.pattern}\Z",
            required=False,
            widget=forms.HiddenInput,
            error_messages={"invalid": message},
        )


class PlayerRow(NamedTuple):
    """The boxes of one player on the page of a new party."""

    seat: int
    name: BoundField
    hp: BoundField
    weapon: BoundField


class NewPartyForm(BoxForm):
    """A party with as many players as rows are filled in, or as `players` says, if that is more.

    `code` and `watch_code` make a form sent twice make one party.
    """

    code = CodeField()
    watch_code = CodeField()
    players = forms.IntegerField(min_value=1, max_value=MAX_PLAYERS, required=False)
    title = TypedField(gettext_lazy("Party name (optional)"), MAX_NAME)
    game = forms.ChoiceField(
        label=gettext_lazy("Which game?"),
        choices=[("" if key == "coop" else key, name) for key, name in GAMES.items()],
        required=False,
        error_messages={
            "invalid_choice": gettext_lazy("That game can’t be played with real cards here.")
        },
    )
    floor = CountField(gettext_lazy("Floor"), 1, MAX_COUNT, usual=1)
    used = TypedField(gettext_lazy("Used red cards"), MAX_TEXT, autocapitalize="off")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in range(MAX_PLAYERS):
            name = _("Player {number}").format(number=number + 1)
            self.fields |= {
                f"name_{number}": TypedField(name, MAX_NAME, placeholder=name),
                f"hp_{number}": CountField(_("Health"), LOWEST_HP, MAX_HP, usual=MAX_HP),
                f"weapon_{number}": TypedField(_("Weapon"), MAX_TEXT, autocapitalize="off"),
            }
        self.order_fields(f"name_{number}" for number in range(MAX_PLAYERS))

    def clean(self) -> dict[str, Any]:
        """Two different codes, or none."""
        typed = super().clean() or self.cleaned_data
        code, watch = (typed.get(name) or "" for name in ("code", "watch_code"))
        both = bool(code) == bool(watch) and "watch_code" not in self.errors
        if "code" not in self.errors and (not both or code == watch != ""):
            self.add_error("code", self.fields["code"].error_messages["invalid"])
        if typed.get("game") and len(self._seats()) > 1:
            self.add_error("game", _(FOR_ONE))
        return typed

    @property
    def rows(self) -> list[PlayerRow]:
        parts = ("name", "hp", "weapon")
        return [
            PlayerRow(number + 1, *(self[f"{part}_{number}"] for part in parts))
            for number in range(MAX_PLAYERS)
        ]

    @property
    def carried(self) -> bool:
        """Whether something stands in the boxes for what comes from the old website."""
        boxes = [self["floor"], self["used"]]
        boxes += [box for row in self.rows for box in (row.hp, row.weapon)]
        return any(box.value() for box in boxes)

    def state(self) -> Party:
        """The party as typed."""
        typed = self.cleaned_data
        rows = self._seats()
        party = new_party(tuple(typed[f"name_{row}"] for row in rows), typed["title"])
        for seat, row in enumerate(rows):
            party = party.with_player(seat, hp=typed[f"hp_{row}"], weapon=typed[f"weapon_{row}"])
        if typed["game"]:
            return replace(party, game=typed["game"])  # without floors and set-aside cards
        return replace(party, floor=typed["floor"], used=typed["used"])

    def _seats(self) -> list[int]:
        """The rows that are filled in."""
        return [row for row in range(MAX_PLAYERS) if self._wanted(row)] or [0]

    def _wanted(self, row: int) -> bool:
        typed = [self[f"{part}_{row}"].value() or "" for part in ("name", "hp", "weapon")]
        return row < (self.cleaned_data.get("players") or 0) or any(map(str.strip, typed))


class OpenForm(BoxForm):
    code = forms.CharField(
        label=gettext_lazy("Party code or link"),
        max_length=MAX_TEXT,
        error_messages={
            "required": gettext_lazy("Type a code, or paste a link."),
            "max_length": gettext_lazy("That’s too long to be a code or a link."),
        },
        widget=forms.TextInput(AS_TYPED),
    )

    def clean_code(self) -> str:
        code = code_in(self.cleaned_data["code"])
        if not code:
            raise forms.ValidationError(
                _("A code has {length} letters and digits, never 0, 1, i, l or o.").format(
                    length=CODE_LENGTH
                )
            )
        return code


class OpenSaveForm(BoxForm):
    name = forms.CharField(
        label=gettext_lazy("Name of a save"),
        max_length=SAVE_NAME_LENGTH,
        error_messages={
            "required": gettext_lazy("Type the name of a save."),
            "max_length": gettext_lazy("A save’s name has at most %(limit_value)d characters."),
        },
        widget=forms.TextInput(AS_TYPED),
    )


class ImportForm(BoxForm):
    """A file of at most `most_bytes`; `too_large` says that it is larger."""

    most_bytes = MOST_BYTES
    too_large = gettext_lazy("That file is too large to be a party.")
    file = forms.FileField(
        label=gettext_lazy("Exported file"),
        error_messages={
            "required": gettext_lazy("Choose a file."),
            "empty": gettext_lazy("That file is empty. Choose another one."),
        },
        widget=forms.FileInput({"accept": ".json,application/json"}),
    )

    def clean_file(self) -> bytes:
        """Returns what is in the file; one too large is not even read."""
        file = self.cleaned_data["file"]
        if file.size > self.most_bytes:
            raise forms.ValidationError(self.too_large)
        return bytes(file.read())


class DeletionForm(BoxForm):
    """`called` is the name; capitals and spaces do not count."""

    typed = forms.CharField(
        required=False,
        widget=forms.TextInput(AS_TYPED),
    )

    def __init__(self, called: str, *args: Any) -> None:
        super().__init__(*args)
        self.called = called
        self.fields["typed"].label = _("Type “{name}” to delete it").format(name=called)

    def clean_typed(self) -> str:
        typed = str(self.cleaned_data["typed"])
        if normalised(typed) != normalised(self.called):
            text = _("The party is called “{name}”. Nothing was deleted.")
            raise forms.ValidationError(text.format(name=self.called))
        return typed
