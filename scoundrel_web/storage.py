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
from django.core.files.storage import Storage
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage

from scoundrel_web.static_packs import joined

# Code that decides how files are collected.
MAKERS = (
    "requirements.lock",
    "scoundrel_web/static_packs.py",
    "scoundrel_web/storage.py",
)
MINIFIERS = {".css": rcssmin.cssmin, ".js": rjsmin.jsmin}


class PackedStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # has no types
    """Minifies what `collectstatic` has copied and joins files as settings.STATIC_PACKS says."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.addresses: dict[str, str] = {}

    support_js_module_import_aggregation = True  # packs and modules import hashed names

    def url(self, name: str, force: bool = False) -> str:
        """The address of a file, looked up once: those that templates name are few."""
        if name not in self.addresses:
            self.addresses[name] = super().url(name, force)
        return self.addresses[name]

    def post_process(
        self, paths: Mapping[str, tuple[Storage, str]], dry_run: bool = False, **options: Any
    ) -> Iterator[tuple[str, str, bool]]:
        if not dry_run:
            for pack in settings.STATIC_PACKS:
                Path(self.path(pack)).write_text(pack_of(paths, pack))
            for name in paths:
                self._minify(Path(self.path(name)))
        copied = {name: (self, name) for name in (*paths, *settings.STATIC_PACKS)}
        yield from super().post_process(copied, dry_run, **options)

    def _minify(self, file: Path) -> None:
        shorten = MINIFIERS.get(file.suffix)
        # htmx comes minified, and its text should stay what was published.
        if shorten and file.parent.name != "vendor":
            file.write_text(shorten(file.read_text()))


def pack_of(paths: Mapping[str, tuple[Storage, str]], pack: str) -> str:
    """Returns its files as one, minified; read where they come from, as copies may be minified."""

    def read(name: str) -> str:
        storage, path = paths[name]
        with storage.open(path) as file:
            return str(file.read().decode())

    if pack.endswith(".js"):
        return joined(pack, read, rjsmin.jsmin)
    return "\n".join(rcssmin.cssmin(read(name)) for name in settings.STATIC_PACKS[pack])


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
