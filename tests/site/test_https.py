"""HTTPS=own: a certificate authority for this machine alone, and two doors to the site."""

from __future__ import annotations

import http.client
import socket
import ssl
import stat
import sys
from collections.abc import Iterator
from contextlib import closing
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding

from scoundrel_web import https
from scoundrel_web.authority import SERVER_DAYS, Authority, Identity, identities_of
from scoundrel_web.https import Certificates
from tests.servers import Site, manage, production_site
from tests.wire import Answer
from tracker.web.doors import HTTPS_ABOVE, PREFIX

pytestmark = pytest.mark.sqlite
HOSTS = ("localhost", "table", "table.local")
HOME: list[Identity] = ["table.local", ip_address("192.168.1.20")]


def trusts(anchor: x509.Certificate, site: ssl.SSLContext, host: str, flags: int = 0) -> bool:
    """Whether a phone that trusts only `anchor` goes on with that server, called `host`."""
    phone = ssl.create_default_context(cadata=pem(anchor).decode())
    phone.verify_flags |= flags
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    here = phone.wrap_bio(back, there, server_hostname=host)
    far = site.wrap_bio(there, back, server_side=True)
    for end in (here, far, here):
        try:
            end.do_handshake()
        except ssl.SSLWantReadError:
            continue
        except ssl.SSLCertVerificationError:
            return False
    return True


def serving(authority: Authority, identities: list[Identity], folder: Path) -> ssl.SSLContext:
    """A server with a certificate of that authority."""
    (folder / "server.pem").write_bytes(authority.sign(identities))
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(folder / "server.pem")
    return context


# Of a device that does not look at what binds the root: here it knows the issuer alone.
UNBOUND_ROOT = ssl.VerifyFlags.VERIFY_X509_PARTIAL_CHAIN


@pytest.fixture(scope="module")
def authority() -> Authority:
    return Authority.make("Scoundrel Tracker on table", HOSTS)


def pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(Encoding.PEM)


@pytest.mark.parametrize("host", ["table.local", "192.168.1.20"])
def test_a_phone_that_trusts_it_comes_in(authority: Authority, host: str, tmp_path: Path) -> None:
    site = serving(authority, HOME, tmp_path)
    assert trusts(authority.root, site, host)
    assert not trusts(authority.root, site, "10.0.0.7")


@pytest.mark.parametrize("stolen", ["bank.example", "8.8.8.8", "2001:db8::1"])
def test_with_its_key_nobody_can_pass_for_the_internet(
    authority: Authority, stolen: str, tmp_path: Path
) -> None:
    identity = stolen if stolen[0] == "b" else ip_address(stolen)
    site = serving(authority, [*HOME, identity], tmp_path)
    assert not authority.permits(identity)
    assert not trusts(authority.root, site, stolen)
    assert not trusts(authority.issuer, site, stolen, UNBOUND_ROOT)


def test_another_authority_is_nobody(authority: Authority, tmp_path: Path) -> None:
    other = Authority.make("Scoundrel Tracker on table", HOSTS)
    assert not trusts(authority.root, serving(other, HOME, tmp_path), "table.local")


def test_it_is_made_once_and_its_key_is_for_this_user_alone(tmp_path: Path) -> None:
    made = Certificates(tmp_path / "https").authority
    assert Certificates(tmp_path / "https").authority.root == made.root
    if sys.platform != "win32":
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.rglob("*")}
        assert modes.pop("https") == 0o700
        assert modes == dict.fromkeys(("authority.pem", "root.crt", "server.pem"), 0o600)


def test_the_key_of_the_root_is_nowhere(tmp_path: Path) -> None:
    kept = Certificates(tmp_path).authority
    assert kept.key.public_key() == kept.issuer.public_key() != kept.root.public_key()
    keys = [file.name for file in tmp_path.iterdir() if b"PRIVATE KEY" in file.read_bytes()]
    assert sorted(keys) == ["authority.pem", "server.pem"]


def test_a_new_address_makes_a_new_certificate_under_the_same_authority(tmp_path: Path) -> None:
    here: list[Identity] = [ip_address("192.168.1.20")]
    certificates = Certificates(tmp_path, lambda: here)
    assert not certificates.renew()
    here.append(ip_address("10.0.0.4"))
    assert not trusts(certificates.authority.root, certificates.context, "10.0.0.4")
    assert certificates.renew()
    assert trusts(certificates.authority.root, certificates.context, "10.0.0.4")


def test_an_address_of_the_internet_is_left_out(tmp_path: Path) -> None:
    here: list[Identity] = [ip_address("192.168.1.20"), ip_address("8.8.8.8")]
    Certificates(tmp_path, lambda: here)
    server = x509.load_pem_x509_certificate((tmp_path / "server.pem").read_bytes())
    assert identities_of(server) == {here[0]}


def test_it_is_renewed_before_it_runs_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    certificates = Certificates(tmp_path)
    monkeypatch.setattr(https, "RENEW_DAYS", SERVER_DAYS)
    assert certificates.renew()


def test_an_authority_near_its_end_makes_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = Certificates(tmp_path).authority
    monkeypatch.setattr(https, "SERVER_DAYS", 4000)
    assert Certificates(tmp_path).authority.root != old.root


