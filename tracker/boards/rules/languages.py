"""The rules pages in the language of whoever reads them.

A page is written once, in `templates/rules/`, and each paragraph of it, between two tags, is an
entry of `locale/<language>/LC_MESSAGES/rules.po`: the page is its context, the source its text. The
loader puts the translations into the source, under the name `<language>/rules/<page>`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from gettext import GNUTranslations, NullTranslations, find
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.forms.utils import flatatt
from django.template import Engine, Origin, TemplateDoesNotExist
from django.template.loaders import filesystem
from django.utils.translation import get_language, to_locale

DOMAIN = "rules"
ENGLISH = "en"
MARK = {"lang": ENGLISH, "dir": "ltr"}
FRAMES = ("any_game.html", "one_page.html", "search.html")
"""Pages whose few words are marked in the usual way and stand in the catalogue of the screens, as
do those of the parts beside them that begin with a `_`."""

TAG = re.compile(r"<code>.*?</code>|{#.*?#}|{%.*?%}|{{.*?}}|<[^>]*>", re.DOTALL)
# These stand inside a paragraph; any other tag begins one or ends one.
INLINE = re.compile(r"<code>|{{|{%\s*(?:cards|weapon|icon|differs|url)\b|</?(?:a|b|code|small)\b")
WORD = re.compile(r"[^\W\d_]")


def words_of(page: str) -> tuple[str, ...]:
    """The templates of `coop.html` or of a part like `coop/_one_page.html`, the best first."""
    english, language = f"rules/{page}", _language()
    if page in FRAMES or language == ENGLISH or is_foreign(page):
        return (english,)
    return f"{language}/{english}", english


def is_foreign(page: str) -> bool:
    """Tells whether nobody has begun this page in the language of whoever reads it."""
    language = _language()
    if page in FRAMES or language == ENGLISH:
        return False
    for folder in Engine.get_default().dirs:
        path = Path(folder, "rules", page)
        if path.is_file():
            paragraphs = paragraphs_of(page, path.read_text(encoding="utf-8"))
            said = catalogue(language)
            return not any(said.pgettext(each.context, each.text) for each in paragraphs)
    return False


def pieces_of(source: str) -> list[str]:
    """Splits a source into the texts between tags and, at every second place, the tags."""
    pieces, end = [], 0
    for tag in TAG.finditer(source):
        if not INLINE.match(tag[0]):
            pieces += [source[end : tag.start()], tag[0]]
            end = tag.end()
    return [*pieces, source[end:]]


class Paragraph(NamedTuple):
    """A piece with words to translate, without the space around them."""

    place: int
    context: str
    text: str
    bare: bool
    """Whether it may be a title, which holds no tags."""


def paragraphs_of(page: str, source: str) -> Iterator[Paragraph]:
    """A comment right before a paragraph tells it from others of the same text."""
    before = ""
    for place, piece in enumerate(pieces_of(source)):
        if place % 2:
            before = piece
        elif WORD.search(TAG.sub("", piece)):
            sense = f": {before[2:-2].strip()}" if before.startswith("{#") else ""
            yield Paragraph(place, page + sense, piece.strip(), before.startswith("{% block "))


def translated(page: str, source: str, said: NullTranslations) -> str:
    """The source with every paragraph that is translated; the others are marked as English."""
    pieces = pieces_of(source)
    for place, context, text, bare in paragraphs_of(page, source):
        english = text if bare else f"<span{flatatt(MARK)}>{text}</span>"
        words = said.pgettext(context, text) or english
        pieces[place] = pieces[place].replace(text, words, 1)
    return "".join(pieces)


class _Unwritten(NullTranslations):
    """Tells that there is no translation, where gettext would give the English text."""

    def pgettext(self, context: str, message: str) -> str:
        return ""


def catalogue(language: str) -> NullTranslations:
    """The translated paragraphs of a language, such as `pt_BR`; "" for any other."""
    return _catalogue(language, tuple(settings.LOCALE_PATHS))


@cache
def _catalogue(language: str, folders: tuple[Path, ...]) -> NullTranslations:
    for folder in folders:
        compiled = find(DOMAIN, str(folder), [language])
        if compiled:
            with open(compiled, "rb") as file:
                said = GNUTranslations(file)
            said.add_fallback(_Unwritten())
            return said
    return _Unwritten()


def _language() -> str:
    """Names the language as its folder is named; any English is `en`."""
    language = get_language() or ENGLISH
    return ENGLISH if language.partition("-")[0] == ENGLISH else to_locale(language)


class Loader(filesystem.Loader):
    """Loads `de/rules/coop.html`: `rules/coop.html` with the paragraphs of the German catalogue."""

    def get_template_sources(self, template_name: str) -> Iterator[Origin]:
        language, rules, page = [*template_name.split("/", 2), "", ""][:3]
        if rules != "rules" or not page:
            return
        for origin in super().get_template_sources(f"rules/{page}"):
            yield Translated(origin, template_name, self, language, page)

    def get_contents(self, origin: Origin) -> str:
        if not isinstance(origin, Translated):
            raise TemplateDoesNotExist(origin)
        source = super().get_contents(origin.english)
        return translated(origin.page, source, catalogue(origin.language))


class Translated(Origin):
    """A page in a language, and the file it is made of."""

    def __init__(
        self, english: Origin, template_name: str, loader: Loader, language: str, page: str
    ) -> None:
        super().__init__(f"{language}: {english.name}", template_name, loader)
        self.english, self.language, self.page = english, language, page
