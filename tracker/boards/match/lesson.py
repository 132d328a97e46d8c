"""The taught floor: each thing of the co-op game in a sentence, when it is first met.

A note follows from what lay open after each move, and nothing is kept about it: undo brings it
back, and so does opening the game later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tracker.rules.cards import BLACK_JOKER, BLACKSMITHS, POTIONS, SHIELDS, WEAPONS
from tracker.rules.games.coop.state import CoopState
from tracker.rules.games.dungeon import MONSTERS
from tracker.rules.protocol import Decision
from tracker.services.match.deals import TAUGHT
from tracker.services.match.log import seen_states
from tracker.services.match.match import DealtMatch

Met = Callable[[CoopState, int, tuple[Decision, ...]], bool]
"""Whether a seat, with these decisions, meets the thing."""


def _lies(cards: Iterable[str]) -> Met:
    return lambda state, seat, decisions: not {*cards}.isdisjoint(state.room)


LESSONS: dict[str, tuple[Met, str | Promise]] = {
    "bare": (
        _lies(MONSTERS - {BLACK_JOKER}),
        gettext_lazy(
            "A black card is an enemy: fight it with bare hands, and you lose its whole value in"
            " health."
        ),
    ),
    "weapon": (
        _lies(WEAPONS),
        gettext_lazy(
            "A diamond is a weapon: equip it, and it takes its value off the damage of each enemy"
            " you fight with it."
        ),
    ),
    "limit": (
        lambda state, seat, decisions: bool(state.players[seat].slain),
        gettext_lazy("The enemy stays on your weapon, which can now only fight weaker ones."),
    ),
    "potion": (
        _lies(POTIONS),
        gettext_lazy(
            "A heart is a potion: drink it, and you get its value back in health, up to 20."
        ),
    ),
    "joker": (
        _lies({BLACK_JOKER}),
        gettext_lazy(
            "Only a weapon can fight the black joker: it does no damage, but you lose the weapon."
        ),
    ),
    "shield": (
        _lies(SHIELDS),
        gettext_lazy(
            "A picture card of hearts is a shield: it absorbs up to 3 of the next damage you take,"
            " and is then spent."
        ),
    ),
    "repair": (
        _lies(BLACKSMITHS),
        gettext_lazy(
            "A picture card of diamonds is a blacksmith: it removes the last enemies from your"
            " weapon, so it can fight stronger ones again."
        ),
    ),
    "end": (
        lambda state, seat, decisions: not state.deck,
        gettext_lazy(
            "The draw pile is empty: after this room, the discard pile is shuffled and becomes the"
            " next floor."
        ),
    ),
    "pass": (
        lambda state, seat, decisions: "pass" in decisions,
        gettext_lazy(
            "If no card suits you, pass: the turn moves on, but you can’t pass twice in a row."
        ),
    ),
    "run": (
        lambda state, seat, decisions: "offer" in decisions and not any(state.used),
        gettext_lazy(
            "Nobody has fought here yet, so you can run if all agree: the room goes under the draw"
            " pile."
        ),
    ),
}
"""When a thing is met, and its sentence. Of several that are new the first is explained; cards
come before what may be done at any time."""


@dataclass(frozen=True)
class LessonNote:
    """Tells what is new now, "" for nothing, and which lesson it is; `over` after the floor."""

    text: str = ""
    count: str = ""
    over: bool = False


def lesson_note(match: DealtMatch) -> LessonNote | None:
    """The note beside the table of the taught deal; None in any other game."""
    if match.outdated or match.waiting or match.game.key != "coop" or match.deal != TAUGHT:
        return None
    now = match.seen_by(None)
    if match.over or now.floor > 1:
        just = not match.over and (now.floor, now.rooms) == (2, 0)
        text = _("You’ve finished a floor, and now you know the game.") if just else ""
        return LessonNote(text, over=True)
    told: list[str] = []
    new = None
    for state in seen_states(match):
        new = _new(match, state, told)
        told += [new] if new else []
    if new is None:
        return LessonNote()
    return LessonNote(str(LESSONS[new][1]), f"{len(told)}/{len(LESSONS)}")


def _new(match: DealtMatch, state: CoopState, told: list[str]) -> str | None:
    """The thing that a person who is to decide meets first; a computer is told nothing."""
    for seat in match.game.to_act(state):
        if match.seats[seat].person:
            decisions = match.game.decisions(state, seat)
            met = (name for name, (meets, _) in LESSONS.items() if meets(state, seat, decisions))
            return next((name for name in met if name not in told), None)
    return None
