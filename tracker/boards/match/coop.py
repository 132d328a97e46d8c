"""Co-operative Scoundrel: a room for all, whoever's turn it is, and how far the way has led."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from tracker.boards.match.frame import (
    Act,
    CardActs,
    MatchEnding,
    MatchStep,
    Report,
    Scene,
    SeatView,
    brief_name,
    equip_act,
    fallen_text,
    fight_label,
    hinted,
    hp_act,
    reports_of,
    room_card,
    seat_name,
    seating_text,
    step_of,
    wide_act,
)
from tracker.boards.match.lone import Rest, rest_of
from tracker.boards.match.screen import Screen
from tracker.boards.party.log.wording import FAMILIES
from tracker.boards.party.table.panel import Panel, beats, panel_of
from tracker.boards.party.table.ribbon import returns
from tracker.boards.rules import coop as words
from tracker.boards.words.names import card_name, cards_text, record_text, step_text
from tracker.rules.cards import BLACK_JOKER, BLACKSMITHS, SHIELDS, WEAPONS, strength
from tracker.rules.games.coop.game import Coop
from tracker.rules.games.coop.state import CoopState, Hero
from tracker.rules.games.dungeon import MAX_HP, MONSTERS, weapon_text
from tracker.rules.protocol import Decision, parts
from tracker.rules.table.state.party import Party, Player, new_party
from tracker.rules.table.texts.notation import write_used
from tracker.services.match.deals import UNDO
from tracker.services.match.match import LoggedMove

BEST = (7, 9)  # floors, rooms: the best run we know of (rules.md 3.12)


@dataclass(frozen=True)
class Mate:
    """One player: `now` is to decide, `offers` to run.

    In a Red Room `acts` may decide on this phone in place of whom it decides for now.
    """

    panel: Panel
    now: bool
    offers: bool
    acts: bool


@dataclass(frozen=True)
class CoopTable:
    floor: int
    room_number: int
    pile: int
    rest: Rest
    returns: str
    red_room: bool
    size: str
    room: tuple[CardActs, ...]
    mates: tuple[Mate, ...]
    reports: tuple[Report, ...]


class CoopScreen(Screen[CoopState]):
    game: Coop
    emblem = ("8d", "Ks", "Qh")
    about = gettext_lazy("For one to four: together against the dungeon, floor after floor.")
    house_rules = words.HOUSE_RULES

    @property
    def how_to(self) -> str:
        return reverse("rules-coop")

    def distance(self, score: Mapping[str, Any]) -> tuple[int, int]:
        return score["floors"], score["rooms"]

    def scene(self, seen: SeatView[CoopState]) -> Scene:
        report = report_of(seen, seen.newest) if seen.newest else ""
        turn = report if seen.past else turn_text(seen)
        return Scene(
            template="match/_coop.html",
            table=self.table(seen, () if seen.match.alone or seen.past else _news(seen)),
            turn=turn,
            wide=hinted(tuple(_wide(seen)), seen.advice),
            undo=report,
            speech=f"{report}. {turn}" if report else "",
            ending=self.ending(seen),
        )

    def step(
        self, before: SeatView[CoopState], after: SeatView[CoopState], last: bool
    ) -> MatchStep | None:
        move = after.match.moves[0]
        if last:
            return None
        table = self.table(after, ())
        mates = tuple(replace(m, now=seat == move.seat) for seat, m in enumerate(table.mates))
        table = replace(table, mates=mates)
        return MatchStep(move.number, "match/_coop_step.html", table, report_of(after, move))

    def table(self, seen: SeatView[CoopState], reports: tuple[Report, ...]) -> CoopTable:
        state, party = seen.view, as_party(seen)
        return CoopTable(
            floor=state.floor,
            room_number=state.rooms + 1,
            pile=len(state.deck),
            rest=rest_of(self.game.to_come(state)),
            returns=returns(party, ()).text,
            red_room=state.red_room,
            size=_size(len(state.room)),
            room=self.room(seen),
            mates=tuple(_mate(seen, party, seat) for seat in range(len(state.players))),
            reports=reports,
        )

    def room(self, seen: SeatView[CoopState]) -> tuple[CardActs, ...]:
        act_of = partial(self.act, seen.view, seen.seat or 0)
        return tuple(
            room_card(card, seen.decisions, act_of, seen.advice) for card in seen.view.room
        )

    def act(self, state: CoopState, seat: int, decision: Decision) -> Act:
        """Finds out what a decision would do by playing it, with only what the player sees."""
        do, card, how = parts(decision)
        before = state.players[seat]
        after = self.game.play(state, seat, decision, tuple).players[seat]
        if card in MONSTERS and how:
            act = hp_act(decision, fight_label(how), before.hp, after.hp)
            return replace(act, spends=_spends(card, before, after))
        if do == "drink":
            return hp_act(decision, _("Drink"), before.hp, after.hp)
        if card in WEAPONS:
            return equip_act(decision, before.weapon, card)
        return _special(decision, before.hp)

    def tell(self, seen: SeatView[CoopState], move: LoggedMove) -> str:
        return report_of(seen, move)

    def health(self, state: CoopState) -> dict[str, int]:
        return {f"players.{seat}.hp": player.hp for seat, player in enumerate(state.players)}

    def ending(self, seen: SeatView[CoopState]) -> MatchEnding | None:
        if not seen.match.outcome:
            return None
        way = self.distance(self.game.score(seen.view))
        best = _("Best known run: {best}").format(best=record_text(*BEST))
        beaten = _("Better than any known run") if way > BEST else best
        return MatchEnding("lost", _fallen(seen), (f"*{record_text(*way)}*", beaten))


def _news(seen: SeatView[CoopState]) -> tuple[Report, ...]:
    """Reports what the others have done since; otherwise the last move."""
    own = [move.number for move in seen.match.moves if move.seat == seen.seat]
    reports = reports_of(seen, partial(report_of, seen))
    return tuple(each for each in reports if each.number not in own) or reports


def _fallen(seen: SeatView[CoopState]) -> str:
    if seen.match.alone:
        return fallen_text(brief_name(seen.match, 0) if seen.seat is None else "")
    return _("Only computers are left") if seen.view.living else _("Everyone has fallen")


def as_party(seen: SeatView[CoopState]) -> Party:
    """The players as the tracker's table would show them."""
    state = seen.view
    party = new_party(tuple(seat_name(seen.match, seat) for seat in range(len(state.players))))
    for seat, player in enumerate(state.players):
        weapon = weapon_text(player.weapon, player.slain)
        shields = "".join(player.shields)
        party = party.with_player(seat, hp=player.hp, weapon=weapon, shields=shields)
    return replace(party, floor=state.floor, used=write_used(state.aside))


