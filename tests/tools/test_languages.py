"""Catalogues are checked, and the languages that nobody speaks show what is not marked."""

from __future__ import annotations

from pathlib import Path

import polib
import pytest

from tests.programs import needs
from tests.unmarked import unmarked
from tools import languages, pseudo

COLLECTED = needs("xgettext")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """In place of locale/."""
    monkeypatch.setattr(languages, "LOCALE", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("text", "said", "fault"),
    [
        ("Fight", "", "missing"),
        ("Fight the {card}", "Bekämpfe die Karte", "placeholders"),
        ("Fight the {card}", "Bekämpfe {crad}", "placeholders"),
        ("Fight the {card}", "Bekämpfe {card", "expected"),
        ("Fight the {card}", "Bekämpfe {card:akk}", "no form"),
        ("Ask {name}", "Frage {name:acc}", "no form"),
        ("Ask %(name)s", "Frage", "placeholders"),
        ("<b>Ask</b> {name}", "<b>Frage<b> {name}", "tags"),
        ("*Ask* {name}", "Frage {name}", "stars"),
        (" on the floor", "auf dem Stockwerk", "space"),
    ],
)
def test_a_translation_that_would_break_is_told(text: str, said: str, fault: str) -> None:
    (found,) = languages.faults_between((text,), said)
    assert fault in found


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Fight the {card}", "Bekämpfe {card:acc}"),
        ("The {card} with {weapon}", "{weapon:Ins} oder {card}"),
        ("<b>Ask</b> %(name)s &amp; go", "<b>Frage</b> %(name)s &amp; geh"),
    ],
)
def test_a_translation_that_fits_is_not(text: str, said: str) -> None:
    assert list(languages.faults_between((text,), said)) == []


UKRAINIAN = (
    "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && "
    "(n%100<12 || n%100>14) ? 1 : 2);"
)


@pytest.mark.parametrize("english", ["a room", "{n} room"])
@pytest.mark.parametrize(
    ("rule", "forms", "faults"),
    [
        ("nplurals=2; plural=(n != 1);", ["ein Raum", "{n} Räume"], 0),
        ("nplurals=2; plural=(n > 1);", ["une salle", "{n} salles"], 1),  # none, too
        (UKRAINIAN, ["{n} кімната", "{n} кімнати", "{n} кімнат"], 0),
        (UKRAINIAN, ["одна кімната", "{n} кімнати", "{n} кімнат"], 1),  # 21, too
        (UKRAINIAN, ["{n} кімната", "{n} кімнати"], 1),
    ],
)
def test_only_a_form_for_the_number_one_may_leave_it_out(
    rule: str, forms: list[str], faults: int, english: str
) -> None:
    found = polib.POFile()
    found.metadata = {"Plural-Forms": rule}
    entry = polib.POEntry(msgid=english, msgid_plural="{n} rooms")
    entry.msgstr_plural = dict(enumerate(forms))
    assert len(list(languages.faults_of(entry, languages.plural_of(found)))) == faults


@COLLECTED
def test_a_new_language_has_every_text_and_lacks_all(folder: Path) -> None:
    languages.collect(["de"])
    texts = languages.keys(languages.collected())
    assert languages.keys(languages.catalogue("de")) == texts
    assert len([fault for fault in languages.faults("de") if "missing" in fault]) >= len(texts)
    for wanted in ("To my parties", "the King of {suit}"):
        assert any(wanted == text for _, text, _ in texts), wanted


@COLLECTED
def test_collecting_again_changes_nothing(folder: Path) -> None:
    languages.collect(["pl"])
    before = languages.file_of("pl").read_bytes()
    languages.collect(["pl"])
    assert languages.file_of("pl").read_bytes() == before


def test_a_catalogue_is_compiled_from_its_source(folder: Path) -> None:
    languages.file_of("de").parent.mkdir(parents=True)
    made = languages.begun("de")
    made.append(polib.POEntry(msgid="Fight", msgstr="Kampf"))
    made.save(str(languages.file_of("de")))
    assert list(languages.faults("de")) == [
        "django.mo is not made of this django.po",
        "rules.po is missing",
    ]
    languages.begun("de").save(str(languages.file_of("de", languages.RULES)))
    languages.compile_one("de")
    assert list(languages.faults("de")) == []
    assert languages.languages() == ["de"]


def test_a_pseudo_language_keeps_what_is_filled_in() -> None:
    assert pseudo.pseudo(" Ask <b>%(name)s</b> ") == " ⟦Áášk <b>%(name)s</b>⟧ "
    assert pseudo.pseudo("Fight the {card}: {n}") == "⟦Fííght {card:acc}: {n}⟧"
    assert pseudo.pseudo("Ask {name}", pseudo.RIGHT_TO_LEFT) == "⟦אאסק {name}⟧"


@pytest.mark.parametrize(
    "page",
    [
        "<p>⟦Fííght⟧</p>",
        "<p>Mara ⟦fííghtš⟧</p>",
        "<button aria-label='⟦Fííght⟧' data-path='fight' value='fight:0'>A</button>",
        "<script>fight</script>",
        "<p class='code'><span>abcd</span></p>",
    ],
)
def test_what_is_marked_or_typed_is_not_told(page: str) -> None:
    assert unmarked(page) == []


@pytest.mark.parametrize(
    "page",
    [
        "<p>Fight</p>",
        "<p>⟦Whaat: Fight⟧</p>",
        "<button aria-label='Fight'>⟦⟧</button>",
        "<button data-said='Nothing was lost'></button>",
        """<button data-effect='{"0": "Nothing was lost"}'></button>""",
        "<meta name='description' content='Rules'>",
    ],
)
def test_what_is_not_marked_is_told(page: str) -> None:
    assert len(unmarked(page)) == 1
