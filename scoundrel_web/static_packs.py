"""Which files a page is made of: each pack is one file where they are packed (storage.py).

The order of styles counts: one is overruled by those after it in the same layer, and what stands in
no layer by nothing in one. Of scripts a pack names the first module, which imports what it uses
(script_modules.py).
"""

from __future__ import annotations


def styles(*names: str) -> tuple[str, ...]:
    return tuple(f"css/{name}.css" for name in names)


HTMX = "vendor/htmx-4.0.1.min.js"
BASE = styles("base/theme", "base/base", "parts/button", "parts/card", "parts/crest")
# Rules that a table without a sheet has no use for.
MORE = styles("base/pages", "parts/button_kinds")
PAGE = (
    *BASE,
    *MORE,
    *styles("base/contrast", "parts/cards", "parts/ribbon", "parts/page"),
    *styles("parts/words", "parts/field", "parts/people"),
)
TABLE = (
    *BASE,
    *styles("parts/ribbon", "parts/player"),
    *styles("table/ribbon", "table/player", "table/bar", "table/table"),
)
SITE = styles("site/home", "site/parties", "runs/run")

PACKS = {
    "site.css": (*PAGE, *SITE),
    "party.css": (*PAGE, *styles("match/house_rules", "pages/list_page", "log/history")),
    "match_pages.css": (*PAGE, *SITE, *styles("match/house_rules", "match/pages")),
    "rules.css": (*PAGE, *styles("rules/rules", "rules/how_to_play")),
    "table.css": (*TABLE, *styles("table/large_text")),
    # Comes once the table can be used.
    "later.css": styles("base/contrast", "table/wide", "table/later"),
    # The cards of a phone's own player, and the strip of the others.
    "mine.css": styles("sheet/cards", "table/mine"),
    # Comes with a new table alone.
    "invitation.css": (*MORE, *styles("parts/words", "pages/invitation")),
    # Comes with the first sheet.
    "sheet.css": (
        *MORE,
        *styles("parts/words", "parts/field", "sheet/cards", "cards/chance"),
        *styles("cards/remaining_cards", "cards/card_picker", "cards/advice", "sheet/sheet"),
    ),
    "watch.css": (
        *TABLE,
        *styles("table/large_text", "table/watch", "table/wide", "table/later", "base/contrast"),
    ),
    "match.css": (
        *TABLE,
        *MORE,
        *styles("base/contrast", "parts/cards", "table/later", "table/pocket"),
        *styles("match/room", "match/rascal", "match/shedding", "match/coop", "match/table"),
    ),
    "party.js": (HTMX, "js/page/table.js"),
    "later.js": ("js/page/later.js",),
    # Comes with the first sheet.
    "sheet.js": ("js/sheet/open_sheet.js",),
    # Comes with a new table alone.
    "invitation.js": ("js/page/invitation.js",),
    "play.js": (HTMX, "js/match/match.js"),
    # Comes once a dealt game can be played.
    "voice.js": ("js/page/voice.js",),
    # The worker: it opens pages where there is no network.
    "worker.js": ("js/worker/worker.js",),
}
# A pack uses the modules of the one that its page has already.
AFTER = {
    "later.js": "party.js",
    "sheet.js": "party.js",
    "invitation.js": "party.js",
    "voice.js": "play.js",
}

# The files of a table, its sheets and the page that asks for the network.
OFFLINE = (
    *("table.css", "later.css", "mine.css", "sheet.css", "site.css", "party.css", "rules.css"),
    *styles("table/around", "table/bigger", "table/spark", "cards/chance"),
    *styles("parts/suits", "base/leftward", "rules/print"),
    *("party.js", "later.js", "sheet.js", "js/page/clock.js", "js/page/way_back.js"),
    *("icons.svg", "icons/favicon.svg", "fonts/numbers.woff2"),
)
