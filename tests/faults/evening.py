"""Plays stories at a table of real phones and says what went wrong."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import reduce
from itertools import chain, groupby
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, ViewportSize

from tests.browsers import QUICK_FINGERS
from tests.faults import house
from tests.faults.line import Line, carried
from tests.faults.phone import JUMPS, TAPS, WATCH, Phone
from tests.faults.story import FAULTS, PHONES, Step, story
from tracker.rules.table.room.changes import flat
from tracker.rules.table.state.party import Party
from tracker.rules.table.verbs.commands import apply

SCREEN: ViewportSize = {"width": 390, "height": 844}
PATIENCE = 90  # seconds: a phone that was often without an answer asks every 30 s


@dataclass
class Evening:
    """A story as it went."""

    seed: int
    history: list[str] = field(default_factory=list)
    wrongs: list[str] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)
    taps: int = 0
    begun: float = field(default_factory=time.monotonic)

    def tell(self, what: object) -> None:
        self.history.append(f"{time.monotonic() - self.begun:7.3f} {what}")

    def __str__(self) -> str:
        return "\n".join([f"seed {self.seed}", *self.history, *self.wrongs])


@dataclass
class Table:
    """Four phones and the house they are in."""

    house: house.House
    phones: list[Phone]
    code: str = ""
    start: Party | None = None

    def play(
        self, seed: int, taps: int, spoil: Callable[[Table], object] = lambda table: None
    ) -> Evening:
        """One story from a new party to its end; `spoil` may do something wrong before that."""
        evening = Evening(seed)
        try:
            self.sit_down()
            for step in story(seed, taps):
                evening.tell(step)
                self.do(step)
            spoil(self)
            evening.tell("the network is back")
            self.settle()
        except Exception as error:
            error.add_note(str(evening))
            raise
        evening.tell("the end")
        evening.faults.update(step.verb for step in story(seed, taps) if step.verb in FAULTS)
        evening.taps = sum(map(len, self.tapped))
        evening.wrongs = [*self.wrongs()]
        return evening

    def sit_down(self) -> None:
        self.code = self.house.new_party()
        self.start = self.house.state(self.code)
        for phone in self.phones:
            phone.sit_down(self.code)

    def do(self, step: Step) -> None:
        phone = self.phones[step.phone]
        match step.verb:
            case "tap":
                phone.tap(step.tab, step.value, step.times)
                # The story says how long a finger rests.
                phone.tabs[0].wait_for_timeout(step.pause)
            case "offline":
                phone.lose_or_find_the_network()
            case "reload":
                phone.reload(step.tab)
            case "second_tab":
                phone.second_tab()
            case "kill":
                phone.server.kill()
            case fault:
                phone.line.faults.append(fault)

    def settle(self) -> None:
        """Until all that was tapped is in the log and on every phone, or for long enough."""
        self.house.wait()
        for phone in self.phones:
            phone.mend()
        self.until(lambda: not any(phone.waiting for phone in self.phones))
        self.until(lambda: not [*self.unlike()])

    def until(self, reached: Callable[[], bool]) -> None:
        longest = time.monotonic() + PATIENCE
        while not reached() and time.monotonic() < longest:
            # The test waits for several phones and the site.
            self.phones[0].tabs[0].wait_for_timeout(50)

    @property
    def tapped(self) -> list[list[str]]:
        """The taps of each page, in their order."""
        return sorted(chain.from_iterable(phone.noted(TAPS) for phone in self.phones))

    @property
    def logged(self) -> list[list[str]]:
        """The taps of each page by the log: the end of a key names its page."""
        log = [(key.partition("-")[2], text) for key, text in self.house.log(self.code)]
        by_page = groupby(sorted(log, key=lambda line: line[0]), key=lambda line: line[0])
        return sorted([text for _, text in lines] for _, lines in by_page)

    def wrongs(self) -> Iterator[str]:
        tapped, logged = self.tapped, self.logged
        if tapped != logged:
            yield f"tapped {[page for page in tapped if page not in logged]}"
            yield f"logged {[page for page in logged if page not in tapped]}"
        for number, phone in enumerate(self.phones):
            yield from (f"jumps on phone {number}: {jumps}" for jumps in phone.noted(JUMPS))
            if phone.waiting:
                yield f"phone {number} still has {phone.waiting} waiting"
        yield from self.unlike()

    def unlike(self) -> Iterator[str]:
        """The differences between the log, the party and what is shown."""
        assert self.start
        state = self.house.state(self.code)
        told = reduce(apply, (text for _, text in self.house.log(self.code)), self.start)
        if told != state:
            yield f"the log tells {flat(told)}, the party is {flat(state)}"
        values = flat(state)
        for number, phone in enumerate(self.phones):
            for shown in phone.shown:
                if not shown or shown.items() - values.items():
                    yield f"phone {number} shows {shown}, the party is {values}"


@contextmanager
def table(browser: Browser, folder: Path, name: str, delay: float) -> Iterator[Table]:
    """On a database of that name; answers that are late take `delay` seconds."""
    with ExitStack() as opened:
        inn = opened.enter_context(house.opened(folder, name))
        # Two phones on each server, where there are two.
        servers = [inn.servers[number * len(inn.servers) // PHONES] for number in range(PHONES)]
        lines = [Line(server.port, delay) for server in servers]
        opened.enter_context(carried(lines))
        contexts = [opened.enter_context(phone_of(browser)) for _ in lines]
        yield Table(inn, [*map(Phone, contexts, lines, servers)])


@contextmanager
def phone_of(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(has_touch=True, viewport=SCREEN, reduced_motion="reduce")
    context.set_default_timeout(30_000)
    for script in (WATCH, QUICK_FINGERS):
        context.add_init_script(path=script)
    yield context
    context.close()
