"""Phones that tap as an outbox does, each tap until it is answered, whatever befalls the site."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event

from tests.wire import JSON, Phone

SEATS = 4
PAUSE = 0.02  # seconds between two looks, and between two taps of a phone
LONGEST = 60.0  # seconds


def until(found: Callable[[], object]) -> None:
    """Looks again and again. Raises TimeoutError where it takes too long."""
    end = time.monotonic() + LONGEST
    while not found():
        if time.monotonic() > end:
            raise TimeoutError
        # Another process or thread says by nothing else that it has come so far.
        time.sleep(PAUSE)


@dataclass
class Tapper:
    """A phone whose outbox sends tap after tap, each until it is answered."""

    phone: Phone
    code: str
    seat: int
    done: dict[str, float] = field(default_factory=dict)
    """When each key was acknowledged."""
    refused: list[str] = field(default_factory=list)

    def tap(self, stop: Event) -> None:
        while not stop.is_set():
            key = f"{self.seat}-{len(self.done)}"
            until(lambda: self.sent(key))  # noqa: B023 (called at once)
            self.done[key] = time.monotonic()
            # A finger rests.
            time.sleep(PAUSE)

    def sent(self, *keys: str) -> bool:
        commands = [{"text": f"hp:{self.seat % SEATS}:-1", "key": key} for key in keys]
        body = json.dumps({"commands": commands})
        try:
            path = f"/p/{self.code}/entries"
            r = self.phone.send("POST", path, body, Content_Type=JSON)
        except ConnectionRefusedError as refusal:
            self.refused.append(str(refusal))
            return False
        except (OSError, http.client.HTTPException):
            return False  # it had begun when the site crashed; an outbox sends it again
        if r.status != 200:
            self.refused.append(f"{r.status} {r.headers['Retry-After']} {r.body}")
            return False
        return set(keys) <= set(json.loads(r.body)["done"])


@dataclass
class Tables:
    """Some phones, four at a table."""

    tappers: list[Tapper]
    taps: list[Future[None]] = field(default_factory=list)
    over: Event = field(default_factory=Event)

    @property
    def codes(self) -> list[str]:
        return list(dict.fromkeys(tapper.code for tapper in self.tappers))

    def play_on(self) -> None:
        """Until every phone has had some more taps answered."""
        goals = [len(tapper.done) + 3 for tapper in self.tappers]

        def have_played() -> bool:
            for ended in (future for future in self.taps if future.done()):
                ended.result()
            return all(len(t.done) >= goal for t, goal in zip(self.tappers, goals, strict=True))

        until(have_played)

    def are_put_off(self) -> bool:
        """Whether each phone has been told by now that its tap has to wait."""
        return all(tapper.refused for tapper in self.tappers)

    def end(self) -> None:
        """Once each has had its last tap answered."""
        self.over.set()
        wait(self.taps)

    def assert_each_tap_counts_once(self) -> None:
        """Sent again, none counts: all are in the log, and nothing besides."""
        for code in self.codes:
            tappers = [tapper for tapper in self.tappers if tapper.code == code]
            taps = sum(len(tapper.done) for tapper in tappers)
            for tapper in tappers:
                assert tapper.sent(*tapper.done)
            r = tappers[0].phone.get(f"/p/{code}/table?after={taps}")
            assert r.status == 204, f"{taps} taps were acknowledged"


@contextmanager
def tapping(url: str, phones: int) -> Iterator[Tables]:
    """So many, once each has had its first taps answered."""
    phone = Phone(url)
    codes = [phone.new_party(SEATS) for _ in range(0, phones, SEATS)]
    tables = Tables([Tapper(phone, codes[seat // SEATS], seat) for seat in range(phones)])
    with ThreadPoolExecutor(phones) as pool:
        tables.taps += [pool.submit(tapper.tap, tables.over) for tapper in tables.tappers]
        try:
            tables.play_on()
            yield tables
        finally:
            tables.end()
