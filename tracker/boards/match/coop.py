"""Co-operative Scoundrel: a room for all, whoever's turn it is, and how far the way has led."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tracker.boards.match.acts import Act, CardActs, about, equip_act, hinted, hp_act, room_card
from tracker.boards.match.frame import Ending, Shown, Sight, brief_name, seat_name
from tracker.boards.match.rest import Rest, rest_of
from tracker.boards.party.panel import Panel, panel_of
from tracker.boards.party.ribbon import news
from tracker.boards.words.names import card_name, record_text, signed
from tracker.rules.cards import BLACKSMITHS, SHIELDS, WEAPONS, strength
from tracker.rules.games.coop.game import Coop
from tracker.rules.games.coop.state import CoopState as State
from tracker.rules.games.dungeon import MONSTERS, weapon_text
from tracker.rules.protocol import Cards, Decision, parts
from tracker.rules.table.notation import write_used
from tracker.rules.table.party import Party, new_party
from tracker.rules.table.player import MAX_HP
from tracker.services.match.match import Move

BEST = (7, 9)  # floors, rooms: the best run that is told of (rules.md 3.12)


@dataclass(frozen=True)
class Mate:
    """One player: `now` is to decide, `offers` to run, `acts` on this phone in a Red Room."""

    panel: Panel
    now: bool
    offers: bool
    passed: bool
    chosen: bool
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
    news: str


def coop_shown(sight: Sight) -> Shown:
    state: State = sight.view  # type: ignore[assignment]
    move = _told(sight, sight.match.moves[0]) if sight.match.moves else ""
    turn = turn_text(sight, state)
    return Shown(
        template="match/_coop.html",
        table=_table(sight, state),
        turn=turn,
        wide=hinted(tuple(_wide(sight, state)), sight.advised),
        undo=move,
        said=f"{move}. {turn}" if move else "",
        ending=_ending(sight, state),
    )


def _table(sight: Sight, state: State) -> CoopTable:
    party = as_party(sight, state)
    seen = {*state.room, *state.discard, *state.aside}
    seen.update(card for player in state.players for card in (*player.arms, *player.shields))
    pack = sight.match.game.pack(state.options)
    others = [line for line in sight.match.moves[:1] if not sight.match.alone]
    return CoopTable(
        floor=state.floor,
        room_number=state.rooms + 1,
        pile=len(state.deck),
        rest=rest_of(card for card in pack if card not in seen),
        returns=news(party, ()).text,
        red_room=state.red_room,
        size=_size(len(state.room)),
        room=tuple(_room_card(sight, state, card) for card in state.room),
        mates=tuple(_mate(sight, state, party, seat) for seat in range(len(state.players))),
        news=_told(sight, others[0]) if others else "",
    )


def as_party(sight: Sight, state: State) -> Party:
    """The players as the tracker's table would show them."""
    names = tuple(seat_name(sight.match, seat) for seat in range(len(state.players)))
    party = new_party(names)
    for seat, player in enumerate(state.players):
        weapon = weapon_text(player.weapon, player.slain)
        shields = "".join(player.shields)
        party = party.with_player(seat, hp=player.hp, weapon=weapon, shields=shields)
    return replace(party, floor=state.floor, used=write_used(state.aside))


def turn_text(sight: Sight, state: State) -> str:
    """Who is to decide."""
    if not sight.match.to_act:
        return ""
    if state.red_room:
        return _("Red Room: anybody may take a card.")
    seat = sight.match.to_act[0]
    if sight.match.alone:
        return _("Choose a card.")
    name = brief_name(sight.match, seat)
    if seat == sight.seat:
        return _("{name}, choose a card.").format(name=name)
    return _("{name} is to decide.").format(name=name)


def _size(cards: int) -> str:
    return "few" if cards <= 4 else "some" if cards <= 6 else "many"


def _mate(sight: Sight, state: State, party: Party, seat: int) -> Mate:
    match = sight.match
    step = _step(match.moves[0], seat) if match.moves else 0
    panel = panel_of(party, seat, seat + 1, step, alone=match.alone)
    player = state.players[seat]
    held = match.chairs[seat].phone and sight.seat is not None
    ours = held and match.chairs[seat].phone == match.chairs[sight.seat or 0].phone
    return Mate(
        panel=replace(panel, beats=_("*Fallen*")) if player.hp <= 0 else panel,
        now=seat in match.to_act,
        offers=seat in state.offers,
        passed=player.passed,
        chosen=seat == sight.seat,
        acts=bool(ours) and state.red_room and seat in match.to_act and seat != sight.seat,
    )


