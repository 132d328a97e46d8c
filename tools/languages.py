"""The catalogues of the languages: locale/<language>/LC_MESSAGES/*.po, an .mo beside each.

django.po has the texts of the screens, rules.po the paragraphs of the rules pages.

python -m tools.languages collect [de …]  put every text into them (needs GNU gettext);
                                          a language that is not there yet gets its folder
python -m tools.languages compile [de …]  make each .mo anew from its .po
python -m tools.languages check [de …]    tell what is missing or wrong; 1 if anything is

Without names all languages that have a folder. docs/languages.md tells how one is added.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from gettext import c2py
from pathlib import Path
from string import Formatter

import django
import polib
from django.utils.translation.template import templatize

from tools.smoke import arguments
from tracker.boards.rules.languages import DOMAIN, FRAMES, paragraphs_of, pieces_of
from tracker.boards.rules.languages import TAG as TEMPLATE_TAG

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "locale"
PAGES = ROOT / "templates" / "rules"
SCREENS = "django"
RULES = DOMAIN
DOMAINS = (SCREENS, RULES)
CODE = (
    *("tracker/**/*.py", "scoundrel_web/**/*.py"),
    *("templates/**/*.html", "templates/**/*.js", "templates/**/*.txt"),
)
KEYWORDS = (
    *("_", "gettext_noop", "gettext_lazy", "ngettext_lazy:1,2", "pgettext:1c,2"),
    *("npgettext:1c,2,3", "pgettext_lazy:1c,2", "npgettext_lazy:1c,2,3"),
    *("ngettext_noop:1,2", "number_noop:1,1"),
)
XGETTEXT = (
    *("xgettext", "--language=Python", "--from-code=UTF-8", "--add-location=file", "--no-wrap"),
    *("--add-comments=Translators", "--files-from=-", "--output=-"),
)
MSGMERGE = ("msgmerge", "--quiet", "--previous", "--no-wrap", "--add-location=file")

PERCENT = re.compile(r"%\((\w+)\)[sd]")
TAG = re.compile(r"</?[a-z]+[^>]*>|&\w+;")
FORMED = re.compile(r"card|cards|weapon|weapons")
"""The names in `{name:acc}` that have forms (tracker/boards/words/forms.py)."""
WORDS_AS_CODE = re.compile(r"<code>[a-z]+ [a-z]+</code>")
FIGURE = re.compile(r"\d+")
COUNTS = frozenset({"n", "count", "taps", "saves"})
"""The names that the number of a plural has."""
MANY = 300  # numbers by which the forms of a plural are told apart

Key = tuple[str, str, str]
"""Context, text and plural of an entry; "" for what it has not."""


def main() -> int:
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("deed", choices=["collect", "compile", "check"], nargs="?")
    parser.add_argument("names", metavar="de", nargs="*")
    given = arguments(parser, deed="check", names=["de"])
    deed, names = given.deed, given.names
    if deed == "collect":
        collect(names or languages())
    elif deed == "compile":
        for name in names or languages():
            compile_one(name)
    elif deed == "check":
        found = [f"{name}: {fault}" for name in names or languages() for fault in faults(name)]
        print("\n".join(found) or "Nothing is missing.")
        return min(1, len(found))
    else:
        parser.error("collect, compile or check?")
    return 0


def languages() -> list[str]:
    """The folders that hold a catalogue, as Django names them: "de", "pt_BR"."""
    return sorted(path.parent.parent.name for path in LOCALE.glob("*/LC_MESSAGES/django.po"))


def file_of(language: str, domain: str = SCREENS) -> Path:
    return LOCALE / language / "LC_MESSAGES" / f"{domain}.po"


def catalogue(language: str, domain: str = SCREENS) -> polib.POFile:
    return polib.pofile(str(file_of(language, domain)), wrapwidth=0)


# Collecting.


def can_collect() -> bool:
    return bool(shutil.which("xgettext") and shutil.which("msgmerge"))


def collect(names: Iterable[str]) -> None:
    texts = {SCREENS: collected(), RULES: rules_collected()}
    with tempfile.TemporaryDirectory() as folder:
        for domain, found in texts.items():
            pot = Path(folder, f"{domain}.pot")
            pot.write_text(str(found))
            for name in names:
                path = file_of(name, domain)
                if not path.exists():
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_text(str(begun(name)))
                must(*MSGMERGE, "--update", "--backup=none", str(path), str(pot))
                plain(name, domain)


def plain(language: str, domain: str) -> None:
    """Without the day on which it was collected: nothing changes where no text has."""
    found = catalogue(language, domain)
    found.metadata.pop("POT-Creation-Date", None)
    found.save()


def begun(language: str) -> polib.POFile:
    """An empty catalogue. The plural is that of Django's own, which translators may put right."""
    made, own = polib.POFile(wrapwidth=0), Path(django.__path__[0], "conf", "locale", language)
    plural = "nplurals=2; plural=(n != 1);"
    if (own / "LC_MESSAGES" / "django.po").exists():
        plural = polib.pofile(str(own / "LC_MESSAGES" / "django.po")).metadata["Plural-Forms"]
    made.metadata = {
        "Project-Id-Version": "Scoundrel Tracker",
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": plural,
    }
    return made


