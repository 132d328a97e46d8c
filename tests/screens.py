"""Every screen of the tracker, each with a party that shows all it can show."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from django.core import signing

from tracker import models
from tracker.boards.match.screens import other_screens
from tracker.boards.party.sheet.sheet import TABS
from tracker.rules.games.dungeon import LONE_PACK
from tracker.rules.input import MAX_NAME
from tracker.rules.table.state.party import new_party
from tracker.rules.table.texts.card_rows import STRIP
from tracker.services.party.parties import party_create, party_table
from tracker.services.party.record import Envelope, party_record
from tracker.services.party.runs import run_share
from tracker.web.browser import (
    AROUND_COOKIE,
    BIGGER_COOKIE,
    DEVICE_COOKIE,
    PARTIES_COOKIE,
    SUITS_COOKIE,
)

OTHER_GAMES = [screen.key for screen in other_screens()]
FOUR = ("Mara", "Odo", "Pell", "Rook")
# As long as a name may be: in words, in one word, in short ones.
LONGEST = (
    "Maximiliane the Unquenchable, Warden of the Thirteenth Stair",
    "Odo" * 20,
    "Pell, called the Patient by those who have waited with Pell.",
    "R. o. o. k. Rook " * 3 + "the third",
)
HAMMER = "the rusty hammer of Odo’s grandmother and a lantern that smells of whale oil, " * 3
SPECIALS = "JOKbJOKrKdQdJdKhQhJh"


@dataclass(frozen=True)
class Screen:
    """An address, and how the screen there comes to look as it does.

    `posted` is what a form sent to the address. `around` and `known` are what the browser
    remembers: the seats are turned round the phone, every party is one of its own. `touched` is
    touched once the page is there, one after the other. `device` is whose phone it is.
    """

    name: str
    address: str
    party: Callable[[], str]
    posted: Mapping[str, str] = field(default_factory=dict)
    status: int = 200
    around: bool = False
    bigger: bool = False
    suits: bool = False
    known: bool = False
    touched: tuple[str, ...] = ()
    device: str | None = None

    def cookies(self) -> dict[str, str]:
        codes = list(models.Party.objects.values_list("code", flat=True)) if self.known else []
        device = {} if self.device is None else {DEVICE_COOKIE: self.device}
        return device | {
            AROUND_COOKIE: "1" if self.around else "0",
            BIGGER_COOKIE: "1" if self.bigger else "0",
            SUITS_COOKIE: "1" if self.suits else "0",
            PARTIES_COOKIE: signing.dumps(codes, salt=PARTIES_COOKIE, compress=True),
        }


# Parties. Each function returns the party's code.


def made(*commands: str, names: tuple[str, ...] = FOUR, title: str = "") -> str:
    code = party_create(state=new_party(names, title))
    play(code, *commands)
    return code


def play(code: str, *commands: str) -> None:
    for start in range(0, len(commands), 100):
        some = [Envelope(text) for text in commands[start : start + 100]]
        party_record(code=code, commands=some, together=True)


def untouched() -> str:
    return made()


def one() -> str:
    return made("weapon:0:10:AcJs10c+KhQhJh", "hp:0:-6", "floor:=5", "used:=Kd", names=("Mara",))


def two() -> str:
    return made("weapon:0:8:Kc", "hp:0:-6", "hp:1:=-3", "floor:=35", "used:=Kd", names=FOUR[:2])


def three() -> str:
    return made("weapon:0:8", "weapon:1:2:2c", "hp:1:-16", "use:2:Kh", names=FOUR[:3])


def evening() -> str:
    """In the middle of a run, everybody in another state."""
    mara = ("weapon:0:8:KcJs", "use:0:Kh", "hp:0:-6")
    others = ("equip:1:5d", "hp:1:-17", "weapon:2:torch", "hit:2:3")
    return made(*mara, *others, "floor:=9", "room:=3", "used:+QdJOKr", "first:1")


def fallen() -> str:
    """All have fallen, on a floor that would have brought a card back."""
    hits = [f"hp:{number}:=-{number * 11}" for number in range(4)]
    return made("weapon:0:8:KcJs", "used:=Kh", "floor:=5", "room:=10", *hits)


def stressed() -> str:
    """All as long and as many as it gets; the last change has been taken back."""
    code = made(
        "hp:0:=7",
        "weapon:0:10:AcKsQcJs10c9s8c7s6c5s4c3s2c+KhQhJh",
        f"weapon:1:{HAMMER}",
        "weapon:3:10:10s10cKc10c10s10c",
        "floor:=34",
        "room:=1234",
        f"used:={SPECIALS}",
        "first:1",
        "hp:1:-16",
        "hp:2:=-9999",
        "hp:3:-1",
        "hp:0:-5",
        f"weapon:3:{HAMMER}",
        names=LONGEST,
        title="T" * MAX_NAME,
    )
    undo = party_table(code).undo
    assert undo is not None
    play(code, f"undo:{undo.number}")
    return code


COUNTERS = ("tally-add:party:Gold", "tally-add:each:Torches", "marker:on")
LONG_COUNTERS = (
    "tally-add:each:Curses of an old lantern",
    f"tally-add:each:{'W' * 24}",
    "tally-add:party:Days without a bell rung",
    f"tally-add:party:{'W' * 24}",
    *("own-tally:0:0:=-9999", "own-tally:0:1:=9999", "tally:2:=-9999", "tally:3:=-1234"),
    "marker:on",
)


def counting() -> str:
    """In the middle of a run, with counters of its own and the turn marker."""
    code = evening()
    play(code, *COUNTERS, "tally:0:=37", "own-tally:1:1:+3", "own-tally:2:1:-1", "turn:2")
    return code


def counting_stressed() -> str:
    code = stressed()
    play(code, *LONG_COUNTERS, "turn:3")
    return code


def counting_two() -> str:
    code = two()
    play(code, *COUNTERS, "tally-add:each:Keys", "own-tally:0:2:=12")
    return code


def counting_alone() -> str:
    code = rascal_room()
    play(code, *COUNTERS, "tally:0:=120")
    return code


def room_of_ten() -> str:
    """All lies open but two cards that are gone already."""
    cards = "QcJd9d3c8c5dKh8h7sJOKb"
    taken = ("take:1.1:equip:0:9d", "take:1.1:equip:1:5d")
    return made("referee:room", f"deal:1.1:{cards}", *taken, "hp:0:=7", names=LONGEST)


def room_of_eight() -> str:
    """Two are gone, one that nobody has named lies there; one weapon has fought."""
    cards = "deal:1.1:KcKd4h10s9d2c7d8c"
    taken = ("take:1.1:fight:1:2c:bare", "take:1.1:equip:2:7d", "weapon:1:8:Kc")
    return made("referee:room", cards, *taken, "hp:0:=7", names=LONGEST[:3])


def room_of_six() -> str:
    """One card is gone, one that nobody has named lies there; Mara would fall."""
    commands = ("referee:room", "deal:1.1:KcKd4h10s2c", "take:1.1:fight:1:2c:bare", "hp:0:=7")
    return made(*commands, names=("Mara", "Odo"))


def room_of_six_all() -> str:
    """Nothing is gone yet; two of the enemies would fell Mara."""
    return made("referee:room", "deal:1.1:KcKd4h10s9d2c", "hp:0:=7", names=("Mara", "Odo"))


def just_taken() -> str:
    """A card that could have been fought otherwise."""
    return made("weapon:0:10", "take:1.1:fight:0:9c:weapon", names=LONGEST)


def solo_room() -> str:
    """A game for one: a potion has been drunk, so the other one heals nothing."""
    cards = ("deal:1.1:9c8c6h5h", "take:1.1:drink:0:6h")
    return made("game:solo", "referee:room", "hp:0:=7", "weapon:0:5:Kc", *cards, names=LONGEST[:1])


RASCAL = ("game:rascal", "referee:room", "hp:0:=9", "weapon:0:8:Kc5s")


def rascal_room() -> str:
    """A full pocket that is shut, a knife to be had, a potion, one card gone."""
    cards = ("pocket:0:7h", "deal:1.1:Js2d6h4c", "take:1.1:fight:0:4c:weapon")
    return made(*RASCAL, "knife:0:=2dQc", *cards, names=LONGEST[:1])


def rascal_door() -> str:
    """All four have been dealt with; what is in the pocket may be carried on."""
    deeds = ("fight:0:Js:weapon", "equip:0:2d", "drink:0:6h", "fight:0:4c:bare")
    taken = (f"take:1.1:{deed}" for deed in deeds)
    return made(*RASCAL, "pocket:0:7h", "deal:1.1:Js2d6h4c", *taken, names=LONGEST[:1])


ALL_44 = "".join(card for card in STRIP if card in LONE_PACK)


def rascal_won() -> str:
    """Pile and room are empty."""
    return made("game:rascal", "referee:room", "hp:0:=7", f"out:{ALL_44}", names=("Mara",))


def solo_lost() -> str:
    return made("game:solo", "referee:room", "deal:1.1:AcKs2c3c", "hp:0:=-2", names=LONGEST[:1])


def between_rooms() -> str:
    cards = ("9c", "4c", "3c", "2c", "5c")
    taken = (f"take:1.1:fight:{n % 2}:{card}:bare" for n, card in enumerate(cards))
    return made("referee:room", "deal:1.1:9c4c3c2c5cKs", *taken, names=("Mara", "Odo"))


def left_over() -> str:
    """A room was left by plus, and more than one of its cards lie there still."""
    told = ("referee:room", "deal:1.1:9c4h3cJdKs2d", "take:1.1:fight:0:9c:bare", "room:+1")
    return made(*told, names=LONGEST[:2])


def red_room() -> str:
    return made("referee:room", "hp:0:=3", "deal:1.1:7d4h6h2d9dKd", names=("Mara", "Odo"))


def saved() -> str:
    """Saves under short and long names, one replaced twice, and those of three floors."""
    code = made("save:Mara_Odo", "hp:0:-3", "save:Mara_Odo", "hp:2:=-3", "save:Mara_Odo")
    play(code, f"save:{'x' * 64}", "floor:+1", "floor:+1", "floor:+1", "load:Mara_Odo")
    return code


def tapped() -> str:
    """A log of bursts of taps and single lines, some undone, over more than a page."""
    code = made(names=LONGEST)
    play(code, *["room:+1"] * 60, *["hp:0:-1"] * 5, *["hp:1:-1", "hp:2:-1"] * 3)
    more = ("undo:71", f"weapon:1:{HAMMER}", "hit:2:99", "use:3:Kh", "undo:76", "weapon:1:torch")
    play(code, "hp:0:+1", *more)
    return code


def watched(party: Callable[[], str]) -> Callable[[], str]:
    """The party, opened by its watch code."""
    return lambda: party_table(party()).watch_code


def long_run() -> str:
    """Twelve floors, on the last of which one has fallen."""
    dice = random.Random(7)
    taps = [f"hp:{dice.randrange(4)}:{dice.choice('+-')}{dice.randint(1, 4)}" for _ in range(240)]
    floors = [tap for start in range(0, 240, 20) for tap in ("floor:+1", *taps[start : start + 20])]
    return made(*floors, "hp:1:=-12", title="The Low Lantern")


def finished_runs() -> str:
    """Two runs behind, the first of which was better; in the third the best is near."""
    story = ("equip:0:8d", "fight:0:Kc:weapon", "fight:0:5s:weapon", "fight:1:As:bare", "room:+1")
    more = ("drink:1:9h", "drink:1:10h", "hit:3:19", "hp:3:+4", "floor:=4", "room:=7")
    code = made(*story, *more, *(f"hp:{n}:=-{n}" for n in range(4)), "new", title="The Low Lantern")
    play(code, "hit:0:3", "floor:+1", "hit:1:4", "floor:+1", "new", "floor:=3")
    return code


def shared_run() -> str:
    return run_share(code=finished_runs(), first=1)


def with_shared_run() -> str:
    code = finished_runs()
    run_share(code=code, first=1)
    return code


def left_alone() -> str:
    """Two have gone; their places are kept."""
    return made("hp:3:-4", "leave:3", "leave:2", "first:1", names=LONGEST, title="T" * MAX_NAME)


def several() -> str:
    """Parties of every kind, for the start page."""
    for party in (stressed, fallen, evening):
        party()
    return made(names=("", "", ""))


# Screens.

ENTRIES = "/p/{code}/entries"
REFUSED = {"command": "back:0"}
TABLES = (
    *(
        Screen(f"table-{party.__name__}", "/p/{code}/", party)
        for party in (untouched, one, two, three, evening, stressed, fallen)
    ),
    *(
        Screen(f"table-around-{party.__name__}", "/p/{code}/", party, around=True)
        for party in (two, three, evening, stressed, fallen)
    ),
    *(
        Screen(f"table-{party.__name__}", "/p/{code}/", party, around=around)
        for party, around in ((room_of_ten, False), (room_of_six, True), (between_rooms, False))
    ),
    *(
        Screen(f"table-{party.__name__}", "/p/{code}/", party)
        for party in (
            *(solo_room, rascal_room, rascal_door, rascal_won, solo_lost, left_over, red_room),
            room_of_eight,
        )
    ),
    *(
        Screen(f"table-bigger-{party.__name__}", "/p/{code}/", party, bigger=True)
        for party in (three, stressed)
    ),
    Screen("table-refused", ENTRIES, evening, posted=REFUSED, status=409),
    Screen("table-refused-long", ENTRIES, stressed, posted=REFUSED, status=409),
)


def sheets() -> Iterator[Screen]:
    """Each tab as a page, and over the table of people with the longest names."""
    for key, *_rest in TABS:
        yield Screen(f"{key}-page", f"/p/{{code}}/player/0?tab={key}", evening)
        opened = ("#player-0 .kit .cover", f".tabs label:has([value={key}])")
        yield Screen(f"{key}-sheet", "/p/{code}/", stressed, touched=opened)


KING = "div:has(> .face:has-text('K'):has([href$='#club'])) > [name=enemy]"
TWENTY = "[name=amount][aria-label='20']"
SHEETS = (
    *sheets(),
    Screen("fight-chosen", "/p/{code}/", stressed, touched=("#player-0 .kit .cover", KING)),
    Screen(
        "hit-chosen",
        "/p/{code}/",
        stressed,
        touched=("#player-0 .kit .cover", ".tabs label:has([value=hit])", TWENTY),
    ),
    Screen("fight-page-chosen", "/p/{code}/player/0", evening, touched=(KING,)),
    Screen("hit-page-chosen", "/p/{code}/player/0?tab=hit", evening, touched=(TWENTY,)),
    Screen("weapon-page-free", "/p/{code}/player/1?tab=more", stressed),
    Screen("weapon-page-odd", "/p/{code}/player/3?tab=more", stressed),
    Screen("fallen-page", "/p/{code}/player/2", stressed),
    Screen("dungeon-page", "/p/{code}/dungeon", evening),
    Screen("dungeon-sheet", "/p/{code}/", stressed, touched=(".counter a >> nth=0",)),
    Screen("left-sheet", "/p/{code}/", stressed, touched=(".count",)),
    Screen("right-page", "/p/{code}/right", evening),
    Screen("pad-page", "/p/{code}/pad/out?words=Kc+hammer", evening),
    *(
        Screen(f"mine-{party.__name__}", "/p/{code}/", party, device="0")
        for party in (one, two, three, stressed, fallen, counting, counting_stressed)
    ),
    # Tables with counters of their own may scroll.
    *(
        Screen(f"table-{party.__name__}", "/p/{code}/", party)
        for party in (counting, counting_stressed, counting_two, counting_alone)
    ),
    Screen("table-around-counting", "/p/{code}/", counting, around=True),
    Screen("dungeon-page-counting", "/p/{code}/dungeon", counting_stressed),
    Screen("seat-page-counting", "/p/{code}/player/0?tab=more", counting_stressed),
    Screen("mine-rascal", "/p/{code}/", rascal_room, device="0"),
    Screen("card-page-rascal", "/p/{code}/card/6h", rascal_room),
    Screen("card-page-pocket", "/p/{code}/card/7h", rascal_room),
    Screen("fight-page-rascal", "/p/{code}/player/0?tab=fight", rascal_room),
    Screen("weapon-page-rascal", "/p/{code}/player/0?tab=more", rascal_room),
    Screen("left-page-rascal", "/p/{code}/left", rascal_room),
    Screen("table-suits", "/p/{code}/", room_of_ten, suits=True),
    Screen("mine-cards", "/p/{code}/", stressed, device="0", touched=(".mate a >> nth=0",)),
    Screen("cards-page", "/p/{code}/player/0/cards", evening),
    Screen("card-page", "/p/{code}/card/Kc", room_of_six),
    Screen("card-page-gone", "/p/{code}/card/9c", left_over),
    Screen("pad-page-run", "/p/{code}/pad/run", left_over),
    Screen("pad-page-deal", "/p/{code}/pad/deal?words=10c+Kd+4h", evening),
    Screen("advice-page", "/p/{code}/advice", room_of_six_all),
    Screen("advice-sheet", "/p/{code}/", room_of_ten, touched=(".whose [href$=advice]",)),
    Screen("advice-page-rascal", "/p/{code}/advice", rascal_room),
    Screen("advice-page-unnamed", "/p/{code}/advice", room_of_six),
    Screen("risk-page", "/p/{code}/left/risk", between_rooms),
    Screen("take-page", "/p/{code}/take", room_of_ten),
    Screen("take-page-again", "/p/{code}/take", just_taken),
    Screen("dungeon-page-returning", "/p/{code}/dungeon", fallen),
)

SAVE_REFUSED = {"command": "save:", "value": "Mara & Odo", "next": "saves"}
LOAD_MISSED = {"command": "load:", "value": "mara_odo", "next": "saves"}
UNDO_OVERWRITTEN = {"command": "undo:74", "next": "history"}
UNDO_REFUSED = {"command": "undo:99", "next": "history"}
PARTY_SCREENS = (
    Screen("history", "/p/{code}/history", tapped),
    Screen("history-older", "/p/{code}/history?before=40", tapped),
    Screen("history-of-one", "/p/{code}/history?player=2", tapped),
    Screen("history-in-the-way", ENTRIES, tapped, posted=UNDO_OVERWRITTEN, status=409),
    Screen("history-empty", "/p/{code}/history", untouched),
    Screen("history-refused", ENTRIES, evening, posted=UNDO_REFUSED, status=409),
    Screen("history-at", "/p/{code}/history/8", evening),
    Screen("history-at-long", "/p/{code}/history/12", stressed),
    Screen("saves", "/p/{code}/saves", saved),
    Screen("saves-empty", "/p/{code}/saves", untouched),
    Screen("saves-refused", ENTRIES, saved, posted=SAVE_REFUSED, status=400),
    Screen("saves-near", ENTRIES, saved, posted=LOAD_MISSED, status=404),
    Screen("save-deletion", "/p/{code}/saves/6/delete", saved),
    Screen("settings", "/p/{code}/settings", evening),
    Screen("deletion", "/p/{code}/delete", evening),
    Screen("deleted", "/w/23456789abcde/?deleted", untouched, status=410),
    Screen("deletion-refused", "/p/{code}/delete", stressed, posted={"typed": "x"}, status=400),
    Screen("settings-counting", "/p/{code}/settings", counting),
    Screen("settings-solo", "/p/{code}/settings", solo_room),
    Screen("settings-rascal", "/p/{code}/settings", rascal_room),
    Screen("settings-away", "/p/{code}/settings", left_alone, around=True),
    Screen("join", "/p/{code}/join", stressed),
    Screen("invite", "/p/{code}/invite", evening),
    Screen("invite-sheet", "/p/{code}/", evening, touched=(".bar [hx-get]",)),
    Screen("invitation", "/p/{code}/?invite", untouched),
    Screen("table-best", "/p/{code}/", finished_runs),
    Screen("runs", "/p/{code}/runs", finished_runs),
    Screen("runs-empty", "/p/{code}/runs", untouched),
    Screen("own-runs", "/runs", finished_runs, known=True),
    Screen("run-story", "/p/{code}/runs/1", finished_runs),
    Screen("run-replay", "/p/{code}/runs/1/replay", finished_runs),
    Screen("run-story-shared", "/p/{code}/runs/1", with_shared_run),
    Screen("run-shared", "/r/{code}/", shared_run),
    Screen("run-empty", "/p/{code}/run", untouched),
    Screen("run-long", "/p/{code}/run", long_run),
    Screen("run-stressed", "/p/{code}/run", stressed),
)

NEW_REFUSED = {"name_0": "Mara", "name_1": "n" * 61, "hp_0": "99", "weapon_1": HAMMER}
PAGES = (
    Screen("home-empty", "/", untouched),
    Screen("home", "/", several, known=True),
    Screen("home-refused", "/open", several, posted={"code": "1"}, status=400, known=True),
    Screen("home-near", "/open-save", saved, posted={"name": "mara_odo"}, status=404, known=True),
    Screen("new", "/new", untouched),
    Screen("new-refused", "/new", untouched, posted=NEW_REFUSED, status=400),
    Screen("rules", "/rules/", untouched),
    Screen("rules-from-table", "/rules/?back={code}", untouched),
    Screen("coop", "/rules/coop", untouched),
    Screen("rules-tracker", "/rules/tracker", untouched),
    Screen("rules-search", "/rules/search?q=running+away", untouched),
    Screen("rules-search-from-table", "/rules/search?q=xyzzy&back={code}", untouched),
    Screen("rules-search-refused", f"/rules/search?q={'x' * 99}", untouched, status=400),
    Screen("returns", "/rules/returns?floor=12", untouched),
    Screen("returns-refused", "/rules/returns?floor=x", untouched, status=400),
    Screen("notation", "/rules/notation?weapon=8:5sKc&used=Kh", untouched),
    *(Screen(f"rules-{key}", f"/rules/{key}/", untouched) for key in OTHER_GAMES),
    *(Screen(f"one-page-{key}", f"/rules/{key}/one-page", untouched) for key in OTHER_GAMES),
    Screen("rules-solo-from-table", "/rules/solo/?back={code}", untouched),
    Screen("not-found", "/p/nowhere", untouched, status=404),
    Screen("about", "/about", untouched),
    Screen("keys", "/keys", untouched),
    Screen("offline", "/offline", untouched),
)

WATCHED = tuple(
    Screen(f"watch-{party.__name__}", "/w/{code}/", watched(party))
    for party in (
        untouched,
        one,
        two,
        three,
        evening,
        stressed,
        fallen,
        rascal_room,
        rascal_won,
        counting,
    )
)

# The fullest state of each kind of page: looked at in every run.
CHIEF = {
    *("table-stressed", "table-room_of_ten", "fight-chosen", "mine-stressed", "history"),
    *("settings", "home", "run-story", "watch-stressed", "coop-four", "shiphead-many", "rules"),
}
# One for each template, and for each sheet over the table.
FULLEST = CHIEF | {
    *("about", "advice-page", "advice-sheet", "card-page", "cards-page", "castle-fighting", "coop"),
    *("coop-advised", "coop-over", "coop-replay", "deleted", "deletion-refused"),
    *("dungeon-page-counting", "dungeon-sheet", "games", "history-at-long"),
    *("history-in-the-way", "hit-chosen", "invite", "invite-sheet", "join", "keys"),
    *("left-page-rascal", "left-sheet", "match-about-hidden", "match-deletion", "match-join"),
    *("coop-question", "match-ask", "match-reply"),
    *("match-par", "match-review", "match-story", "match-story-hands", "mine-counting_stressed"),
    *("new-rascal", "new-refused", "not-found", "notation", "offline", "one-page-rascal"),
    *("own-runs", "pad-page-run", "puzzle", "puzzle-on", "puzzle-wrong", "puzzles", "rascal-knife"),
    *("puzzle-made-rascal", "puzzle-none"),
    *("records", "returns", "right-page", "risk-page", "rules-castle"),
    *("rules-rascal", "rules-search", "rules-search-from-table", "rules-shiphead", "rules-solo"),
    *("rules-tracker",),
    *("run-replay", "run-shared", "runs", "save-deletion", "saves-near", "seat-page-counting"),
    *("more-sheet", "shield-sheet", "solo-fighting", "table-counting_stressed"),
    *("table-rascal_room", "take-page-again"),
}
SCREENS = (*TABLES, *SHEETS, *PARTY_SCREENS, *PAGES, *WATCHED)
