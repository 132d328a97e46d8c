"""Static files as phones get them: without comments, and those of one page in one file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import rcssmin
import rjsmin
from django.conf import settings
from whitenoise.storage import CompressedManifestStaticFilesStorage

MINIFIERS = {".css": rcssmin.cssmin, ".js": rjsmin.jsmin}


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
        minify = MINIFIERS.get(file.suffix)
        if minify and file.parent.name != "vendor":
            file.write_text(minify(file.read_text()))
