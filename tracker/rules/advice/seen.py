"""A seat's knowledge of the cards it does not see."""

from __future__ import annotations

from typing import Any

from tracker.rules.protocol import Cards, Game


def unseen(game: Game[Any, Any], view: Any) -> Cards:
    """The cards that may still come: those of the pack that the view does not name."""
    named = game.to_json(view)
    return tuple(card for card in game.pack(view.options) if f'"{card}"' not in named)
