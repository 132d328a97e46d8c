"""Every address of the site, as tracker/urls.py writes it: a new one is in each law by itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from django.urls import URLPattern, URLResolver, get_resolver

PLACE = re.compile(r"<(\w+):(\w+)>")


def routes(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route


ROUTES = sorted({*routes(get_resolver().url_patterns)})


def filled(route: str, choose: Callable[[str, str], str]) -> str:
    """The address with something for each of its places; `choose` is told its kind and its name."""
    return "/" + PLACE.sub(lambda place: choose(place[1], place[2]), route)


def opened(route: str, codes: Mapping[str, str]) -> str:
    """The address under the code that `codes` has for its first part, "play", else for "p"."""
    code = codes.get(route.partition("/")[0], codes["p"])
    places = {"code": code, "int": "1", "game": "shiphead", "save": "coop", "str": "coop"}
    return filled(route, lambda kind, name: places.get(kind, "coop"))