def turn_text(seen: SeatView[CoopState]) -> str:
    """Tells who is to decide; "" if nobody is."""
    if not seen.match.to_act:
        return ""
    if seen.view.red_room:
        anyone = _("Red Room: anyone may take a card.")
        if seen.seat is None or not any(_acts(seen, seat) for seat in seen.match.to_act):
            return anyone
        return f"{anyone} {_choose(seen, seen.seat)}"
    seat = seen.match.to_act[0]
    if seen.match.alone:
        return _("Choose a card.")
    if seat == seen.seat:
        return _choose(seen, seat)
    return _("{name}’s turn").format(name=brief_name(seen.match, seat))


def _choose(seen: SeatView[CoopState], seat: int) -> str:
    return _("{name}, choose a card.").format(name=brief_name(seen.match, seat))


def _size(cards: int) -> str:
    return "few" if cards <= 4 else "some" if cards <= 6 else "many"


def _mate(seen: SeatView[CoopState], party: Party, seat: int) -> Mate:
    match, state = seen.match, seen.view
    step = step_of(seen.newest, f"players.{seat}.hp")
    panel = panel_of(party, seat, seat + 1, step, alone=match.alone)
    acts = _acts(seen, seat)
    return Mate(
        panel=replace(panel, beats=_brief(party.players[seat])),
        now=seat in match.to_act and not acts,
        offers=seat in state.offers,
        acts=acts,
    )


