"""The table of each game as lines on paper, and decisions and moves in words with their cost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from tracker.boards.match.frame import SeatView, seat_name
from tracker.boards.match.screen import decision_text, facts_of, piles_of
from tracker.boards.match.screens import screen_of
from tracker.boards.match.shedding import SheddingScreen, others
from tracker.boards.words.advice import DEEDS, deed
from tracker.boards.words.names import step_text
from tracker.rules.cards import POTIONS, enemy_value
from tracker.rules.games.coop.state import CoopState, Hero
from tracker.rules.games.dungeon import MAX_HP, LoneState
from tracker.rules.games.rascal import RascalState
from tracker.rules.games.scoundrel import ScoundrelState
from tracker.rules.games.shedding import Holding, SheddingState
from tracker.rules.protocol import Cards, Decision, parts
from tracker.terminal.paper import Paper

MOST_OF_A_PILE = 6
"""So many of the cards on top of a pile that lies open are drawn."""


def show_table(paper: Paper, seen: SeatView[Any]) -> None:
    """Prints what lies on the table; a game without a table of its own like any game."""
    for kind, show in TABLES.items():
        if isinstance(seen.view, kind):
            return show(paper, seen)
    return show_any(paper, seen)


def show_solo(paper: Paper, seen: SeatView[ScoundrelState]) -> None:
    view = seen.view
    taken = _("{n} of 3 taken").format(n=view.taken)
    # Translators: how many cards of a room are taken, and that its one potion is used.
    drunk = _("{n} of 3 taken, one potion drunk").format(n=view.taken)
    show_room(paper, view, drunk if view.potion_used else taken)
    paper.print(f"{health(paper, view.hp)}  {armed(paper, view.weapon, view.slain)}")


def show_rascal(paper: Paper, seen: SeatView[RascalState]) -> None:
    view = seen.view
    show_room(paper, view, _("potion drunk") if view.potion_used else "")
    paper.print(f"{health(paper, view.hp)}  {weapon_of(paper, view)}")
    if view.options.inventory != "none":
        paper.print(_("Pocket {card}").format(card=paper.names(view.pocket)))


def weapon_of(paper: Paper, view: RascalState) -> str:
    if not view.weapon:
        return _("Weapon {weapon}").format(weapon=paper.names(()))
    beaten = view.monsters_on_weapon
    if view.knife and beaten:
        words = _("Weapon {weapon} with {enemies}, worth {value}, knife for {uses} more")
    elif view.knife:
        words = _("Weapon {weapon}, worth {value}, knife for {uses} more")
    elif beaten:
        words = _("Weapon {weapon} with {enemies}, worth {value}")
    else:
        words = _("Weapon {weapon}, worth {value}")
    return words.format(
        weapon=paper.name(view.weapon),
        enemies=paper.names(beaten),
        value=view.value,
        uses=view.knife_uses,
    )


def show_room(paper: Paper, view: LoneState, note: str) -> None:
    paper.heading(_("Room {room}").format(room=view.turn))
    # Translators: {pile} is "12 cards in the pile", {note} is "2 of 3 taken" or "potion drunk".
    words = _("{pile}, {note}") if note else "{pile}"
    paper.print(words.format(pile=_pile(view.deck), note=note))
    paper.draw(view.room)


def _pile(deck: Cards) -> str:
    words = ngettext("{n} card in the pile", "{n} cards in the pile", len(deck))
    return words.format(n=len(deck))


def health(paper: Paper, hp: int) -> str:
    # Translators: hit points, with a bar of them.
    return _("HP {hp} {bar}").format(hp=f"{hp:>2}", bar=paper.bar(hp, MAX_HP))


def armed(paper: Paper, weapon: str, slain: Cards) -> str:
    """The weapon, what lies on it and what it can still fight."""
    if not weapon:
        return _("Weapon {weapon}").format(weapon=paper.names(()))
    if not slain:
        return _("Weapon {weapon}").format(weapon=paper.name(weapon))
    words = _("Weapon {weapon} with {enemies}, can fight lower than {limit}")
    return words.format(
        weapon=paper.name(weapon), enemies=paper.names(slain), limit=enemy_value(slain[-1])
    )


def show_coop(paper: Paper, seen: SeatView[CoopState]) -> None:
    view = seen.view
    paper.heading(_("Floor {floor}, room {room}").format(floor=view.floor, room=view.rooms + 1))
    # Translators: {pile} is "12 cards in the pile"; {n} is how many cards are set aside.
    words = _("{pile}, {n} set aside")
    if view.red_room:
        # Translators: {pile} is "12 cards in the pile"; {n} is how many cards are set aside.
        words = _("{pile}, {n} set aside, a Red Room: anybody may act")
    paper.print(words.format(pile=_pile(view.deck), n=len(view.aside)))
    paper.draw(view.room)
    for seat, hero in enumerate(view.players):
        show_hero(paper, seen, seat, hero)


def show_hero(paper: Paper, seen: SeatView[CoopState], seat: int, hero: Hero) -> None:
    name = seat_name(seen.match, seat)
    if hero.hp <= 0:
        return paper.print(_("{name} has fallen").format(name=name))
    mark = ">" if seat in seen.match.to_act else " "
    # Translators: a note behind the name of a player: "Mara (passed)".
    notes = [pgettext("what a player did", "passed")] * hero.passed + [_("offers to run")] * (
        seat in seen.view.offers
    )
    said = f" ({', '.join(notes)})" if notes else ""
    paper.print(f"{mark} {name}{said}")
    parts = [health(paper, hero.hp), armed(paper, hero.weapon, hero.slain)]
    if hero.shields:
        parts.append(_("Shields {cards}").format(cards=paper.names(hero.shields)))
    paper.entry("  ", "  ".join(parts))
    return None


def show_shedding(paper: Paper, seen: SeatView[SheddingState]) -> None:
    view = seen.view
    screen = screen_of(seen.match.game)
    paper.heading(screen.title)
    for seat in others(seen):
        show_side(paper, seat_name(seen.match, seat), view.players[seat])
    words = _("{deck} in the draw pile, {pile} in the pile")
    if view.burned:
        words = _("{deck} in the draw pile, {pile} in the pile, {burned} burned")
    counts = {"deck": len(view.deck), "pile": len(view.centre), "burned": len(view.burned)}
    paper.print(words.format(**counts))
    if view.centre:
        paper.draw(view.centre[-MOST_OF_A_PILE:])
    if isinstance(screen, SheddingScreen):
        paper.print(screen.why(view))
    if seen.seat is not None:
        own = view.players[seen.seat]
        show_side(paper, seat_name(seen.match, seen.seat), own)
        paper.draw(own.hand)


def show_side(paper: Paper, name: str, holding: Holding) -> None:
    words = _("{name}: {hand} in hand, {hidden} hidden, open: {cards}")
    open_cards = paper.names(holding.shown)
    hand, hidden = len(holding.hand), len(holding.hidden)
    paper.print(words.format(name=name, hand=hand, hidden=hidden, cards=open_cards))


def show_any(paper: Paper, seen: SeatView[Any]) -> None:
    paper.heading(screen_of(seen.match.game).title)
    for pile in piles_of(seen.view):
        words = _("{label}: {cards} and {n} face down") if pile.hidden else _("{label}: {cards}")
        cards = paper.names(pile.open)
        paper.print(words.format(label=pile.label, cards=cards, n=pile.hidden))
    paper.print(", ".join(f"{fact.label} {fact.value}" for fact in facts_of(seen.view)))


TABLES: dict[type[Any], Callable[[Paper, SeatView[Any]], None]] = {
    ScoundrelState: show_solo,
    RascalState: show_rascal,
    CoopState: show_coop,
    SheddingState: show_shedding,
}


WITH_NO_CARD = {
    "take": gettext_lazy("Take the pile"),
    "pickup": gettext_lazy("Pick up the pile"),
    "wait": gettext_lazy("Wait: the 8 then sleeps"),
}


def offer_text(paper: Paper, seen: SeatView[Any], decision: Decision) -> str:
    """Describes a decision and its cost, found out by doing it on what the seat sees."""
    text, price = decision_words(paper, seen, decision), price_of(seen, decision)
    return f"{text}  {price}" if price else text


def decision_words(paper: Paper, seen: SeatView[Any], decision: Decision) -> str:
    (do, cards, how), view, seat = parts(decision), seen.view, seen.seat or 0
    if isinstance(view, SheddingState):
        if do == "play":
            after = seen.match.game.play(view, seat, decision, tuple).players[seat]
            left = {*after.hand, *after.shown}
            laid = tuple(card for card in view.holding.in_use if card not in left)
            return _("Play {cards}").format(cards=paper.names(laid))
        if do == "flip":
            return _("Turn over hidden card {number}").format(number=int(cards) + 1)
        return str(WITH_NO_CARD[do])
    return deed(decision) if (do, how) in DEEDS else decision_text(decision)


def price_of(seen: SeatView[Any], decision: Decision) -> str:
    """The hit points it costs or brings; "" for what has no such price."""
    do, card, _how = parts(decision)
    game, seat = seen.match.game, seen.seat or 0
    health = screen_of(game).health
    if not health(seen.view) or not card:
        return ""
    after = game.play(seen.view, seat, decision, tuple)
    before_hp, hp = ([*health(state).values()][seat] for state in (seen.view, after))
    if hp <= 0:
        return _("deadly")
    if hp == before_hp and card in POTIONS and do.endswith("drink"):
        return _("no effect")
    if hp == before_hp and do != "fight":
        return ""
    # Translators: what a decision costs or brings in hit points: "−5 HP, 12 left".
    return _("{step} HP, {hp} left").format(step=step_text(hp - before_hp), hp=hp)
