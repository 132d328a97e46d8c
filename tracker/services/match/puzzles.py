"""A position of a finished match as a puzzle, in a link that anybody may open.

The link carries the position, signed, and nothing else: no row keeps it, no way leads from it to
the match.
"""

from __future__ import annotations

import json
from dataclasses import replace
from string import ascii_letters
from typing import Any

from django.core.signing import BadSignature, Signer

from tracker.rules.games import GAMES
from tracker.rules.games.dungeon import LONE_PACK, LoneGame
from tracker.rules.puzzles import NoPuzzle, Puzzle, open_puzzle
from tracker.services.match.log import moves_not_undone, revealed_states
from tracker.services.match.match import DealtMatch, read_state
from tracker.services.reading import UNREADABLE

POSITIONS = {"solo": 1000, "rascal": 500}
"""A moment that is not decided after so many, some 0.4 s of a core, is no puzzle."""
LETTERS = dict(zip(LONE_PACK, ascii_letters, strict=False))
CARDS = {letter: card for card, letter in LETTERS.items()}


def makes_puzzles(match: DealtMatch) -> bool:
    """Whether its game is one of which puzzles can be made."""
    return match.game.key in POSITIONS


def match_puzzle(match: DealtMatch, at: int) -> str:
    """The link to the position after `at` moves. Raises NoPuzzle and Unplayable."""
    *_, state = revealed_states(match, moves_not_undone(match)[:at])
    game: Any = match.game
    state = replace(state, discard=(), turn=0, bottom=0)  # nothing to come depends on them
    open_puzzle(game, state, POSITIONS[game.key])
    return _link(game, state)


def linked_puzzle(link: str) -> Puzzle | None:
    """The puzzle that a link leads to; None for one that was not made here, or long ago."""
    try:
        key, new = _signer().unsign_object(link)
        game: Any = GAMES[key]
        usual = _usual(game)
        values = {name: _read(usual[name], value) for name, value in new.items()}
        state = read_state(game, json.dumps(usual | values))
        return open_puzzle(game, state, POSITIONS[game.key])._replace(link=link)
    except (BadSignature, NoPuzzle, *UNREADABLE):
        return None


def _link(game: LoneGame[Any, Any], state: Any) -> str:
    """Only what is not as usual, and a letter for each card: people send it about."""
    usual, values = _usual(game), json.loads(game.to_json(state))
    new = {n: _written(usual[n], value) for n, value in values.items() if value != usual[n]}
    return _signer().sign_object([game.key, new], compress=True)


def _written(usual: Any, value: Any) -> Any:
    if isinstance(value, dict):  # the house rules
        return {name: rule for name, rule in value.items() if rule != usual[name]}
    return "".join(LETTERS[card] for card in value) if isinstance(value, list) else value


def _read(usual: Any, value: Any) -> Any:
    if isinstance(usual, dict):
        return usual | value
    return [CARDS[letter] for letter in value] if isinstance(usual, list) else value


def _usual(game: LoneGame[Any, Any]) -> dict[str, Any]:
    """The values of a state without cards, at the beginning of a game by the usual rules."""
    state = game.state_type(options=game.chosen({}), deck=())
    values: dict[str, Any] = json.loads(game.to_json(state))
    return values


def _signer() -> Signer:
    return Signer(salt="puzzle")
