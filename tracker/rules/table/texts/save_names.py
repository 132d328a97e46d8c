"""Names of saves: those people type, and those of the automatic saves (rules.md 2, 3.14).

An automatic save has a sign and its floor for a name, which every reader sees in words. With a
space in it, it is no name that anybody may type. Release 1.0 stored "Floor 2": such saves keep
their names, and pages of that release may still ask for others by them.
"""

from __future__ import annotations

import re
import unicodedata

from tracker.rules.words import Sentence, gettext_noop, sentence

SAVE_NAME_LENGTH = 64
_NAME = re.compile(r"(?:_|Floor) ([1-9][0-9]{0,3})")
_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9_-]")
# Translators: what a name may not hold; stands for {character} in “No {character} in names”.
SPACES, LINE_BREAKS, TABS = (
    gettext_noop("spaces"),
    gettext_noop("line breaks"),
    gettext_noop("tabs"),
)
_UNSEEN = {" ": SPACES, "\n": LINE_BREAKS, "\t": TABS}
LONG_NAME = gettext_noop("A name has at most {most} characters; this one has {length}")
# Translators: {character} is “é” in its quotes, or "spaces", "line breaks", "tabs".
ODD_NAME = gettext_noop("No {character} in names: try {name}")
ODDEST_NAME = gettext_noop("No {character} in names; use A-Z, a-z, 0-9, _ and -")


def floor_save_name(floor: int) -> str:
    """The stored name of the automatic save of a floor."""
    return f"_ {floor}"


def floor_of_save(name: str) -> int | None:
    """The floor of an automatic save by its name, an old one too; None for any other name."""
    match = _NAME.fullmatch(name)
    return int(match[1]) if match else None


def stored_save_name(name: str) -> str:
    """The name under which this save would be stored today."""
    floor = floor_of_save(name)
    return name if floor is None else floor_save_name(floor)


def save_name_fault(name: str) -> Sentence:
    """The fault of a save's name (rules.md 2, 3.14), in a player's words; "" if there is none.

    A name has 1 to 64 characters out of A-Z, a-z, 0-9, _ and -.
    """
    if not name:
        return sentence(gettext_noop("A save needs a name"))
    if len(name) > SAVE_NAME_LENGTH:
        return sentence(LONG_NAME, most=SAVE_NAME_LENGTH, length=len(name))
    if odd := _NOT_IN_A_NAME.search(name):
        near, character = save_name_near(name), _readable(odd[0])
        template = ODD_NAME if near else ODDEST_NAME
        return sentence(template, character=character, name=near)
    return sentence("")


def save_name_near(name: str) -> str:
    """The name in the characters that it may have, "" if none of it can be kept."""
    words = unicodedata.normalize("NFKD", name).split()
    return "_".join(filter(None, (_NOT_IN_A_NAME.sub("", word) for word in words)))


def _readable(character: str) -> str:
    """The character so that it can be seen and sent, even if it is unprintable."""
    if character in _UNSEEN:
        return sentence(_UNSEEN[character])
    return f"“{character}”" if character.isprintable() else f"U+{ord(character):04X}"
