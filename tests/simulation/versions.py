"""Addresses of static files that change with each version of the site that is started."""

from django.contrib.staticfiles.storage import StaticFilesStorage


class Versions(StaticFilesStorage):
    newest = 1

    def url(self, name: str | None, force: bool = False) -> str:
        return f"/static/{Versions.newest}/{name}"
