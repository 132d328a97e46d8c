"""Achievements of a finished match: one line each, asked of what came of it.

A new one has a place in the test. The catalogue for real cards is that of
boards/party/runs/achievements.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tracker.rules.games.dungeon import MAX_HP
from tracker.rules.protocol import Decision, parts
from tracker.services.match.deals import is_daily
from tracker.services.match.match import DealtMatch, LoggedMove

Health = tuple[int, ...]


@dataclass(frozen=True)
class Feat:
    """A finished match and what people decided in it, in order; computers count for nobody.

    `won` says whether one of the people has; then the decisions are that winner's. `health` is that
    of the people's seats at the start and after each move, () in a game without. `floors` are those
    that were finished. `levels` are those of the computers. `day` says whether it was the deal
    of its day.
    """

    won: bool
    decisions: tuple[Decision, ...]
    health: tuple[Health, ...]
    floors: int
    levels: tuple[str, ...]
    undo_count: int
    day: bool

    def did(self, *verbs: str) -> int:
        """How often they decided so."""
        return sum(parts(decision)[0] in verbs for decision in self.decisions)


ACHIEVEMENTS: dict[str, tuple[str | Promise, Callable[[Feat], bool]]] = {
    "won": (_("Cleared a dungeon"), lambda feat: cleared(feat)),
    "won-hair": (
        _("Won with one health left"),
        lambda feat: cleared(feat) and feat.health[-1][0] == 1,
    ),
    "won-whole": (
        _("Won with all twenty health left"),
        lambda feat: cleared(feat) and feat.health[-1][0] == MAX_HP,
    ),
    "won-safe": (
        _("Won and never had less than ten health"),
        lambda feat: cleared(feat) and lowest(feat) >= 10,
    ),
    "won-back": (
        _("Won after being down to two health or less"),
        lambda feat: cleared(feat) and lowest(feat) <= 2,
    ),
    "won-dry": (
        _("Won without a potion"),
        lambda feat: cleared(feat) and not feat.did("drink", "inv-drink"),
    ),
    "won-straight": (
        _("Won without leaving a room"),
        lambda feat: cleared(feat) and not feat.did("skip", "flee"),
    ),
    "won-one-weapon": (
        _("Won with a single weapon"),
        lambda feat: cleared(feat) and feat.did("equip", "inv-equip") == 1,
    ),
    "won-fists": (
        _("Won with five bare-handed fights"),
        lambda feat: cleared(feat) and bare(feat) >= 5,
    ),
    "won-at-once": (
        _("Won without undoing anything"),
        lambda feat: cleared(feat) and not feat.undo_count,
    ),
    "won-day": (_("Won a deal of the day"), lambda feat: cleared(feat) and feat.day),
    "won-knife": (
        _("Won with a knife"),
        lambda feat: cleared(feat) and feat.did("knife", "inv-knife") >= 1,
    ),
    "floor": (_("Finished a floor"), lambda feat: feat.floors >= 1),
    "floors": (_("Finished three floors"), lambda feat: feat.floors >= 3),
    "steadfast": (
        _("Finished a floor and never ran"),
        lambda feat: feat.floors >= 1 and not feat.did("offer"),
    ),
    "brink": (
        _("Came back from one health"),
        lambda feat: any(recovered(hps) for hps in zip(*feat.health, strict=True)),
    ),
    "outplayed": (_("Outplayed a computer"), lambda feat: raced(feat) and bool(feat.levels)),
    "outplayed-strong": (
        _("Outplayed a strong computer"),
        lambda feat: raced(feat) and "strong" in feat.levels,
    ),
    "outplayed-three": (
        _("Outplayed three computers at once"),
        lambda feat: raced(feat) and len(feat.levels) == 3,
    ),
    "light-hand": (
        _("Won and never took the pile"),
        lambda feat: raced(feat) and not feat.did("take", "pickup"),
    ),
    "heavy-hand": (
        _("Took the pile five times and still won"),
        lambda feat: raced(feat) and feat.did("take", "pickup") >= 5,
    ),
    "patient": (
        _("Waited three times and won"),
        lambda feat: raced(feat) and feat.did("wait") >= 3,
    ),
}
"""By key: the name, and whether it has been earned."""


def feat_of(match: DealtMatch, moves: Sequence[LoggedMove], health: Sequence[Health]) -> Feat:
    """`moves` are those that stand; `health` is that of all seats."""
    people = [side.number for side in match.seats if not side.level]
    won = match.winner in people
    deciding = [match.winner] if won else people
    return Feat(
        won=won,
        decisions=tuple(m.text for m in moves if m.seat in deciding and not m.away),
        health=tuple(tuple(hps[seat] for seat in people) for hps in health),
        floors=match.score.get("floors", 0),
        levels=tuple(side.level for side in match.seats if side.level),
        undo_count=match.undo_count,
        day=any(is_daily(match.game, match.deal, day) for day in _days(match.created)),
    )


def _days(moment: datetime) -> set[date]:
    """The days that it was anywhere: who looks may live elsewhere than who played."""
    return {(moment.astimezone(UTC) + timedelta(hours=hours)).date() for hours in (-12, 0, 14)}


def achieved(match: DealtMatch, moves: Sequence[LoggedMove], health: Sequence[Health]) -> list[str]:
    """The keys of all that people have earned in it; none where it goes on from another match."""
    if match.prefix_count:
        return []
    feat = feat_of(match, moves, health)
    return [key for key, (_name, earned) in ACHIEVEMENTS.items() if earned(feat)]


def cleared(feat: Feat) -> bool:
    """Won a game of one who plays alone with health."""
    return feat.won and bool(feat.health)


def raced(feat: Feat) -> bool:
    """Won a game against others."""
    return feat.won and not feat.health


def lowest(feat: Feat) -> int:
    return min(hps[0] for hps in feat.health)


def bare(feat: Feat) -> int:
    """Fights with bare hands."""
    return sum(decision.endswith(":bare") for decision in feat.decisions)


def recovered(hps: Health) -> bool:
    """Somebody was down to one health and had more again."""
    return 1 in hps and max(hps[hps.index(1) :]) > 1
