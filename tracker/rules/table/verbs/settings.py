"""Settings of a party: its name, the game that is played and its house rules."""

from __future__ import annotations

from dataclasses import replace

from tracker.rules.input import MAX_NAME, excerpt, text_of
from tracker.rules.protocol import BadSetup
from tracker.rules.refusals import Malformed, Refused
from tracker.rules.table.room.account import clear_room
from tracker.rules.table.state.party import GAME, REFEREE, Party
from tracker.rules.table.texts.house_rules import KINDS, read_options, with_options
from tracker.rules.table.verbs.seats import FOR_ONE
from tracker.rules.words import gettext_noop


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
