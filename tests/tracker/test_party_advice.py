"""A table of real cards is told its best plan and how likely the next room is deadly."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from tests.tracker.parties import play
from tracker.boards.party.cards.advice import advice_sheet, after_all, other_risks, risk_text
from tracker.boards.words.advice import interval_text
from tracker.boards.words.names import card_name
from tracker.rules.table.ahead.risk import Risk
from tracker.rules.table.room.room import Room
from tracker.rules.table.state.party import Party, Player, new_party
from tracker.services.match import advice as match_advice
from tracker.services.match.advice import THINKERS, advice_slots
from tracker.services.party import advice
from tracker.services.party.advice import party_plan, party_risks
from tracker.services.party.parties import party_create, party_table

pytestmark = pytest.mark.django_db

# Odo holds the 10, Mara is weak; they have just run and may not run again.
RAN = ("weapon:1:10", "hp:0:=4", "deal:1.1:AsKsQsJs10s9s", "run:1.1")
ROOM = (*RAN, "deal:1.2:9c8s4h3c2c2d")


@pytest.fixture(autouse=True)
def _time_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine."""
    monkeypatch.setattr(advice, "SECONDS", 60)


def party(*commands: str, names: tuple[str, ...] = ("Mara", "Odo")) -> str:
    code = party_create(state=new_party(names))
    if commands:
        play(code, *commands)
    return code


def state(*commands: str, names: tuple[str, ...] = ("Mara", "Odo")) -> Party:
    return party_table(party(*commands, names=names)).state


def party_risk(party: Party) -> Risk | None:
    (risk,) = party_risks([party])
    return risk


def page(client: Client, name: str, code: str) -> str:
    r = client.get(reverse(name, args=[code]), headers={"HX-Request": "true"})
    assert r.status_code == 200
    return r.content.decode()


def test_the_plan_leaves_the_room_with_everybody_as_it_says() -> None:
    now = party_table(party(*ROOM))
    plan = party_plan(now.state)
    assert plan is not None
    sheet, after = advice_sheet(now, plan), after_all(now.state, plan.commands)
    assert Room(after).over
    assert [stand.hp for stand in sheet.stands] == [str(p.hp) for p in after.players[:2]]
    assert len(sheet.steps) == len(plan.commands) == 5
    assert sheet.end.startswith(f"{stays(after)} stays for room 3.")


def stays(party: Party) -> str:
    (card,) = Room(party).places.lies
    return card_name(card)


def test_the_first_step_is_one_touch_on_the_button(client: Client) -> None:
    code = party(*ROOM)
    (command,) = re.findall(r'name="command" value="(take:[^"]+)"', page(client, "advice", code))
    client.post(reverse("entries", args=[code]), {"command": command})
    assert Room(party_table(code).state).taken == 1


def test_whoever_is_left_out_of_the_plan_has_passed() -> None:
    before = state(*ROOM)
    plan = party_plan(before)
    assert plan is not None
    assert all(command.startswith(("take:", "run:")) for command in plan.commands)


def test_a_plan_that_begins_with_a_run_is_told_as_one(client: Client) -> None:
    cards = "deal:1.1:AcAsKcKsQcQs"
    now = party_table(party(cards, "hp:0:=2", "hp:1:=2"))
    plan = party_plan(now.state)
    assert plan is not None
    sheet = advice_sheet(now, plan)
    assert (sheet.command, sheet.does) == ("run:1.1", "All run")
    assert sheet.end.startswith("The cards here go under the pile.")


def test_a_red_room_is_planned_too() -> None:
    assert party_plan(state("deal:1.1:2d3d4h5hKd6h", "hp:0:=4"))


ALL_BLACK = "KsQsJs10s9s8s7s6s5s4s3s2sAcKcQcJc"


@pytest.mark.parametrize(
    "commands",
    [
        ("shields:0:Jh", "deal:1.1:Jh9c8c7c"),
        ("shields:0:KhQhJh", "deal:1.1:Kh9c8c7c"),
        (f"weapon:0:8:{ALL_BLACK}", "deal:1.1:Jh9c8c7c"),
    ],
)
@pytest.mark.parametrize("more", ["", "3d2h"])
def test_a_table_that_no_deal_brings_about_is_answered_too(
    client: Client, commands: tuple[str, ...], more: str
) -> None:
    """A card lies there and is in a hand as well, or more lies on a weapon than it can fight."""
    names = ("Mara", "Odo") if more else ("Mara",)
    code = party(*commands[:-1], commands[-1] + more, names=names)
    for address in ("advice", "advice-risk"):
        assert page(client, address, code)


@pytest.mark.parametrize(
    "commands",
    [
        (),
        ("deal:1.1:9c8s4h",),
        (*ROOM, "referee:off"),
        ("deal:1.1:9c2c3c4c5c6c", *(f"take:1.1:fight:1:{n}c:bare" for n in (2, 3, 4, 5, 6))),
    ],
    ids=["nothing named", "one not named", "not counted", "the room is over"],
)
def test_nothing_is_advised_where_it_cannot_be_known(commands: tuple[str, ...]) -> None:
    assert party_plan(state(*commands)) is None


