"""The decisions about a room of real cards as a whole: to pass, to run, to go on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tracker.boards.party.table.effect import act_effect
from tracker.boards.words.names import card_name
from tracker.rules.games.coop.game import Coop
from tracker.rules.games.scoundrel import Scoundrel
from tracker.rules.table.ahead.pictures import picture, rascal_picture, solo_picture
from tracker.rules.table.room.room import Room, room_name, to_act
from tracker.rules.table.state.party import Party
from tracker.rules.table.verbs.cards import RASCAL
from tracker.rules.table.verbs.commands import Command
from tracker.rules.table.verbs.turns import offer_text, pass_text, run_text

COOP, SOLO = Coop(), Scoundrel()


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
    elif room.party.game == "solo":
        # Translators: a deed of solo Scoundrel: the whole room goes under the pile.
        yield _run(room, pgettext("the room", "Skip"), _("Skip anyway"))
    elif room.over:
        # Where the fourth card has no name yet, those of the next room are named after it.
        command = f"next:{room_name(room.party)}"
        yield RoomAct(_("Next room"), command, pad="" if room.missing else "deal")
    else:
        yield _run(room, _("Flee"), _("Flee anyway"))


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
    if not here or room.at_door or str(number) in party.offers or not _others(party, str(number)):
        return ""
    return "" if against_running(room) else offer_text(party, number)


def against_running(room: Room) -> str:
    """Tells what the rules have against running from this room now, "" for nothing."""
    party = room.party
    if party.game == "coop":
        seat = party.seated.index(to_act(party))
        reason = _first(COOP.warnings(picture(party), seat, "offer"))
    elif party.game == "solo":
        reason = SOLO.objection(solo_picture(party), 0, "skip")
    else:
        reason = _against_fleeing(room)
    return _(reason) if reason else ""


def _against_fleeing(room: Room) -> str:
    state = rascal_picture(room.party)
    barred = state.fled_last or not state.at_entry
    return RASCAL.objection(state, 0, "flee") if barred else ""


def _coop_acts(room: Room, device: str) -> Iterator[RoomAct]:
    """Passing and running. On a phone of one's own one offers, until the last agrees; on one of the
    whole table all run, and one offers on one's sheet.
    """
    party = room.party
    now = to_act(party)
    # Translators: to take no card of the room, in one's turn.
    yield RoomAct(_("Pass"), pass_text(party, now), _("Pass anyway"), _against_passing(party, now))
    if device and _others(party, device) and int(device) in party.living:
        command = offer_text(party, int(device))
        pad = "run" if room.missing else ""
        # Translators: to leave the room, in an imperative of one word or a noun: a deed.
        yield RoomAct(_("Run"), command, _("Run anyway"), against_running(room), pad)
    elif party.living[1:]:
        yield _run(room, _("All run"), _("All run anyway"))
    else:
        yield _run(room, _("Run"), _("Run anyway"))


def _against_passing(party: Party, number: int) -> str:
    """Objections of the rules; nobody who was only passed over has passed (C10)."""
    state, seat = picture(party), party.seated.index(number)
    told = replace(state.players[seat], passed=party.has_passed(number))
    players = (*state.players[:seat], told, *state.players[seat + 1 :])
    reason = _first(COOP.warnings(replace(state, players=players), seat, "pass"))
    return _(reason) if reason else ""


def _others(party: Party, device: str) -> set[str]:
    """The players who have not offered to run yet, besides this one."""
    return {str(number) for number in party.living} - {*party.offers, device}


def _run(room: Room, text: str, anyway: str) -> RoomAct:
    """The cards of this room have to be named before it goes under the pile."""
    pad = "run" if room.missing else ""
    return RoomAct(text, run_text(room.party), anyway, against_running(room), pad)


def _first(warnings: tuple[str, ...]) -> str:
    return warnings[0] if warnings else ""
