"""Files of this site are for the user it runs as alone: a code in them is a key."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from django.conf import settings

GROUP_AND_OTHERS = 0o077


def keep_private() -> None:
    """Whatever is made from now on, and what an earlier version left readable for others.

    A folder in which everybody may make files, such as /tmp, stays as it is.
    """
    if os.name == "nt":
        return  # there a folder of a user is theirs alone
    os.umask(GROUP_AND_OTHERS)
    for path in kept_files():
        with suppress(OSError):
            found = path.stat()
            ours = found.st_uid == os.geteuid() and not found.st_mode & stat.S_ISVTX
            if ours and found.st_mode & GROUP_AND_OTHERS:
                path.chmod(stat.S_IMODE(found.st_mode) & ~GROUP_AND_OTHERS)


def kept_files() -> Iterator[Path]:
    """All files with codes or keys in them, whether they are there or not."""
    yield settings.VAR_DIR
    for name in ("secret_key", "terminal.jsonl", "https"):
        yield settings.VAR_DIR / name
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        for suffix in ("", "-wal", "-shm", "-journal", "-served"):
            yield Path(f"{database['NAME']}{suffix}")
