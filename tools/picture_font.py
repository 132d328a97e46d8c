"""Makes tracker/boards/picture.ttf: the letters of the pictures of what is shared.

The picture is drawn where no fonts may be installed. These are the Latin letters of Noto Serif,
from npm, under the licence that lies beside the file.

    python -m tools.picture_font
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from tools.npm import installed
from tools.number_font import PACKAGE, SOURCE, rename
from tools.smoke import arguments

PARTS = ("latin-600-normal", "latin-ext-600-normal")
FAMILY = "Scoundrel Picture"
LETTERS = (*range(0x20, 0x250), *range(0x2010, 0x2030), 0x2212)
FOLDER = Path(__file__).parent.parent / "tracker" / "boards"
FONT = FOLDER / "picture.ttf"
LICENCE = FOLDER / "picture-LICENSE.txt"


def part_of(source: Path, target: Path) -> str:
    """The letters of one file, without what makes them finer; returns where they lie."""
    font = TTFont(source, recalcTimestamp=False)
    subsetter = Subsetter(Options(layout_features=[], hinting=False))
    subsetter.populate(unicodes=LETTERS)
    subsetter.subset(font)
    font.flavor = None
    font.save(target)
    return str(target)


def main() -> None:
    parser = argparse.ArgumentParser(description=f"Makes {FONT.name}.")
    smoke = arguments(parser).smoke
    with TemporaryDirectory() as name:
        folder = Path(name)
        source = installed(PACKAGE) / SOURCE
        files = (source / "files" / f"noto-serif-{part}.woff2" for part in PARTS)
        parts = [part_of(file, folder / f"{file.stem}.ttf") for file in files]
        font = Merger().merge(parts)
        rename(font, FAMILY)
        made = folder / FONT.name
        font.save(made)
        if not smoke:
            shutil.copy(made, FONT)
            shutil.copy(source / "LICENSE", LICENCE)
        print(f"{FONT.name}: {made.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