def _step(line: Move, seat: int) -> int:
    before, after = line.changes.get(f"players.{seat}.hp", (0, 0))
    return int(after) - int(before)


def _room_card(sight: Sight, state: State, card: str) -> CardActs:
    mine = sorted(
        (decision for decision in sight.decisions if about(decision) == card),
        key=lambda decision: decision.endswith("bare"),
    )
    return room_card(card, *hinted(tuple(_act(sight, state, d) for d in mine), sight.advised))


def _act(sight: Sight, state: State, decision: Decision) -> Act:
    """What it would do is found out by doing it, with nothing but what the player sees."""
    do, card, how = parts(decision)
    seat = sight.seat or 0
    before = state.players[seat]
    if card in MONSTERS and how:
        after = sight.match.game.play(state, seat, decision, _as_they_lie).players[seat]
        label = _("Weapon") if how == "weapon" else _("Bare hands")
        act = hp_act(decision, label, before.hp, after.hp)
        spent = len(before.shields) - len(after.shields) if after.hp > 0 else 0
        return replace(act, more=f"{act.more}{_shields(spent)}")
    if do == "drink":
        after = sight.match.game.play(state, seat, decision, _as_they_lie).players[seat]
        return hp_act(decision, _("Drink"), before.hp, after.hp)
    if card in WEAPONS:
        return equip_act(decision, before.weapon, card)
    return _special(decision, do, card, before.hp)


def _shields(spent: int) -> str:
    if not spent:
        return ""
    return ngettext(", {n} shield spent", ", {n} shields spent", spent).format(n=spent)


def _special(decision: Decision, do: str, card: str, hp: int) -> Act:
    if do == "place":
        return Act(decision, _("Discard"), "", _("unused: it is back on the next floor"))
    if card in SHIELDS:
        text = _("stops {n}").format(n=strength(card))
        return Act(decision, _("Hold"), text)
    if card in BLACKSMITHS:
        return Act(decision, _("Repair"), _("takes off {n}").format(n=strength(card)))
    return hp_act(decision, _("Heal"), hp, MAX_HP)


def _as_they_lie(cards: Cards) -> Cards:
    return cards


def _wide(sight: Sight, state: State) -> Iterator[Act]:
    if "pass" in sight.decisions:
        yield Act("pass", _("Pass"), _("take no card"), icon="next")
    if "offer" in sight.decisions:
        agreed = _("{n} of {all} agree").format(n=len(state.offers), all=len(state.living))
        yield Act("offer", _("Run"), "" if sight.match.alone else agreed, icon="run")


def _ending(sight: Sight, state: State) -> Ending | None:
    if not sight.match.outcome:
        return None
    game: Coop = sight.match.game  # type: ignore[assignment]
    score = game.score(state)
    floors, rooms = score["floors"], score["rooms"]
    best = BEST if (floors, rooms) < BEST else (floors, rooms)
    told = _("Best run told of: {best}").format(best=record_text(*best))
    if (floors, rooms) > BEST:
        told = _("Better than any run told of")
    all_fell = _("All have fallen") if not sight.match.alone else _("You have fallen")
    return Ending("lost", all_fell, (f"*{record_text(floors, rooms)}*", told))


def _told(sight: Sight, line: Move) -> str:
    """A move as it is told to the others: "Odo, King of Clubs: −5"."""
    do, card, _how = parts(line.report)
    name = "" if sight.match.alone else brief_name(sight.match, line.seat)
    if do in WORDS:
        return WORDS[do](name)
    step = _step(line, line.seat)
    text = f"{name}: {card_name(card)}" if name else card_name(card)
    if step:
        return f"{text} {'+' if step > 0 else ''}{signed(step)}"
    return f"{text}{_(', discarded') if do == 'place' else ''}"


WORDS: dict[str, Callable[[str], str]] = {
    "pass": lambda name: _("{name} passes").format(name=name).strip(),
    "offer": lambda name: _("{name} offers to run").format(name=name).strip(),
    "undo": lambda name: _("one more"),
    "sit": lambda name: _("{name} sits down").format(name=name).strip(),
}
