"""Settings of a party: who sits and leads (rules.md 3.3, 3.14), its name, game and house rules."""

from __future__ import annotations

from dataclasses import replace

from tracker.rules.input import MAX_NAME, excerpt, text_of
from tracker.rules.protocol import BadSetup
from tracker.rules.table.room.account import clear_room
from tracker.rules.table.room.room import pass_lead
from tracker.rules.table.state.party import (
    GAME,
    REFEREE,
    TALLIES,
    Party,
    Player,
    tally_field,
)
from tracker.rules.table.texts.house_rules import KINDS, read_options, with_options
from tracker.rules.words import Malformed, Refused, gettext_noop

OF_THE_TABLE = (
    *("seating", "title", "game", "house_rules", "referee", "marker", "tally_each"),
    *map(tally_field, range(len(TALLIES))),
)
"""Fields that a new run leaves as they are."""
FOR_ONE = gettext_noop("This game is for one player.")


def lead(party: Party, number: int, _: str) -> Party:
    """This player leads the room. Raises Refused for somebody who is not at the table."""
    check_seated(party, number)
    return replace(party, first=number, turn=number)


def rename(party: Party, number: int, name: str) -> Party:
    """The name as it was typed, up to MAX_NAME characters; "" for none. Raises Malformed."""
    return party.with_player(number, name=text_of(name, MAX_NAME))


def join(party: Party, number: int, name: str) -> Party:
    """A new person sits down with fresh numbers."""
    party = come_back(party, number, "")  # it names whoever sits there already
    players = list(party.players)
    # A new person must not inherit the numbers of whoever sat here before.
    players[number] = Player(text_of(name, MAX_NAME))
    return replace(party, players=tuple(players))


def come_back(party: Party, number: int, _: str) -> Party:
    """Somebody who had left sits down again with the numbers they had."""
    if number in party.seated:
        raise Refused(gettext_noop("{name} is already at the table."), name=party.name(number))
    if party.game != "coop":
        raise Refused(FOR_ONE)
    return replace(party, seating=f"{party.seating}{number}")


def leave(party: Party, number: int, _: str) -> Party:
    """A player leaves; their numbers are kept and the lead, if theirs, goes on."""
    check_seated(party, number)
    if len(party.seated) == 1:
        raise Refused(gettext_noop("The last player can’t leave the table."))
    if party.first == number:
        party = pass_lead(party, 1)
    seating = party.seating.replace(str(number), "")
    # If all others have fallen the lead found nobody to go to.
    first = party.first if party.first != number else int(seating[0])
    return replace(party, seating=seating, first=first)


def move(party: Party, number: int, step: str) -> Party:
    """A player changes places with the next (`+1`) or previous (`-1`) one round the table."""
    if step not in ("+1", "-1"):
        raise Malformed(gettext_noop("A player can only move one seat up or down."))
    check_seated(party, number)
    seats = list(party.seating)
    here = seats.index(str(number))
    there = (here + int(step)) % len(seats)
    seats[here], seats[there] = seats[there], seats[here]
    return replace(party, seating="".join(seats))


def title(party: Party, title: str) -> Party:
    """The name of the party as it was typed, up to MAX_NAME characters. Raises Malformed."""
    return replace(party, title=text_of(title, MAX_NAME))


def game(party: Party, word: str) -> Party:
    """Chooses the game that is played; the bookkeeping of the cards begins anew."""
    if not GAME.fits(word):
        raise Malformed(
            gettext_noop("“{game}” can’t be played with real cards here."), game=excerpt(word)
        )
    if word == party.game:
        return party
    if word != "coop" and len(party.seated) > 1:
        raise Refused(FOR_ONE)
    # Only Rascal's screen could show these and put them right.
    for number in party.seated:
        party = party.with_player(number, knife="", pocket="")
    fresh = replace(party, cards="", unnamed=0, unsure=False, ran=False, passed="")
    return clear_room(replace(fresh, game=word))


def rules(party: Party, text: str) -> Party:
    """`rules:jokers=False`: the house rules that are not the usual ones, in any order.

    They belong to the game that is played; the rules of the other games stay.
    """
    kind = KINDS[party.game]
    try:
        chosen, others = read_options(text, kind), with_options(text, kind())
    except BadSetup:
        raise Malformed(gettext_noop("These house rules don’t go together.")) from None
    except ValueError:
        raise Malformed(gettext_noop("“{text}” isn’t a house rule."), text=excerpt(text)) from None
    if others:
        raise Malformed(gettext_noop("“{text}” is a house rule of another game."), text=others)
    return replace(party, house_rules=with_options(party.house_rules, chosen))


def referee(party: Party, word: str) -> Party:
    """Cards are counted (`count`), the room is on the table too (`room`), or neither (`off`)."""
    if not REFEREE.fits(word):
        raise Malformed(gettext_noop("“{text}” isn’t a way to count cards."), text=excerpt(word))
    return replace(party, referee=word)


def marker(party: Party, answer: str) -> Party:
    """`marker:on`: whose turn it is stands on the table where its room does not; or `off`."""
    if answer not in ("on", "off"):
        raise Malformed(gettext_noop("The turn marker is on or off."))
    return replace(party, marker=answer == "on")


def new_run(party: Party, _: str) -> Party:
    """Starts again with these people: 20 hp, bare hands, floor 1, room 1, nothing set aside."""
    # Names stay, also of those who left: they may sit down again.
    players = tuple(Player(player.name) for player in party.players)
    kept = {name: getattr(party, name) for name in OF_THE_TABLE}
    first = int(party.seating[0])
    return Party(players=players, first=first, turn=first, **kept)


def check_seated(party: Party, number: int) -> None:
    """Raises Refused for somebody who is not at the table."""
    if number not in party.seated:
        raise Refused(gettext_noop("{name} is not at the table."), name=party.name(number))
