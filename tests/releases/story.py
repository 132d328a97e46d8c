"""Everything people do with a release: parties with every kind of entry, matches of every game.

It is told over HTTP, in the addresses and words that every release understands.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from random import Random
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

EVENING = (
    *("title:The Low Lantern", "name:2:Pell", "first:1", "hp:0:-3", "hp:0:+1", "hp:1:=7"),
    *("equip:0:8d", "fight:0:Kc:weapon", "fight:0:5s:bare", "drink:0:9h", "use:0:Qh", "use:1:Jh"),
    *("hit:1:1", "spend:0:Qh", "attach:0:3c", "detach:0:3c", "use:0:Qd", "room:+1", "room:+1"),
    *("weapon:1:10:JcJs+Kh", "fight:1:JOKb:weapon", "use:1:JOKr", "shields:2:KhJh", "used:+Jd"),
    *("used:-Jd", "weapon:3:Grandma’s umbrella 🌂 שלום", "discard:0", "save:Lantern_1"),
)
LATER = (
    *("floor:+1", "room:=4", "fight:3:Ac:bare", "fight:3:As:bare", "leave:3", "move:0:+1"),
    *("join:3:Rook", "leave:2", "back:2", "save:Lantern_1", "load:Lantern_1", "used:=Kh (Rook’s)"),
    *("dismiss", "floor:=12", "floor:-1", "load:Floor 2"),
)
NEW_RUN = ("new", "equip:2:10d", "fight:2:Qs:weapon", "fight:1:2c:bare", "room:+1", "hp:3:-1")
FALL = ("fight:0:Ac:bare", "fight:0:Ks:bare", "fight:1:As:bare", "fight:1:Kc:bare")
CARDS = (
    *("referee:room", "deal:1.1:9cKd4h10s2c7d", "take:1.1:equip:0:7d", "pass:1:1.1.1", "turn:0"),
    *("take:1.1:fight:0:9c:weapon", "place:1:Kd", "lift:2c", "out:2c", "in:2c", "stays:4h"),
    *("deal:1.2:5c5s", "offer:1:1.2.0", "run:1.2", "pile:=20", "pile:?", "pile:new", "descend:2"),
    "rules:jokers=False",
    "note:The lantern went out at half past ten.",
)
COUNTERS = (
    *("tally-add:party:Gold", "tally-add:each:Torches", "tally:0:+3", "own-tally:1:1:=-7"),
    *("tally-name:0:Silver", "save:counted", "tally-drop:1", "marker:on", "turn:1"),
)
ALONE = ("game:solo", "referee:room")
RASCAL = (
    *("game:rascal", "referee:room", "knife:0:=2dKc", "knife:0:=", "pocket:0:7h", "pocket:0:"),
    *("deal:1.1:8d2d3d4d", "take:1.1:equip:0:8d", "store:0:3d", "inv-equip:0:3d", "knife:0:2d"),
    *("next:1.1", "deal:1.2:6h7h9d", "store:0:6h", "inv-toss:0:6h", "toss:0:9d", "store:0:7h"),
    *("inv-drink:0:7h", "equip:0:4d", "next:1.2", "deal:1.3:5h5c5d", "pocket:0:2d"),
    *("inv-knife:0:2d", "store:0:5h", "drop:1.3:5h"),
)
TAPS = ("hp:0:-1", "hp:0:-1", "hp:1:+1", "room:+1")

OTHERS = {
    "coop": {"who-1": "here"},
    "shiphead": {"who-1": "easy", "who-2": "medium"},
    "castle": {"who-1": "strong"},
}
SHARED = {"coop": 4, "shiphead": 3, "castle": 2}
HOUSE_RULES: dict[str, dict[str, Any]] = {
    "coop": {"option-jokers": "false", "option-shields": "all", "option-refill": "through"},
    "solo": {"option-skip": "reshuffle", "option-weapon": "auto"},
    "rascal": {"option-inventory": "any", "option-removed": ["2d", "Kc"]},
    "shiphead": {"option-quick": "true", "option-flip_fail": "lost"},
    "castle": {"option-voluntary_pickup": "true"},
}
MOST_DECISIONS = 900

BUTTON = re.compile(r'name="decision" value="([^"]+)">(.*?)</button>', re.DOTALL)
PRICE = re.compile(r"<b>−(\d+)</b>")
FIELD = re.compile(r'name="(seat|number)" value="(\d+)"')
REVISION = re.compile(r'data-revision="(\d+)"')


class Teller:
    """The browser on which all of it happens."""

    def __init__(self, client: Client, wait: Callable[[float], None] = time.sleep) -> None:
        self.client, self.wait = client, wait

    def post(self, path: str, fields: Any, **more: Any) -> Any:
        """Ends the story where the site refuses; waits where requests come too fast for it."""
        while (r := self.client.post(path, fields, **more)).status_code == 429:
            self.wait(1)
        assert r.status_code in (200, 303), f"{path}, {fields}: {r.status_code}"
        return r

    def page(self, path: str) -> str:
        r = self.client.get(path)
        assert r.status_code == 200, f"{path}: {r.status_code}"
        return str(r.content.decode())

    def party(self, **fields: str) -> str:
        return code_of(self.post("/new", fields))

    def record(self, code: str, *texts: str) -> int:
        """Commands one by one; answers with the number of the last one's entry."""
        for text in texts:
            self.post(f"/p/{code}/entries", {"command": text})
        return revision_of(self.page(f"/p/{code}/"))

    def tap(self, code: str, *texts: str) -> None:
        """Commands as a phone's outbox sends them, each with its key."""
        taps = [{"text": text, "key": f"{code[:4]}-{n}"} for n, text in enumerate(texts)]
        sent = json.dumps({"commands": taps})
        self.post(f"/p/{code}/entries", sent, content_type="application/json")

    def deal(self, key: str, **fields: Any) -> str:
        return code_of(self.post(f"/play/new/{key}", {"name-0": "Mara", **fields}))

    def play(self, code: str, chance: Random, most: int = MOST_DECISIONS) -> None:
        """Plays the cheapest decisions the page offers, by lot; to the end or at most so many."""
        for _ in range(most):
            page = self.match(code)
            prices = {text: price_in(said) for text, said in BUTTON.findall(page)}
            prices.pop("undo", None)
            if not prices:
                return
            offered = [text for text in prices if prices[text] == min(prices.values())]
            self.decide(code, chance.choice(offered), page)

    def decide(self, code: str, decision: str, page: str) -> None:
        self.post(f"/play/{code}/moves", {**dict(FIELD.findall(page)), "decision": decision})

    def match(self, code: str) -> str:
        """The table of a match; where phones are passed on, as whoever is to decide sees it."""
        page = self.page(f"/play/{code}/")
        passed = re.search(rf"/play/{code}/\?open=\d+", page)
        return self.page(passed[0]) if passed else page


