"""Which files a page is made of: each pack is one file where they are packed (storage.py).

The order counts. A style is overruled by those after it in the same layer, and what stands in no
layer by nothing in one; a script uses what those before it have added to `app`.
"""

from __future__ import annotations


def styles(folder: str, *names: str) -> tuple[str, ...]:
    return tuple(f"css/{folder}/{name}.css" for name in names)


def scripts(*names: str) -> tuple[str, ...]:
    return ("vendor/htmx-4.0.1.min.js", *(f"js/{name}.js" for name in ("app", *names)))


BASE = styles("base", "theme", "fonts", "reset", "text", "places")
CARDS = styles("parts", "button", "card", "crest")
# What a table without a sheet has no use for.
MORE = (*styles("base", "pages"), *styles("parts", "button_kinds"))
PAGE = (
    *BASE,
    *CARDS,
    *MORE,
    *styles("parts", "cards", "ribbon", "head", "panel", "words", "field", "page", "fold"),
    *styles("parts", "people", "invite", "figures", "foot"),
)
TABLE = (
    *BASE,
    *CARDS,
    *styles("parts", "face", "ribbon", "gauge", "fan"),
    *styles("table", "frame", "counters", "depth", "specials", "all_fallen", "player", "hp", "kit"),
    *styles("table", "bar", "say", "net", "panel_sizes", "window_sizes", "on_its_side"),
)
SITE = styles("site", "home", "parties", "new", "run", "chart", "trouble")

PACKS = {
    "site.css": (*PAGE, *SITE),
    "party.css": (
        *PAGE,
        "css/parts/face.css",
        *styles("party", "list_page", "history", "saves", "settings", "join", "as_it_was"),
    ),
    "match_pages.css": (
        *PAGE,
        *SITE,
        *styles("match", "shelf", "house_rules", "sittings", "records"),
    ),
    "rules.css": (
        *BASE,
        *CARDS,
        *MORE,
        *styles("parts", "cards", "panel", "words", "field", "page", "foot"),
        *styles("rules", "text", "pages", "tables", "one_page", "how_to_play", "example"),
    ),
    "table.css": (*TABLE, "css/table/large_text.css"),
    # The cards of a phone's own player, and the strip of the others.
    "mine.css": (*styles("sheet", "faces", "outcomes"), *styles("table", "mine", "hand")),
    # Comes with a new table alone.
    "invitation.css": (*MORE, *styles("parts", "words", "invite"), "css/table/invitation.css"),
    "watch.css": (*TABLE, *styles("table", "motion", "large_text", "watch", "wide")),
    # Comes once the table can be used.
    "later.css": styles("table", "motion", "wide"),
    "sheet.css": (
        *MORE,
        *styles("parts", "field", "words", "invite"),
        *styles(
            "sheet", "frame", "tabs", "faces", "outcomes", "left", "pad", "advice", "window_sizes"
        ),
        "css/table/hand.css",
    ),
    "match.css": (
        *TABLE,
        *MORE,
        "css/table/motion.css",
        *styles("parts", "cards"),
        *styles("match", "frame", "facts", "room", "bar", "ending", "rascal", "others", "pile"),
        *styles("match", "own", "story", "pick", "mates", "plain", "window_sizes", "large_text"),
    ),
    "party.js": scripts(
        *("memory", "outbox", "net", "post", "send", "counters", "show", "taps"),
        *("forms", "sheet"),
    ),
    "later.js": tuple(
        f"js/{name}.js"
        for name in (
            "guard",
            "clock",
            "phone",
            "refresh",
            "end",
            "live",
            "hand",
            "room",
            "share",
            "invitation",
            "ask",
            "around",
            "taken",
        )
    ),
    # Comes with the first sheet.
    "sheet.js": tuple(
        f"js/{name}.js" for name in ("draw", "paint", "effects", "follow", "drafts", "back", "pad")
    ),
    # What the worker (templates/site/sw.js) begins a party with where there is no network.
    "worker.js": tuple(f"js/{name}.js" for name in ("blank", "begun", "contact")),
    # What came of a decision is shown before anything else follows the swap.
    "play.js": scripts(
        *("guard", "clock", "net", "pace", "places", "play", "refresh", "end", "live"),
    ),
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
        "css/table/spark.css",
        "css/table/bigger.css",
    ),
    *("css/base/light.css", "css/rules/print.css"),
    *("party.js", "later.js", "sheet.js", "js/clock.js", "js/last_table.js", "js/way_back.js"),
    *("icons.svg", "icons/favicon.svg", "fonts/numbers.woff2"),
)
