"""Limits that nobody at a table ever meets, and that stop abuse.

Counted in the memory of each process: several processes allow as many times as much, and a restart
forgets. The address is that of the phone; behind a proxy only if the proxy is trusted to say it
(FORWARDED_ALLOW_IPS), else all phones share the proxy's.
"""

from __future__ import annotations

import math
import threading
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from time import monotonic

from django.http import HttpRequest

from tracker.rules.words import Refused, gettext_noop

LARGEST_COMMANDS = 256 * 1024  # bytes; the 100 longest texts a phone sends at once are less
MOST_BUCKETS = 10_000  # used lately, and as many before: a few megabytes at the most


class TooMany(Refused):
    """A limit has been met and nothing was done; in `seconds` there is room again."""

    status = 429

    def __init__(self, reason: str, seconds: int) -> None:
        super().__init__(reason, seconds=seconds, minutes=math.ceil(seconds / 60))
        self.seconds = seconds


class Limit:
    """A bucket for each key that holds `burst` and is filled again by `rate` a second."""

    def __init__(self, reason: str, *, rate: float, burst: int) -> None:
        self.reason, self.rate, self.burst = reason, rate, burst
        self._lock = threading.Lock()
        self.reset()

    def reset(self) -> None:
        """Every bucket is full."""
        # When each will be full again. Once many were used, those that were not are dropped.
        self._lately: dict[str, float] = {}
        self._before: dict[str, float] = {}

    def wait(self, key: str, amount: int = 1) -> int:
        """Seconds until so much can be taken; 0 is at once."""
        lacking = self._filling(key) + (amount - self.burst) / self.rate
        return max(0, math.ceil(lacking - 1e-6))

    def take(self, key: str, amount: int = 1) -> None:
        """Raises TooMany, and takes nothing, where there is not so much."""
        with self._lock:
            if seconds := self.wait(key, amount):
                raise TooMany(self.reason, seconds)
            if len(self._lately) >= MOST_BUCKETS:
                self._lately, self._before = {}, self._lately
            self._lately[key] = monotonic() + self._filling(key) + amount / self.rate

    def _filling(self, key: str) -> float:
        """Seconds until the bucket is full."""
        full = self._lately.get(key) or self._before.get(key, 0.0)
        return max(0.0, full - monotonic())


COMMANDS = Limit(  # of a party
    gettext_noop("Too many taps at once. The last ones weren’t counted; go on in {seconds} s."),
    rate=60,
    burst=400,
)
PARTIES = Limit(  # made from a network
    gettext_noop("Too many new parties from your network. Try again in {minutes} min."),
    rate=60 / 3600,
    burst=60,
)
MATCHES = Limit(  # dealt from a network
    gettext_noop("Too many new games from your network. Try again in {minutes} min."),
    rate=120 / 3600,
    burst=120,
)
MOVES = Limit(  # of a match
    gettext_noop("Too many moves at once. The last ones weren’t counted; go on in {seconds} s."),
    rate=10,
    burst=200,
)
THOUGHTS = Limit(  # of what takes long to work out, asked for from a network
    gettext_noop("That takes a while to work out. Try again in {seconds} s."),
    rate=2,
    burst=60,
)
RESULTS = Limit(  # brought along from other sites, from a network
    gettext_noop("Too many results from your network. Try again in {minutes} min."),
    rate=9_000 / 3600,
    burst=9_000,
)
WRONG_CODES = Limit(  # tried from a network
    gettext_noop("Too many wrong codes from your network. Try again in {seconds} s."),
    rate=30 / 60,
    burst=30,
)


@lru_cache(1000)
def network_of(address: str, ipv4: int = 32, ipv6: int = 64) -> str:
    """The first bits of an address; whoever has one of IPv6 has the other 64 bits as well."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(found, IPv6Address):
        found = found.ipv4_mapped or found
    bits = ipv4 if found.version == 4 else ipv6
    return str(ip_network((found, bits), strict=False).network_address)


def network(request: HttpRequest) -> str:
    return network_of(request.META.get("REMOTE_ADDR", ""))
