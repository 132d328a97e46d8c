"""The table of each game as lines on paper, from what one seat may see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import ngettext

from tracker.boards.match.frame import Sight, seat_name
from tracker.boards.match.plain import facts_of, piles_of
from tracker.boards.match.screens import screen_of
from tracker.boards.match.shedding import SheddingScreen, others
from tracker.rules.cards import enemy_value
from tracker.rules.games.coop.state import CoopState, Hero
from tracker.rules.games.dungeon import MAX_HP, LoneState
from tracker.rules.games.rascal import RascalState
from tracker.rules.games.scoundrel import ScoundrelState
from tracker.rules.games.shedding import Holding, SheddingState
from tracker.rules.protocol import Cards
from tracker.terminal.paper import Paper

MOST_OF_A_PILE = 6
"""So many of the cards on top of a pile that lies open are drawn."""


def show_table(paper: Paper, sight: Sight[Any]) -> None:
    """Prints what lies on the table; a game without a table of its own like any game."""
    for kind, show in TABLES.items():
        if isinstance(sight.view, kind):
            return show(paper, sight)
    return show_any(paper, sight)


def show_solo(paper: Paper, sight: Sight[ScoundrelState]) -> None:
    view = sight.view
    drunk = ", one potion drunk" if view.potion_used else ""
    show_room(paper, view, f"Room {view.turn}", f"{view.taken} of 3 taken{drunk}")
    paper.print(f"{health(paper, view.hp)}  {armed(paper, view.weapon, view.slain)}")


def show_rascal(paper: Paper, sight: Sight[RascalState]) -> None:
    view = sight.view
    drunk = "potion drunk" if view.potion_used else ""
    show_room(paper, view, f"Room {view.turn}", drunk)
    paper.print(f"{health(paper, view.hp)}  Weapon {weapon_of(paper, view)}")
    if view.options.inventory != "none":
        paper.print(f"Pocket {paper.names((view.inventory,) if view.inventory else ())}")


def weapon_of(paper: Paper, view: RascalState) -> str:
    if not view.weapon:
        return "-"
    knife = f", knife for {view.knife_uses} more" if view.knife else ""
    beaten = view.monsters_on_weapon
    on_it = f" with {paper.names(beaten)}" if beaten else ""
    return f"{paper.name(view.weapon)}{on_it}, worth {view.value}{knife}"


def show_room(paper: Paper, view: LoneState, title: str, note: str) -> None:
    paper.heading(title)
    paper.print(", ".join(part for part in (_pile(view.deck), note) if part))
    paper.draw(view.room)


def _pile(deck: Cards) -> str:
    words = ngettext("{n} card in the pile", "{n} cards in the pile", len(deck))
    return words.format(n=len(deck))


def health(paper: Paper, hp: int) -> str:
    return f"HP {hp:>2} {paper.bar(hp, MAX_HP)}"


def armed(paper: Paper, weapon: str, slain: Cards) -> str:
    """The weapon, what lies on it and what it can still fight."""
    if not weapon:
        return "Weapon -"
    if not slain:
        return f"Weapon {paper.name(weapon)}"
    limit = enemy_value(slain[-1])
    return f"Weapon {paper.name(weapon)} with {paper.names(slain)}, can fight lower than {limit}"


def show_coop(paper: Paper, sight: Sight[CoopState]) -> None:
    view = sight.view
    red = ", a Red Room: anybody may act" if view.red_room else ""
    paper.heading(f"Floor {view.floor}, room {view.rooms + 1}")
    paper.print(f"{_pile(view.deck)}, {len(view.aside)} set aside{red}")
    paper.draw(view.room)
    for seat, hero in enumerate(view.players):
        show_hero(paper, sight, seat, hero)


def show_hero(paper: Paper, sight: Sight[CoopState], seat: int, hero: Hero) -> None:
    name = seat_name(sight.match, seat)
    if hero.hp <= 0:
        return paper.print(f"{name} has fallen")
    mark = ">" if seat in sight.match.to_act else " "
    notes = ["passed"] * hero.passed + ["offers to run"] * (seat in sight.view.offers)
    said = f" ({', '.join(notes)})" if notes else ""
    paper.print(f"{mark} {name}{said}")
    shields = f"  Shields {paper.names(hero.shields)}" if hero.shields else ""
    weapon = armed(paper, hero.weapon, hero.slain)
    paper.entry("  ", f"{health(paper, hero.hp)}  {weapon}{shields}")
    return None


def show_shedding(paper: Paper, sight: Sight[SheddingState]) -> None:
    view = sight.view
    screen = screen_of(sight.match.game)
    paper.heading(screen.title)
    for seat in others(sight):
        show_side(paper, seat_name(sight.match, seat), view.players[seat])
    burned = f", {len(view.burned)} burned" if view.burned else ""
    paper.print(f"{len(view.deck)} in the draw pile, {len(view.centre)} in the pile{burned}")
    if view.centre:
        paper.draw(view.centre[-MOST_OF_A_PILE:])
    if isinstance(screen, SheddingScreen):
        paper.print(screen.why(view))
    if sight.seat is not None:
        show_own(paper, seat_name(sight.match, sight.seat), view.players[sight.seat])


def show_side(paper: Paper, name: str, holding: Holding) -> None:
    open_cards = paper.names(holding.shown)
    counts = f"{len(holding.hand)} in hand, {len(holding.hidden)} hidden, open:"
    paper.print(f"{name}: {counts} {open_cards}")


def show_own(paper: Paper, name: str, holding: Holding) -> None:
    show_side(paper, name, holding)
    if holding.hand:
        paper.draw(holding.hand)


def show_any(paper: Paper, sight: Sight[Any]) -> None:
    paper.heading(screen_of(sight.match.game).title)
    for pile in piles_of(sight.view):
        down = f" and {pile.hidden} face down" if pile.hidden else ""
        paper.print(f"{pile.label}: {paper.names(pile.open)}{down}")
    paper.print(", ".join(f"{fact.label} {fact.value}" for fact in facts_of(sight.view)))


TABLES: dict[type[Any], Callable[[Paper, Sight[Any]], None]] = {
    ScoundrelState: show_solo,
    RascalState: show_rascal,
    CoopState: show_coop,
    SheddingState: show_shedding,
}
