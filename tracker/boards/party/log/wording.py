"""How every command is told: a few words for a button, a whole sentence for the history."""

from __future__ import annotations

from django.utils.translation import gettext_noop

from tracker.rules.cards import BLACK_JOKER, BLACKSMITHS, RED_JOKER, SHIELDS
from tracker.rules.table.verbs.commands import Command

FAMILIES = {
    **dict.fromkeys(BLACKSMITHS, "smith"),
    **dict.fromkeys(SHIELDS, "shield"),
    **dict.fromkeys((BLACK_JOKER, RED_JOKER), "joker"),
}

# By verb; what is told in another way by its sign, by the card, by how, or with nothing after it.
WORDS = {
    "hp": (
        # Translators: a player and what changes: “Mara −3”.
        gettext_noop("{name} {step}"),
        # Translators: a player, where nothing can be said of the change.
        gettext_noop("{name}"),
    ),
    "hp=": (gettext_noop("{name} at {value} HP"), gettext_noop("{name} is set to {value} HP")),
    "hit": (gettext_noop("{name} {step}"), gettext_noop("{name} takes a hit of {value}")),
    "fight:bare": (
        # Translators: here and below, short words for a button, in the present tense.
        gettext_noop("{name} fights {card}"),
        gettext_noop("{name} fights the {card} with bare hands"),
    ),
    "fight": (
        gettext_noop("{name} fights {card}"),
        # Translators: here and below, a line of the history, in the present tense.
        gettext_noop("{name} fights the {card} with {weapon}"),
    ),
    "fight:joker": (
        gettext_noop("{name} fights {card}"),
        gettext_noop("{name} fights the {card}: {weapon} is lost"),
    ),
    "drink": (gettext_noop("{name} drinks {card}"), gettext_noop("{name} drinks the {card}")),
    "equip": (gettext_noop("{name} equips {card}"), gettext_noop("{name} equips the {card}")),
    "use:shield": (
        gettext_noop("{name} takes {card}"),
        gettext_noop("{name} takes the {card} as a shield"),
    ),
    "use:smith": (
        gettext_noop("{name} repairs: {card}"),
        gettext_noop("{name} repairs the weapon with the {card}"),
    ),
    "use": (gettext_noop("{name} uses {card}"), gettext_noop("{name} uses the {card}")),
    "place": (
        # Translators: a card goes to the discard pile unused.
        gettext_noop("{name} discards {card}"),
        gettext_noop("{name} discards the {card} unused"),
    ),
    "knife": (
        # Translators: a weapon of Rascal is added to the one in hand, as a knife.
        gettext_noop("{name} adds {card}"),
        gettext_noop("{name} adds the {card} to the weapon as a knife"),
    ),
    "knife=": (
        # Translators: the knife was written anew by hand.
        gettext_noop("{name}’s knife"),
        gettext_noop("{name}: knife written as “{value}”"),
    ),
    "knife:none": (gettext_noop("{name}’s knife"), gettext_noop("{name}: knife cleared")),
    "toss": (gettext_noop("{name} tosses {card}"), gettext_noop("{name} tosses the {card}")),
    "store": (
        gettext_noop("{name} stores {card}"),
        gettext_noop("{name} puts the {card} into the pocket"),
    ),
    "inv-equip": (
        gettext_noop("{name} equips {card}"),
        gettext_noop("{name} equips the {card} from the pocket"),
    ),
    "inv-knife": (
        gettext_noop("{name} adds {card}"),
        gettext_noop("{name} adds the {card} from the pocket as a knife"),
    ),
    "inv-drink": (
        gettext_noop("{name} drinks {card}"),
        gettext_noop("{name} drinks the {card} from the pocket"),
    ),
    "inv-toss": (
        gettext_noop("{name} tosses {card}"),
        gettext_noop("{name} tosses the {card} from the pocket"),
    ),
    "pocket": (
        # Translators: what lies in the pocket was changed by hand.
        gettext_noop("{name}’s pocket"),
        gettext_noop("{name}: the {card} is in the pocket"),
    ),
    "pocket:none": (gettext_noop("{name}’s pocket"), gettext_noop("{name}: pocket emptied")),
    "take": (
        # Translators: where a line of an old history names none.
        gettext_noop("A card"),
        gettext_noop("A card was played"),
    ),
    "deal": (
        # Translators: {cards} is one card or “3 cards”, here and below.
        gettext_noop("{cards} in the room"),
        gettext_noop("In the room: {all_cards}"),
    ),
    "pass": (gettext_noop("{name} passes"), gettext_noop("{name} passes")),
    "offer": (gettext_noop("{name} offers to run"), gettext_noop("{name} offers to run")),
    "run": (gettext_noop("All run"), gettext_noop("All run; room {room}")),
    "next": (gettext_noop("Room {room}"), gettext_noop("On to room {room}")),
    "drop": (
        # Translators: a card or “3 cards”, carried on from the pocket.
        gettext_noop("{cards} dropped"),
        gettext_noop("On to room {room}; from the pocket: {all_cards}"),
    ),
    "descend": (gettext_noop("Floor {floor}"), gettext_noop("Floor {floor} begins")),
    "lift": (
        # Translators: a card, or “3 cards”: it was named by mistake.
        gettext_noop("{cards} not here"),
        gettext_noop("Not in the room: {all_cards}"),
    ),
    "out": (gettext_noop("{cards} gone"), gettext_noop("Played: {all_cards}")),
    "in": (gettext_noop("{cards} in the pile"), gettext_noop("In the pile after all: {all_cards}")),
    "stays": (
        # Translators: one card, the last of its room.
        gettext_noop("{cards} stays"),
        gettext_noop("Only this card stays: {all_cards}"),
    ),
    "pile=": (gettext_noop("Pile of {value}"), gettext_noop("Cards in the pile: {value}")),
    "pile:new": (gettext_noop("Pile shuffled"), gettext_noop("The pile has been shuffled again")),
    "pile": (
        gettext_noop("Lost count of the pile"),
        gettext_noop("Nobody knows how many cards are in the pile"),
    ),
    "turn": (gettext_noop("{name}’s turn"), gettext_noop("It’s {name}’s turn")),
    "marker:on": (gettext_noop("Turn marker"), gettext_noop("The turn marker is on the table")),
    "marker": (gettext_noop("No turn marker"), gettext_noop("The turn marker is off the table")),
    "tally": (
        # Translators: a counter that the party named, and a step: “Gold +1”.
        gettext_noop("{tally} {step}"),
        gettext_noop("{tally} {step}, now {now}"),
    ),
    "tally:=": (gettext_noop("{tally} at {now}"), gettext_noop("{tally} is set to {now}")),
    "own-tally": (
        gettext_noop("{name}: {tally} {step}"),
        gettext_noop("{name}: {tally} {step}, now {now}"),
    ),
    "own-tally:=": (
        gettext_noop("{name}: {tally} at {now}"),
        gettext_noop("{name}: {tally} is set to {now}"),
    ),
    "tally-add:party": (
        gettext_noop("Counter {typed}"),
        gettext_noop("A counter for the party: “{typed}”"),
    ),
    "tally-add": (
        gettext_noop("Counter {typed}"),
        gettext_noop("A counter for each player: “{typed}”"),
    ),
    "tally-name": (
        gettext_noop("Counter {typed}"),
        gettext_noop("“{tally}” is now called “{typed}”"),
    ),
    "tally-drop": (
        gettext_noop("{tally} removed"),
        gettext_noop("The counter “{tally}” is removed"),
    ),
    "referee:room": (gettext_noop("Room shown"), gettext_noop("The room is on the table")),
    "referee:count": (
        gettext_noop("Cards counted"),
        gettext_noop("Cards are counted; the room is off the table"),
    ),
    "referee": (
        # Translators: cards are not counted any more.
        gettext_noop("No counting"),
        gettext_noop("Cards are no longer counted"),
    ),
    "game:solo": (gettext_noop("Solo Scoundrel"), gettext_noop("Now playing Solo Scoundrel")),
    "game:rascal": (gettext_noop("Rascal"), gettext_noop("Now playing Rascal")),
    "game": (
        gettext_noop("Co-operative Scoundrel"),
        gettext_noop("Now playing co-operative Scoundrel"),
    ),
    "rules": (gettext_noop("House rules"), gettext_noop("House rules: {value}")),
    "rules:none": (gettext_noop("House rules"), gettext_noop("Back to the usual rules")),
    "spend": (gettext_noop("{name} spends {card}"), gettext_noop("{name} spends the {card}")),
    "attach": (
        # Translators: an enemy of this value is laid on the player’s weapon by hand.
        gettext_noop("{name} +{value}"),
        gettext_noop("{name}: the {card} is added to the weapon"),
    ),
    "detach": (
        gettext_noop("{name} −{value}"),
        gettext_noop("{name}: the {card} is removed from the weapon"),
    ),
    "discard": (
        gettext_noop("{name} discards"),
        gettext_noop("{name} discards the weapon and what is on it"),
    ),
    "weapon": (
        gettext_noop("{name}: {value}"),
        gettext_noop("{name}: weapon written as “{value}”"),
    ),
    "weapon:none": (gettext_noop("{name}: no weapon"), gettext_noop("{name}: weapon cleared")),
    "shields": (
        gettext_noop("{name}’s shields"),
        gettext_noop("{name}: shields written as “{value}”"),
    ),
    "shields:none": (gettext_noop("{name}’s shields"), gettext_noop("{name}: shields cleared")),
    "first": (
        # Translators: the player leads the party in this room.
        gettext_noop("{name} leads"),
        gettext_noop("{name} leads this room"),
    ),
    "name": (gettext_noop("{name} renamed"), gettext_noop("“{old}” is now called {name}")),
    "join": (gettext_noop("{name} joins"), gettext_noop("{name} joins the party")),
    "back": (gettext_noop("{name} is back"), gettext_noop("{name} is back at the table")),
    "leave": (gettext_noop("{name} leaves"), gettext_noop("{name} leaves the table")),
    "move": (
        # Translators: the player changes places at the table.
        gettext_noop("{name} moves"),
        gettext_noop("{name} changes places"),
    ),
    "floor": (gettext_noop("Floor {floor}"), gettext_noop("Floor {floor}, room {room}")),
    "room": (gettext_noop("Room {room}"), gettext_noop("Floor {floor}, room {room}")),
    "room:alone": (gettext_noop("Room {room}"), gettext_noop("Room {room}")),
    "used+": (gettext_noop("{cards} set aside"), gettext_noop("Set aside: {all_cards}")),
    "used-": (
        # Translators: a card or “3 cards” that were set aside are in the pile again.
        gettext_noop("{cards} back"),
        gettext_noop("Back in the dungeon: {all_cards}"),
    ),
    "used=": (
        gettext_noop("Set-aside cards"),
        gettext_noop("Set-aside cards written as “{value}”"),
    ),
    "used:none": (gettext_noop("Set-aside cards"), gettext_noop("Nothing set aside any more")),
    "dismiss": (
        gettext_noop("Cards stay set aside"),
        gettext_noop("The cards of floor {floor} stay set aside"),
    ),
    "title": (gettext_noop("Party renamed"), gettext_noop("The party is called “{value}”")),
    "title:none": (gettext_noop("Party renamed"), gettext_noop("The party has no name any more")),
    "note": (gettext_noop("Note"), gettext_noop("Note: {value}")),
    "new": (gettext_noop("New run"), gettext_noop("A new run begins")),
    "undo": (
        # Translators: {undone} is a line of the history in short: “Mara −3 undone”.
        gettext_noop("{undone} undone"),
        gettext_noop("Undone: {undone}"),
    ),
    "undo:again": (gettext_noop("{undone} redone"), gettext_noop("Redone: {undone}")),
    "undo:none": (gettext_noop("Undo"), gettext_noop("Entry {value} undone")),
    "save": (
        # Translators: a line of the history in short: something was saved under this name.
        gettext_noop("Save {value}"),
        gettext_noop("Saved as {value}"),
    ),
    "load": (
        # Translators: a line of the history in short: the save of this name was loaded.
        gettext_noop("Load {value}"),
        gettext_noop("The save {value} is loaded"),
    ),
    "return": (
        gettext_noop("Back to entry {value}"),
        gettext_noop("The table is back at entry {value}"),
    ),
    "resave": (
        # Translators: a line of the history in short: an earlier save was brought back.
        gettext_noop("Earlier save"),
        gettext_noop("The save made at entry {value} is back"),
    ),
}


def wording(
    command: Command, *, empty: bool, again: bool = False, alone: bool = False
) -> tuple[str, str]:
    """The templates of a command that means something; `empty` where nothing came of it.

    `again` where an undo brings back what another one took; `alone` where there are no floors.
    """
    verb = "undo:again" if again and not empty else command.verb
    keys = (
        f"{verb}:none" if empty else "",
        f"{verb}:alone" if alone else "",
        f"{verb}:{command.value}",
        f"{verb}:{command.card}",
        f"{verb}:{FAMILIES.get(command.card)}",
        f"{verb}:{command.how}",
        f"{verb}:{command.how[:1]}",
        f"{verb}{command.sign}",
        verb,
    )
    return next(WORDS[key] for key in keys if key in WORDS)
