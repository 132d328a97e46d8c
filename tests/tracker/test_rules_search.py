"""The search over the rules pages: it finds what they say, and leads to the very section."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from tests.tracker.test_rules_pages import CODE, links, text_of
from tracker.boards.rules.search import (
    EXCERPT,
    MOST_PARTS,
    MOST_TYPED,
    Passage,
    RulesSection,
    found,
    parts_of,
)

HIT = re.compile(r'<a class="link" href="([^"]+)"><b>(.+?)</b></a>\n<p>(.*?)</p>')


def hits(client: Client, query: str) -> list[tuple[str, str, str]]:
    """Address, heading and words of each."""
    return HIT.findall(unescape(text_of(client, f"/rules/search?q={query}")))


def part(title: str, *texts: str, page: str = "Coop") -> RulesSection:
    return RulesSection(page, "/rules/coop", title, tuple(Passage("here", text) for text in texts))


def titles(parts: list[RulesSection], typed: str) -> list[str]:
    return [hit.title for shelf in found(parts, typed) for hit in shelf.hits]


def test_the_section_about_it_comes_first(client: Client) -> None:
    address, heading, words = hits(client, "running+away")[0]
    assert (address, heading) == ("/rules/coop#running", "Running away")
    assert "<mark>run</mark>" in words


def test_every_hit_leads_to_a_place_that_is_there(client: Client) -> None:
    places = {link for query in ("card", "nobody", "8") for link, *_ in hits(client, query)}
    assert len(places) > 30
    for link in places:
        address, _, anchor = link.partition("#")
        assert f'id="{anchor}"' in text_of(client, address)


def test_each_game_and_page_is_searched(client: Client) -> None:
    pages = {link.partition("#")[0] for link, *_ in hits(client, "card")}
    games = {f"/rules/{key}/" for key in ("solo", "rascal", "shiphead", "castle")}
    own = {"/rules/coop", "/rules/tracker", "/rules/returns", "/rules/notation"}
    assert pages == games | own


@pytest.mark.parametrize(
    ("typed", "heading"),
    [
        ("monsters", "Fighting with a weapon"),
        ("Potions", "Your turn"),
        ("may I run straight after a run?", "Where tables differ"),
        ("floor 35", "The whole cycle"),
        ("the king of hearts returns", "The whole cycle"),
    ],
)
def test_words_of_other_forms_and_other_books_are_found(
    client: Client, typed: str, heading: str
) -> None:
    assert heading in [title for _, title, _ in hits(client, typed)]


def test_a_house_rule_is_linked_to_itself(client: Client) -> None:
    found_links = [link for link, *_ in hits(client, "Red+Room+run")]
    assert "/rules/coop#option-red_room_after_run" in found_links


def test_all_words_come_before_some() -> None:
    parts = [part("One", "a weapon"), part("Two", "a weapon, a shield"), part("Three", "a shield")]
    assert titles(parts, "weapon shield") == ["Two"]
    assert titles(parts, "weapon lantern") == ["One", "Two"]
    assert titles(parts, "lantern") == []


@pytest.mark.parametrize("typed", ["bloße", "Bloße Hände", "ÉPÉE", "щит"])
def test_letters_of_other_languages_are_found(typed: str) -> None:
    parts = [part("Cards", "bloße Hände"), part("Épées", "une épée"), part("Щити", "Щит")]
    assert len(titles(parts, typed)) == 1


def test_a_heading_counts_more_than_what_stands_below() -> None:
    parts = [part("Cards", "shield, shield and shield"), part("Shields", "They help.")]
    assert titles(parts, "shield") == ["Shields", "Cards"]


def test_a_page_shows_its_best_and_says_how_many_more() -> None:
    parts = [part(f"Section {n}", "a card") for n in range(MOST_PARTS + 3)]
    (shelf,) = found(parts, "card")
    assert (len(shelf.hits), shelf.more) == (MOST_PARTS, 3)


def test_of_a_long_text_the_words_around_are_shown() -> None:
    text = "before " * 90 + "the lantern hangs here " + "after " * 90
    (shelf,) = found([part("Long", text)], "lantern")
    words = "".join(shelf.hits[0].words)
    assert re.fullmatch(r"…(before )+the lantern hangs here( after)+…", words)
    assert len(words) <= EXCERPT + 2


def test_a_page_is_read_section_by_section() -> None:
    html = """<p>No section.</p><section id="a"><h2><svg><use href="#x"/></svg>First</h2>
    <p><span role="img" aria-label="King of Clubs"><b>K</b></span> One <b>word</b>.</p>
    <dl><div><dt id="b">Fight</dt><dd>Hit it.</dd></div></dl></section><p>Between.</p>
    <section><table><tr><td>5</td><td><span role="img" aria-label="Red Joker"></span></td></tr>
    </table><h2>Second</h2><form><input>Skip</form></section>"""
    first, second = parts_of("Coop", "/rules/coop", html)
    assert first.passages == (Passage("a", "One word."), Passage("b", "Fight: Hit it."))
    assert (second.title, second.passages) == ("Second", (Passage("b", "5 Red Joker"),))


@pytest.mark.parametrize("typed", ["xyzzy", "♥", "<i>", ".*", "the", "%00", " "])
def test_nothing_found_says_what_to_do(client: Client, typed: str) -> None:
    page = text_of(client, f"/rules/search?q={typed}&back={CODE}")
    assert "The rules say nothing about “" in page
    assert f"?q=shield&back={CODE}" in [unescape(link) for link in links(page)]
    assert "<i>" not in page


def test_without_a_question_it_asks(client: Client) -> None:
    page = text_of(client, "/rules/search")
    assert "autofocus" in page
    assert 'role="status"' not in page


@pytest.mark.parametrize("length", [MOST_TYPED + 1, 60_000])
def test_more_than_anybody_would_ask_is_refused(client: Client, length: int) -> None:
    page = text_of(client, f"/rules/search?q={'x' * length}", status=400)
    assert 'role="alert"' in page
    assert len(page) < 8_000


def test_a_hit_leads_back_to_the_table(client: Client) -> None:
    page = text_of(client, f"/rules/search?q=run&back={CODE}")
    found_links = [link for link in links(page) if link.startswith("/rules/")]
    assert len(found_links) > 5
    assert all(f"?back={CODE}" in link for link in found_links)
    assert f'name="back" value="{CODE}"' in page
