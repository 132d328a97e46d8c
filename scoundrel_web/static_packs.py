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
VOICE = ("reading", "voice", "keys")
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
    "party.js": scripts(
        *("memory", "outbox", "net", "post", "send", "counters", "show", "taps"),
        *("forms", "sheet"),
    ),
    "later.js": tuple(
        f"js/{name}.js"
        for name in (
            "slid",
            "guard",
            "once",
            "hold",
            "clock",
            "phone",
            "refresh",
            "counting",
            "end",
            "live",
            "hand",
            "keep",
            "share",
            "ask",
            "around",
            "taken",
            *VOICE,
        )
    ),
    # Comes with the first sheet.
    "sheet.js": tuple(
        f"js/{name}.js"
        for name in (
            *("draw", "paint", "marker", "tiles", "effects", "played", "tickets", "takers"),
            *("follow", "drafts", "back", "pad"),
        )
    ),
    # What the worker (templates/site/sw.js) begins a party with where there is no network.
    "worker.js": tuple(
        f"js/{name}.js" for name in ("kept", "blank", "begun", "sheets", "tables", "contact")
    ),
    # Comes once a dealt game can be played.
    "voice.js": tuple(f"js/{name}.js" for name in VOICE),
    # What came of a decision is shown before anything else follows the swap.
    "play.js": scripts(
        *("slid", "guard", "clock", "net", "pace", "places", "play", "refresh", "end", "live"),
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
        "css/sheet/chance.css",
        "css/table/spark.css",
        "css/table/bigger.css",
        "css/parts/suits.css",
        "css/base/leftward.css",
    ),
    *("css/rules/print.css", "css/parts/field.css"),
    *("party.js", "later.js", "sheet.js", "js/clock.js", "js/last_table.js", "js/way_back.js"),
    *("icons.svg", "icons/favicon.svg", "fonts/numbers.woff2"),
)