def collected() -> polib.POFile:
    """Every text of the code, from its files and from the forms of cards."""
    from tracker.boards.words.forms import entries

    with tempfile.TemporaryDirectory() as folder:
        names = list(extracted(Path(folder)))
        keywords = [f"--keyword={word}" for word in KEYWORDS]
        said = must(*XGETTEXT, *keywords, text="\n".join(names), folder=folder)
    found = polib.pofile(re.sub(r"charset=CHARSET", "charset=UTF-8", said), wrapwidth=0)
    for entry in found:
        entry.occurrences = sorted(
            {(path.removesuffix(".py~"), "") for path, _ in entry.occurrences}
        )
    for context, text in entries():
        entry = polib.POEntry(msgctxt=context, msgid=text)
        form, _colon, kind = context.partition(": ")
        if kind:
            entry.comment = f"Translators: stands where a sentence of yours says {{{kind}:{form}}}"
        entry.occurrences = [("tracker/boards/words/forms.py", "")]
        found.append(entry)
    return found


def rules_pages() -> list[str]:
    """The pages and parts whose paragraphs are in a catalogue of their own."""
    found = (path.relative_to(PAGES).as_posix() for path in sorted(PAGES.rglob("*.html")))
    return [name for name in found if "/" in name or name not in FRAMES and name[0] != "_"]


def rules_collected() -> polib.POFile:
    """Every paragraph of the rules pages, by page."""
    found = polib.POFile(wrapwidth=0, check_for_duplicates=False)
    found.metadata = {"Content-Type": "text/plain; charset=UTF-8"}
    for page in rules_pages():
        paragraphs = paragraphs_of(page, (PAGES / page).read_text(encoding="utf-8"))
        for context, text in dict.fromkeys((each.context, each.text) for each in paragraphs):
            found.append(polib.POEntry(msgctxt=context, msgid=text))
    return found


def extracted(folder: Path) -> Iterator[str]:
    """Names of files in `folder` that xgettext can read: code as it is, templates as code."""
    for path in sorted(path for pattern in CODE for path in ROOT.glob(pattern)):
        name, text = path.relative_to(ROOT).as_posix(), path.read_text()
        if path.suffix != ".py":
            name, text = f"{name}.py~", templatize(text, origin=name)
        elif "gettext" not in text and "number_noop" not in text:
            continue
        copy = folder / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text)
        yield name


def must(*command: str, text: str = "", folder: str | None = None) -> str:
    done = subprocess.run(command, input=text, capture_output=True, text=True, cwd=folder)
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout


# Compiling.


def compile_one(language: str) -> None:
    for domain in DOMAINS:
        file_of(language, domain).with_suffix(".mo").write_bytes(compiled(language, domain))


def compiled(language: str, domain: str) -> bytes:
    binary: bytes = catalogue(language, domain).to_binary()
    return binary


# Checking.


def faults(language: str) -> Iterator[str]:
    """Yields what keeps this language from people, a line for each fault."""
    for domain in DOMAINS:
        if not file_of(language, domain).exists():
            yield f"{domain}.po is missing"
            continue
        yield from faults_in(catalogue(language, domain), domain)
        compiled_file = file_of(language, domain).with_suffix(".mo")
        if not compiled_file.exists() or compiled_file.read_bytes() != compiled(language, domain):
            yield f"{domain}.mo is not made of this {domain}.po"


