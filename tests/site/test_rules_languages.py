"""The rules pages of other languages show what the English ones show, to those who read them."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.urls import resolve
from django.utils import translation

from tools import rules_pages
from tools.languages import catalogue
from tools.rules_pages import differences, faults, fingerprint, follow, languages, missing, pages
from tracker.boards.match.screens import other_screens
from tracker.boards.rules.languages import is_foreign
from tracker.boards.rules.search import FIRST_WORDS

PAGES = {
    "/rules/": "index.html",
    "/rules/coop": "coop.html",
    "/rules/returns": "returns.html",
    "/rules/notation": "notation.html",
    **{f"/rules/{screen.key}/": f"{screen.key}.html" for screen in other_screens()},
    **{
        f"/rules/{screen.key}/one-page": f"{screen.key}/_one_page.html"
        for screen in other_screens()
    },
}
QUOTED = {
    "coop/_tables_differ.html": ("Party",),
    "coop/_tracker.html": ("Advice", "Party", "Put it right", "What is left"),
    "notation.html": ("Clear", "Clear, but odd", "Your own words"),
    "solo/_tables_differ.html": ("Others:",),
}
PAGES_IN_ENGLISH = ("he",)  # a proof of direction: the screens of the table
WRITTEN = [
    (language, address)
    for language in languages()
    for address, page in PAGES.items()
    if page not in missing(language)
]
PAGE = (
    '{% load rules %}<section id="running"><h2>{% icon "undo" %}Running away</h2>\n'
    '<p>At 20 health, {% cards "Kc As" %} and <a href="#red-room">a room</a> of <b>red</b>'
    " cards.</p>\n<p><code>8:Kc</code> or <code>rusty hammer</code></p></section>"
)
OTHER = (
    '{# follows 1a2b3c4d #}\n{% load rules %}<section id="running"><h2>{% icon "undo" %}Flucht</h2>'
    '\n<p>Ein <a href="#red-room">Raum</a> nur aus <b>roten</b> Karten, {% cards "Kc As" %} und 20'
    " Lebenspunkte.</p>\n<p><code>stumpfe axt</code> oder <code>8:Kc</code></p></section>"
)


@pytest.fixture
def esperanto(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Another language in which nothing is written yet; its folder of pages."""
    engine = dict(settings.TEMPLATES[0])
    settings.TEMPLATES = [{**engine, "DIRS": [*engine["DIRS"], tmp_path]}]
    monkeypatch.setattr(rules_pages, "LOCALE", tmp_path)
    with translation.override("eo"):
        yield tmp_path / "eo" / "rules"


def written(folder: Path, page: str, text: str) -> None:
    (folder / page).parent.mkdir(parents=True, exist_ok=True)
    (folder / page).write_text(text, encoding="utf-8")


def page_of(address: str) -> str:
    """As the view answers, in the language of now."""
    view, args, kwargs = resolve(address.partition("?")[0])
    r: HttpResponse = view(RequestFactory().get(address), *args, **kwargs)
    return r.content.decode()


def test_the_pages_of_every_language_show_what_the_english_ones_show() -> None:
    assert [f"{language}: {fault}" for language in languages() for fault in faults(language)] == []


def test_every_page_is_served_in_its_language_and_its_links_lead_somewhere() -> None:
    found = []
    for language, address in WRITTEN:
        with translation.override(translation.to_language(language)):
            served = page_of(address)
        anchors = {*re.findall(r'href="#([^"]+)"', served)}
        if 'lang="en"' in served or not anchors <= {*re.findall(r' id="([^"]+)"', served)}:
            found.append(f"{language}: {address}")
    assert found == []


def quotations() -> Iterator[tuple[str, str, str]]:
    """Each language, page and text that is on a screen too, as the catalogue says it."""
    for language in languages():
        texts = {text.msgid: text.msgstr for text in catalogue(language) if not text.msgctxt}
        for page, quoted in QUOTED.items():
            if page not in missing(language):
                yield from ((language, page, texts[each]) for each in quoted if texts[each])


def test_a_page_calls_what_is_on_a_screen_by_its_name() -> None:
    def says(language: str, page: str, quoted: str) -> bool:
        words = (rules_pages.LOCALE / language / "rules" / page).read_text(encoding="utf-8")
        return quoted.rstrip(": \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}") in unescape(words)

    quoted = [*quotations()]
    assert len(quoted) > 40
    assert [each for each in quoted if not says(*each)] == []


def test_the_words_that_the_search_offers_are_found() -> None:
    unfound = []
    for language in (name for name in languages() if not missing(name)):
        with translation.override(translation.to_language(language)):
            for word in FIRST_WORDS:
                if "<mark>" not in page_of(f"/rules/search?q={quote(str(word))}"):
                    unfound.append(f"{language}: {word}")
    assert unfound == []


