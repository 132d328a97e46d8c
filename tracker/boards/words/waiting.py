"""How many taps wait to be sent, for a script to say: it holds no words of its own."""

from __future__ import annotations

from django.utils.translation import ngettext

SAMPLES = (1, 2, 5)
"""A number of each kind that languages tell apart, as `static/js/app.js` knows them."""


def waiting_texts() -> str:
    """A text for each sample with "%" for the number, "|" between them; one where all are alike."""
    # Translators: so many taps of this phone are not sent yet; there is room for some 20 letters.
    texts = [ngettext("{count} to send", "{count} to send", n).format(count="%") for n in SAMPLES]
    return "|".join(texts if len({*texts}) > 1 else texts[:1])