def code_of(answer: Any) -> str:
    return str(answer["Location"].split("/")[2])


def price_in(said: str) -> int:
    """The price that a button names, 0 for nothing."""
    found = PRICE.search(said)
    return int(found[1]) if found else 0


def revision_of(page: str) -> int:
    found = REVISION.search(page)
    assert found is not None
    return int(found[1])


def tell(teller: Teller) -> None:
    """All of it."""
    tell_of_parties(teller)
    for key in re.findall(r'href="/play/new/(\w+)"', teller.page("/play/")):
        tell_of_matches(teller, key)


def tell_of_parties(teller: Teller) -> None:
    party = teller.party(players="4", name_0="Mara", name_1="Odo", name_3="Rook")
    tell_an_evening(teller, party)
    file = SimpleUploadedFile("party.json", teller.client.get(f"/p/{party}/export.json").content)
    teller.post("/import", {"file": file})
    teller.record(party, *NEW_RUN)
    fallen = teller.party(name_0="Mara", name_1="Odo", weapon_1="9:Kc", floor="7", used="KdJOKr")
    teller.record(fallen, *FALL)
    teller.post(f"/p/{fallen}/runs/1/share", {"do": "share"})
    teller.record(teller.party(name_0="Mara", name_1="Odo"), *CARDS)
    teller.record(teller.party(name_0="Mara", name_1="Odo"), *COUNTERS)
    teller.record(teller.party(players="1"), *ALONE)
    teller.record(teller.party(players="1"), *RASCAL)


def tell_an_evening(teller: Teller, party: str) -> None:
    """Every kind of command; lines undone, done again and undone in the middle of the log."""
    save = teller.record(party, *EVENING)
    last = teller.record(party, *LATER, f"resave:{save}")
    back = teller.record(party, f"undo:{last - 1}", f"undo:{last - 2}", f"undo:{last - 3}")
    teller.record(party, f"undo:{back}", "undo:4", "undo:6")
    there = teller.record(party, "return:9")
    teller.record(party, f"undo:{there}")
    teller.client.cookies["device"] = "1"
    teller.tap(party, *TAPS)


def tell_of_matches(teller: Teller, key: str) -> None:
    """One to its end, one by house rules, one that several play on this phone, one that waits."""
    chance, against = Random(key), OTHERS.get(key, {})
    told = teller.deal(key, seed="lantern", **against)
    teller.play(told, chance)
    look_back(teller, told)
    teller.play(teller.deal(key, seed="torch", **against, **HOUSE_RULES.get(key, {})), chance, 5)
    if key in SHARED:
        seats = {f"who-{number}": "here" for number in range(1, SHARED[key])}
        seed = "shared" if key == "coop" else ""  # no name deals hands to several people
        teller.play(teller.deal(key, seed=seed, **seats), chance, 7)
        teller.deal(key, seed=seed, **{"who-1": "phone"})
    else:
        tell_of_undos(teller, key, chance)


def look_back(teller: Teller, code: str) -> None:
    """Shared, begun to be reviewed where that is offered, and gone on from."""
    story = teller.page(f"/play/{code}/story")
    teller.post(f"/play/{code}/share", {"do": "share"})
    if f"/play/{code}/review" in story:
        teller.post(f"/play/{code}/review", {})
    teller.post(f"/play/{code}/branch", {"at": "3"})


def tell_of_undos(teller: Teller, key: str, chance: Random) -> None:
    code = teller.deal(key, seed="door")
    teller.play(code, chance, 6)
    for decision in ("undo", "undo"):
        teller.decide(code, decision, teller.match(code))
    teller.play(code, chance, 2)
    given_up = teller.deal(key, seed="door")
    about = teller.page(f"/play/{given_up}/about")
    if 'value="quit"' in about:
        teller.decide(given_up, "quit", about)