def _brief(player: Player) -> str:
    """The panels are small here: the sword beside it says the rest."""
    return _("*Fallen*") if player.fallen else beats(player, short=True)


def _acts(seen: SeatView[CoopState], seat: int) -> bool:
    """Whether the phone of the one that looks may decide for this seat instead."""
    may = seen.view.red_room and not seen.past and seat in seen.match.to_act
    return may and seat != seen.seat and seen.is_here(seat)


def _spends(enemy: str, before: Hero, after: Hero) -> str:
    """Tells what a fight costs besides health: the black joker the weapon, a hit its shields."""
    if after.hp <= 0:
        return ""
    if enemy == BLACK_JOKER:
        return _("the weapon is lost")
    spent = before.shields[: len(before.shields) - len(after.shields)]
    return _("spends {cards:the}").format(cards=cards_text(spent)) if spent else ""


def _special(decision: Decision, hp: int) -> Act:
    do, card, _how = parts(decision)
    if do == "place":
        return Act(decision, _("Discard unused"), "", _("back on the next floor"))
    if card in SHIELDS:
        return Act(decision, _("Take"), _("absorbs {n}").format(n=strength(card)))
    if card in BLACKSMITHS:
        return Act(decision, _("Repair"), _("removes {n}").format(n=strength(card)))
    return hp_act(decision, _("Heal"), hp, MAX_HP)


def _wide(seen: SeatView[CoopState]) -> Iterator[Act]:
    yield from wide_act(seen, Act("pass", _("Pass"), _("take no card"), icon="next"))
    offers, living = len(seen.view.offers), len(seen.view.living)
    agreed = ngettext("{n} of {all} agrees", "{n} of {all} agree", offers)
    text = "" if seen.match.alone else agreed.format(n=offers, all=living)
    yield from wide_act(seen, Act("offer", _("Run"), text, icon="run"))


def report_of(seen: SeatView[CoopState], move: LoggedMove) -> str:
    """A move as it is told to the others, "Odo fights the King of Clubs: −5"; alone in short."""
    if seating := seating_text(seen.match, move):
        return seating
    name = brief_name(seen.match, move.seat)
    if move.text in WORDS:
        alone, together = WORDS[move.text]
        return str(alone) if seen.match.alone else str(together).format(name=name)
    do, card, _how = parts(move.report)
    step = step_of(move, f"players.{move.seat}.hp")
    if seen.match.alone:
        name = card_name(card)
        return _("{card} {step}").format(card=name, step=step_text(step)) if step else name
    words = DEEDS.get(f"{do}:{FAMILIES.get(card)}") or DEEDS[do]
    deed = str(words).format(name=name, card=card_name(card))
    return _("{deed}: {step}").format(deed=deed, step=step_text(step)) if step else deed


WORDS = {
    "pass": (pgettext_lazy("what you did", "Passed"), gettext_lazy("{name} passes")),
    "offer": (pgettext_lazy("what you did", "Ran"), gettext_lazy("{name} offers to run")),
    UNDO: (gettext_lazy("one more"), gettext_lazy("one more")),
}
"""Moves without a card: of somebody who plays alone, and of one among others."""

DEEDS = {
    "fight": gettext_lazy("{name} fights the {card}"),
    "fight:joker": gettext_lazy("{name} fights the {card}: the weapon is lost"),
    "drink": gettext_lazy("{name} drinks the {card}"),
    "equip": gettext_lazy("{name} equips the {card}"),
    "use:shield": gettext_lazy("{name} takes the {card} as a shield"),
    "use:smith": gettext_lazy("{name} repairs with the {card}"),
    "use": gettext_lazy("{name} heals with the {card}"),
    "place": gettext_lazy("{name} discards the {card} unused"),
}
"""Moves with a card, by what is done and what kind of card it is."""

SCREEN = CoopScreen(Coop())
