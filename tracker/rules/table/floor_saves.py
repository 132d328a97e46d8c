"""What an automatic save is called: a sign and its floor, which every reader sees in words.

With a space in it, it is no name that anybody may type. Release 1.0 stored "Floor 2": such saves
keep their names, and pages of that release may still ask for others by them.
"""

from __future__ import annotations

import re

_NAME = re.compile(r"(?:_|Floor) ([1-9][0-9]{0,3})")


def floor_save_name(floor: int) -> str:
    """What the automatic save of a floor is stored as."""
    return f"_ {floor}"


def floor_of_save(name: str) -> int | None:
    """The floor of an automatic save by its name, an old one too; None for any other name."""
    match = _NAME.fullmatch(name)
    return int(match[1]) if match else None


def stored_save_name(name: str) -> str:
    """How a save of this name would be called if it were made now."""
    floor = floor_of_save(name)
    return name if floor is None else floor_save_name(floor)
