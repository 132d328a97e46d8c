"""Https of this machine's own: certificates kept in VAR_DIR and right for where it is just now."""

from __future__ import annotations

import os
import re
import socket
import ssl
from collections.abc import Callable, Iterable
from ipaddress import ip_address
from pathlib import Path

import ifaddr
from cryptography import x509
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding

from scoundrel_web.authority import (
    SERVER_DAYS,
    Authority,
    Identity,
    days_left,
    identities_of,
)

RENEW_DAYS = 30  # before it runs out
HOST = re.compile(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*")


def own_names() -> list[str]:
    """What this machine is called, in a network with multicast DNS too."""
    host = socket.gethostname().lower()
    names = ("localhost", host, f"{host.partition('.')[0]}.local")
    return [name for name in dict.fromkeys(names) if HOST.fullmatch(name)]


def own_identities() -> list[Identity]:
    """The names and all addresses that lead to this machine now."""
    found = [ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips]
    texts = dict.fromkeys(ip if isinstance(ip, str) else ip[0] for ip in found)
    return [*own_names(), *map(ip_address, texts)]


class Certificates:
    """The authority, made once, and the server's certificate, renewed whenever it must be.

    `context` is what the server listens with: a renewed certificate holds for the connections
    made from then on.
    """

    def __init__(
        self, folder: Path, identities: Callable[[], Iterable[Identity]] = own_identities
    ) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder, self.identities = folder, identities
        self.authority = self._authority()
        self.context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self.renew()
        self.context.load_cert_chain(self._server)

    def renew(self) -> bool:
        """Whether a new certificate was needed: addresses have changed, or it runs out."""
        wanted = {found for found in self.identities() if self.authority.permits(found)}
        if self._holds(wanted):
            return False
        keep(self._server, self.authority.sign(sorted(wanted, key=str)))
        self.context.load_cert_chain(self._server)
        return True

    @property
    def fingerprint(self) -> str:
        """Of the root, as phones show it."""
        return self.authority.root.fingerprint(SHA256()).hex(":").upper()

    @property
    def _server(self) -> Path:
        return self.folder / "server.pem"

    def _authority(self) -> Authority:
        file = self.folder / "authority.pem"
        if file.exists():
            kept = Authority.read(file.read_bytes())
            if days_left(kept.root) > SERVER_DAYS:
                return kept
        made = Authority.make(f"Scoundrel Tracker on {socket.gethostname()}", own_names())
        keep(file, made.pem())
        keep(self.folder / "root.crt", made.root.public_bytes(Encoding.PEM))
        return made

    def _holds(self, wanted: set[Identity]) -> bool:
        if not self._server.exists():
            return False
        server, issuer = x509.load_pem_x509_certificates(self._server.read_bytes())
        ours = issuer == self.authority.issuer
        return ours and identities_of(server) == wanted and days_left(server) > RENEW_DAYS


def keep(file: Path, content: bytes) -> None:
    """Whole or not at all, readable by this user alone."""
    half = file.with_suffix(".new")
    with open(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as made:
        made.write(content)
    half.replace(file)
