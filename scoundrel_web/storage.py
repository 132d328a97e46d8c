"""Static files as phones get them: without comments, and those of one page in one file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import brotli
import rcssmin
import rjsmin
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

try:
    import minify
except ImportError:  # requirements.txt says where there is none
    minify = None
try:
    from zopfli import gzip as zopfli
except ImportError:  # the same
    zopfli = None


def short_script(text: str) -> str:
    """With short names inside; a semicolon parts it from the next script of its pack."""
    return f"{minify.string('text/javascript', text) if minify else rjsmin.jsmin(text)};"


# What decides how files are collected, beside the files themselves.
MAKERS = ("requirements.lock", "scoundrel_web/static_packs.py", "scoundrel_web/storage.py")
MINIFIERS = {".css": rcssmin.cssmin, ".js": short_script}


class TightCompressor(Compressor):  # type: ignore[misc] # has no types
    """What takes longer to pack is shorter to fetch."""

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        """A window of few bits suits some small files."""
        packed: list[bytes] = [brotli.compress(data, lgwin=bits) for bits in (10, 22)]
        return min(packed, key=len)

    @staticmethod
    def compress_gzip(data: bytes) -> bytes:
        return bytes(zopfli.compress(data) if zopfli else Compressor.compress_gzip(data))


class PackedStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # has no types
    """Minifies what `collectstatic` has copied and joins files as settings.STATIC_PACKS says."""

    def create_compressor(self, **options: Any) -> TightCompressor:
        return TightCompressor(**options)

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
        if shorten and file.parent.name != "vendor":
            file.write_text(shorten(file.read_text()))


def collect() -> None:
    """What `collectstatic` does, unless these very files lie collected: a restart is seconds.

    Raises OSError.
    """
    mark, now = settings.STATIC_ROOT / ".collected", digest()
    if mark.exists() and mark.read_text() == now:
        return
    call_command("collectstatic", verbosity=0, interactive=False)
    mark.write_text(now)


def digest() -> str:
    """Of all that is collected, and of what decides how."""
    total = sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            total.update(name.encode())
            with storage.open(name) as file:
                total.update(file.read())
    for name in MAKERS:
        total.update((settings.BASE_DIR / name).read_bytes())
    return total.hexdigest()
