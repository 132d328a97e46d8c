"""Packages of npm that scripts need and the site does not, each got into var/npm once."""

from __future__ import annotations

import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "var" / "npm"


def installed(package: str) -> Path:
    """The node_modules with this one, `name@version`, and what it needs."""
    if not shutil.which("npm"):
        sys.exit(f"{package} needs Node 20 and npm.")
    kept = FOLDER / package.replace("/", "_")
    if not kept.exists():
        print("Installing", package, flush=True)
        FOLDER.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=FOLDER) as name:
            made = Path(name) / "made"
            command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix"]
            subprocess.run([*command, str(made), package], check=True)
            # A script beside this one may have been quicker.
            with suppress(OSError):
                made.rename(kept)
    return kept / "node_modules"
