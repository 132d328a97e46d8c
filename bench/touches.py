"""How many touches an evening takes: entered decision by decision through the real screens.

Plays recorded evenings, each with one phone for the whole table and with one phone a player. Every
card is named and dealt with by one touch; after each decision the state and the numbers on the
screens are compared with the recording. Prints a line for each way; the exit code is 1 where a
value was wrong. --names tells the app which cards go under the pile, so that its odds stay exact.

    python -m bench.touches [EVENING.json ...] [--names] [--last 1000]
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Browser, sync_playwright

from bench.stage import chromium, sandbox_flags, site_of_its_own
from tests.browsers import QUICK_FINGERS
from tests.servers import ROOT, Site
from tools.smoke import arguments

if TYPE_CHECKING:
    from tests.browser.evenings import Step, Teller

HEALTH = "#table output[data-path$=hp]"
SHOWN = """(all) => all.map(({ dataset, textContent }) =>
  [+dataset.path.match(/[0-9]+/), +textContent.replace("\\u2212", "-")])"""


class Evening:
    """Enters a recording on phones: one of all, or each player's own."""

    def __init__(self, code: str, hands: Sequence[Teller], names: bool) -> None:
        self.code, self.hands, self.names = code, hands, names
        self.decisions, self.wrongs = 0, list[str]()

    def enter(self, step: Step) -> None:
        from tests.browser.evenings import see
        from tracker.rules.table.room.room import Room
        from tracker.services.party.parties import party_table

        hand = self.hands[step.seat % len(self.hands)]
        verb, _, rest = step.decision.partition(":")
        card, *_ = rest.split(":")
        see(self.code, *self.hands)
        if card:
            hand.take(step.seat, f"{verb}:{step.seat}:{rest}")
            see(self.code, hand)
        room = Room(party_table(self.code).state)
        unnamed = {*step.room} - {card} - room.places.lies
        if step.ends == "floor":
            hand.shuffle()
        elif step.ends and verb == "offer":
            hand.run(sorted(unnamed) if self.names else ())
        elif step.ends and unnamed and room.pile:
            hand.stay(unnamed.pop())
        self.decisions += 1
        self.compare(step)

    def compare(self, step: Step) -> None:
        from tests.browser.evenings import entered, look_again, plain
        from tracker.services.party.parties import party_table

        state = party_table(self.code).state
        if plain(step.after) not in (plain(state), plain(entered(state))):
            self.wrongs.append(
                f"{step.seat} {step.decision}: {plain(state)}, not {plain(step.after)}"
            )
        look_again(self.code, *self.hands)
        for hand in self.hands:
            for number, hp in hand.phone.locator(HEALTH).evaluate_all(SHOWN):
                if hp != step.after.players[number].hp:
                    self.wrongs.append(f"{step.seat} {step.decision}: {number} is shown with {hp}")

    def __str__(self) -> str:
        touches = sum(hand.touches for hand in self.hands)
        scrolls = sum(hand.scrolls for hand in self.hands)
        return f"{self.decisions:9} {touches:8} {scrolls:8} {len(self.wrongs):6}"


@contextmanager
def django_on(site: Site) -> Iterator[None]:
    """Django in this very process, on the database of that site."""
    os.environ |= {"VAR_DIR": str(site.var_dir), "DJANGO_SETTINGS_MODULE": "scoundrel_web.settings"}
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright has a loop of its own here
    import django

    django.setup()
    yield


def play(
    browser: Browser, site: Site, told: dict[str, Any], own: bool, names: bool, last: int
) -> Evening:
    """`own` where each player has a phone."""
    from tests.browser.evenings import Teller, steps
    from tracker.rules.table.state.party import new_party
    from tracker.services.party.parties import party_create
    from tracker.services.party.record import Envelope, party_record

    players = told.get("players") or ["Mara", "Odo", "Pell", "Rook"]
    code = party_create(state=new_party(tuple(players)))
    party_record(code=code, commands=[Envelope("referee:room")])
    hands = []
    for name in players if own else players[:1]:
        context = browser.new_context(
            base_url=site.url,
            viewport={"width": 390, "height": 844},
            has_touch=True,
            reduced_motion="reduce",
            service_workers="block",
        )
        context.add_init_script(path=QUICK_FINGERS)
        page = context.new_page()
        page.goto(f"/p/{code}/")
        if own:
            page.goto(f"/p/{code}/join")
            page.get_by_role("button", name=name, exact=True).tap()
            page.locator("#table.mine").wait_for()
        hands.append(Teller(page))
    for hand in hands:
        hand.open()
    evening = Evening(code, hands, names)
    for step in steps(told, 0, last):
        evening.enter(step)
    for hand in hands:
        hand.phone.context.close()
    return evening


def read(path: Path) -> dict[str, Any]:
    raw = path.read_bytes()
    told: dict[str, Any] = json.loads(gzip.decompress(raw) if path.suffix == ".gz" else raw)
    return told


def main() -> int:
    parser = argparse.ArgumentParser(description="How many touches an evening takes.")
    parser.add_argument("evenings", nargs="*", type=Path, help="files; default: that of the tests")
    parser.add_argument(
        "--names", action="store_true", help="name the cards that go under the pile"
    )
    parser.add_argument("--last", type=int, default=1000, help="decision; default: %(default)s")
    args = arguments(parser, last=3)
    wrong = 0
    print(f"{'evening':24} {'phones':>6} decisions  touches  scrolls  wrong")
    with sync_playwright() as playwright, site_of_its_own() as site, django_on(site):
        browser = playwright.chromium.launch(executable_path=chromium(), args=sandbox_flags())
        for path in args.evenings or [ROOT / "tests" / "traces" / "evening.json.gz"]:
            told = read(path)
            for own in (False, True):
                evening = play(browser, site, told, own, args.names, args.last)
                print(f"{path.name[:24]:24} {len(evening.hands):6} {evening}", flush=True)
                for line in evening.wrongs:
                    print(f"  WRONG {line}")
                wrong += len(evening.wrongs)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
