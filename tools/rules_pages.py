"""Holds the rules pages of every language to the English ones.

python -m tools.rules_pages                what is missing, out of date or different, by language
python -m tools.rules_pages de             the same of one language
python -m tools.rules_pages de --follow    says of every page of it, in its first line, that it
                                           follows the English text of today; with names of pages
                                           (coop/_turn.html) only of those

A page in `locale/de/rules/` has the name of its English one in `templates/rules/`, and in its first
line the fingerprint of the text that it follows: `{# follows 1a2b3c4d #}`. The words are its own.
What it shows is not: the same sections, links, cards, figures and tags, paragraph by paragraph.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from tools.smoke import arguments
from tracker.boards.rules.languages import FRAMES

ROOT = Path(__file__).resolve().parent.parent
ENGLISH = ROOT / "templates" / "rules"
LOCALE = ROOT / "locale"

FOLLOWS = re.compile(r"{# follows ([0-9a-f]{8}) #}\n")
TOKEN = re.compile(r"<code>.*?</code>|{#.*?#}|{%.*?%}|{{.*?}}|<[^>]*>", re.DOTALL)
# What may stand elsewhere in its sentence; anything else begins a paragraph or ends one.
INLINE = re.compile(r"{{|{%\s*(?:cards|weapon|icon|url)\b|</?(?:a|b|code|small|span)\b")
WORDS_AS_CODE = re.compile(r"<code>[a-z]+ [a-z]+</code>")
FIGURE = re.compile(r"\d+")


class Paragraph(NamedTuple):
    """What opens it, and what of its text is the same in every language."""

    opening: str
    shows: Counter[str]


def pages() -> tuple[str, ...]:
    """The English pages and parts that are written again in each language."""
    found = (path.relative_to(ENGLISH).as_posix() for path in sorted(ENGLISH.rglob("*.html")))
    return tuple(name for name in found if "/" in name or name not in FRAMES and name[0] != "_")


def languages() -> tuple[str, ...]:
    """The folders of `locale/` that have rules pages."""
    return tuple(sorted(path.parent.name for path in LOCALE.glob("*/rules")))


def fingerprint(page: str) -> str:
    """That of the English text, which changes with it."""
    return sha256((ENGLISH / page).read_bytes()).hexdigest()[:8]


def faults(language: str) -> Iterator[str]:
    """What is wrong with the pages of a language; of a missing one nothing."""
    folder = LOCALE / language / "rules"
    for path in sorted(folder.rglob("*.*")):
        page = path.relative_to(folder).as_posix()
        if page not in pages():
            yield f"{page}: there is no such page in English"
            continue
        text = path.read_text(encoding="utf-8")
        follows = FOLLOWS.match(text)
        if not follows:
            yield f"{page}: its first line does not say what it follows"
        elif follows[1] != fingerprint(page):
            yield f"{page}: the English text has changed from {follows[1]} to {fingerprint(page)}"
        english = (ENGLISH / page).read_text(encoding="utf-8")
        yield from (f"{page}: {difference}" for difference in differences(english, text))
        for part in re.findall(r'{% include "\./([^"]+)"', text):
            if not (folder / part).is_file():
                yield f"{page}: its part {part} is missing"


def missing(language: str) -> list[str]:
    folder = LOCALE / language / "rules"
    return [page for page in pages() if not (folder / page).is_file()]


def differences(english: str, other: str) -> Iterator[str]:
    """Where two pages do not show the same; after a paragraph too many only that one is told."""
    both = zip_longest(paragraphs(english), paragraphs(other))
    for number, (one, two) in enumerate(both, 1):
        if one is None or two is None or one.opening != two.opening:
            here = two.opening if two else "nothing more"
            yield f"paragraph {number} is {here}, in English {one.opening if one else 'nothing'}"
            return
        if lacks := one.shows - two.shows:
            yield f"paragraph {number}, {one.opening}, lacks {_listed(lacks)}"
        if more := two.shows - one.shows:
            yield f"paragraph {number}, {one.opening}, has {_listed(more)} more"


def _listed(shows: Counter[str]) -> str:
    return ", ".join(shows.elements())


def paragraphs(text: str) -> list[Paragraph]:
    """What a page shows, from tag to tag; comments and words are nothing."""
    found = [Paragraph("", Counter())]
    end = 0
    for token in TOKEN.finditer(text):
        found[-1].shows.update(FIGURE.findall(text[end : token.start()]))
        end = token.end()
        if token[0].startswith("{#"):
            continue
        if INLINE.match(token[0]):
            found[-1].shows[WORDS_AS_CODE.sub("words as code", token[0])] += 1
        else:
            found.append(Paragraph(token[0], Counter()))
    return found


def follow(language: str, chosen: Iterable[str]) -> None:
    """Writes the first lines anew, of what is there."""
    for page in chosen:
        path = LOCALE / language / "rules" / page
        if path.is_file():
            text = FOLLOWS.sub("", path.read_text(encoding="utf-8"), count=1)
            path.write_text(f"{{# follows {fingerprint(page)} #}}\n{text}", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description="Holds the rules pages to the English ones.")
    parser.add_argument("language", nargs="?", help="a folder of locale/, such as de")
    parser.add_argument("--follow", nargs="*", metavar="PAGE", choices=pages())
    chosen = arguments(parser, follow=None)
    if chosen.follow is not None:
        if not chosen.language:
            parser.error("--follow needs a language")
        follow(chosen.language, chosen.follow or pages())
    count = 0
    for language in [chosen.language] if chosen.language else languages():
        found = [*faults(language), *(f"{page}: missing" for page in missing(language))]
        count += len(found)
        print(f"{language}: {len(pages()) - len(missing(language))} of {len(pages())} pages")
        print(*(f"  {fault}" for fault in found), sep="\n")
    return int(count > 0)


if __name__ == "__main__":
    raise SystemExit(main())