def test_who_has_not_named_all_is_asked_to(client: Client) -> None:
    found = page(client, "advice", party("deal:1.1:9c8s4h"))
    assert "Enter all cards in the room first" in found
    assert "/pad/deal" in found


@pytest.mark.parametrize("name", ["advice", "advice-risk", "left-risk"])
def test_who_will_not_count_is_not_advised(client: Client, name: str) -> None:
    code = party(*ROOM, "referee:off")
    assert client.get(reverse(name, args=[code])).status_code == 404


@pytest.mark.parametrize("name", ["advice", "advice-risk", "left-risk"])
def test_each_is_a_page_too(client: Client, name: str) -> None:
    whole = client.get(reverse(name, args=[party(*ROOM)])).content.decode()
    assert "<!doctype" in whole


def test_it_is_asked_for_from_the_room(client: Client) -> None:
    code = party("referee:room", *ROOM)
    table = client.get(reverse("table", args=[code])).content.decode()
    assert reverse("advice", args=[code]) in table


# The risk of the next room.

OVER = (
    "deal:1.1:9c2c3c4c",
    *(f"take:1.1:fight:0:{n}c:bare" for n in (2, 3, 4)),
)


def test_for_one_player_the_risk_is_exact(client: Client) -> None:
    """So few cards are left that every room is looked at in no time."""
    gone = "out:Qs10s9s8s7s6s5s4s3s2sJOKb10d9d8d7d6d5d4d3d2dAd10h9h8h7h6h5h4h3h2hAhKdQdJdKhQhJhJOKr"
    found = page(client, "left-risk", party(*OVER, gone, "hp:0:=20", names=("Mara",)))
    assert "even with best play: <b>over 99%</b>" in found


def test_for_more_it_is_told_with_its_bounds() -> None:
    risk = party_risk(state("deal:1.1:9c8c2c3c4c5c", *four_taken(), "hp:0:=8", "hp:1:=8"))
    assert risk is not None
    assert risk.low < risk.chance < risk.high


def four_taken() -> tuple[str, ...]:
    return tuple(f"take:1.1:fight:{n % 2}:{n}c:bare" for n in (2, 3, 4, 5, 8))


def test_the_risk_after_the_plan_is_that_of_the_room_to_come(client: Client) -> None:
    assert "even with best play" in page(client, "advice-risk", party(*ROOM))


def test_the_next_best_choices_are_compared_with_it() -> None:
    now = state("weapon:1:10", "hp:0:=4", "hp:1:=12", "deal:1.1:9c8s4h3c2c2d")
    plan = party_plan(now)
    assert plan is not None
    assert [choice.decision for choice in plan.choices] == [
        decision for decision, _chance in plan.advice.ranked[:3]
    ]
    risks = party_risks([after_all(now, choice.commands) for choice in plan.choices])
    lines = other_risks(now, plan, risks)
    assert len(lines) == 2
    assert all(re.match(r"(After “|If )(Mara|Odo|all) .*: \*.*%", line) for line in lines)


def test_the_advised_one_has_the_time_first(monkeypatch: pytest.MonkeyPatch) -> None:
    now = state(*OVER, names=("Mara",))
    others = [replace(now, players=(Player("Mara", hp), *now.players[1:])) for hp in (19, 18)]
    clock = iter(range(1000))
    for module in (advice, match_advice):
        monkeypatch.setattr(module, "monotonic", lambda: next(clock))
    monkeypatch.setattr(advice, "SECONDS", 600)
    assert [bool(risk) for risk in party_risks(others)] == [True, False]


def test_in_the_middle_of_a_room_nothing_is_said(client: Client) -> None:
    code = party(*ROOM)
    assert party_risk(party_table(code).state) is None
    assert "left/risk" not in page(client, "left", code)
    assert "couldn’t work out in time" in page(client, "left-risk", code)


@pytest.mark.parametrize("command", ["pile:?", "rules:shields=one", "pile:=2"])
def test_nothing_is_said_where_the_pile_or_the_rules_are_not_known(command: str) -> None:
    assert party_risk(state(*OVER, command, names=("Mara",))) is None


def test_while_others_are_advised_nobody_waits() -> None:
    over = state(*OVER, names=("Mara",))
    for _ in range(THINKERS):
        advice_slots.acquire()
    try:
        assert party_risk(replace(over, title="asked in vain")) is None
    finally:
        advice_slots.release(THINKERS)
    assert party_risk(over) is not None


def test_a_card_that_went_by_makes_the_risk_no_surer() -> None:
    unsure = replace(new_party(("Mara",)), unnamed=1)
    assert "*about 12%*" in risk_text(Risk(0.12, 0.12, 0.12, 900, 0), unsure)
    assert risk_text(None, unsure) == ""


@pytest.mark.parametrize(
    ("figures", "text"),
    [
        ((0.026, 0.018, 0.038), "2.6% (1.8 to 3.8)"),
        ((0.08, 0.014, 0.192), "1 to 20%"),
        ((0.0, 0.0, 0.0095), "0 to 1%"),
        ((0.25, 0.25, 0.25), "25%"),
    ],
)
def test_bounds_that_lie_far_apart_have_no_middle(
    figures: tuple[float, float, float], text: str
) -> None:
    assert interval_text(*figures) == text
