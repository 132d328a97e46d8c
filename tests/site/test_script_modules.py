"""Script modules are joined as a browser would run them, each once in a page."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from scoundrel_web.static_packs import AFTER, PACKS, joined, modules_of
from tests.servers import ROOT
from tests.texts import files

SCRIPTS = [pack for pack in PACKS if pack.endswith(".js")]
NAMED = re.compile(r"static '(js/[\w/]+\.js)'")


def read(name: str) -> str:
    return (ROOT / "static" / name).read_text()


def modules(pack: str) -> set[str]:
    return set(modules_of(PACKS[pack], read))


def test_packs_of_one_page_share_no_module_but_those_of_its_first_pack() -> None:
    for first in set(AFTER.values()):
        later = [pack for pack, before in AFTER.items() if before == first]
        for one, other in combinations(later, 2):
            assert modules(one) & modules(other) <= modules(first), (one, other)


def test_every_module_is_on_some_page() -> None:
    named = {
        name for path in files("templates/**/*.html") for name in NAMED.findall(path.read_text())
    }
    found = named.union(*map(modules, SCRIPTS))
    assert found == {
        f"js/{path.relative_to(ROOT / 'static/js')}" for path in files("static/js/**/*.js")
    }


def test_a_module_that_a_page_names_by_itself_imports_nothing() -> None:
    """It would bring a second copy of what the page's pack has."""
    for path in files("templates/**/*.html"):
        for name in NAMED.findall(path.read_text()):
            assert modules_of([name], read) == [name], path


# It is the browser that waits for what a worker only passes on.
WITHOUT_LIMIT = re.compile(r"\bfetch\((?!.*\bsignal:|(?:event\.)?request\))")


def test_whatever_a_script_fetches_has_a_limit() -> None:
    texts = {path: path.read_text() for path in files("static/js/**/*.js")}
    assert not [path for path, text in texts.items() if WITHOUT_LIMIT.search(text)]
    assert WITHOUT_LIMIT.search('await fetch("table")')


def test_what_a_module_imports_comes_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {
        "js/a.js": 'import { two as both } from "./b/c.js";\nimport "./b/d.js"; // why\nboth();\n',
        "js/b/c.js": 'import * as d from "./d.js";\nexport const two = () => d.one + d.one;\n',
        "js/b/d.js": "export const one = 1;\n",
    }
    monkeypatch.setitem(PACKS, "a.js", ("js/a.js",))
    assert joined("a.js", texts.__getitem__) == (
        "const b_d = (() => {\nconst one = 1;\nreturn { one };\n})();\n"
        "const b_c = (() => {\nconst d = b_d;\n"
        "const two = () => d.one + d.one;\nreturn { two };\n})();\n"
        "(() => {\nconst { two: both } = b_c;\nboth();\n})();"
    )


@pytest.mark.parametrize("text", ["export let one = 1;\n", 'import one from "./b.js";\n'])
def test_a_module_that_cannot_be_joined_is_told(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {"js/a.js": text, "js/b.js": ""}
    monkeypatch.setitem(PACKS, "a.js", ("js/a.js",))
    with pytest.raises(ValueError, match=r"js/a\.js"):
        joined("a.js", texts.__getitem__)


def test_modules_do_not_import_each_other() -> None:
    texts = {"js/a.js": 'import "./b.js";\n', "js/b.js": 'import "./a.js";\n'}
    with pytest.raises(ValueError, match="import each other"):
        modules_of(["js/a.js"], texts.__getitem__)
