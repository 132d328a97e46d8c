"""A shared run as a picture."""

from __future__ import annotations

from tracker.boards.party.run import name_of
from tracker.boards.picture import Line, drawn
from tracker.boards.words.names import came_text
from tracker.services.party.story import Story


def picture_of(story: Story) -> bytes:
    """A PNG, with the same chart as its page."""
    lines = (Line(part.number, name_of(part), tuple(part.points)) for part in story.parts)
    return drawn((came_text(story.game, *story.record),), tuple(lines), story.count)
