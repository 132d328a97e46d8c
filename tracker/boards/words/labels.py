"""Two texts beside each other, with the punctuation of the language between them."""

from __future__ import annotations

from django.utils.translation import gettext as _


def labelled(label: str, text: str) -> str:
    """ "Bare hands: −7, 5 left"; the one that is not "" where the other is."""
    # Translators: a label before what is said of it, such as "Bare hands: −7, 5 left".
    return _("{label}: {text}").format(label=label, text=text) if label and text else label or text
