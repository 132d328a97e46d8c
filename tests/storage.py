"""Static files straight from static/, whose addresses stay the same while tests run."""

from functools import cache

from django.contrib.staticfiles.storage import StaticFilesStorage


@cache
def address(name: str) -> str:
    return str(StaticFilesStorage().url(name))


class Unpacked(StaticFilesStorage):
    """A page names dozens of files: to work out each address took a fifth of drawing it."""

    def url(self, name: str | None) -> str:
        return address(name or "")