def test_a_language_to_choose_has_every_page() -> None:
    chosen = [translation.to_locale(language) for language, _ in settings.LANGUAGES]
    lacking = {each: missing(each) for each in chosen if each not in ("en", *PAGES_IN_ENGLISH)}
    assert not any(lacking.values()), lacking


def test_words_may_go_where_a_language_wants_them() -> None:
    assert [*differences(PAGE, OTHER)] == []


@pytest.mark.parametrize(
    ("there", "here", "told"),
    [
        ('id="running"', 'id="flucht"', '<section id="flucht">'),
        ('"undo"', '"torch"', 'lacks {% icon "undo" %}'),
        ('"Kc As"', '"Kc Ac"', 'lacks {% cards "Kc As" %}'),
        ("und 20", "und 25", "lacks 20"),
        ('"#red-room"', '"#red"', 'lacks <a href="#red-room">'),
        ("<b>roten</b>", "roten", "lacks <b>, </b>"),
        ("8:Kc", "8:Ks", "lacks <code>8:Kc</code>"),
        ("Lebenspunkte.</p>", "Lebenspunkte.</p><hr>", "is <hr>"),
        ("<p><code>", "<li><code>", "is <li>"),
        ("</section>", "", "is nothing more"),
    ],
)
def test_what_is_not_the_same_is_found(there: str, here: str, told: str) -> None:
    assert there in OTHER
    assert any(told in fault for fault in differences(PAGE, OTHER.replace(there, here)))


def test_a_page_says_which_english_text_it_follows(esperanto: Path) -> None:
    english = (rules_pages.ENGLISH / "castle" / "_end.html").read_text(encoding="utf-8")
    written(esperanto, "castle/_end.html", english)
    assert [*faults("eo")] == ["castle/_end.html: its first line does not say what it follows"]
    follow("eo", ["castle/_end.html"])
    assert [*faults("eo")] == []
    written(esperanto, "castle/_end.html", f"{{# follows 00000000 #}}\n{english}")
    (fault,) = faults("eo")
    assert fault.endswith(f"has changed from 00000000 to {fingerprint('castle/_end.html')}")


def test_a_page_without_its_parts_and_one_too_many_are_found(esperanto: Path) -> None:
    written(esperanto, "castle.html", (rules_pages.ENGLISH / "castle.html").read_text())
    written(esperanto, "chess.html", "")
    follow("eo", pages())
    assert "castle.html: its part castle/_turn.html is missing" in [*faults("eo")]
    assert "chess.html: there is no such page in English" in [*faults("eo")]
    assert len(missing("eo")) == len(pages()) - 1


def test_every_page_and_part_is_written_in_each_language() -> None:
    assert {"coop.html", "coop/_turn.html", "index.html", "notation.html"} <= {*pages()}
    assert not {"_page.html", "_example.html", "any_game.html", "one_page.html"} & {*pages()}


def test_a_page_is_read_in_the_language_that_is_asked_for(esperanto: Path) -> None:
    shutil.copytree(rules_pages.ENGLISH / "castle", esperanto / "castle")
    words = (rules_pages.ENGLISH / "castle.html").read_text(encoding="utf-8")
    written(esperanto, "castle.html", words.replace("How to play Castle", "Ludu Castle"))
    written(esperanto, "castle/_end.html", "<p>Fino.</p>")
    page = page_of("/rules/castle/")
    assert "<title>Ludu Castle</title>" in page
    assert "<p>Fino.</p>" in page
    assert "lang=" not in page.split("<body")[1]


def test_what_nobody_has_written_is_read_in_english_page_by_page(esperanto: Path) -> None:
    written(esperanto, "castle/_one_page.html", "<p>Unu paĝo.</p>")
    assert "<p>Unu paĝo.</p>" in page_of("/rules/castle/one-page")
    page = page_of("/rules/castle/")
    assert '<div lang="en" dir="ltr">' in page
    assert "Play away your hand" in page
    assert '<div lang="en" dir="ltr">' in page_of("/rules/solo/one-page")


@pytest.mark.parametrize("language", ["en", "en-gb", None])
def test_english_is_at_home(language: str | None) -> None:
    with translation.override(language):
        assert not is_foreign("coop.html")
        assert "lang=" not in page_of("/rules/coop").split("<body")[1]


def test_a_page_of_no_game_is_in_the_language_of_the_site() -> None:
    with translation.override("eo"):
        assert not is_foreign("one_page.html")
        assert not is_foreign("greed.html")
        assert "Fill it up" in render_to_string("rules/solo/_one_page.html")
