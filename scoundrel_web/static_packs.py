"""Which files a page is made of: each pack is one file where they are packed (storage.py).

The order of styles counts: one is overruled by those after it in the same layer, and what stands in
no layer by nothing in one. Of scripts a pack names the first module, and all it imports comes into
the same file.

There each module is a function that is called once and returns what the module exports. They are
called in the order in which a browser runs modules: what a module imports comes before it, in the
order of its lines. An import is a copy here, so modules export constants alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from posixpath import dirname, join, normpath


def styles(*names: str) -> tuple[str, ...]:
    return tuple(f"css/{name}.css" for name in names)


HTMX = "vendor/htmx-4.0.1.min.js"
BASE = styles("base/theme", "base/base", "parts/button", "parts/card", "parts/crest")
# Rules that a table without a sheet has no use for.
MORE = styles("base/pages", "parts/button_kinds")
PAGE = (
    *BASE,
    *MORE,
    *styles("base/contrast", "parts/cards", "parts/ribbon", "parts/page"),
    *styles("parts/words", "parts/field", "parts/people"),
)
TABLE = (
    *BASE,
    *styles("parts/ribbon", "parts/player"),
    *styles("table/ribbon", "table/player", "table/bar", "table/table"),
)
SITE = styles("site/home", "site/parties", "runs/run")

PACKS = {
    "site.css": (*PAGE, *SITE),
    "party.css": (*PAGE, *styles("match/house_rules", "pages/list_page", "log/history")),
    "match_pages.css": (*PAGE, *SITE, *styles("match/house_rules", "match/pages")),
    "rules.css": (*PAGE, *styles("rules/rules", "rules/how_to_play")),
    "table.css": (*TABLE, *styles("table/large_text")),
    # Comes once the table can be used.
    "later.css": styles("base/contrast", "table/wide", "table/later"),
    # The cards of a phone's own player, and the strip of the others.
    "mine.css": styles("sheet/cards", "table/mine"),
    # Comes with a new table alone.
    "invitation.css": (*MORE, *styles("parts/words", "pages/invitation")),
    # Comes with the first sheet.
    "sheet.css": (
        *MORE,
        *styles("parts/words", "parts/field", "sheet/cards", "cards/chance"),
        *styles("cards/remaining_cards", "cards/card_picker", "cards/advice", "sheet/sheet"),
    ),
    "watch.css": (
        *TABLE,
        *styles("table/large_text", "table/watch", "table/wide", "table/later", "base/contrast"),
    ),
    "match.css": (
        *TABLE,
        *MORE,
        *styles("base/contrast", "parts/cards", "table/later", "table/pocket"),
        *styles("match/room", "match/rascal", "match/shedding", "match/coop", "match/table"),
    ),
    "party.js": (HTMX, "js/page/table.js"),
    "later.js": ("js/page/later.js",),
    # Comes with the first sheet.
    "sheet.js": ("js/sheet/open_sheet.js",),
    # Comes with a new table alone.
    "invitation.js": ("js/page/invitation.js",),
    "play.js": (HTMX, "js/match/match.js"),
    # Comes once a dealt game can be played.
    "voice.js": ("js/page/voice.js", "js/page/turn.js"),
    # The worker: it opens pages where there is no network.
    "worker.js": ("js/worker/worker.js",),
}
# A pack uses the modules of the one that its page has already.
AFTER = {
    "later.js": "party.js",
    "sheet.js": "party.js",
    "invitation.js": "party.js",
    "voice.js": "play.js",
}

# The files of a table, its sheets and the page that asks for the network.
OFFLINE = (
    *("table.css", "later.css", "mine.css", "sheet.css", "site.css", "party.css", "rules.css"),
    *styles("table/around", "table/bigger", "table/spark", "cards/chance"),
    *styles("parts/suits", "base/leftward", "rules/print"),
    *("party.js", "later.js", "sheet.js", "js/page/clock.js", "js/page/way_back.js"),
    *("icons.svg", "icons/favicon.svg", "fonts/numbers.woff2"),
)


Read = Callable[[str], str]
"""Returns the text of a file of static/."""

NAMES = r"\{[^}]*\}|\* as \w+"
IMPORT = re.compile(rf'^import (?:({NAMES}) from )?"(\.[^"]+)";.*\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=const (\w+))", re.MULTILINE)
LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
# In a module what a script of old declares would be seen by that module alone.
HTMX_FOR_ALL = "window.htmx = htmx;"


def is_module(name: str) -> bool:
    return name.startswith("js/")


def joined(pack: str, read: Read, shorten: Callable[[str], str] = str) -> str:
    """Returns the pack as one module; it imports what the pack has that its page has already."""
    before = AFTER.get(pack)
    known = modules_of(PACKS[before], read) if before else []
    own = [name for name in modules_of(PACKS[pack], read) if name not in known]
    vendored = [f"{read(name)}\n{HTMX_FOR_ALL}" for name in PACKS[pack] if not is_module(name)]
    parts = []
    if before:
        used = {path for name in own for path in imports_of(name, read(name))}
        parts.append(f'import {{ {variables(known, used)} }} from "./{before}";')
    parts += [as_function(name, read(name)) for name in own]
    if pack in AFTER.values():
        exporting = {name for name in own if EXPORT.search(read(name))}
        parts.append(f"export {{ {variables(own, exporting)} }};")
    return "\n".join([*vendored, shorten("\n".join(parts))])


def modules_of(names: Sequence[str], read: Read) -> list[str]:
    """Returns these modules after all they import. Raises ValueError if some go in a circle."""
    found: list[str] = []

    def visit(name: str, way: tuple[str, ...]) -> None:
        if name in way:
            raise ValueError(f"Modules import each other: {' '.join((*way, name))}")
        if name not in found:
            for path in imports_of(name, read(name)):
                visit(path, (*way, name))
            found.append(name)

    for name in names:
        if is_module(name):
            visit(name, ())
    return found


def imports_of(name: str, text: str) -> list[str]:
    return [path_of(name, address) for _, address in IMPORT.findall(text)]


def path_of(name: str, address: str) -> str:
    """Returns the name of a file that the module `name` imports from an address."""
    return normpath(join(dirname(name), address))


def as_function(name: str, text: str) -> str:
    """Returns a call that does what the module does. Raises ValueError if it cannot be read."""

    def unpacked(found: re.Match[str]) -> str:
        names, address = found.groups()
        if not names:
            return ""
        names = names.removeprefix("* as ").replace(" as ", ": ")
        return f"const {names} = {variable(path_of(name, address))};\n"

    exports = EXPORT.findall(text)
    body = EXPORT.sub("", IMPORT.sub(unpacked, text))
    if left := LEFT.search(body):
        raise ValueError(f"{name}: {left.group()}")
    if not exports:
        return f"(() => {{\n{body}}})();"
    return f"const {variable(name)} = (() => {{\n{body}return {{ {', '.join(exports)} }};\n}})();"


def variables(names: Sequence[str], some: set[str]) -> str:
    return ", ".join(variable(name) for name in names if name in some)


def variable(name: str) -> str:
    """Returns what the exports of a module are called: `outbox_send`."""
    return name.removeprefix("js/").removesuffix(".js").replace("/", "_")
