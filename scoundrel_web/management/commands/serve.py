import io
import os
import socket
import stat
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connections
from django.utils import translation
from django.utils.translation import gettext as _

from scoundrel_web.server import Https, Server
from scoundrel_web.storage import collect
from tracker.terminal.paper import own_language
from tracker.web.doors import HTTPS_ABOVE, THIS_MACHINE

SYSTEMD = 3  # the first file that it hands on, see sd_listen_fds(3)
NOT_STARTED = 3  # the exit code; the reason stands in the log, as uvicorn has it
EVERYWHERE = ("0.0.0.0", "::")
GROUP_AND_OTHERS = 0o077


class Command(BaseCommand):
    help = "Run the site: migrate, collect the static files, serve."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="0.0.0.0", help="default: all networks")
        parser.add_argument("--port", default=8000, type=port_number, help="default: %(default)s")
        # Heeded by manage.py: it is a matter of the settings.
        parser.add_argument(
            "--https", action="store_true", help="serve https too, on a second port"
        )

    def handle(self, *, host: str, port: int, **options: Any) -> None:
        keep_private()
        # Bound first: a taken port is known at once, and a phone that comes early waits.
        with ExitStack() as ports, translation.override(own_language()):
            listener = ports.enter_context(systemd_port() or listen(host, port))
            host, port = listener.getsockname()[:2]
            https = second_port(host, port, ports) if settings.OWN_HTTPS else None
            prepare()
            self.welcome(host, port, https)
            server = Server(https)
            with suppress(KeyboardInterrupt):
                server.run(sockets=[listener])
            if not server.started:
                raise SystemExit(NOT_STARTED)

    def welcome(self, host: str, port: int, https: Https | None = None) -> None:
        here = url("localhost" if host in EVERYWHERE else host, port)
        phone = settings.PHONE_SITE = settings.SITE_ADDRESS or url(phone_host(host), port)
        both = _("Scoundrel Tracker: {here}, for phones {phone}")
        text = both if phone else _("Scoundrel Tracker: {here}")
        self.stdout.write(text.format(here=here, phone=phone))
        if phone:
            with suppress(UnicodeEncodeError):  # a terminal without blocks still has the line
                self.stdout.write(qr_code(phone))
        if https:
            text = _("Phones show how to trust the certificate: {fingerprint}")
            self.stdout.write(text.format(fingerprint=https.certificates.fingerprint))
        self.stdout.flush()


def keep_private() -> None:
    """Keeps files for the user that the site runs as alone, for a code in them is a key.

    All that are made from now on, and those an earlier version left readable for others. A folder
    in which everybody may make files, such as /tmp, stays as it is.
    """
    if os.name == "nt":
        return  # there a folder of a user is theirs alone
    os.umask(GROUP_AND_OTHERS)
    for path in kept_files():
        with suppress(OSError):
            found = path.stat()
            ours = found.st_uid == os.geteuid() and not found.st_mode & stat.S_ISVTX
            if ours and found.st_mode & GROUP_AND_OTHERS:
                path.chmod(stat.S_IMODE(found.st_mode) & ~GROUP_AND_OTHERS)


def kept_files() -> Iterator[Path]:
    """All files with codes or keys in them, whether they are there or not."""
    yield settings.VAR_DIR
    for name in ("secret_key", "terminal.jsonl", "https"):
        yield settings.VAR_DIR / name
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite"):
        for suffix in ("", "-wal", "-shm", "-journal", "-served"):
            yield Path(f"{database['NAME']}{suffix}")


def port_number(text: str) -> int:
    if not (text.isdecimal() and 0 < int(text) < 65536):
        raise ArgumentTypeError("a port is a number from 1 to 65535")
    return int(text)


def systemd_port() -> socket.socket | None:
    """One that systemd has opened for this process, and keeps open while the site restarts."""
    ours = os.environ.get("LISTEN_PID") == str(os.getpid())
    return socket.socket(fileno=SYSTEMD) if ours else None


def listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except (OSError, OverflowError) as error:
        # The part in brackets says host and port again.
        reason = str(getattr(error, "strerror", error)).partition(" (")[0]
        text = _("Cannot listen on {host}, port {port}: {reason}. Try another one: --port 8001")
        raise CommandError(text.format(host=host, port=port, reason=reason)) from None


def second_port(host: str, port: int, ports: ExitStack) -> Https:
    """Opens the port of https. Makes the certificates where there are none."""
    try:
        from scoundrel_web.https import Certificates
    except ImportError:
        raise CommandError(
            _(
                "Https needs the packages in requirements-https.txt. "
                "Start with: python3 run.py --https"
            )
        ) from None
    listener = ports.enter_context(listen(host, port + HTTPS_ABOVE))
    try:
        return Https(listener, Certificates(settings.HTTPS_DIR))
    except OSError as error:
        text = _("Cannot save the https certificates: {reason}")
        raise CommandError(text.format(reason=error)) from None


def prepare() -> None:
    try:
        call_command("migrate", verbosity=0, interactive=False)
    except DatabaseError as error:
        reason = " ".join(str(error).split())  # of several hosts it has a line for each
        raise CommandError(_("Cannot use the database: {reason}").format(reason=reason)) from None
    connections.close_all()  # the threads that serve open their own
    try:
        if not settings.DEBUG:
            collect()
    except OSError as error:
        text = _("Cannot collect the static files: {reason}")
        raise CommandError(text.format(reason=error)) from None


def url(host: str, port: int) -> str:
    """Empty where there is no host."""
    return host and f"http://{f'[{host}]' if ':' in host else host}:{port}"


def phone_host(host: str) -> str:
    """Returns the host at which phones in the same network find this machine, "" if they cannot."""
    if host not in EVERYWHERE:
        return "" if host in THIS_MACHINE else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing, only chooses the way out
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def qr_code(text: str) -> str:
    drawn = io.StringIO()
    segno.make(text, micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue()
