"""Worked examples of the dealt games: a few moves, and what the rules make of them.

A number in braces is what the game itself answers, and every move has to be legal: an example
cannot be wrong about its own cards. What stands between stars is printed bold.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tracker.rules.protocol import Cards, Game
from tracker.rules.registry import GAMES

NAMES = ("Mara", "Odo")
HEAP = {"shiphead": "Centre", "castle": "Stack"}


@dataclass(frozen=True)
class Example:
    """A game dealt from these cards, and its moves: decisions and what is said about them.

    Words without a decision are about the moment.
    """

    title: str
    game: str
    pile: str
    moves: tuple[tuple[str, str], ...]
    seats: int = 1


@dataclass(frozen=True)
class Row:
    """Cards that lie together; `fanned` ones on each other."""

    label: str
    cards: Cards
    fanned: bool = False


@dataclass(frozen=True)
class Step:
    words: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Told:
    title: str
    steps: tuple[Step, ...]


SOLO = {
    "rooms": Example(
        "Example: two rooms",
        "solo",
        "8d Kc Js 7s 9c 5h 3d 6s",
        (
            ("", "Mara has {hp} health and bare hands. She stays."),
            ("equip:8d", "First card: she takes up the *8 of diamonds*."),
            ("fight:Kc:weapon", "Second: the *king of clubs*, 13 − 8 = {hit}. She has {hp} left."),
            (
                "fight:Js:weapon",
                "Third: the *jack of spades*, 11 − 8 = {hit}. She has {hp} left, and her 8 now"
                " beats {beats} or less. The 7 of spades stays and opens the next room.",
            ),
            (
                "fight:7s:weapon",
                "The *7 of spades* does not get through. But now the 8 beats only {beats} or less.",
            ),
            (
                "fight:9c:bare",
                "The *9 of clubs* is not below 7, so her hands must do: {hit}. She has {hp} left.",
            ),
            (
                "drink:5h",
                "She drinks the *5 of hearts* and has {hp}. That was the third card: the 3 of"
                " diamonds waits, and a new room is dealt.",
            ),
        ),
    ),
    "skip": Example(
        "Example: a room to leave alone",
        "solo",
        "Ac Ks Qs 2h 6d 4s 9h 5c 3c 7d",
        (
            ("", "An ace, a king and a queen, and no weapon. Mara has touched nothing yet."),
            (
                "skip",
                "She *skips* the room. Its four cards lie at the bottom of the pile, the ace"
                " first. Here are four new ones. These she has to play.",
            ),
        ),
    ),
}
RASCAL = {
    "knife": Example(
        "Example: an 8 and a knife",
        "rascal",
        "8d Kc 2d 5s Qs 3h 9c 4d",
        (
            (
                "equip:8d fight:Kc:weapon",
                "Mara takes up the *8 of diamonds* and fights the king of clubs: 13 − 8 = {hit}."
                " She has {hp} left. The king wears the weapon by one: it is worth {value}.",
            ),
            ("knife:2d", "The *2 of diamonds* becomes a knife: 7 + 2 = {value}."),
            (
                "fight:5s:weapon",
                "Three cards are gone and she might move on, but she takes the *5 of spades* as"
                " well. No hit. With one more enemy on it the weapon is worth {value}.",
            ),
            (
                "next fight:Qs:weapon",
                "Four new cards, and the *queen of spades* among them: 12 − 8 = {hit}. She has"
                " {hp} left. That was the second fight of the knife: it leaves, and the 5"
                " and the queen leave with it. Only the king still wears the 8, now worth"
                " {value}.",
            ),
        ),
    ),
    "pocket": Example(
        "Example: a potion for later",
        "rascal",
        "6h 3c 7h 5d Ks 9d 3h",
        (
            ("fight:3c:bare", "Mara fights the *3 of clubs* with her hands and has {hp} left."),
            (
                "drink:6h",
                "No enemy is left. She drinks the *6 of hearts* and has {hp}, since health"
                " stops there. The 7 cannot be drunk in this room any more.",
            ),
            (
                "store:7h",
                "So she puts the *7 of hearts* in her pocket. That is the third card, and she may"
                " move on.",
            ),
            (
                "next equip:5d",
                "The 5 of diamonds was carried on, and she takes it up. With an enemy in the"
                " room the pocket is shut.",
            ),
            ("fight:Ks:weapon", "The *king of spades*: 13 − 5 = {hit}. She has {hp} left."),
            (
                "inv-drink:7h",
                "No enemy is left, and the pocket opens. The *7 of hearts* takes her to {hp}."
                " It is the potion of this room: the 3 has to wait.",
            ),
        ),
    ),
}
UNSEEN = "2s 3s 4s 5s As 8s Js Ks 9s 2h 3h 4h"
SHIPHEAD = {
    "nine": Example(
        "Example: a nine, turned round",
        "shiphead",
        f"{UNSEEN} 9c 7s 9h 5c 4d Kh Qs 6h 3c 8d Jc 10d 6d",
        (
            ("", "Their hands. Mara begins."),
            ("play:9c,9h", "Mara lays *both nines*. Odo may lay {valid}."),
            (
                "play:7s",
                "Odo lays the *7 of spades*, and the nine is turned round. Mara may lay {valid}.",
            ),
            ("play:Qs", "Mara lays the *queen of spades*. Odo may lay {valid}."),
        ),
        seats=2,
    ),
    "eight": Example(
        "Example: an eight goes to sleep",
        "shiphead",
        f"{UNSEEN} 8c Kc 7h 6s 10h 9d 5d 4c 3d Jh 6d 6c Qc Jd",
        (
            ("", "Their hands. Mara begins."),
            ("play:8c", "Mara lays the *8 of clubs*. Odo may lay only an {valid}, and has none."),
            ("wait", "Odo *waits*. Now the 8 sleeps, and Mara may lay {valid}."),
            ("play:7h", "She lays the *7 of hearts*. The 8 below sleeps on: Odo may lay {valid}."),
            ("play:Kc", "Odo lays the *king of clubs*."),
            ("play:10h", "Mara lays the *10 of hearts*: the centre burns, and she goes on."),
            ("play:3d", "She gets rid of the *3 of diamonds*. Odo may lay {valid}."),
        ),
        seats=2,
    ),
    "four": Example(
        "Example: four sixes and a seven",
        "shiphead",
        f"{UNSEEN} 6c 7c 6d Kc 6h 5c 6s 4c 10h Jh 3c 3d Qd",
        (
            ("play:6c,6d", "Mara lays *two sixes*."),
            ("play:7c", "Odo lays the *7 of clubs*. It is looked through: the 6 still counts."),
            (
                "play:6h,6s",
                "Mara adds the *other two*. Without the 7 they are four in a row: the centre"
                " burns, and she goes on.",
            ),
        ),
        seats=2,
    ),
}
CASTLE = {
    "stack": Example(
        "Example: a stack grows and burns",
        "castle",
        "Ks 3h 5s Qd 4c 3s 6c 2h Js 7h 9d Jc 10s 5h Ad 6d 9h 8d 6s 2c Kd 4s 10c 5c 7d",
        (
            ("", "Their hands, and the 6 of spades on the stack. Mara begins. Her 4 is too low."),
            (
                "play:9d",
                "She plays a 9, so *both nines* go. She draws two cards, the 2 of clubs and the"
                " king of diamonds.",
            ),
            ("play:Jc", "Odo plays the *jack of clubs* and draws the 4 of spades."),
            (
                "play:2c",
                "Mara plays the *2 of clubs*. A 2 may go on anything, and anything may go on it.",
            ),
            ("play:3s", "Odo gets rid of the *3 of spades*."),
            ("play:4c", "Mara gets rid of the *4 of clubs*."),
            (
                "play:8d",
                "Odo plays the *8 of diamonds*: the stack burns. He draws a card and plays again,"
                " whatever he likes.",
            ),
        ),
        seats=2,
    ),
}
EXAMPLES = {"solo": SOLO, "rascal": RASCAL, "shiphead": SHIPHEAD, "castle": CASTLE}


def examples(key: str) -> dict[str, Told]:
    """The examples of a game, played through."""
    return {
        name: Told(example.title, tuple(_steps(example))) for name, example in EXAMPLES[key].items()
    }


def _steps(example: Example) -> Iterator[Step]:
    game = GAMES[example.game]
    state = _dealt(game, example)
    for decisions, words in example.moves:
        before = game.summary(state)
        for decision in decisions.split():
            state = game.apply(state, game.to_act(state)[0], decision, tuple)
        rows = tuple(row for row in _rows(game, state, opening=not decisions) if row.cards)
        yield Step(words.format_map(_facts(before, game.summary(state))), rows)


def _dealt(game: Game[Any, Any], example: Example) -> Any:
    """The cards that matter on top, the others below as they come."""
    first = tuple(example.pile.split())
    rest = (card for card in game.pack(game.chosen({})) if card not in first)
    return game.setup({}, example.seats, (*first, *rest), tuple)


def _rows(game: Game[Any, Any], state: Any, opening: bool) -> Iterator[Row]:
    """A weapon and the room, or the heap with both hands before the first move."""
    if game.seats == (1,):
        knife = getattr(state, "knife", ())
        arms = (state.weapon, *state.slain, *knife) if state.weapon else ()
        yield Row("Weapon", arms, fanned=True)
        yield Row("Room", state.room)
        yield Row("Pocket", tuple(filter(None, [getattr(state, "inventory", "")])))
        return
    if opening:
        held = zip(NAMES, state.players, strict=True)
        yield from (Row(name, player.hand) for name, player in held)
    yield Row(HEAP[game.key], state.centre, fanned=True)


def _facts(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """What a sentence may name."""
    facts = after | {"valid": ", ".join(after.get("valid", ()))}
    if "hp" in after:
        facts["hit"] = before["hp"] - after["hp"]
    if after.get("limit"):
        facts["beats"] = after["limit"] - 1
    return facts
