"""A search for a way to leave a room with everybody alive, short of running.

It goes through all a table could do in a room that lies open: turns, passes and limits as the
rules have them (rules.md 3.5 to 3.8). It steps through numbers in place of cards, because clubs
and spades of a value do the same; a test holds its steps to those of the engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tracker.rules.cards import (
    BLACK_JOKER,
    BLACKSMITHS,
    ENEMIES,
    POTIONS,
    RED_JOKER,
    SHIELDS,
    WEAPONS,
    enemy_value,
    red_value,
    strength,
)
from tracker.rules.games.coop.state import Hero
from tracker.rules.games.dungeon import MAX_HP, NO_LIMIT

# Weights for the order of the search, in points of health; they only make the search shorter.
PARRY_WORTH = 0.6  # of a point that the weapon may take off a hit
SHIELD_WORTH = 2.0
FIGHT_FIRST = 0.5  # a point of the enemy
WASTE = -0.7  # a point of a potion that runs over
PASS_LATE = -4.0
WEAKEST = 2  # not worth a weapon, on which nothing fits any more then

ENEMY, JOKER, WEAPON, POTION, SMITH, SHIELD, HEAL = range(7)


class CardKind(NamedTuple):
    """A card as far as it matters here: what sort it is, and its value or strength."""

    sort: int
    value: int


CARD_KINDS = {card: CardKind(ENEMY, enemy_value(card)) for card in ENEMIES}
CARD_KINDS |= {card: CardKind(WEAPON, red_value(card)) for card in WEAPONS}
CARD_KINDS |= {card: CardKind(POTION, red_value(card)) for card in POTIONS}
CARD_KINDS |= {card: CardKind(SMITH, strength(card)) for card in BLACKSMITHS}
CARD_KINDS |= {card: CardKind(SHIELD, strength(card)) for card in SHIELDS}
CARD_KINDS |= {BLACK_JOKER: CardKind(JOKER, 0), RED_JOKER: CardKind(HEAL, MAX_HP)}


class Fighter(NamedTuple):
    """A player as far as it matters here; `weapon` 0 for none, enemies on it as values."""

    hp: int
    weapon: int = 0
    slain: tuple[int, ...] = ()
    shields: tuple[int, ...] = ()

    def may_fight(self, value: int) -> bool:
        return bool(self.weapon) and (not self.slain or value < self.slain[-1])


class Position(NamedTuple):
    """A position of the search: `passed` says whose latest action was a pass (C10)."""

    people: tuple[Fighter, ...]
    cards: tuple[CardKind, ...]
    turn: int
    passed: tuple[bool, ...]


class RoomRules(NamedTuple):
    """Differences between the games: how many cards stay, whether only one potion heals."""

    stay: int = 1
    one_potion: bool = False


COOP = RoomRules()
SOLO = RoomRules(one_potion=True)
SOLO_END = RoomRules(stay=0, one_potion=True)
"""The last room of Scoundrel for one is played out (S4)."""


def fighter_of(player: Hero) -> Fighter:
    """A hero with values in place of cards."""
    return Fighter(
        player.hp,
        red_value(player.weapon) if player.weapon else 0,
        tuple(map(enemy_value, player.slain)),
        tuple(map(strength, player.shields)),
    )


def is_safe(
    people: Sequence[Fighter],
    room: Sequence[CardKind],
    turn: int = 0,
    most: int = 4000,
    game: RoomRules = COOP,
) -> bool | None:
    """Whether everybody can leave this room alive, the one of that place to act first.

    None if `most` positions did not settle it. All of `people` are alive.
    """
    # Sorted, the same room is met once in the search, however it was dealt.
    cards = tuple(sorted(room, reverse=True))
    if len(cards) <= game.stay or is_easy(people, cards, game):
        return True
    if is_hopeless(people, cards, game):
        return False
    start = Position(tuple(people), cards, turn, (False,) * len(people))
    return _search(start, most, game)


def is_easy(people: Sequence[Fighter], cards: Sequence[CardKind], game: RoomRules) -> bool:
    """Whether each player could fight every enemy bare, in whatever order."""
    enemies = sorted((card.value for card in cards if card.sort == ENEMY), reverse=True)
    joker = any(card.sort == JOKER for card in cards)
    if joker and not any(person.weapon for person in people):
        return False
    # One card may stay; that it is the strongest enemy needs that nothing else has to stay.
    met = enemies if joker or not game.stay else enemies[1:]
    return all(person.hp > sum(met) for person in people)


def is_hopeless(people: Sequence[Fighter], cards: Sequence[CardKind], game: RoomRules) -> bool:
    """Whether the damage is more than the table can bear even with every help at hand.

    Each enemy meets the best weapon that could ever fight it, whoever holds it and whatever came
    before; every potion and shield of the room counts in full.
    """
    hits = _least_hits(people, cards)
    # The worst enemy may be the card that stays.
    spared = max(hits, default=0) if game.stay else 0
    return sum(hits) - spared > _endurance(people, cards, game)


def _least_hits(people: Sequence[Fighter], cards: Sequence[CardKind]) -> list[int]:
    fresh = max((card.value for card in cards if card.sort == WEAPON), default=0)
    repair = any(card.sort == SMITH for card in cards)
    hits = []
    for card in cards:
        if card.sort == ENEMY:
            may = [p.weapon for p in people if repair or p.may_fight(card.value)]
            hits.append(max(0, card.value - max([fresh, *may])))
    return hits


def _endurance(people: Sequence[Fighter], cards: Sequence[CardKind], game: RoomRules) -> int:
    """The points of damage that can come before somebody falls."""
    potions = [card.value for card in cards if card.sort == POTION]
    healed = max(potions, default=0) if game.one_potion else sum(potions)
    healed += sum(card.value for card in cards if card.sort == SHIELD)
    healed += (MAX_HP - 1) * sum(card.sort == HEAL for card in cards)
    return healed + sum(person.hp - 1 + sum(person.shields) for person in people)


def _search(start: Position, most: int, game: RoomRules) -> bool | None:
    """Searches depth first, the most promising step first; dead ends are remembered."""
    dead: set[Position] = set()
    path = [(start, iter(_steps(start, game)))]
    count = 0
    while path:
        room, steps = path[-1]
        step = next(steps, None)
        if step is None:
            # A position that was reached twice leads to the same: it is searched once.
            dead.add(room)
            path.pop()
        elif step not in dead:
            if len(step.cards) <= game.stay:
                return True
            count += 1
            if count > most:
                return None
            path.append((step, iter(_steps(step, game))))
    return False


def _steps(room: Position, game: RoomRules) -> list[Position]:
    """The positions the player to act can reach, the most promising first."""
    promising = [*_takes(room, game), *_pass(room)]
    promising.sort(key=lambda step: step[0], reverse=True)
    return [step for _, step in promising]


def _takes(room: Position, game: RoomRules) -> Iterator[tuple[float, Position]]:
    someone, turn = room.people[room.turn], room.turn
    enemies = [card.value for card in room.cards if card.sort == ENEMY]
    worth = _worth(someone, enemies)
    for card in dict.fromkeys(room.cards):
        rest = _without(room.cards, card, game)
        for after in outcomes(someone, card):
            people = (*room.people[:turn], after, *room.people[turn + 1 :])
            gain = _worth(after, enemies) - worth + _merit(someone, card)
            yield gain, Position(people, rest, _next(room), _marked(room, False))


def _pass(room: Position) -> Iterator[tuple[float, Position]]:
    """The pass, which comes late; not twice in a row, and alone it leads nowhere."""
    if len(room.people) > 1 and not room.passed[room.turn]:
        yield PASS_LATE, room._replace(turn=_next(room), passed=_marked(room, True))


def _next(room: Position) -> int:
    return (room.turn + 1) % len(room.people)


def _marked(room: Position, passed: bool) -> tuple[bool, ...]:
    return (*room.passed[: room.turn], passed, *room.passed[room.turn + 1 :])


def _without(cards: tuple[CardKind, ...], card: CardKind, game: RoomRules) -> tuple[CardKind, ...]:
    """The cards but this one; a second potion of a room may heal nothing (rules.md 4.3)."""
    place = cards.index(card)
    rest = cards[:place] + cards[place + 1 :]
    if game.one_potion and card.sort == POTION and card.value:
        return tuple(CardKind(POTION, 0) if other.sort == POTION else other for other in rest)
    return rest


def outcomes(someone: Fighter, card: CardKind) -> list[Fighter]:
    """The player after taking this card alive, in each way; the usual way first."""
    sort, value = card
    if sort == ENEMY:
        return _fought(someone, value)
    if sort == JOKER:  # it needs a weapon and takes it along (C25)
        return [someone._replace(weapon=0, slain=())] if someone.weapon else []
    if sort == WEAPON:
        return [someone._replace(weapon=value, slain=())]
    if sort == POTION:
        return [someone._replace(hp=min(MAX_HP, someone.hp + value))]
    # The others may also be placed; with nothing to mend a blacksmith can only be that (C14).
    if sort == SMITH:
        return [someone._replace(slain=someone.slain[:-value]), someone][not someone.slain :]
    if sort == SHIELD:
        return [someone._replace(shields=(*someone.shields, value)), someone]
    return [someone._replace(hp=value), someone]


def _fought(someone: Fighter, value: int) -> list[Fighter]:
    """The player after the fight with the weapon, if it may, and bare."""
    ways = []
    if someone.may_fight(value):
        armed = someone._replace(slain=(*someone.slain, value))
        ways.append(_hit(armed, max(0, value - someone.weapon)))
    ways.append(_hit(someone, value))
    return [after for after in ways if after.hp > 0]


def _hit(someone: Fighter, damage: int) -> Fighter:
    """Shields answer, the oldest first, while damage is left (rules.md 3.6)."""
    kept = someone.shields
    while damage > 0 and kept:
        damage, kept = damage - kept[0], kept[1:]
    return someone._replace(hp=someone.hp - max(0, damage), shields=kept)


def _worth(someone: Fighter, enemies: Sequence[int]) -> float:
    """The worth of a stand against these enemies; only the order of the search follows it."""
    limit, parried = someone.slain[-1] if someone.slain else NO_LIMIT, 0
    for value in enemies:
        if WEAKEST < value < limit:
            parried, limit = parried + min(value, someone.weapon), value
    return someone.hp + PARRY_WORTH * parried + SHIELD_WORTH * sum(someone.shields)


def _merit(someone: Fighter, card: CardKind) -> float:
    """The strongest enemies first, and no potion that runs over."""
    if card.sort == ENEMY:
        return FIGHT_FIRST * card.value
    if card.sort == POTION:
        return WASTE * max(0, someone.hp + card.value - MAX_HP)
    return 0
