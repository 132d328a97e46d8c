"""A phone at the table: tabs with real fingers on them, and the line it hangs on."""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page
from playwright.sync_api import Error as Broken

from tests.faults.house import Server
from tests.faults.line import Line

WATCH = Path(__file__).with_name("watch.js")
MIDDLE = """(value) => {
  const box = document.querySelector(`#table button[value^="${value}"]`)?.getBoundingClientRect();
  return box && [box.x + box.width / 2, box.y + box.height / 2];
}"""
NOTES = """(name) => Object.entries(sessionStorage)
  .filter(([key]) => key.startsWith(`${location.pathname} ${name}`))
  .map(([, noted]) => noted.trim().split("\\n"))"""
SHOWN = """() => Object.fromEntries(
  [...document.querySelectorAll("#table [data-path]")].map(({ dataset, textContent }) =>
    [dataset.path, +textContent.replace("\\u2212", "-")]))"""
WAITING = "() => window.app?.outbox?.waiting().length ?? -1"
TAPS, JUMPS = "taps", "jumps"  # in watch.js
TRIES, LONGEST_WAIT = 3, 15_000  # ms


@dataclass
class Phone:
    context: BrowserContext
    line: Line
    server: Server
    path: str = ""
    offline: bool = False
    tabs: list[Page] = field(default_factory=list)
    closed: defaultdict[str, list[list[str]]] = field(default_factory=lambda: defaultdict(list))

    def sit_down(self, code: str) -> None:
        """At a new table, with one tab."""
        while len(self.tabs) > 1:
            self.tabs.pop().close()
        self.closed.clear()
        self.path = f"/p/{code}/"
        if not self.tabs:
            self.tabs.append(self.context.new_page())
        for _ in range(TRIES):
            with suppress(Broken):
                self.tabs[0].goto(self.line.url + self.path, timeout=LONGEST_WAIT)
                return
            # A worker that starts while a page is opened waits, now and then, for whoever drives
            # the browser, and the page with it: no fault of the table's.
            self.tabs.append(self.context.new_page())
            self.tabs.pop(0).close()
        raise TimeoutError(f"{self.path} does not open")

    def tap(self, tab: int, value: str, times: int) -> None:
        """Real touches in the middle of a button; the page itself notes which of them hit."""
        page = self.tabs[tab % len(self.tabs)]
        if len(self.tabs) > 1:
            page.bring_to_front()  # nobody taps on a tab that lies behind
        # A page on its way to another one has no buttons to be found.
        page.wait_for_load_state("domcontentloaded")
        if place := page.evaluate(MIDDLE, value):
            for _ in range(times):
                page.touchscreen.tap(*place)

    def lose_or_find_the_network(self) -> None:
        self.offline = not self.offline
        self.context.set_offline(self.offline)

    def reload(self, tab: int) -> None:
        page = self.tabs[tab % len(self.tabs)]
        with suppress(Broken):  # without a network; whoever needs the page next tries again
            page.goto(self.line.url + self.path, wait_until="domcontentloaded")

    def second_tab(self) -> None:
        """Opens one; where two are open, the older one goes."""
        if len(self.tabs) == 2:
            if self.tabs[0].evaluate(WAITING) < 0:
                return  # could not be loaded: what it has noted cannot be read now
            for name in (TAPS, JUMPS):
                self.closed[name] += notes(self.tabs[0], name)
            self.tabs.pop(0).close()
        else:
            self.tabs.append(self.context.new_page())
            self.reload(1)

    def mend(self) -> None:
        """The network is back."""
        self.line.faults.clear()
        if self.offline:
            self.lose_or_find_the_network()
        for tab, page in enumerate(self.tabs):
            if page.evaluate(WAITING) < 0:
                self.reload(tab)

    @property
    def waiting(self) -> int:
        """Taps; its tabs share them."""
        return max(int(page.evaluate(WAITING)) for page in self.tabs)

    def noted(self, name: str) -> list[list[str]]:
        """The notes of its pages under TAPS or JUMPS, those of closed tabs too."""
        return self.closed[name] + [found for page in self.tabs for found in notes(page, name)]

    @property
    def shown(self) -> list[dict[str, int]]:
        return [page.evaluate(SHOWN) for page in self.tabs]


def notes(page: Page, name: str) -> list[list[str]]:
    found: Any = page.evaluate(NOTES, name)
    return list(found)
