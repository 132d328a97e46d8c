"""The browser that the tests drive, and what they say where there is none."""

from __future__ import annotations

import os
import shutil
from functools import cache
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

from run import BROWSERS

MISSING = (
    f"No browser is here. As root: apt install {BROWSERS[0]}, or .venv/bin/python -m playwright"
    " install chromium; one that is elsewhere is named in CHROMIUM."
)
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    # No page and no worker reaches another machine.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
)

QUICK_FINGERS = Path(__file__).with_name("quick_fingers.js")  # for pages in which nobody holds on


def program() -> str | None:
    """The system's, or None for Playwright's own."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)


def flags() -> list[str]:
    sandbox = [] if os.name == "nt" or os.geteuid() else ["--no-sandbox"]  # root cannot have one
    return [*QUIET, *sandbox]


@cache
def is_here() -> bool:
    """Playwright's own may lack a library of the system: it is started to see."""
    if program():
        return True
    try:
        with sync_playwright() as playwright:
            playwright.chromium.launch(args=flags()).close()
    except Error:
        return False
    return True
