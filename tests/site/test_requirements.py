"""The locks install what the requirements name, with all that it needs, each file by its hash."""

from __future__ import annotations

import re

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.servers import ROOT

NAMES = ["requirements", "requirements-https", "requirements-dev"]


def named(name: str) -> dict[str, str]:
    """Name and version of what a file asks for itself, and the files it builds on."""
    pinned: dict[str, str] = {}
    for line in (ROOT / f"{name}.txt").read_text().splitlines():
        text = line.partition("#")[0].strip()
        if text.startswith("-r "):
            pinned |= named(text[3:].removesuffix(".txt"))
        elif text:
            required = Requirement(text)
            pinned[canonicalize_name(required.name)] = str(required.specifier)
    return pinned


def locked(name: str) -> dict[str, tuple[str, int]]:
    """Version and number of hashes of each package of a lock file."""
    text = (ROOT / f"{name}.lock").read_text().replace("\\\n", "")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    found = [re.match(r"([\w.-]+)(==\S+)", line) for line in lines]
    assert all(found)
    return {
        canonicalize_name(match[1]): (match[2], line.count("--hash=sha256:"))
        for match, line in zip(found, lines, strict=True)
        if match
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_lock_holds_what_its_requirements_name(name: str) -> None:
    versions = {package: version for package, (version, _) in locked(name).items()}
    assert named(name).items() <= versions.items()


@pytest.mark.parametrize("name", NAMES)
def test_zones_come_along_on_every_system(name: str) -> None:
    assert re.search(r"^tzdata==\S+ \\$", (ROOT / f"{name}.lock").read_text(), re.MULTILINE)


@pytest.mark.parametrize("name", NAMES)
def test_each_file_is_known_by_its_hash(name: str) -> None:
    assert all(hashes for _, hashes in locked(name).values())


def test_all_locks_agree() -> None:
    runtime, https, tools = map(locked, NAMES)
    assert runtime.items() <= https.items() <= tools.items()
