"""Makes static/fonts/numbers.woff2: the figures, signs and letters of numbers and playing cards.

Phones differ in their serifs, and some lack a minus (U+2212), which then comes from another font
and is half as wide again. Noto Serif comes from npm, under the licence that lies beside the file.

    python -m tools.number_font
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from tools.npm import installed
from tools.smoke import arguments

PACKAGE = "@fontsource/noto-serif@5.3.0"
SOURCE = Path("@fontsource", "noto-serif")
SEMIBOLD = Path("files", "noto-serif-latin-600-normal.woff2")

GLYPHS = "0123456789+\N{MINUS SIGN}\N{PLUS-MINUS SIGN}AKQJ"
FAMILY = "Scoundrel Numbers"
FOLDER = Path(__file__).parent.parent / "static" / "fonts"
FONT = FOLDER / "numbers.woff2"
LICENCE = FOLDER / "numbers-LICENSE.txt"

FAMILY_NAMES = (1, 4, 16)  # ids of the naming table: family, full name, typographic family
POSTSCRIPT_NAME = 6
LEGAL_NAMES = (0, 13, 14)  # copyright, licence, its address


def subset(font: TTFont) -> None:
    """Leaves the glyphs as they are drawn: no kerning, no hints, no alternatives."""
    options = Options(layout_features=[], hinting=False, notdef_outline=True)
    options.name_IDs = [*FAMILY_NAMES, POSTSCRIPT_NAME, *LEGAL_NAMES]
    subsetter = Subsetter(options)
    subsetter.populate(text=GLYPHS)
    subsetter.subset(font)


def rename(font: TTFont, family: str) -> None:
    """A part of a font is not that font."""
    for record in font["name"].names:
        if record.nameID in FAMILY_NAMES:
            record.string = family
        elif record.nameID == POSTSCRIPT_NAME:
            record.string = family.replace(" ", "")


def main() -> None:
    parser = argparse.ArgumentParser(description=f"Makes {FONT.name}.")
    smoke = arguments(parser).smoke
    with TemporaryDirectory() as folder:
        source = installed(PACKAGE) / SOURCE
        font = TTFont(source / SEMIBOLD, recalcTimestamp=False)
        subset(font)
        rename(font, FAMILY)
        font.flavor = "woff2"
        made = Path(folder) / FONT.name
        font.save(made)
        if not smoke:
            shutil.copy(made, FONT)
            shutil.copy(source / "LICENSE", LICENCE)
        print(f"{FONT.name}: {made.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