def faults_in(found: polib.POFile, domain: str) -> Iterator[str]:
    plural = plural_of(found)
    for entry in found:
        if entry.obsolete:
            yield f"obsolete: {entry.msgid}"
        elif entry.fuzzy:
            yield f"fuzzy: {entry.msgid}"
        elif domain == RULES:
            faults = faults_of_paragraph(entry.msgid, entry.msgstr)
            yield from (f"{entry.msgctxt}: {fault}" for fault in faults)
        else:
            yield from faults_of(entry, plural)


def faults_of_paragraph(text: str, said: str) -> Iterator[str]:
    """The words are free; links, cards, figures and every tag are as in English."""
    if not said.strip():
        yield f"missing: {text}"
        return
    if len(pieces_of(said)) > 1:
        yield f"more than a paragraph: {text} -> {said}"
    for told, one, other in (("lacks", text, said), ("has more", said, text)):
        if shows := shown_by(one) - shown_by(other):
            yield f"{told} {', '.join(shows.elements())}: {text} -> {said}"
    if ends(said) != ends(text):
        yield f"other space at its ends: {text} -> {said}"


def shown_by(paragraph: str) -> Counter[str]:
    """Counts the parts of a paragraph that are the same in every language."""
    tags = (WORDS_AS_CODE.sub("words as code", tag) for tag in TEMPLATE_TAG.findall(paragraph))
    return Counter([*tags, *FIGURE.findall(TEMPLATE_TAG.sub(" ", paragraph))])


def faults_of(entry: polib.POEntry, plural: Callable[[int], int]) -> Iterator[str]:
    if not entry.msgid_plural:
        yield from faults_between((entry.msgid,), entry.msgstr)
        return
    numbers: dict[int, list[int]] = {}
    for number in range(MANY):
        numbers.setdefault(plural(number), []).append(number)
    if set(entry.msgstr_plural) != set(numbers):
        yield f"has {len(entry.msgstr_plural)} plural forms of {len(numbers)}: {entry.msgid}"
    for form, text in entry.msgstr_plural.items():
        # Only a form for the number one may leave it out.
        alone = numbers.get(form) == [1]
        texts = (entry.msgid_plural, *((entry.msgid,) * alone))
        yield from faults_between(texts, text, COUNTS if alone else frozenset())


def faults_between(
    texts: Sequence[str], said: str, spare: frozenset[str] = frozenset()
) -> Iterator[str]:
    """Yields the faults of a translation of one of these texts; spare names may be left out."""
    if not said.strip():
        yield f"missing: {texts[0]}"
        return
    try:
        names = placeholders(said)
    except ValueError as reason:
        yield f"{reason}: {said}"
        return
    if not any(wanted - spare <= names <= wanted for wanted in map(placeholders, texts)):
        yield f"other placeholders: {texts[0]} -> {said}"
    if sorted(TAG.findall(said)) not in [sorted(TAG.findall(text)) for text in texts]:
        yield f"other tags: {texts[0]} -> {said}"
    if said.count("*") not in [text.count("*") for text in texts]:
        yield f"other stars: {texts[0]} -> {said}"
    if ends(said) not in map(ends, texts):
        yield f"other space at its ends: {texts[0]} -> {said}"


def placeholders(text: str) -> set[str]:
    """Returns the names filled in. Raises ValueError for a brace or form that does not fit."""
    from tracker.boards.words.forms import FORMS

    found = set(PERCENT.findall(text))
    for _text, name, form, _how in Formatter().parse(text):
        if name is None:
            continue
        found.add(name)
        if form and not (form.lower() in FORMS and FORMED.fullmatch(name)):
            raise ValueError(f"no form of {name} is called {form}")
    return found


def ends(text: str) -> tuple[bool, bool]:
    return text[:1].isspace(), text[-1:].isspace()


def plural_of(found: polib.POFile) -> Callable[[int], int]:
    form = re.search(r"plural=([^;]+)", found.metadata["Plural-Forms"])
    assert form is not None
    plural: Callable[[int], int] = c2py(form[1].replace("\n", " "))
    return plural


def keys(found: Iterable[polib.POEntry]) -> set[Key]:
    return {(entry.msgctxt or "", entry.msgid, entry.msgid_plural) for entry in found}


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scoundrel_web.settings")
    sys.exit(main())
