"""HTTPS=own: a certificate authority for this machine alone, and two doors to the site."""

from __future__ import annotations

import asyncio
import http.client
import socket
import ssl
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from django.test import RequestFactory
from pytest_django import Settings

from scoundrel_web import https
from scoundrel_web.https import SERVER_DAYS, Authority, Certificates, Identity, identities_of
from scoundrel_web.server import Https
from tests.servers import Site, free_listener, free_port, manage, production_site
from tests.wire import Answer
from tracker.web.doors import HTTPS_ABOVE, PREFIX, site_url

pytestmark = [
    pytest.mark.usefixtures("real_time"),  # of whoever checks a certificate
    pytest.mark.thorough,
]

HOSTS = ("localhost", "table.local")
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


# A device that does not look at what binds the root: here it knows the issuer alone.
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


COMPUTERS = ("dev", "app", "mini", "office", "media", "games", "box", "pc.example.com", "Local", "")


@pytest.mark.parametrize("computer", COMPUTERS)
def test_whatever_the_computer_is_called_it_cannot_sign_for_the_internet(
    computer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: computer)
    authority = Certificates(tmp_path / "https").authority
    name = computer.lower() or "dev"
    for stolen in (name, f"login.bank.{name}", f"{name}.", "example.com", "login.bank.dev"):
        site = serving(authority, [*HOME, stolen], tmp_path)
        assert not authority.permits(stolen)
        assert not trusts(authority.root, site, stolen)
        assert not trusts(authority.issuer, site, stolen, UNBOUND_ROOT)


def test_no_host_that_is_asked_for_makes_an_authority_of_the_internet(tmp_path: Path) -> None:
    authority = Authority.make("Scoundrel Tracker", ["dev", "a.example.com", ".local", "a.local"])
    assert authority.names == ["a.local"]
    assert trusts(authority.root, serving(authority, ["a.local"], tmp_path), "a.local")


def unbounded(monkeypatch: pytest.MonkeyPatch) -> Authority:
    """One as versions before 1.1 made it on a computer called `dev`."""
    with monkeypatch.context() as before:
        before.setattr("scoundrel_web.https.at_home", bool)
        return Authority.make("Scoundrel Tracker on dev", ["localhost", "dev", "dev.local"])


def test_an_authority_that_could_sign_for_the_internet_makes_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    old = unbounded(monkeypatch)
    assert trusts(old.root, serving(old, ["login.bank.dev"], tmp_path), "login.bank.dev")
    (tmp_path / "authority.pem").write_bytes(old.pem())
    assert Certificates(tmp_path).authority.root != old.root
    assert "could sign for the internet: remove it from phones" in caplog.text
    assert not any(old.pem() in file.read_bytes() for file in tmp_path.iterdir())


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


def emptied(file: Path) -> None:
    file.write_bytes(b"")


def truncated(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-200])


def scribbled_on(file: Path) -> None:
    file.write_bytes(b"a shopping list" + file.read_bytes()[100:])


def of_another(file: Path) -> None:
    other = Certificates(file.parent / "other").folder / file.name
    other.replace(file)


def removed(file: Path) -> None:
    file.unlink()


BREAKS = (emptied, truncated, scribbled_on, of_another, removed)
every_break = pytest.mark.parametrize("broken", BREAKS)


@every_break
def test_a_certificate_that_cannot_be_read_is_made_anew(
    broken: Callable[[Path], None], tmp_path: Path
) -> None:
    certificates = Certificates(tmp_path)
    broken(tmp_path / "server.pem")
    assert certificates.renew()
    assert not certificates.renew()
    broken(tmp_path / "server.pem")
    later = Certificates(tmp_path)
    assert later.authority.root == certificates.authority.root
    assert trusts(later.authority.root, later.context, "localhost")


