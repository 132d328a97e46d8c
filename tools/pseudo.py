"""Languages that nobody speaks: each text that is marked, with accents, longer and in brackets.

Whatever is seen without brackets is not marked; what has no room has none in German either.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import django
import polib

LEFT_TO_RIGHT, RIGHT_TO_LEFT = "xx", "xr"
OPEN, CLOSE = "⟦", "⟧"

# Makes a text longer, given its parts; every other of them stays as it is.
Lengthen = Callable[[polib.POEntry, list[str]], None]

# Placeholders, tags, entities and marks of emphasis stay as they are.
KEPT = re.compile(r"(%\(\w+\)[sd]|%%|\{[^{}]*\}|</?\w[^>]*>|&\w+;|\*)")
CARD = re.compile(r"\bthe \{(card|weapon|cards)\}")
ACCENTS = str.maketrans("aeiouyAEIOUYcnszCNSZ", "áéíóúýÁÉÍÓÚÝçñšžÇÑŠŽ")
VOWEL = re.compile(r"([aeiouAEIOU])")  # each of them twice: two fifths more
# A word of Hebrew letters in place of each, as long.
HEBREW = {
    **dict(zip("abcdefghijklmnopqrstuvwxyz", "אבצדהפגחיךקלמנעפקרסתוושכיז", strict=True)),
    **dict(zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "אבצדהפגחיךקלמנעפקרסתוושכיז", strict=True)),
}


def pseudo(
    text: str,
    language: str = LEFT_TO_RIGHT,
    ends: str = OPEN + CLOSE,
    lengthen: Callable[[list[str]], None] | None = None,
) -> str:
    """The text in that language, between the two signs of `ends` or none.

    "the {card}" asks for a form, as a real language would.
    """
    if not text.strip():
        return text
    before, after = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    parts = KEPT.split(CARD.sub(r"{\1:acc}", text.strip()))
    words = [part if n % 2 else _said(part, language) for n, part in enumerate(parts)]
    if lengthen:
        lengthen(words)
    return f"{before}{ends[:1]}{''.join(words)}{ends[1:]}{after}"


def _said(text: str, language: str) -> str:
    longer = VOWEL.sub(lambda found: found[1] + found[1].lower(), text)
    return longer.translate(
        str.maketrans(HEBREW) if language == RIGHT_TO_LEFT else ACCENTS  # type: ignore[arg-type]
    )


def write(
    folder: Path,
    texts: Iterable[polib.POEntry],
    language: str,
    ends: str = OPEN + CLOSE,
    lengthen: Lengthen | None = None,
) -> None:
    """A folder for LOCALE_PATHS, with these texts and Django's own in that language."""
    own = Path(django.__path__[0], "conf", "locale", "en", "LC_MESSAGES", "django.po")
    made = polib.POFile()
    made.metadata = {
        "Content-Type": "text/plain; charset=UTF-8",
        "Language": language,
        "Plural-Forms": "nplurals=2; plural=(n != 1);",
    }
    seen = set()
    for entry in (*texts, *polib.pofile(str(own))):
        if (entry.msgctxt, entry.msgid) not in seen:
            seen.add((entry.msgctxt, entry.msgid))
            longer = partial(lengthen, entry) if lengthen else None
            said = partial(pseudo, language=language, ends=ends, lengthen=longer)
            made.append(_entry(entry, said))
    path = folder / language / "LC_MESSAGES"
    path.mkdir(parents=True, exist_ok=True)
    path.joinpath("django.mo").write_bytes(made.to_binary())


def _entry(entry: polib.POEntry, said: Callable[[str], str]) -> polib.POEntry:
    same = polib.POEntry(msgctxt=entry.msgctxt, msgid=entry.msgid)
    if entry.msgid_plural:
        same.msgid_plural = entry.msgid_plural
        both = (entry.msgid, entry.msgid_plural)
        same.msgstr_plural = {n: said(text) for n, text in enumerate(both)}
    else:
        same.msgstr = said(entry.msgid)
    return same
