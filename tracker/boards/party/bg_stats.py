"""A finished run as a link that BG Stats opens: nothing leaves this site before it is touched.

The form is that of www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites.
"""

from __future__ import annotations

import hashlib
import json
from datetime import UTC
from typing import Any
from urllib.parse import quote

from tracker.boards.party.run import name_of
from tracker.boards.words.names import came_text
from tracker.services.party.runs import Run
from tracker.services.party.story import Part, Story

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Scoundrel Tracker"
GAMES: dict[str, dict[str, Any]] = {
    "coop": {"name": "Scoundrel (co-operative)"},
    "solo": {"name": "Scoundrel", "bggId": 191095},
    "rascal": {"name": "Rascal"},
}


def bg_stats_link(run: Run, party: str) -> str:
    """`party` tells parties apart (Table.storage_key); the link holds only what came of it."""
    if run.ended is None:
        return ""
    story = run.story
    play = {
        "sourceName": SOURCE,
        "sourcePlayId": _id(party, str(run.first)),
        "playDate": run.ended.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": story.seconds // 60,
        "board": came_text(story.game, *story.record),
        "game": GAMES[story.game]
        | {"sourceGameId": story.game, "highestWins": True, "noPoints": False},
        "players": [_player(part, story) for part in story.parts],
    }
    return ADDRESS + quote(json.dumps(play, ensure_ascii=False, separators=(",", ":")), safe="")


def _player(part: Part, story: Story) -> dict[str, Any]:
    """Whoever stands at the end has won, as far as one can against an endless dungeon.

    Alone one clears it, and the health that is left is the score (rules.md 4.5, 5.4).
    """
    alone = story.game != "coop"
    name = name_of(part)
    return {
        "name": name,
        "sourcePlayerId": _id(name),
        "startPlayer": False,
        "score": part.hp if alone else story.record[0],
        "winner": story.won if alone else part.hp > 0,
    }


def _id(*parts: str) -> str:
    """The same for the same parts, and nothing can be read from it."""
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
