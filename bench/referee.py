"""The cost of the account of the cards: a tap beside one without it, the table, its sheets.

A tap is done in turns for a party that counts with its room on the table and for one that does not
count, so their ratio holds on a busy machine. All other times are processor time of whole requests
without a network, for four players and a room of ten, on one SQLite file.

    python -m bench.referee [--rounds 40]
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from itertools import cycle, islice

from bench.stage import django_on_a_file
from tests.rules.tellings import heard
from tools.smoke import arguments
from tracker.rules.table.state.party import Party, new_party
from tracker.rules.table.verbs.commands import apply

NAMES = ("Mara", "Odo", "Pell", "Rook")
HANDS = ("weapon:0:8:Kc", "weapon:1:5:4s", "shields:2:Kh", "hp:0:=7", "hp:1:=12", "hp:3:=9")
GONE = "out:KsQcQsJc8s6d8h9h10h"
ROOM = "deal:1.1:Ac10s9c6s3c2s7d4h3dQd"
TAKEN = tuple(
    f"take:1.1:{deed}"
    for deed in (
        *("fight:0:2s:weapon", "fight:1:3c:bare", "drink:2:4h", "equip:3:7d", "place:0:Qd"),
        *("fight:1:6s:bare", "equip:2:3d", "fight:3:9c:weapon", "fight:0:10s:bare"),
    )
)
AT_A_DOOR = (*HANDS, GONE, ROOM, *TAKEN, *(f"hp:{n}:=12" for n in range(4)))
TAPS = ("hp:2:-1", "hp:2:+1")
EACH = 20  # taps a round, after which the other party has its turn
MOST = 1.03
TAKE = "take:1.1:fight:1:9c:bare"


def spent(work: Callable[[], object]) -> float:
    """Processor time in ms."""
    begun = time.process_time()
    work()
    return (time.process_time() - begun) * 1000


def median(work: Callable[[], object], rounds: int) -> float:
    work()
    return statistics.median(spent(work) for _ in range(rounds))


def party_after(*commands: str) -> Party:
    return heard(new_party(NAMES), commands)


def in_rules(rounds: int) -> None:
    counted, plain = (
        party_after("referee:room", *HANDS, GONE, ROOM),
        party_after("referee:off", *HANDS),
    )
    taps = [lambda p=party: [apply(p, TAPS[0]) for _ in range(200)] for party in (counted, plain)]
    pairs = [tuple(map(spent, taps)) for _ in range(rounds)]
    print(f"a tap in rules with the account: {ratio(pairs):.3f} of one without")
    take = median(lambda: [apply(counted, TAKE) for _ in range(100)], rounds) / 100
    fight = median(lambda: [apply(plain, TAKE[9:]) for _ in range(100)], rounds) / 100
    print(f"a card that is taken in rules: {take:.3f} ms, as a fight {fight:.3f} ms")


def ratio(pairs: Sequence[tuple[float, ...]]) -> float:
    return statistics.median(one / other for one, other in pairs)


def committed(rounds: int) -> float:
    """How many times the processor time of a tap without the account one with it takes."""
    from tracker.services.party.record import Envelope, party_record

    codes = party("referee:room", *HANDS, GONE, ROOM), party("referee:off", *HANDS)

    def tap(code: str) -> float:
        some = islice(cycle(TAPS), EACH)
        return spent(lambda: [party_record(code=code, commands=[Envelope(t)]) for t in some])

    for code in codes:
        tap(code)
    pairs = [tuple(map(tap, codes)) for _ in range(rounds)]
    found = ratio(pairs)
    print(f"a committed tap with the account: {found:.3f} of one without; at most {MOST}")
    return found


def party(*commands: str) -> str:
    from tracker.services.party.parties import party_create

    return party_create(state=party_after(*commands))


def on_screens(rounds: int) -> None:
    from django.test import Client

    from tracker.services.party import advice

    client, part = Client(), {"HX-Request": "true"}
    tables = {"room": ("referee:room", *HANDS, GONE, ROOM), "count": (*HANDS, GONE, ROOM)}
    codes = {name: party(*commands) for name, commands in tables.items()}
    codes["door"] = party("referee:room", *AT_A_DOOR)

    def time_of(name: str, address: str) -> float:
        def ask() -> None:
            advice._risks.clear()
            answer = client.get(f"/p/{codes[name]}/{address}", headers=part)
            assert answer.status_code == 200, address

        return median(ask, rounds)

    table, room = time_of("count", "table"), time_of("room", "table")
    print(f"the table: {table:.1f} ms, with a room of ten {room - table:+.1f} ms")
    for name, address in (
        *(("room", "left"), ("door", "left"), ("door", "left/risk")),
        *(("room", "advice"), ("room", "advice/risk")),
    ):
        print(f"{address} ({name}): {time_of(name, address):.1f} ms")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=40)
    args = arguments(parser, rounds=2)
    rounds = args.rounds
    in_rules(rounds)
    with django_on_a_file():
        found = committed(rounds)
        on_screens(max(3, rounds // 8))
    return int(found > MOST and not args.smoke)


if __name__ == "__main__":
    sys.exit(main())
