"""The font of numbers and card indices: what is in it, and that no number needs more."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from fontTools.ttLib import TTFont

from tools.number_font import FAMILY, FONT, GLYPHS, LICENCE
from tracker.boards.words.names import signed, step_text
from tracker.rules.cards import RANKS
from tracker.rules.table.state.party import LOWEST_HP, MAX_COUNT

MOST_BYTES = 5_000


def test_the_font_is_light_and_its_licence_lies_beside_it() -> None:
    assert FONT.stat().st_size <= MOST_BYTES
    assert "SIL OPEN FONT LICENSE Version 1.1" in LICENCE.read_text()


def test_the_font_has_these_glyphs_and_no_other() -> None:
    font = TTFont(FONT)
    assert set(map(chr, font.getBestCmap())) == set(GLYPHS)
    assert len(font.getGlyphOrder()) == len(GLYPHS) + 1  # and the one for what is missing


def test_the_style_sheet_takes_all_of_them_and_leaves_the_space() -> None:
    (folder,) = settings.STATICFILES_DIRS
    css = (folder / "css" / "base" / "theme.css").read_text()
    ((first, last),) = re.findall(r"unicode-range: U\+([0-9A-F]+)-([0-9A-F]+);", css)
    assert " " < chr(int(first, 16)) <= min(GLYPHS) < max(GLYPHS) <= chr(int(last, 16))


def test_it_does_not_pass_for_the_font_it_was_taken_from() -> None:
    names = TTFont(FONT)["name"]
    assert names.getBestFamilyName() == FAMILY
    assert "Noto Project" in names.getDebugName(0)


def test_every_figure_is_as_wide_as_the_next() -> None:
    """In ems, once the style sheet has made them larger: as wide as it keeps room for."""
    font = TTFont(FONT)
    wide = {font["hmtx"][font.getBestCmap()[ord(figure)]][0] for figure in "0123456789"}
    (width,) = wide
    assert 1.065 * width / font["head"].unitsPerEm == pytest.approx(0.6, abs=0.005)


@pytest.mark.parametrize(
    "text", [*RANKS, signed(LOWEST_HP), str(MAX_COUNT), step_text(1), step_text(-1), "±0"]
)
def test_no_number_or_card_needs_another_glyph(text: str) -> None:
    assert set(text) <= set(GLYPHS)
