"""The rules pages of other languages show what the English ones show, to those who read them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import quote

import polib
import pytest
from django.conf import settings
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.urls import resolve
from django.utils import translation

from tools import languages
from tools.languages import RULES, catalogue, faults_of_paragraph, rules_collected
from tools.languages import rules_pages as pages
from tracker.boards.match.screens import other_screens
from tracker.boards.rules.languages import is_foreign, paragraphs_of, pieces_of
from tracker.boards.rules.search import FIRST_WORDS

PAGES = {
    "/rules/": "index.html",
    "/rules/coop": "coop.html",
    "/rules/tracker": "tracker.html",
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
    "coop/_tracker.html": (
        "Advice",
        "Just count",
        "Lay out rooms",
        "Party",
        "Put it right",
        "What is left",
    ),
    "notation.html": ("Clear", "Clear, but odd", "Your own words"),
    "solo/_tables_differ.html": ("Others:",),
}
OFFERED = [translation.to_locale(language) for language, _ in settings.LANGUAGES]
WRITTEN = [each for each in OFFERED if each != "en"]
PARAGRAPH = (
    'At 20 health, {% cards "Kc As" %} and <a href="#red-room">a room</a> of <b>red</b> cards:'
    " <code>8:Kc</code> or <code>rusty hammer</code>"
)
OTHER = (
    'Ein <a href="#red-room">Raum</a> nur aus <b>roten</b> Karten, {% cards "Kc As" %} und 20'
    " Lebenspunkte: <code>stumpfe axt</code> oder <code>8:Kc</code>"
)


@pytest.fixture
def esperanto(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Another language in which nothing is written yet; its catalogue of rules pages."""
    engine = dict(settings.TEMPLATES[0])
    settings.TEMPLATES = [{**engine, "DIRS": [*engine["DIRS"]]}]  # nothing is loaded yet
    settings.LOCALE_PATHS = [*settings.LOCALE_PATHS, tmp_path]
    monkeypatch.setattr(languages, "LOCALE", tmp_path)
    languages.file_of("eo", RULES).parent.mkdir(parents=True)
    with translation.override("eo"):
        yield languages.file_of("eo", RULES)


def write(path: Path, *said: tuple[str, str, str]) -> None:
    """Page, paragraph and translation of each."""
    made = languages.begun("eo")
    for page, text, words in said:
        made.append(polib.POEntry(msgctxt=page, msgid=text, msgstr=words))
    made.save(str(path))
    path.with_suffix(".mo").write_bytes(languages.compiled("eo", RULES))


def page_of(address: str) -> str:
    """As the view answers, in the language of now."""
    view, args, kwargs = resolve(address.partition("?")[0])
    r: HttpResponse = view(RequestFactory().get(address), *args, **kwargs)
    return r.content.decode()


@pytest.mark.thorough
def test_every_page_is_served_in_its_language_and_its_links_lead_somewhere() -> None:
    found = []
    for language in WRITTEN:
        with translation.override(translation.to_language(language)):
            for address in PAGES:
                served = page_of(address)
                anchors = {*re.findall(r'href="#([^"]+)"', served)}
                known = {*re.findall(r' id="([^"]+)"', served)}
                if 'lang="en"' in served or not anchors <= known:
                    found.append(f"{language}: {address}")
    assert found == []


def test_every_catalogue_has_the_paragraphs_of_now() -> None:
    now = [(entry.msgctxt, entry.msgid) for entry in rules_collected()]
    for language in languages.languages():
        known = [(entry.msgctxt, entry.msgid) for entry in catalogue(language, RULES)]
        assert known == now, language


def quotations() -> Iterator[tuple[str, str, str]]:
    """Each language, page and text that is on a screen too, as the catalogue says it."""
    for language in WRITTEN:
        texts = {text.msgid: text.msgstr for text in catalogue(language) if not text.msgctxt}
        for page, quoted in QUOTED.items():
            yield from ((language, page, texts[each]) for each in quoted if texts[each])


@pytest.mark.thorough
def test_a_page_calls_what_is_on_a_screen_by_its_name() -> None:
    def says(language: str, page: str, quoted: str) -> bool:
        words = " ".join(text.msgstr for text in catalogue(language, RULES) if text.msgctxt == page)
        return quoted.rstrip(": \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}") in unescape(words)

    quoted = [*quotations()]
    assert len(quoted) > 40
    assert [each for each in quoted if not says(*each)] == []


