"""Which files a page is made of: each pack is one file where they are packed (storage.py).

The order of styles counts: one is overruled by those after it in the same layer, and what stands in
no layer by nothing in one. Of scripts a pack names the first module, which imports what it uses
(script_modules.py).
"""

from __future__ import annotations


def styles(folder: str, *names: str) -> tuple[str, ...]:
    return tuple(f"css/{folder}/{name}.css" for name in names)


HTMX = "vendor/htmx-4.0.1.min.js"
BASE = styles("base", "theme", "fonts", "reset", "text", "places")
CARDS = styles("parts", "button", "card", "crest")
CONTRAST = "css/base/contrast.css"
# What a table without a sheet has no use for.
MORE = (*styles("base", "pages"), *styles("parts", "button_kinds"))
PAGE = (
    *BASE,
    *CARDS,
    *MORE,
    CONTRAST,
    *styles("parts", "cards", "ribbon", "head", "panel", "words", "field", "page", "fold"),
    *styles("parts", "people", "invite", "figures", "foot"),
)
TABLE = (
    *BASE,
    *CARDS,
    *styles("parts", "face", "ribbon", "gauge", "fan"),
    *styles("table", "frame", "counters", "depth", "specials", "all_fallen", "player", "hp", "kit"),
    *styles("table", "bar", "say", "net", "panel_sizes", "on_its_side"),
)
SITE = styles("site", "home", "parties", "new", "run", "runs", "chart", "trouble")

PACKS = {
    "site.css": (*PAGE, *SITE),
    "party.css": (
        *PAGE,
        "css/parts/face.css",
        "css/match/house_rules.css",
        *styles("party", "list_page", "history", "saves", "settings", "join", "as_it_was"),
    ),
    "match_pages.css": (
        *PAGE,
        *SITE,
        *styles("match", "shelf", "house_rules", "sittings", "records"),
    ),
    "rules.css": (
        *BASE,
        *styles("parts", "button", "card"),  # no player stands there
        *MORE,
        # Two of the pages ask for something; these have the fields as a file beside.
        *styles("parts", "cards", "ribbon", "head", "panel", "words", "page", "foot"),
        *styles("rules", "text", "pages", "tables", "one_page", "how_to_play", "example"),
    ),
    "table.css": (*TABLE, "css/table/large_text.css"),
    # The cards of a phone's own player, and the strip of the others.
    "mine.css": (*styles("sheet", "faces", "outcomes"), *styles("table", "mine", "hand")),
    # Comes with a new table alone.
    "invitation.css": (*MORE, *styles("parts", "words", "invite"), "css/table/invitation.css"),
    "watch.css": (
        *TABLE,
        *styles("table", "lights", "motion", "large_text", "watch", "wide", "voice"),
        CONTRAST,
    ),
    # Comes once the table can be used.
    "later.css": (CONTRAST, *styles("table", "ask", "lights", "motion", "wide", "voice")),
    "sheet.css": (
        *MORE,
        *styles("parts", "field", "words", "invite"),
        *styles(
            "sheet",
            "frame",
            "tabs",
            "faces",
            "outcomes",
            "chance",
            "left",
            "pad",
            "advice",
            "window_sizes",
        ),
        "css/table/hand.css",
    ),
    "match.css": (
        *TABLE,
        *MORE,
        CONTRAST,
        *styles("table", "lights", "motion", "voice"),
        *styles("parts", "cards"),
        *styles("match", "frame", "facts", "room", "bar", "ending"),
        "css/table/pocket.css",
        *styles("match", "rascal", "others", "pile"),
        *styles("match", "own", "story", "pick", "mates", "plain", "window_sizes", "large_text"),
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

# What a table, its sheets and the page that asks for the network are made of.
OFFLINE = (
    *(
        "table.css",
        "later.css",
        "mine.css",
        "sheet.css",
        "site.css",
        "party.css",
        "rules.css",
        "css/table/around.css",
        "css/sheet/chance.css",
        "css/table/spark.css",
        "css/table/bigger.css",
        "css/parts/suits.css",
        "css/base/leftward.css",
    ),
    *("css/rules/print.css", "css/parts/field.css"),
    *("party.js", "later.js", "sheet.js", "js/page/clock.js", "js/page/way_back.js"),
    *("icons.svg", "icons/favicon.svg", "fonts/numbers.woff2"),
)
