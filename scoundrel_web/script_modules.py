"""Script modules as phones get them: the first one of a pack, and all it imports, in one file.

Each module becomes a function that is called once and returns what the module exports. They are
called in the order in which a browser runs modules: what a module imports comes before it, in the
order of its lines. An import is a copy here, so modules export constants alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from posixpath import dirname, join, normpath

from scoundrel_web.static_packs import AFTER, PACKS

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
