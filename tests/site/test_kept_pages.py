"""Under which name the worker keeps a page: no question gets the answer to another one."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from itertools import chain, product
from typing import Any

import pytest

from tests.programs import needs
from tests.servers import ROOT, Site

NODE = shutil.which("node")
pytestmark = [needs("node"), pytest.mark.thorough]

ASKED = re.compile(r'GET(?:\.get|\.getlist)?(?:[\(\[]|, )"(\w+)"|"(\w+)" in request\.GET')
SAME = {
    "tab": "the tab of a sheet that is open; the worker opens it on the kept one",
}
"""Names that the site reads from an address and the worker does not tell apart, and why."""
LED_BACK = {
    "back": "the table that a rules page leads back to",
    "game": "the dealt game that a rules page leads back to",
    "1.4": "the room that a sheet is opened from; it is of the newest one",
}
PATHS = ("/", "/rules/search", "/rules/", "/p/abc/", "/p/abc/history", "/p/abc/player/0/cards")


READ_ALL = """
const {SourceTextModule} = require("node:vm");
const read = (file) => new SourceTextModule(fs.readFileSync(file, "utf8"), {identifier: file});
console.log(process.argv.slice(1).map(read).length);
"""


def run(call: str, rows: Sequence[Sequence[Any]]) -> list[Any]:
    """The answers of the worker's own script to each row of arguments."""
    script = (ROOT / "static/js/worker/kept.js").read_text()
    script += f"console.log(JSON.stringify({json.dumps(rows)}.map((row) => {call}(...row))))"
    assert NODE
    done = subprocess.run(
        [NODE, "--input-type=module", "-e", script], capture_output=True, text=True, check=True
    )
    return list(json.loads(done.stdout))


def asked() -> set[str]:
    """All that any page of the site is asked in its address."""
    texts = (path.read_text() for path in (ROOT / "tracker").rglob("*.py"))
    return {one or other for text in texts for one, other in ASKED.findall(text)}


def test_every_question_has_a_name_of_its_own() -> None:
    assert {"q", "before", "player", "own"} <= asked()
    values = ("", "=a", "=b&x=1", "=b")
    rows = {
        name: [*product(PATHS, ["", *(f"?{name}{value}" for value in values)])]
        for name in sorted(asked() - SAME.keys())
    }
    keys = iter(run("key", [*chain.from_iterable(rows.values())]))
    for name, some in rows.items():
        assert len({next(keys) for _ in some}) == len(some), name


def test_what_makes_no_other_page_makes_no_other_name() -> None:
    queries = ["", *(f"?{name}=1" for name in (*SAME, *LED_BACK))]
    keys = run("key", [("/p/abc/left", query) for query in queries])
    assert keys == ["/p/abc/left"] * len(queries)


def test_a_part_is_never_taken_for_its_page() -> None:
    rows = [
        (path, query, part) for path in PATHS for query in ("", "?own") for part in (True, False)
    ]
    keys = run("key", rows)
    assert len(set(keys)) == len(keys)


def test_the_order_of_what_is_asked_counts_for_nothing() -> None:
    one, other = run("key", [("/rules/search", "?q=a%26b&x=1"), ("/rules/search", "?x=1&q=a%26b")])
    assert one == other == "/rules/search?q=a%26b&x=1"


def test_no_search_and_nothing_that_is_said_once_is_kept() -> None:
    rows = [("/rules/search", "?q=king"), ("/p/abc/", "?invite"), ("/p/abc/history", "?before=9")]
    assert run("worth", rows) == [False] * 3
    assert run("once", rows) == [False, True, False]
    assert (
        run("worth", [("/p/abc/", ""), ("/p/abc/card/9c", "?1.4"), ("/rules/coop", "?back=abc")])
        == [True] * 3
    )


def test_every_script_is_still_one_once_it_is_packed(production_server: Site) -> None:
    """A minifier that takes the end of an expression for a comment breaks what nobody opens."""
    folder = production_server.var_dir / "static"
    names = json.loads((folder / "staticfiles.json").read_text())["paths"].values()
    scripts = [folder / name for name in sorted(names) if name.endswith(".js")]
    assert any(script.name.startswith("worker") for script in scripts)
    command = [NODE, "--experimental-vm-modules", "--no-warnings", "-e", READ_ALL, *scripts]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.stdout == f"{len(scripts)}\n", done.stderr[:300]
