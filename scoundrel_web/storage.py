"""Static files as phones get them: without comments, and those of one page in one file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import rcssmin
import rjsmin
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage


def short_script(text: str) -> str:
    """Without comments; a semicolon parts it from the next script of its pack."""
    return f"{rjsmin.jsmin(text)};"


# What decides how files are collected, beside the files themselves.
MAKERS = ("requirements.lock", "scoundrel_web/static_packs.py", "scoundrel_web/storage.py")
MINIFIERS = {".css": rcssmin.cssmin, ".js": short_script}


class PackedStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # has no types
    """Minifies what `collectstatic` has copied and joins files as settings.STATIC_PACKS says."""

    def post_process(
        self, paths: Mapping[str, object], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str, bool]]:
        if not dry_run:
            for name in paths:
                self._minify(Path(self.path(name)))
            for pack, names in settings.STATIC_PACKS.items():
                joined = "\n".join(Path(self.path(name)).read_text() for name in names)
                Path(self.path(pack)).write_text(joined)
        copied = {name: (self, name) for name in (*paths, *settings.STATIC_PACKS)}
        yield from super().post_process(copied, dry_run, **options)

    def _minify(self, file: Path) -> None:
        shorten = MINIFIERS.get(file.suffix)
        # htmx comes minified, and its text should stay what was published.
        if shorten and file.parent.name != "vendor":
            file.write_text(shorten(file.read_text()))


def collect() -> None:
    """Runs `collectstatic`, unless these very files are collected: a restart takes seconds.

    Raises OSError.
    """
    mark, now = settings.STATIC_ROOT / ".collected", digest()
    if mark.exists() and mark.read_text() == now:
        return
    call_command("collectstatic", verbosity=0, interactive=False)
    mark.write_text(now)


def digest() -> str:
    """Returns the digest of all that is collected, and of what decides how."""
    total = sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            total.update(name.encode())
            with storage.open(name) as file:
                total.update(file.read())
    for name in MAKERS:
        total.update((settings.BASE_DIR / name).read_bytes())
    return total.hexdigest()
