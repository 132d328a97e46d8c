"""Two taps on any button that acts are one deed: on the table, in its sheets, on its pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.phones import REFUSALS, Fingers, all_sent, expect_sent, middle, posts_of, press
from tests.screens import (
    RASCAL,
    between_rooms,
    fallen,
    made,
    rascal_door,
    rascal_room,
    room_of_six_all,
    room_of_ten,
    saved,
    untouched,
)
from tracker.services.party.parties import party_table

pytestmark = pytest.mark.thorough
GAPS = [350, *(pytest.param(gap, marks=pytest.mark.nightly) for gap in (0, 80, 150, 250, 450))]
FIVE = ("9c", "4c", "3c", "2c", "5c")
SIX = ("9c", "Kd", "4h", "10s", "2c", "7d")

Party = Callable[[], str]


def party(*commands: str, names: tuple[str, ...] = ("Mara", "Odo", "Pell", "Rook")) -> Party:
    return lambda: made(*commands, names=names)


TAKEN = [f"take:1.1:fight:{n % 2}:{card}:bare" for n, card in enumerate(FIVE)]
ARMED = party("equip:1:10d", "fight:1:9c:weapon", "hp:1:=9")
RETURNING = party("used:=KdQdJdKhQhJh", "floor:=4", "floor:+1")
POCKET = party(*RASCAL, "deal:1.1:Js2d6h4c", names=("Mara",))
ENDED = party("weapon:0:10", "referee:room", "deal:1.1:9c4c3c2c5cKs", *TAKEN, names=("Mara", "Odo"))
TABS = "#player-1 .kit .cover"


@dataclass(frozen=True)
class Act:
    """A `button` of a party, and what is pressed by keys on the `way` to it from its `page`."""

    button: str
    party: Party = untouched
    way: tuple[str, ...] = ()
    page: str = ""
    device: str = ""
    commands: int = 1


def tab(name: str) -> tuple[str, str]:
    return TABS, f"#sheet [name=tab][value={name}]"


ACTS = {
    "redo": Act(".bar button:not([data-undo])", party("hp:0:-1", "undo:1")),
    "returns": Act("#returns", RETURNING),
    "new run of the fallen": Act(".all-fallen button", fallen),
    "hit": Act(
        "#sheet button:visible:has-text('Take 5')",
        way=(*tab("hit"), "#sheet [name=amount][aria-label='5']"),
    ),
    "repair": Act("#sheet button[value*=Kd]:visible", ARMED, tab("shield")),
    "discard": Act("#sheet .danger-button:visible", ARMED, tab("more")),
    "take an enemy off": Act("#sheet [value^='detach:']:visible", ARMED, tab("more")),
    "lead": Act("#sheet [value^='first:']:visible", ARMED, tab("more")),
    "leave": Act("#sheet [value^='leave:']:visible", ARMED, tab("more")),
    "set aside": Act("#sheet .pane [value^='used:']", way=(".counter a >> nth=0",)),
    "leave aside": Act("#sheet [value=dismiss]", RETURNING, (".counter a >> nth=0",)),
    "ticket": Act(".room .ticket >> nth=0", room_of_six_all),
    "run": Act(".whose button.middle >> nth=0", room_of_six_all),
    "card of the room": Act(
        "#sheet .taker button >> nth=0", room_of_six_all, (".deal a.face >> nth=0",)
    ),
    "pad of a room": Act(
        f"#sheet .pack label:has([value='{SIX[-1]}'])",
        party("referee:room", names=("Mara", "Odo")),
        (
            ".door a",
            "#sheet div.tiles a:last-child",
            *(f"#sheet .pack [value='{card}']" for card in SIX[:-1]),
        ),
    ),
    "as taken": Act("#sheet .pack button >> nth=0", between_rooms, (".door [href*='/take']",)),
    "correction": Act("#correct button >> nth=0", ENDED, (".door [href*='/take']",), commands=2),
    "put right": Act(
        "#sheet [value='pile:new']", between_rooms, (".count", "#sheet [href$=right]")
    ),
    "advice": Act("#sheet .wide", room_of_ten, (".whose [href$=advice]",)),
    "knife": Act("#sheet [value*=':knife']", rascal_room, (".deal [href*='card/2d']",)),
    "pocket": Act("#sheet [value*='store:']", POCKET, (".deal [href*='card/6h']",)),
    "door": Act(".door button", rascal_door),
    "own card": Act(
        "#hand button[value^='drink:'] >> nth=0", party("hp:0:=9"), ("#hand a",), device="0"
    ),
    "own fight": Act(
        "#hand button[value='fight:0:9c:bare']", way=("#hand a", "#hand [value='0-9c']"), device="0"
    ),
    "make leader": Act(
        "[value='first:1']:visible",
        way=("summary:has-text('Players')", "#seat-1 summary"),
        page="settings",
    ),
    "new run": Act("[value=new]:visible", ARMED, ("summary:has-text('Run')",), "settings"),
    "undo a line": Act("[value^='undo:'] >> nth=0", ARMED, page="history"),
    "load": Act("[value^='load:'] >> nth=0", saved, page="saves"),
}


def reach(page: Page, act: Act, code: str) -> Locator:
    if act.page:
        page.goto(f"/p/{code}/{act.page}")
    else:
        with page.expect_response("**/live/**"):  # by then all scripts have come
            page.goto(f"/p/{code}/")
    for step in act.way:
        press(page.locator(step).first)
    target = page.locator(act.button).first
    target.scroll_into_view_if_needed()
    return target


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("name", ACTS)
def test_a_double_tap_is_one_deed(
    take_phone: Callable[..., Page], base_url: str, name: str, gap: int
) -> None:
    act = ACTS[name]
    code, page = act.party(), take_phone(script=REFUSALS)
    if act.device:
        page.context.add_cookies([{"name": "device", "value": act.device, "url": base_url}])
    before = party_table(code).revision
    target, posts = middle(reach(page, act, code)), posts_of(page)
    Fingers(page).tap_twice(target, gap)
    all_sent(page, posts)
    if not act.page:
        expect_sent(page)
    all_sent(page, posts)
    assert party_table(code).revision - before == act.commands
    # The second touch either lay on nothing, or something said that it was refused.
    page.wait_for_load_state()
    assert page.evaluate("refusals.filter((refused) => !refused).length") <= 1