def test_this_machine_is_found_by_its_names_and_addresses() -> None:
    assert {"localhost", ip_address("127.0.0.1")} <= set(https.own_identities())


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("https")
    with production_site(folder, HTTPS="own", DATABASE_URL="") as site:
        yield site


def ask(
    site: Site,
    path: str,
    *,
    secure: bool = False,
    form: bool = False,
    **headers: str,
) -> Answer:
    """What a phone is answered that knows the site as table.local; of the certificate it asks for
    the address alone, which is that of this machine."""
    port = port_of(site) + HTTPS_ABOVE * secure
    trusting = ssl.create_default_context(cafile=root_of(site)) if secure else None
    opened = (
        http.client.HTTPSConnection("127.0.0.1", port, context=trusting)
        if trusting
        else http.client.HTTPConnection("127.0.0.1", port)
    )
    named = {"Host": f"table.local:{port}", "Accept": "text/html", **headers}
    with closing(opened):
        opened.request("POST" if form else "GET", path, "", named)
        r = opened.getresponse()
        return Answer(r.status, r.headers, r.read().decode("latin-1"))


def port_of(site: Site) -> int:
    return int(site.url.rpartition(":")[2])


def root_of(site: Site) -> Path | None:
    root = site.var_dir / "https" / "root.crt"
    return root if root.exists() else None


def test_the_second_port_speaks_https(site: Site) -> None:
    r = ask(site, "/", secure=True)
    assert r.status == 200
    assert "Strict-Transport-Security" not in r.headers  # or a start without https were locked out
    assert site.log.count("Phones are shown how to trust it: ") == 1


def test_a_page_by_http_leads_to_how_to_trust_and_on(site: Site) -> None:
    r = ask(site, "/p/23456789abcde/")
    assert (r.status, r.headers["Location"]) == (302, "/trust?next=%2Fp%2F23456789abcde%2F")
    page = ask(site, r.headers["Location"]).body
    port = port_of(site) + HTTPS_ABOVE
    assert f'href="https://table.local:{port}/p/23456789abcde/"' in page


def test_what_is_installed_is_the_root_with_the_printed_fingerprint(site: Site) -> None:
    r = ask(site, "/trust/scoundrel.crt")
    assert r.headers["Content-Type"] == "application/x-x509-ca-cert"
    root = (site.var_dir / "https" / "root.crt").read_text()
    assert r.body.encode("latin-1") == ssl.PEM_cert_to_DER_cert(root)
    printed = site.log.rpartition("how to trust it: ")[2].split()[0]
    assert printed in ask(site, "/trust").body


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "localhost:8000"},  # browsers ask for no https there
        {"Cookie": "plain=1"},  # this phone goes on without
        {"Accept": "*/*"},  # a page that was open before goes on
        {"HX-Request": "true"},
    ],
)
def test_who_needs_no_https_goes_in_by_http(site: Site, headers: Any) -> None:
    assert ask(site, "/", **headers).status == 200


def test_going_on_without_is_remembered_and_leads_to_own_pages_only(site: Site) -> None:
    token = "a" * 32
    sent: Any = {"Cookie": f"csrftoken={token}", "X-CSRFToken": token}
    for page, goal in [("/rules/", "/rules/"), ("//evil.example/", "/"), ("https://a.b", "/")]:
        r = ask(site, f"/trust?next={page}", form=True, **sent)
        assert (r.status, r.headers["Location"]) == (303, goal)
        assert "plain=1" in r.headers["Set-Cookie"]


def test_cookies_over_https_have_names_that_http_cannot_touch(site: Site) -> None:
    cookie = ask(site, "/", secure=True).headers["Set-Cookie"]
    name, _, token = cookie.partition(";")[0].partition("=")
    assert (name, "Secure" in cookie) == (f"{PREFIX}csrftoken", True)
    origin = f"https://table.local:{port_of(site) + HTTPS_ABOVE}"
    sent: Any = {"Cookie": f"{name}={token}", "X-CSRFToken": token, "Origin": origin}
    r = ask(site, "/open", secure=True, form=True, **sent)
    assert r.status == 400  # the form is empty, but it is this browser's own


def test_a_phone_that_has_found_https_needs_not_go_on_without(site: Site) -> None:
    (gone, *_) = ask(site, "/rules/", secure=True, Cookie="plain=1").headers.get_all(
        "Set-Cookie", []
    )
    assert gone.startswith('plain="";')


def test_what_a_phone_remembers_from_http_it_has_over_https_too(site: Site) -> None:
    token = "a" * 32
    origin = f"https://table.local:{port_of(site) + HTTPS_ABOVE}"
    sent: Any = {"Cookie": f"csrftoken={token}", "X-CSRFToken": token, "Origin": origin}
    assert ask(site, "/open", secure=True, form=True, **sent).status == 400


def test_without_it_there_is_nothing_to_trust(production_server: Site) -> None:
    for path in ("/trust", "/trust/scoundrel.crt"):
        assert ask(production_server, path).status == 404


def test_a_taken_second_port_is_told_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        arguments = ("--host", "127.0.0.1", "--port", str(port - HTTPS_ABOVE))
        done = manage("serve", *arguments, HTTPS="own")
    assert f"Cannot listen on 127.0.0.1, port {port}: " in done.stderr
    assert len(done.stderr.splitlines()) == 1
