"""The decisions about a room of real cards as a whole: to pass, to run, to go on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tracker.boards.party.table.effect import act_effect
from tracker.boards.words.names import card_name
from tracker.rules.games import GAMES
from tracker.rules.table.ahead.pictures import LEAVING, PICTURES, picture
from tracker.rules.table.room.room import Room, room_name, to_act
from tracker.rules.table.state.party import Party
from tracker.rules.table.verbs.commands import Command
from tracker.rules.table.verbs.turns import offer_text, pass_text, run_text


@dataclass(frozen=True)
class RoomAct:
    """`against` is what the rules have against it, "" for nothing: it can be done all the same.

    `anyway` is what it is called then. `pad` is that on which cards are named with it, "" where the
    command says all.
    """

    text: str
    command: str
    anyway: str = ""
    against: str = ""
    pad: str = ""
    effect: str = ""
    """Its change of the table, as effect.py writes it."""


def acts(room: Room, device: str) -> Iterator[RoomAct]:
    """The acts of the game that is played; `device` is whose phone it is, "" for nobody's."""
    for act in _acts(room, device):
        after = Command.read(act.command).apply(room.party)
        yield replace(act, effect=act_effect(room.party, after, act.text))


def _acts(room: Room, device: str) -> Iterator[RoomAct]:
    if room.party.game == "coop":
        yield from _coop_acts(room, device)
    elif room.party.game == "rascal" and room.over:
        # If the fourth card has no name yet, cards of the next room are named after it.
        command = f"next:{room_name(room.party)}"
        yield RoomAct(_("Next room"), command, pad="" if room.missing else "deal")
    else:
        yield _run(room, run_text(room.party), *run_words(room.party))


def run_words(party: Party) -> tuple[str, str]:
    """To leave a room as it lies: the label, and what it is called against the rules."""
    if party.game == "solo":
        # Translators: a deed of solo Scoundrel: the whole room goes under the pile.
        return pgettext("the room", "Skip"), _("Skip anyway")
    if party.game == "rascal":
        return _("Flee"), _("Flee anyway")
    return (_("All run"), _("All run anyway")) if party.living[1:] else _run_alone()


def _run_alone() -> tuple[str, str]:
    # Translators: to leave the room, in an imperative of one word or a noun: a deed.
    return _("Run"), _("Run anyway")


def drop(room: Room) -> RoomAct | None:
    """The deed that carries the pocket's card on out of an empty room (rules.md 5.3, R10)."""
    card = room.party.players[to_act(room.party)].pocket
    if not (card and room.over and not room.rest):
        return None
    command = f"drop:{room_name(room.party)}:{card}"
    return RoomAct(_("Drop the {card} there").format(card=card_name(card)), command)


def offer(party: Party, number: int) -> str:
    """The command for one player to offer to run, on any phone; "" where it leads to nothing.

    The last to agree runs with all the others.
    """
    room = Room(party)
    here = party.referee == "room" and party.game == "coop" and number in party.living
    if not here or room.at_door or str(number) in party.offers or not _others(party, number):
        return ""
    return "" if against_running(room) else offer_text(party, number)


def against_running(room: Room) -> str:
    """Tells what the rules have against running from this room now, "" for nothing."""
    party = room.party
    seat = party.seated.index(to_act(party)) if party.game == "coop" else 0
    state, decision = PICTURES[party.game](party), LEAVING[party.game]
    reason = GAMES[party.game].objection(state, seat, decision)
    return _(reason) if reason else ""


def _coop_acts(room: Room, device: str) -> Iterator[RoomAct]:
    """Passing and running. On a phone of one's own one offers, until the last agrees; on one of the
    whole table all run, and one offers on one's sheet.
    """
    party = room.party
    now = to_act(party)
    # Translators: to take no card of the room, in one's turn.
    yield RoomAct(_("Pass"), pass_text(party, now), _("Pass anyway"), _against_passing(party, now))
    own = holder_of(party, device)
    if own is not None and _others(party, own):
        yield _run(room, offer_text(party, own), *_run_alone())
    else:
        yield _run(room, run_text(party), *run_words(party))


def holder_of(party: Party, device: str) -> int | None:
    """The living player whose phone it is; None for the phone of nobody, or of the fallen."""
    return next((number for number in party.living if str(number) == device), None)


def _against_passing(party: Party, number: int) -> str:
    """Objections of the rules; nobody who was only passed over has passed (C10)."""
    state, seat = picture(party), party.seated.index(number)
    told = replace(state.players[seat], passed=party.has_passed(number))
    players = (*state.players[:seat], told, *state.players[seat + 1 :])
    reason = GAMES["coop"].objection(replace(state, players=players), seat, "pass")
    return _(reason) if reason else ""


def _others(party: Party, number: int) -> set[int]:
    """The players who have not offered to run yet, besides this one."""
    return {*party.living} - {*map(int, party.offers), number}


def _run(room: Room, command: str, text: str, anyway: str) -> RoomAct:
    """The cards of this room have to be named before it goes under the pile."""
    pad = "run" if room.missing else ""
    return RoomAct(text, command, anyway, against_running(room), pad)
