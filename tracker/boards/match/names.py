"""What the sides of a match are called: on its table, on lists, in the records."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

COMPUTERS = ("Flint", "Moss", "Wisp", "Ash")
"""Of computers that nobody has named, in the order of their seats (docs/design.md 3). One short
word, so that three of them can be told apart on a narrow phone."""


def names_of(names: Sequence[str], levels: Sequence[str]) -> tuple[str, ...]:
    """Of all seats in order: as typed, else a computer's own name, or "Player 2".

    `levels` are "" for people. No computer is called like somebody who has a name.
    """
    taken = {name.casefold() for name in names}
    free = (name for name in COMPUTERS if name.casefold() not in taken)
    return tuple(
        name or (next(free, "") if level else "") or _("Player {number}").format(number=number)
        for number, (name, level) in enumerate(zip(names, levels, strict=True), 1)
    )