@pytest.mark.parametrize("broken", [emptied, truncated, scribbled_on])
def test_an_authority_that_cannot_be_read_is_kept_aside_and_made_anew(
    broken: Callable[[Path], None], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    old, file = Certificates(tmp_path).authority, tmp_path / "authority.pem"
    broken(file)
    left = file.read_bytes()
    made = Certificates(tmp_path)
    assert made.authority.root != old.root
    assert (tmp_path / "authority.broken").read_bytes() == left
    assert caplog.text.count("Phones must trust a new authority of https.") == 1
    assert pem(made.authority.root) == (tmp_path / "root.crt").read_bytes()
    assert trusts(made.authority.root, made.context, "localhost")


@every_break
def test_what_phones_install_is_written_again(
    broken: Callable[[Path], None], tmp_path: Path
) -> None:
    certificates = Certificates(tmp_path)
    for again in (certificates.renew, lambda: Certificates(tmp_path)):
        broken(tmp_path / "root.crt")
        again()
        assert (tmp_path / "root.crt").read_bytes() == pem(certificates.authority.root)


def test_a_folder_that_takes_nothing_costs_one_line_and_no_phone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    here: list[Identity] = [ip_address("192.168.1.20")]
    certificates = Certificates(tmp_path, lambda: here)
    with socket.create_server(("127.0.0.1", 0)) as listener, full(tmp_path):
        port = Https(listener, certificates)
        here.append(ip_address("10.0.0.4"))
        for _ in range(3):
            asyncio.run(port.renew())
        assert caplog.text.count("The certificate of https cannot be renewed") == 1
        assert trusts(certificates.authority.root, port.context, "192.168.1.20")
        started = Certificates(tmp_path, lambda: here)  # on what the last start has kept
        assert trusts(started.authority.root, started.context, "192.168.1.20")
    asyncio.run(port.renew())
    assert trusts(certificates.authority.root, port.context, "10.0.0.4")
    assert not list(tmp_path.glob("*.new"))


@contextmanager
def full(folder: Path) -> Iterator[None]:
    """Nothing can be written there, by root either: what would be written is a folder."""
    in_the_way = [folder / f"{name}.new" for name in ("server", "root", "authority")]
    for path in in_the_way:
        path.mkdir()
    yield
    for path in in_the_way:
        path.rmdir()


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
    """The answer to a phone that knows the site as table.local.

    It checks the certificate for the address alone, which is that of this machine.
    """
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
    assert site.log.count("Phones show how to trust the certificate: ") == 1


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


@pytest.mark.parametrize(
    ("host", "found"),
    [
        ("table.local", "table.local"),
        ("10.0.0.4", "10.0.0.4"),
        ("[fd00::1]", "[fd00::1]"),
        ("table", "192.168.1.20"),  # no certificate of ours may name it
        ("pc.example.com", "192.168.1.20"),
    ],
)
def test_https_is_where_a_certificate_can_be(
    host: str, found: str, rf: RequestFactory, settings: Settings
) -> None:
    settings.PHONE_SITE, settings.ALLOWED_HOSTS = "http://192.168.1.20:8000", ["*"]
    request = rf.get("/", headers={"Host": f"{host}:8000"}, SERVER_PORT="8000")
    assert site_url(request, "https") == f"https://{found}:8443"
    assert site_url(request, "http") == f"http://{host}:8000"


def test_certificates_that_cannot_be_kept_are_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "https").write_text("a shopping list")
    arguments = ("--host", "127.0.0.1", "--port", str(free_port()))
    done = manage("serve", *arguments, HTTPS="own", VAR_DIR=str(tmp_path), DATABASE_URL="")
    assert "Cannot save the https certificates: " in done.stderr
    assert len(done.stderr.splitlines()) == 1


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


def test_a_site_serves_on_whatever_becomes_of_its_certificates(tmp_path: Path) -> None:
    """Its own start, and what it asks every minute, here twenty times as often."""
    with production_site(tmp_path, RENEWS_OFTEN, HTTPS="own", DATABASE_URL="") as site:
        for broken in BREAKS:
            for name in ("server.pem", "authority.pem", "root.crt"):
                with suppress(FileNotFoundError):
                    broken(tmp_path / "https" / name)
        with full(tmp_path / "https"):
            wait_for("cannot be renewed", site)
            assert ask(site, "/rules/", Cookie="plain=1").status == 200
        server = tmp_path / "https" / "server.pem"
        until(server.exists)
        until(lambda: ask(site, "/trust/scoundrel.crt").status == 200)
    assert "Traceback" not in site.log
    with production_site(tmp_path, HTTPS="own", DATABASE_URL="") as site:
        assert ask(site, "/rules/", secure=True).status == 200
    assert "Traceback" not in site.log


RENEWS_OFTEN = (
    "-c",
    "import sys, uvicorn, manage\n"
    "usual = uvicorn.Config.__init__\n"
    "def often(self, *args, timeout_notify=60, **rest):\n"
    "    usual(self, *args, timeout_notify=timeout_notify / 200, **rest)\n"
    "uvicorn.Config.__init__ = often\n"
    "manage.main()",
    "serve",
)


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not true() and time.monotonic() < end:
        # Another process says by its files alone how far it is.
        time.sleep(0.05)
    assert true()


def wait_for(text: str, site: Site) -> None:
    until(lambda: text in site.log)


def test_a_taken_second_port_is_told_in_one_line() -> None:
    # Both lie below the ports that the system gives to outgoing connections.
    with free_listener() as taken:
        port = taken.getsockname()[1]
        arguments = ("--host", "127.0.0.1", "--port", str(port - HTTPS_ABOVE))
        done = manage("serve", *arguments, HTTPS="own")
    assert f"Cannot listen on 127.0.0.1, port {port}: " in done.stderr
    assert len(done.stderr.splitlines()) == 1
