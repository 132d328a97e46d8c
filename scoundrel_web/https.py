"""Https of this machine's own, where there is no domain: an authority and its certificates.

The certificates are kept in VAR_DIR and right for where this machine is just now. Phones install
the authority's root certificate once. The root's key signs one thing, the certificate of the
issuer, and is then thrown away; the issuer's stays here and signs for the server. Name constraints
bind both to names that nobody can own on the internet and to addresses of private networks: whoever
steals the key can stand for a device in somebody's home, but for nothing else. A name permits all
below it, so a computer called `dev` or `pc.example.com` is known as `dev.local` or `pc.local` only.
The issuer is bound as well because some devices do not look at what binds a root.
"""

from __future__ import annotations

import logging
import os
import re
import socket
import ssl
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path

import ifaddr
from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

Identity = str | IPv4Address | IPv6Address  # a name, or an address

PRIVATE = tuple(
    ip_network(network)
    for network in (
        *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"),
        *("::1/128", "fc00::/7"),
    )
)
AUTHORITY_DAYS = 3650
SERVER_DAYS = 90
EARLY = timedelta(days=1)  # a phone's clock may be slow
SERVERS = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])


@dataclass(frozen=True)
class Authority:
    """The root that phones install, and the issuer it has signed, with the issuer's key."""

    root: x509.Certificate
    issuer: x509.Certificate
    key: ec.EllipticCurvePrivateKey

    @classmethod
    def make(cls, name: str, hosts: Iterable[str]) -> Authority:
        """A new one, called `name` on phones, for those of the hosts that are names at home.

        And for all private addresses.
        """
        permitted = (*filter(at_home, hosts), *PRIVATE)
        bounds = x509.NameConstraints([*map(general_name, permitted)], None)
        root_key, key = new_key(), new_key()
        root_name, issuer_name = called(name), called(f"{name}, issuer")
        root = signed(
            root_name, root_key, root_name, root_key, AUTHORITY_DAYS, *authority(bounds, 1)
        )
        extensions = (*authority(bounds, 0), (SERVERS, False))
        issuer = signed(issuer_name, key, root_name, root_key, AUTHORITY_DAYS, *extensions)
        return cls(root, issuer, key)

    @classmethod
    def read(cls, pem: bytes) -> Authority:
        """Reads what `pem` wrote. Raises ValueError."""
        issuer, root = x509.load_pem_x509_certificates(pem)
        return cls(root, issuer, key_of(issuer, pem))

    def pem(self) -> bytes:
        return pem_of(self.key, self.issuer, self.root)

    def sign(self, identities: Sequence[Identity]) -> bytes:
        """Key and certificates of a server that these names and addresses lead to."""
        key = new_key()
        names = x509.SubjectAlternativeName([*map(general_name, identities)])
        extensions = ((names, True), (SERVERS, False), (x509.BasicConstraints(False, None), True))
        nobody = x509.Name([])  # a name here would count as that of a host
        issuer = self.issuer.subject
        server = signed(nobody, key, issuer, self.key, SERVER_DAYS, *extensions)
        return pem_of(key, server, self.issuer)

    def permits(self, identity: Identity) -> bool:
        """Whether what it signs for that name or address would be believed."""
        if not isinstance(identity, str):
            return any(identity in network for network in PRIVATE)
        return identity in self.names

    @property
    def names(self) -> list[str]:
        """The host names it may sign for."""
        bounds = self.root.extensions.get_extension_for_class(x509.NameConstraints).value
        subtrees = bounds.permitted_subtrees or ()
        return [subtree.value for subtree in subtrees if isinstance(subtree, x509.DNSName)]


def at_home(name: str) -> bool:
    """Whether nobody can own that name, or one below it, on the internet (RFC 6761, RFC 6762)."""
    return name == "localhost" or (name.endswith(".local") and name != ".local")


def key_of(certificate: x509.Certificate, pem: bytes) -> ec.EllipticCurvePrivateKey:
    """The key that stands in `pem`, which is that of the certificate. Raises ValueError."""
    key = load_pem_private_key(pem, None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise ValueError("another kind of key")
    if key.public_key() != certificate.public_key():
        raise ValueError("the key of another certificate")
    return key


def days_left(certificate: x509.Certificate) -> int:
    return (certificate.not_valid_after_utc - datetime.now(UTC)).days


def identities_of(certificate: x509.Certificate) -> set[Identity]:
    """The names and addresses a server's certificate is for."""
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {name.value for name in names}


def general_name(value: object) -> x509.GeneralName:
    return x509.DNSName(value) if isinstance(value, str) else x509.IPAddress(value)  # type: ignore[arg-type]


def new_key() -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(ec.SECP256R1())


def called(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


Extensions = tuple[tuple[x509.ExtensionType, bool], ...]  # each with whether it must be understood


def authority(bounds: x509.NameConstraints, below: int) -> Extensions:
    """Returns the extensions of a certificate that signs others; `below` of them may sign again."""
    usage = x509.KeyUsage(
        digital_signature=False,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=True,
        crl_sign=True,
        encipher_only=False,
        decipher_only=False,
    )
    return (x509.BasicConstraints(True, below), True), (usage, True), (bounds, True)


def signed(
    subject: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    issuer: x509.Name,
    issuer_key: ec.EllipticCurvePrivateKey,
    days: int,
    *extensions: tuple[x509.ExtensionType, bool],
) -> x509.Certificate:
    now, signer = datetime.now(UTC), issuer_key.public_key()
    builder = (
        x509.CertificateBuilder(subject_name=subject, issuer_name=issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - EARLY)
        .not_valid_after(now + timedelta(days=days))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signer), False)
    )
    for extension, critical in extensions:
        builder = builder.add_extension(extension, critical)
    return builder.sign(issuer_key, SHA256())


def pem_of(key: ec.EllipticCurvePrivateKey, *certificates: x509.Certificate) -> bytes:
    own = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return own + b"".join(certificate.public_bytes(Encoding.PEM) for certificate in certificates)


log = logging.getLogger(__name__)

RENEW_DAYS = 30  # before it runs out
NOT_RENEWED = "The certificate of https cannot be renewed: %s"
# Faults of a file that a power cut, a full disk or somebody's hand has left.
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
        root, given = self.authority.root.public_bytes(Encoding.PEM), self.folder / "root.crt"
        if not given.exists() or given.read_bytes() != root:  # what phones install
            keep(given, root)
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
        kept = self._still_good(file, file.read_bytes()) if file.exists() else None
        if kept is None:
            kept = Authority.make(f"Scoundrel Tracker on {socket.gethostname()}", own_names())
            keep(file, kept.pem())
        return kept

    def _still_good(self, file: Path, content: bytes) -> Authority | None:
        """Another authority is another one that phones must trust: the log says why."""
        try:
            kept = Authority.read(content)
            if not all(map(at_home, kept.names)):
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
