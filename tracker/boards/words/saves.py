"""What a save is called."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tracker.rules.table.floor_saves import floor_of_save


def save_called(name: str) -> str:
    """An automatic one by its floor, any other by the name that somebody gave it."""
    floor = floor_of_save(name)
    return name if floor is None else _("Floor {floor}").format(floor=floor)
