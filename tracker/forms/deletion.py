"""Deleting a party: its name has to be typed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from tracker.boards.party.pages.settings import normalised
from tracker.forms.party import BoxForm


class DeletionForm(BoxForm):
    """`called` is the name; capitals and spaces do not count."""

    typed = forms.CharField(
        required=False,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "off", "dir": "auto"}),
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
