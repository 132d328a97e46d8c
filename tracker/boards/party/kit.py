"""Names what somebody holds in a few letters: equal names pay the same for a card."""

from __future__ import annotations

import zlib

from tracker.rules.table.party import Party


def kit_of(party: Party, number: int) -> str:
    """Names what the price of a card hangs on besides hit points, in a few letters.

    Alone it hangs on the room as well: on the potion drunk, on the pocket that is shut.
    """
    player = party.players[number]
    hand = (player.weapon, player.shields, player.knife, player.pocket, player.fallen)
    table = (party.game, party.house_rules, "" if party.game == "coop" else party.deeds)
    return f"{zlib.crc32(repr((hand, table)).encode(errors='surrogatepass')):x}"
