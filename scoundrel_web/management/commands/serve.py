import io
import socket
from argparse import ArgumentParser, ArgumentTypeError
from contextlib import suppress
from typing import Any

import segno
import uvicorn
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connections

from scoundrel_web.protocol import Protocol

EVERYWHERE = ("0.0.0.0", "::")
THIS_MACHINE = ("localhost", "127.0.0.1", "::1")


class Server(uvicorn.Server):
    """Ends the live streams first: it would wait for them."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        from scoundrel_web.asgi import live  # the server has loaded it

        live.hub.end_streams()
        await super().shutdown(sockets)


class Command(BaseCommand):
    help = "Run the site: migrate, collect the static files, serve."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="0.0.0.0", help="default: every network")
        parser.add_argument("--port", default=8000, type=port_number, help="default: %(default)s")

    def handle(self, *, host: str, port: int, **options: Any) -> None:
        # Bound first: a taken port is known at once, and a phone that comes early waits.
        with listen(host, port) as listener:
            prepare()
            self.welcome(host, port)
            config = uvicorn.Config(
                "scoundrel_web.asgi:application",
                http=Protocol,
                log_config=None,  # Django's logging, which leaves the codes out
                access_log=False,
                server_header=False,
                timeout_graceful_shutdown=1,  # nor does a phone that takes long hold up the exit
            )
            with suppress(KeyboardInterrupt):
                Server(config).run(sockets=[listener])

    def welcome(self, host: str, port: int) -> None:
        here = url("localhost" if host in EVERYWHERE else host, port)
        phone = url(phone_host(host), port)
        self.stdout.write(f"Scoundrel Tracker: {here}" + (phone and f", for phones {phone}"))
        if phone:
            with suppress(UnicodeEncodeError):  # a terminal without blocks still has the line
                self.stdout.write(qr_code(phone))
        self.stdout.flush()


def port_number(text: str) -> int:
    if not (text.isdecimal() and 0 < int(text) < 65536):
        raise ArgumentTypeError("a port is a number from 1 to 65535")
    return int(text)


def listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        reason = str(error.strerror).partition(" (")[0]  # the rest says host and port again
        raise CommandError(
            f"Cannot listen on {host}, port {port}: {reason}. Try another one: --port 8001"
        ) from None


def prepare() -> None:
    try:
        call_command("migrate", verbosity=0, interactive=False)
    except OperationalError as error:
        raise CommandError(f"The database cannot be used: {error}") from None
    connections.close_all()  # the threads that serve open their own
    if not settings.DEBUG:
        call_command("collectstatic", verbosity=0, interactive=False)


def url(host: str, port: int) -> str:
    """Empty where there is no host."""
    return host and f"http://{f'[{host}]' if ':' in host else host}:{port}"


def phone_host(host: str) -> str:
    """Where a phone in the same network finds this machine; empty where it cannot."""
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
