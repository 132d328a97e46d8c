"""Fonts that a page falls back on where a phone has nothing better, put in place of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page

from run import FONTS

# Each has a serif and a sans-serif. The widest comes first: they differ by up to a quarter.
FAMILIES = ("DejaVu", "Noto", "Liberation")
INSTALL = f"Install {', '.join(FONTS.values())}."

ARE_HERE = """async (families) => {
  const loaded = (name) => new FontFace("any", `local("${name}")`).load();
  const here = (name) => loaded(name).then(() => true, () => false);
  const found = [];
  for (const family of families) {
    const names = [`${family} Serif`, `${family} Sans`];
    const all = await Promise.all(names.map(async (n) => await here(n) || here(`${n} Regular`)));
    if (all.every(Boolean)) found.push(family);
  }
  return found;
}"""
# A style sheet made in a script: the strict content security policy lets no other in.
PUT = """async (family) => {
  const sheet = new CSSStyleSheet();
  const fonts = { "--serif": `"${family} Serif"`, "--sans": `"${family} Sans"` };
  const lines = Object.entries(fonts).map(([name, font]) => `${name}: ${font} !important;`);
  sheet.replaceSync(`:root { ${lines.join(" ")} }`);
  document.adoptedStyleSheets = [sheet];
  await document.fonts.ready;
  return getComputedStyle(document.body).fontFamily;
}"""
TAKE_AWAY = "() => { document.adoptedStyleSheets = []; }"


def families_here(browser: Browser) -> list[str]:
    page = browser.new_page()
    found: list[str] = page.evaluate(ARE_HERE, FAMILIES)
    page.close()
    return found


@contextmanager
def put(page: Page, family: str) -> Iterator[None]:
    """Everything written on the page, numbers aside, is in this family until it is left."""
    assert page.evaluate(PUT, family) == f'"{family} Sans"'
    try:
        yield
    except AssertionError as error:
        error.add_note(f"in {family}")
        raise
    finally:
        page.evaluate(TAKE_AWAY)