@pytest.mark.thorough
def test_the_words_that_the_search_offers_are_found() -> None:
    unfound = []
    for language in WRITTEN:
        with translation.override(translation.to_language(language)):
            for word in FIRST_WORDS:
                if "<mark>" not in page_of(f"/rules/search?q={quote(str(word))}"):
                    unfound.append(f"{language}: {word}")
    assert unfound == []


def test_words_may_go_where_a_language_wants_them() -> None:
    assert [*faults_of_paragraph(PARAGRAPH, OTHER)] == []


@pytest.mark.parametrize(
    ("there", "here", "told"),
    [
        (OTHER, "", "missing"),
        ('"Kc As"', '"Kc Ac"', 'lacks {% cards "Kc As" %}'),
        ("und 20", "und 25", "lacks 20"),
        ('"#red-room"', '"#red"', 'lacks <a href="#red-room">'),
        ("<b>roten</b>", "roten", "lacks <b>, </b>"),
        ("8:Kc", "8:Ks", "lacks <code>8:Kc</code>"),
        ("Karten,", "Karten, 5", "has more 5"),
        ("Karten,", "Karten, <hr>", "more than a paragraph"),
        ("Ein ", " Ein ", "other space"),
    ],
)
def test_what_is_not_the_same_is_found(there: str, here: str, told: str) -> None:
    assert there in OTHER
    found = [*faults_of_paragraph(PARAGRAPH, OTHER.replace(there, here))]
    assert any(told in fault for fault in found)


def test_a_changed_paragraph_is_untranslated_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "castle" / "_end.html"
    page.parent.mkdir()
    page.write_text("<p>One.</p><p>Two <b>cards</b>.</p>")
    monkeypatch.setattr(languages, "PAGES", tmp_path)
    before = languages.keys(rules_collected())
    page.write_text("<p>One.</p><p>Three <b>cards</b>.</p>")
    after = languages.keys(rules_collected())
    assert after - before == {("castle/_end.html", "Three <b>cards</b>.", "")}
    assert before - after == {("castle/_end.html", "Two <b>cards</b>.", "")}


def test_a_comment_tells_two_senses_of_a_text_apart() -> None:
    source = '<td>set aside</td><td>{# the king #}set aside</td><td>{% cards "Kh" %}</td>'
    found = [(each.context, each.text) for each in paragraphs_of("a.html", source)]
    assert found == [("a.html", "set aside"), ("a.html: the king", "set aside")]
    assert "".join(pieces_of(source)) == source


def test_every_page_and_part_is_written_in_each_language() -> None:
    assert {"coop.html", "coop/_turn.html", "index.html", "notation.html"} <= {*pages()}
    assert not {"_page.html", "_example.html", "any_game.html", "one_page.html"} & {*pages()}


def test_a_page_is_read_in_the_language_that_is_asked_for(esperanto: Path) -> None:
    entries = [(entry.msgctxt, entry.msgid, f"Ĉ{entry.msgid}") for entry in rules_collected()]
    write(esperanto, *entries)
    page = page_of("/rules/castle/")
    assert "<title>ĈHow to play Castle</title>" in page
    assert "<p>ĈBurned cards are out of the game." in page
    assert "lang=" not in page.split("<body")[1]


def test_a_paragraph_that_nobody_has_translated_is_marked_as_english(esperanto: Path) -> None:
    write(esperanto, ("castle.html", "Castle", "Kastelo"))
    page = page_of("/rules/castle/")
    assert "<h1>Kastelo</h1>" in page
    assert "<title>How to play Castle</title>" in page
    assert '<p><span dir="ltr" lang="en">Burned cards are out of the game.' in page


def test_what_nobody_has_written_is_read_in_english_page_by_page(esperanto: Path) -> None:
    write(esperanto, ("castle/_one_page.html", "On one page", "Unu paĝo"))
    assert "<h2>Unu paĝo</h2>" in page_of("/rules/castle/one-page")
    page = page_of("/rules/castle/")
    assert '<div lang="en" dir="ltr">' in page
    assert "Play away your hand" in page
    assert '<span dir="ltr"' not in page
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
