"""Games told as text: which cards come first, and what is decided one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tracker.rules.games.coop.game import Coop, enter
from tracker.rules.games.coop.state import CoopState, Hero
from tracker.rules.protocol import Cards, Game, Shuffle

COOP = Coop()


def cards(text: str) -> Cards:
    return tuple(text.split())


def dealt(game: Game[Any, Any], first: str, seats: int = 1, **options: Any) -> Any:
    """A new game with these cards on top of the pile; the others follow in the pack's order."""
    pack = game.pack(game.chosen(options))
    rest = (card for card in pack if card not in cards(first))
    return game.setup(options, seats, (*cards(first), *rest), tuple)


def after(game: Game[Any, Any], state: Any, decisions: str) -> Any:
    """`equip:8d 1/pass`: by the seat named before the slash, else by whoever is to act first."""
    for words in decisions.split():
        seat, _, decision = words.rpartition("/")
        state = game.apply(state, int(seat or game.to_act(state)[0]), decision, tuple)
    return state


def open_to(game: Game[Any, Any], state: Any, seat: int | None = None) -> set[str]:
    """The decisions open to a seat; without a seat, to whoever is to act first."""
    return set(game.decisions(state, game.to_act(state)[0] if seat is None else seat))


def person(hp: int = 20, weapon: str = "", slain: str = "", shields: str = "") -> dict[str, Any]:
    """A player of a co-operative game in the middle."""
    return {
        "hp": hp,
        "weapon": weapon or None,
        "slain": cards(slain),
        "shields": cards(shields),
        "passed": False,
    }


def midway(
    *players: Mapping[str, Any],
    deck: str,
    carry: str | None = None,
    aside: str = "",
    options: Mapping[str, Any] | None = None,
    **more: Any,
) -> CoopState:
    """A co-operative game as a room is entered; cards not named lie in the discard."""
    held = [c for p in players for c in (p["weapon"], *p["slain"], *p["shields"])]
    placed = {*cards(deck), carry, *cards(aside), *held}
    pack = COOP.pack(COOP.chosen(options or {}))
    moment = {"floor": 1, "rooms": 0, "first": 0, "ran_last": False} | more
    moment |= {"players": players, "carry": carry, "aside": cards(aside)}
    moment["discard"] = [card for card in pack if card not in placed]
    return resumed(options or {}, moment, cards(deck), tuple)


def resumed(
    options: Mapping[str, Any], moment: Mapping[str, Any], deck: Sequence[str], shuffle: Shuffle
) -> CoopState:
    """A start in mid-game: `moment` is the `from` of a trace, just before a room is entered."""
    start = CoopState(
        options=COOP.chosen(options),
        players=tuple(map(_hero, moment["players"])),
        deck=tuple(deck),
        room=(moment["carry"],) if moment["carry"] else (),
        discard=tuple(moment["discard"]),
        aside=tuple(moment["aside"]),
        floor=moment["floor"],
        rooms=moment["rooms"],
        first=moment["first"] - 1,
        ran_last=moment["ran_last"],
    )
    COOP.check_pack(start.options, start.cards)
    return enter(start, shuffle)


def _hero(player: Mapping[str, Any]) -> Hero:
    slain, shields = tuple(player["slain"]), tuple(player["shields"])
    return Hero(player["hp"], player["weapon"] or "", slain, shields, player["passed"])
