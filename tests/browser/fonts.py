"""Fonts that a page falls back on where a phone has nothing better, put in place of its own."""

from __future__ import annotations

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
# Calls these functions in each of the families: the page is laid out for each, painted for none.
# A style sheet made in a script: the strict content security policy lets no other in.
IN_EACH = """async (families) => {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [sheet];
  const faults = [];
  for (const family of families) {
    const fonts = { "--serif": `"${family} Serif"`, "--sans": `"${family} Sans"` };
    const lines = Object.entries(fonts).map(([name, font]) => `${name}: ${font} !important;`);
    sheet.replaceSync(`:root { ${lines.join(" ")} }`);
    await document.fonts.ready;
    const { fontFamily } = getComputedStyle(document.body);
    const found = fontFamily === fonts["--sans"] ? [] : [`${fontFamily} is written in`];
    for (const look of [%s]) found.push(...look());
    faults.push(...found.map((fault) => `in ${family}: ${fault}`));
  }
  document.adoptedStyleSheets = [];
  return faults;
}"""


def families_here(browser: Browser) -> list[str]:
    page = browser.new_page()
    found: list[str] = page.evaluate(ARE_HERE, FAMILIES)
    page.close()
    return found


def faults_in_each(page: Page, families: list[str], *looks: str) -> list[str]:
    """All that these scripts find while everything but numbers is in one family, then the next."""
    found: list[str] = page.evaluate(IN_EACH % ", ".join(looks), families)
    return found
