"""The laws of every game, asked of one position each (design.md 5)."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, TypeVar

import pytest
from hypothesis import strategies as st

from tracker.rules.cards import PACK
from tracker.rules.protocol import BACK, BadSetup, Cards, Decision, Game, Illegal, Option, Shuffle

AnyGame = Game[Any, Any]
T = TypeVar("T")

CARDS = {*PACK, BACK}


def shuffler(chance: Random) -> Shuffle:
    return lambda cards: chance.sample(cards, len(cards))


def values_of(option: Option) -> st.SearchStrategy[Any]:
    one = st.sampled_from(option.allowed)
    return st.lists(one, unique=True) if option.many else one


def options_of(game: AnyGame) -> st.SearchStrategy[dict[str, Any]]:
    choices = {name: values_of(option) for name, option in game.options.items()}
    return st.fixed_dictionaries({}, optional=choices).filter(lambda chosen: goes(game, chosen))


def goes(game: AnyGame, chosen: dict[str, Any]) -> bool:
    try:
        return bool(game.chosen(chosen))
    except BadSetup:
        return False


def started(game: AnyGame, options: Mapping[str, Any], seats: int, chance: Random) -> Any:
    shuffle = shuffler(chance)
    return game.setup(options, seats, shuffle(game.pack(game.chosen(options))), shuffle)


class Move(NamedTuple):
    before: Any
    seat: int
    decision: Decision
    after: Any


def moves(game: AnyGame, state: Any, chance: Random, most: int) -> Iterator[Move]:
    """A game played at random from here, broken off after so many decisions.

    In some games what is offered first is chosen more often, so that long games end as well.
    """
    shuffle, power = shuffler(chance), chance.choice((1, 3))
    for _ in range(most):
        if game.outcome(state):
            return
        seat = chance.choice(game.to_act(state))
        decisions = game.decisions(state, seat)
        decision = decisions[int(len(decisions) * chance.random() ** power)]
        before, state = state, game.apply(state, seat, decision, shuffle)
        yield Move(before, seat, decision, state)


def positions(game: AnyGame, state: Any, chance: Random, most: int) -> Iterator[Any]:
    yield state
    yield from (move.after for move in moves(game, state, chance, most))


def cards_in(game: AnyGame, state: Any) -> Counter[str]:
    """Every card of a state, wherever it lies."""
    told = json.loads(game.to_json(state))
    del told["options"]
    for player in told.get("players", ()):
        player.pop("known", None)  # they are in the hand
    return Counter(word for word in re.findall(r'"(\w+)"', json.dumps(told)) if word in CARDS)


def face_down(state: Any, seat: int) -> Cards:
    """The cards that this seat must not see."""
    hidden: Cards = state.deck[: len(state.deck) - getattr(state, "bottom", 0)]
    hidden += getattr(state, "gone", ())
    for number, player in enumerate(getattr(state, "players", ())):
        hidden += getattr(player, "hidden", ())
        hidden += getattr(player, "hand", ()) if number != seat else ()
    return hidden


def known(state: Any) -> Cards:
    """The cards of hands that all have seen."""
    return tuple(
        c for player in getattr(state, "players", ()) for c in getattr(player, "known", ())
    )


def legal(game: AnyGame, state: Any) -> list[tuple[int, Decision]]:
    return [(seat, each) for seat in game.to_act(state) for each in game.decisions(state, seat)]


def some(decisions: Sequence[T]) -> Sequence[T]:
    """A few of them from all along the list; a Shiphead hand can offer hundreds."""
    return decisions[:: len(decisions) // 8 + 1]


def seats_at(state: Any) -> range:
    """The seats of the table, and one that nobody sits on."""
    return range(len(getattr(state, "players", "1")) + 1)


def every_card_is_in_exactly_one_place(game: AnyGame, state: Any) -> None:
    assert cards_in(game, state) == Counter(game.pack(state.options))


def nobody_decides_exactly_when_the_game_is_over(game: AnyGame, state: Any) -> None:
    assert bool(game.to_act(state)) == (game.outcome(state) is None)
    for seat in seats_at(state):
        assert bool(game.distinct(state, seat)) == (seat in game.to_act(state))
        assert {*game.distinct(state, seat)} <= {*game.decisions(state, seat)}


def no_two_decisions_read_alike(game: AnyGame, state: Any) -> None:
    choices = legal(game, state)
    assert len(choices) == len(set(choices))
    assert len(choices) == len({(seat, game.report(state, seat, text)) for seat, text in choices})


def a_decision_leaves_the_old_state_as_it_was(game: AnyGame, state: Any) -> None:
    before = game.to_json(state)
    for seat, decision in some(legal(game, state)):
        once, twice = (game.apply(state, seat, decision, tuple) for _ in range(2))
        assert once == twice
    assert game.to_json(state) == before


def what_is_not_offered_is_illegal(game: AnyGame, state: Any) -> None:
    tried = {decision for _, decision in some(legal(game, state))} | {"", "pass:", "fight:2c", "🂡"}
    for seat in seats_at(state):
        for decision in tried.difference(game.decisions(state, seat)):
            with pytest.raises(Illegal):
                game.apply(state, seat, decision, tuple)


def a_view_shows_no_card_that_lies_face_down(game: AnyGame, state: Any) -> None:
    for seat in seats_at(state):
        seen, hidden = cards_in(game, game.view(state, seat)), Counter(face_down(state, seat))
        assert seen - Counter({BACK: seen[BACK]}) == cards_in(game, state) - hidden
        assert seen[BACK] == hidden.total()


def otherwise_hidden(game: AnyGame, state: Any, seat: int) -> Any:
    """A state that looks alike to this seat, but the cards it must not see have changed places."""
    hidden = [card for card in face_down(state, seat) if card not in known(state)]
    swapped = dict(zip(hidden, reversed(hidden), strict=True))
    told = re.sub(r'"(\w+)"', lambda m: f'"{swapped.get(m[1], m[1])}"', game.to_json(state))
    return game.from_json(told)


def a_view_offers_the_same_whatever_is_hidden(game: AnyGame, state: Any) -> None:
    for seat in seats_at(state):
        view, other = game.view(state, seat), otherwise_hidden(game, state, seat)
        assert game.view(other, seat) == view
        assert game.decisions(view, seat) == game.decisions(state, seat)
        assert game.decisions(other, seat) == game.decisions(state, seat)


def what_all_have_seen_is_in_a_hand(game: AnyGame, state: Any) -> None:
    for player in getattr(state, "players", ()):
        assert {*getattr(player, "known", ())} <= {*getattr(player, "hand", ())}
    assert len(known(state)) == len({*known(state)})


def only_a_game_of_hands_shows_one_seat_more_than_others(game: AnyGame, state: Any) -> None:
    views = {game.to_json(game.view(state, seat)) for seat in seats_at(state)}
    assert len(views) == 1 or game.hands


def a_state_survives_json(game: AnyGame, state: Any) -> None:
    assert game.from_json(game.to_json(state)) == state
    json.dumps([game.summary(state), game.result(state)])


LAWS: list[Callable[[AnyGame, Any], None]] = [
    every_card_is_in_exactly_one_place,
    nobody_decides_exactly_when_the_game_is_over,
    no_two_decisions_read_alike,
    a_decision_leaves_the_old_state_as_it_was,
    what_is_not_offered_is_illegal,
    a_view_shows_no_card_that_lies_face_down,
    a_view_offers_the_same_whatever_is_hidden,
    what_all_have_seen_is_in_a_hand,
    only_a_game_of_hands_shows_one_seat_more_than_others,
    a_state_survives_json,
]


def keeps_the_laws(game: AnyGame, state: Any) -> None:
    for law in LAWS:
        law(game, state)
