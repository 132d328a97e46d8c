"""Addresses of static files that change with each version of the site that is started."""

from scoundrel_web.storage import PackedStorage


class Versions(PackedStorage):
    """Packed, as phones get them: a page has all of its later scripts or none."""

    newest = 1

    def url(self, name: str | None, force: bool = False) -> str:
        return f"/static/{Versions.newest}/{name}"
