"""The rules pages as plain words, section by section."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

ENDS_A_TEXT = {
    *("section", "div", "h2", "h3", "p", "ul", "ol", "li", "dd", "table", "caption", "tr"),
}
PASSED_OVER = {"nav", "form", "svg", "figure"}
WITHOUT_AN_END = {"input", "br", "img"}


@dataclass(frozen=True)
class Passage:
    """The text of a paragraph, and the `id` of the nearest place above that can be linked to."""

    anchor: str
    text: str


@dataclass(frozen=True)
class Part:
    """A section of a page; `english` where that is not the language of whoever reads it."""

    page: str
    address: str
    title: str
    passages: tuple[Passage, ...]
    english: bool = False


@dataclass
class _Section:
    title: str = ""
    passages: list[Passage] = field(default_factory=list)


class _Reader(HTMLParser):
    """A card is read by its name in a table, and passed over where it is an example."""

    def __init__(self) -> None:
        super().__init__()
        self.sections: list[_Section] = []
        self._text = self._anchor = ""
        self._aside = 0  # how deep in what is passed over
        self._cell = self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag in WITHOUT_AN_END:
            return
        if self._aside or tag in PASSED_OVER or values.get("role") == "img":
            label = values.get("aria-label") if self._cell and not self._aside else None
            self._text += f" {label} " if label else ""
            self._aside += 1
            return
        if tag in ENDS_A_TEXT:
            self._end_text()
        if tag == "section":
            self.sections.append(_Section())
            self._text, self._inside = "", True
        if tag in ("td", "th"):
            self._text, self._cell = f"{self._text} ", True
        self._anchor = values.get("id") or self._anchor

    def handle_endtag(self, tag: str) -> None:
        if tag in WITHOUT_AN_END:
            return
        if self._aside:
            self._aside -= 1
        elif tag == "h2" and self.sections:
            self.sections[-1].title, self._text = _tidy(self._text), ""
        elif tag in ("td", "th"):
            self._cell = False
        elif tag in ("dt", "h3"):
            self._text += ": " if _tidy(self._text)[-1:].isalnum() else " "
        elif tag in ENDS_A_TEXT:
            self._end_text()
        self._inside &= tag != "section"

    def handle_data(self, data: str) -> None:
        if self._inside and not self._aside:
            self._text += data

    def _end_text(self) -> None:
        """A word that is explained goes with the explanation."""
        text = _tidy(self._text)
        self._text = f"{text} " if text.endswith(":") else ""
        if text and not self._text:
            self.sections[-1].passages.append(Passage(self._anchor, text))


def _tidy(text: str) -> str:
    return " ".join(text.split())


def parts_of(page: str, address: str, html: str, english: bool = False) -> tuple[Part, ...]:
    """Its sections with a heading and words below."""
    reader = _Reader()
    reader.feed(html)
    return tuple(
        Part(page, address, section.title, tuple(section.passages), english)
        for section in reader.sections
        if section.title and section.passages
    )
