"""Decisions and moves in words, each decision with what it would cost."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tracker.boards.match import coop, laying, screen
from tracker.boards.match.frame import SeatView, brief_name
from tracker.boards.words.advice import DEEDS, deed
from tracker.boards.words.names import step_text
from tracker.rules.cards import POTIONS
from tracker.rules.games.coop.state import CoopState
from tracker.rules.games.dungeon import LoneState
from tracker.rules.games.shedding import SheddingState
from tracker.rules.protocol import Decision, parts
from tracker.services.match.match import DealtMatch, LoggedMove
from tracker.terminal.paper import Paper

WITH_NO_CARD = {
    "take": gettext_lazy("Take the pile"),
    "pickup": gettext_lazy("Pick up the pile"),
    "wait": gettext_lazy("Wait: the 8 then sleeps"),
}


def offer_text(paper: Paper, match: DealtMatch, seat: int, decision: Decision) -> str:
    """Describes a decision and its cost, found out by doing it on what the seat sees."""
    view = match.seen_by(seat)
    text = decision_words(paper, match, view, seat, decision)
    price = price_of(match, view, seat, decision)
    return f"{text}  {price}" if price else text


def decision_words(
    paper: Paper, match: DealtMatch, view: Any, seat: int, decision: Decision
) -> str:
    do, cards, how = parts(decision)
    if isinstance(view, SheddingState):
        if do == "play":
            after = match.game.play(view, seat, decision, tuple).players[seat]
            left = {*after.hand, *after.shown}
            laid = tuple(card for card in view.holding.in_use if card not in left)
            return _("Play {cards}").format(cards=paper.names(laid))
        if do == "flip":
            return _("Turn over hidden card {number}").format(number=int(cards) + 1)
        return str(WITH_NO_CARD[do])
    return deed(decision) if (do, how) in DEEDS else screen.decision_text(decision)


def price_of(match: DealtMatch, view: Any, seat: int, decision: Decision) -> str:
    """The hit points it costs or brings; "" for what has no such price."""
    do, card, _how = parts(decision)
    if not isinstance(view, LoneState | CoopState) or not card:
        return ""
    after = match.game.play(view, seat, decision, tuple)
    before_hp, hp = hp_of(view, seat), hp_of(after, seat)
    if hp <= 0:
        return _("deadly")
    if hp == before_hp and card in POTIONS and do.endswith("drink"):
        return _("no effect")
    if hp == before_hp and do != "fight":
        return ""
    # Translators: what a decision costs or brings in hit points: "−5 HP, 12 left".
    return _("{step} HP, {hp} left").format(step=step_text(hp - before_hp), hp=hp)


def hp_of(state: LoneState | CoopState, seat: int) -> int:
    return state.hp if isinstance(state, LoneState) else state.players[seat].hp


def move_text(seen: SeatView[Any], move: LoggedMove) -> str:
    """A move as it is told to all."""
    if isinstance(seen.view, CoopState):
        return coop.report_of(seen, move)
    if isinstance(seen.view, SheddingState):
        return laying.report_of(move, brief_name(seen.match, move.seat))
    return screen.report_of(seen, move)
