"""`run.py --https`: a phone that trusts this machine may do all that needs https."""

from __future__ import annotations

import os
import shutil
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, BrowserType, Error, expect

from scoundrel_web.https import Authority, own_names
from tests.audits import assert_no_axe_violations
from tests.browser.conftest import PATIENCE, PHONE
from tests.browser.phones import button, expect_hp, expect_sent
from tests.browser.test_offline import wait_for_the_worker
from tests.servers import Site, production_site

WAKE = "navigator.wakeLock.request().then((lock) => lock.release()).then(() => true)"

Phone = Callable[..., AbstractContextManager[BrowserContext]]

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(
        not shutil.which("certutil") and "CI" not in os.environ,
        reason="needs certutil, of Debian's libnss3-tools",
    ),
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder, command = tmp_path_factory.mktemp("https"), ("manage.py", "serve", "--https")
    with production_site(folder, command, DATABASE_URL="") as site:
        yield site


@pytest.fixture
def phone(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], tmp_path: Path
) -> Phone:
    """One that trusts a root certificate, or none, and finds every name on this machine."""

    @contextmanager
    def start(*roots: Path) -> Iterator[BrowserContext]:
        store = f"sql:{tmp_path / '.pki' / 'nssdb'}"
        (tmp_path / ".pki" / "nssdb").mkdir(parents=True)
        certutil("-N", "--empty-password", "-d", store)
        for root in roots:
            certutil("-A", "-n", "table", "-t", "C,,", "-i", str(root), "-d", store)
        rules = "--host-resolver-rules=MAP * 127.0.0.1"
        options = {**browser_type_launch_args, "env": {**os.environ, "HOME": str(tmp_path)}}
        options["args"] = [*options["args"], rules]
        context = browser_type.launch_persistent_context(
            tmp_path / "profile", **options, viewport=PHONE, has_touch=True
        )
        context.set_default_timeout(PATIENCE)
        context.grant_permissions(["screen-wake-lock"])
        try:
            yield context
        finally:
            context.close()

    return start


def certutil(*arguments: str) -> None:
    subprocess.run(["certutil", *arguments], check=True)


def root_of(site: Site) -> Path:
    return site.var_dir / "https" / "root.crt"


def over_http(site: Site) -> str:
    return site.url.replace("127.0.0.1", own_names()[-1])


def test_a_phone_that_trusts_it_gets_all_that_https_allows(phone: Phone, site: Site) -> None:
    with phone(root_of(site)) as context:
        page = context.new_page()
        page.goto(over_http(site))
        page.wait_for_url("https://**")  # without a tap: it trusts this machine already
        button(page, "2 players").click()
        button(page, "Close the invitation").click()
        wait_for_the_worker(page)
        assert page.evaluate("isSecureContext")
        assert page.evaluate(WAKE)
        found = context.new_cdp_session(page).send("Page.getInstallabilityErrors")
        assert found["installabilityErrors"] == []


def test_the_table_opens_again_without_a_network(phone: Phone, site: Site) -> None:
    with phone(root_of(site)) as context:
        page = context.new_page()
        page.goto(over_http(site))
        page.wait_for_url("https://**")
        button(page, "2 players").click()
        button(page, "Close the invitation").click()
        wait_for_the_worker(page)
        context.set_offline(True)
        button(page, "Player 1: lose 1 HP").tap()
        page.reload()
        expect_hp(page, "Player 1", "19")
        context.set_offline(False)
        expect_sent(page)


def test_a_phone_that_does_not_is_shown_how_and_may_go_on_without(phone: Phone, site: Site) -> None:
    with phone() as context:
        page = context.new_page()
        page.goto(f"{over_http(site)}/rules/")
        expect(page.get_by_role("heading", name="Trust this computer")).to_be_visible()
        assert_no_axe_violations(page)
        with page.expect_download() as download:
            page.get_by_role("link", name="Get the certificate").tap()
        assert download.value.suggested_filename == "scoundrel.crt"
        page.get_by_role("button", name="Continue without https").tap()
        page.wait_for_url(f"{over_http(site)}/rules/")


@pytest.mark.thorough
@pytest.mark.parametrize("host", ["bank.test", "8.8.8.8"])
def test_with_a_stolen_key_nobody_can_pass_for_the_internet(
    phone: Phone, site: Site, host: str
) -> None:
    with phone(root_of(site)) as context:
        page = context.new_page()
        with signed_by_it(site, own_names()[-1]) as url:
            page.goto(url)
        with signed_by_it(site, host) as url, pytest.raises(Error, match="ERR_CERT"):
            page.goto(url)


@contextmanager
def signed_by_it(site: Site, host: str) -> Iterator[str]:
    """Another server of that name, with a certificate made with the key of `site`."""
    folder = site.var_dir / "https"
    authority = Authority.read((folder / "authority.pem").read_bytes())
    identity = ip_address(host) if host[0].isdigit() else host
    (folder / "other.pem").write_bytes(authority.sign([identity]))
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(folder / "other.pem")
    with HTTPServer(("127.0.0.1", 0), Nothing) as server:
        server.socket = context.wrap_socket(server.socket, server_side=True)
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"https://{host}:{server.server_port}/"
        server.shutdown()
        thread.join()


class Nothing(BaseHTTPRequestHandler):
    """Answers with a page that is empty."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None: ...
