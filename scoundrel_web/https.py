"""Https of this machine's own: certificates kept in VAR_DIR and right for where it is just now."""

from __future__ import annotations

import logging
import os
import re
import socket
import ssl
from collections.abc import Callable, Iterable
from ipaddress import ip_address
from pathlib import Path

import ifaddr
from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding

from scoundrel_web.authority import (
    SERVER_DAYS,
    Authority,
    Identity,
    days_left,
    identities_of,
    key_of,
)

log = logging.getLogger(__name__)

RENEW_DAYS = 30  # before it runs out
NOT_RENEWED = "The certificate of https cannot be renewed: %s"
# What is found in a file that a power cut, a full disk or somebody's hand has left.
UNREADABLE = (OSError, ValueError, TypeError, UnsupportedAlgorithm, x509.ExtensionNotFound)
HOST = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*")


def own_names() -> list[str]:
    """Returns the names of this machine, with the one in a network with multicast DNS."""
    names = ("localhost", f"{socket.gethostname().lower().partition('.')[0]}.local")
    return [name for name in names if HOST.fullmatch(name)]


def own_identities() -> list[Identity]:
    """The names and all addresses that lead to this machine now."""
    found = [ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips]
    texts = dict.fromkeys(ip if isinstance(ip, str) else ip[0] for ip in found)
    return [*own_names(), *map(ip_address, texts)]


class Certificates:
    """The authority, made once, and the server's certificate, renewed whenever it must be.

    `context` is what the server listens with: a renewed certificate holds for the connections
    made from then on. Raises OSError where there is none and none can be kept.
    """

    def __init__(
        self, folder: Path, identities: Callable[[], Iterable[Identity]] = own_identities
    ) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder, self.identities = folder, identities
        self.authority = self._authority()
        self.context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        try:
            self.renew()
        except OSError as error:  # the one of the last start may still serve
            log.error(NOT_RENEWED, error)
        self.context.load_cert_chain(self._server)

    def renew(self) -> bool:
        """Whether a new certificate was needed: addresses have changed, or it runs out.

        Raises OSError where it cannot be kept; the one before goes on serving.
        """
        root = self.authority.root.public_bytes(Encoding.PEM)
        if content_of(self.folder / "root.crt") != root:  # what phones are given
            keep(self.folder / "root.crt", root)
        wanted = {found for found in self.identities() if self.authority.permits(found)}
        if self._holds(wanted):
            return False
        keep(self._server, self.authority.sign(sorted(wanted, key=str)))
        self.context.load_cert_chain(self._server)
        return True

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the root, as phones show it."""
        return self.authority.root.fingerprint(SHA256()).hex(":").upper()

    @property
    def _server(self) -> Path:
        return self.folder / "server.pem"

    def _authority(self) -> Authority:
        file = self.folder / "authority.pem"
        content = content_of(file)
        kept = None if content is None else self._still_good(file, content)
        if kept is None:
            kept = Authority.make(f"Scoundrel Tracker on {socket.gethostname()}", own_names())
            keep(file, kept.pem())
        return kept

    def _still_good(self, file: Path, content: bytes) -> Authority | None:
        """Another authority is another one that phones must trust: the log says why."""
        try:
            kept = Authority.read(content)
            if not kept.stays_at_home:
                why = "could sign for the internet: remove it from phones"
            elif days_left(kept.root) <= SERVER_DAYS:
                why = "comes to its end"
            else:
                return kept
        except UNREADABLE as fault:
            aside = file.with_suffix(".broken")
            os.replace(file, aside)
            why = f"cannot be read ({fault}) and is kept as {aside.name}"
        log.warning("Phones must trust a new authority of https. The old one %s", why)
        return None

    def _holds(self, wanted: set[Identity]) -> bool:
        """Whether the file holds a certificate that serves; one that cannot be read does not."""
        try:
            pem = self._server.read_bytes()
            server, issuer = x509.load_pem_x509_certificates(pem)
            key_of(server, pem)
            ours = issuer == self.authority.issuer
            return ours and identities_of(server) == wanted and days_left(server) > RENEW_DAYS
        except UNREADABLE:
            return False


def content_of(file: Path) -> bytes | None:
    """None where there is no file. Raises OSError."""
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return None


def keep(file: Path, content: bytes) -> None:
    """Whole or not at all, after a power cut too; readable by this user alone. Raises OSError."""
    half = file.with_suffix(".new")
    try:
        with open(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as made:
            made.write(content)
            made.flush()
            os.fsync(made.fileno())
        half.replace(file)
    except OSError:
        half.unlink(missing_ok=True)
        raise
