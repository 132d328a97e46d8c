"""Which files a page is made of: each pack is one file where they are packed (storage.py).

The order counts. A style is overruled by those after it in the same layer, and what stands in no
layer by nothing in one; a script uses what those before it have added to `app`.
"""

from __future__ import annotations


def styles(*names: str) -> tuple[str, ...]:
    return tuple(f"css/{name}.css" for name in names)


def scripts(*names: str) -> tuple[str, ...]:
    return ("vendor/htmx-4.0.1.min.js", *(f"js/{name}.js" for name in ("app", *names)))


BASE = styles("base/theme", "base/base", "parts/button", "parts/card", "parts/crest")
# What a table without a sheet has no use for.
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
VOICE = ("reading", "voice", "keys")

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
    *("table.css", "later.css", "mine.css", "sheet.css", "site.css", "party.css", "rules.css"),
    *styles("table/around", "table/bigger", "table/spark", "cards/chance"),
    *styles("parts/suits", "base/leftward", "rules/print"),
    *("party.js", "later.js", "sheet.js", "js/clock.js", "js/last_table.js", "js/way_back.js"),
    *("icons.svg", "icons/favicon.svg", "fonts/numbers.woff2"),
)
