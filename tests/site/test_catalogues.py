"""The catalogues that people get: whole, fitting, compiled, and of the texts as they are now."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client, override_settings
from django.utils.translation import to_locale

from tests.programs import needs
from tests.servers import ROOT
from tools import languages, pseudo

NAMES = [to_locale(code) for code, _name in settings.LANGUAGES if code != "en"]
GETTEXT = re.compile(r"_|[np]?gettext(_lazy|_noop)?")
COLLECTED = needs("xgettext")


@pytest.fixture(scope="module", name="texts")
def texts_of_the_code() -> set[languages.Key]:
    return languages.keys(languages.collected())


@pytest.mark.parametrize("name", NAMES)
def test_a_language_is_whole(name: str) -> None:
    """None missing, fuzzy or obsolete; placeholders, tags and plurals fit; the .mo is of this."""
    assert list(languages.faults(name)) == []


@pytest.mark.parametrize("name", NAMES)
def test_no_plus_or_minus_ends_a_text_alone_on_a_line(name: str) -> None:
    """A no-break space keeps it with the word before, in English too."""
    texts = [
        text
        for domain in languages.DOMAINS
        for entry in languages.catalogue(name, domain)
        for text in (entry.msgid, entry.msgstr)
    ]
    assert [text for text in texts if text.endswith((" \N{MINUS SIGN}", " +"))] == []


@COLLECTED
@pytest.mark.parametrize("name", NAMES)
def test_a_language_has_the_texts_of_the_code(name: str, texts: set[languages.Key]) -> None:
    known = languages.keys(languages.catalogue(name))
    assert sorted(texts - known) == []
    assert sorted(known - texts) == []


@COLLECTED
def test_every_text_of_the_code_is_collected(texts: set[languages.Key]) -> None:
    """GNU gettext passes over what stands in an f-string, and says nothing."""
    known = {text for key in texts for text in key if text}
    assert sorted(set(translated_texts()) - known) == []


def translated_texts() -> Iterator[str]:
    """The texts, as they stand in the code, that are handed to a function of gettext."""
    for path in [*ROOT.glob("tracker/**/*.py"), *ROOT.glob("scoundrel_web/**/*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and GETTEXT.fullmatch(ast.unparse(node.func)):
                yield from (
                    text.value
                    for text in node.args[:2]  # after those comes a number
                    if isinstance(text, ast.Constant) and isinstance(text.value, str)
                )


def test_every_language_that_is_offered_is_written_somewhere() -> None:
    assert set(NAMES) <= set(languages.languages())


def test_a_language_has_one_name_and_writes_it_itself() -> None:
    codes, names = zip(*settings.LANGUAGES, strict=True)
    assert len(set(codes)) == len(set(names)) == len(codes)
    assert codes[0] == settings.LANGUAGE_CODE


@pytest.fixture
def esperanto(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Adds Esperanto as docs/languages.md says: a folder, filled by a translator, and a line."""
    monkeypatch.setattr(languages, "LOCALE", tmp_path)
    languages.collect(["eo"])
    for domain in languages.DOMAINS:
        written = languages.catalogue("eo", domain)
        for entry in written:
            if entry.msgid_plural:
                both = (entry.msgid, entry.msgid_plural)
                entry.msgstr_plural = dict(enumerate(map(pseudo.pseudo, both)))
            elif domain == languages.RULES:
                entry.msgstr = f"{pseudo.OPEN}{entry.msgid}{pseudo.CLOSE}"
            else:
                entry.msgstr = pseudo.pseudo(entry.msgid)
        written.save()
    languages.compile_one("eo")
    line = ("eo", "Esperanto")
    with override_settings(LANGUAGES=[*settings.LANGUAGES, line], LOCALE_PATHS=[tmp_path]):
        yield


@COLLECTED
@pytest.mark.django_db
@pytest.mark.usefixtures("esperanto")
def test_a_new_language_is_one_folder_and_one_line(client: Client) -> None:
    assert list(languages.faults("eo")) == []
    rules = client.get("/rules/castle/", headers={"Accept-Language": "eo"}).content.decode()
    assert f"<title>{pseudo.OPEN}How to play Castle" in rules
    page = client.get("/", headers={"Accept-Language": "eo"}).content.decode()
    assert '<html lang="eo"' in page
    assert pseudo.pseudo("New party") in page
    assert '">Esperanto</button>' in client.get("/").content.decode()
