"""A real Caddy with the lines of compose.yaml, in front of the real site."""

from __future__ import annotations

import os
import ssl
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPResponse
from pathlib import Path
from string import Template

import pytest
from ruamel.yaml import YAML

from tests.programs import needs
from tests.servers import ROOT, Site, free_listener, production_site, started

NAME = "localhost"  # Caddy signs for it by itself, without asking anybody
PUBLIC = {"HTTPS": "1", "ALLOWED_HOSTS": NAME, "DATABASE_URL": ""}
# Unlike a public machine: nothing is installed, and the ports are free ones.
BESIDE = "{\n admin off\n skip_install_trust\n http_port %d\n https_port %d\n}\n"

pytestmark = [needs("caddy"), pytest.mark.thorough]


@dataclass(frozen=True)
class Proxy:
    site: Site
    url: str
    authority: Path

    def get(self, path: str) -> HTTPResponse:
        trusting = ssl.create_default_context(cafile=self.authority)
        r: HTTPResponse = urllib.request.urlopen(self.url + path, timeout=60, context=trusting)
        return r


def caddyfile(site: Site, http: int, https: int) -> str:
    compose = YAML(typ="safe").load(ROOT / "compose.yaml")
    text = Template(compose["configs"]["caddyfile"]["content"]).substitute(DOMAIN=NAME)
    return BESIDE % (http, https) + text.replace("site:8000", site.url.partition("//")[2])


@contextmanager
def caddy(site: Site) -> Iterator[Proxy]:
    with free_listener() as one, free_listener() as other:
        http, https = (int(found.getsockname()[1]) for found in (one, other))
    folder = site.var_dir / "caddy"
    folder.mkdir()
    (folder / "Caddyfile").write_text(caddyfile(site, http, https))
    command = ["caddy", "run", "--config", str(folder / "Caddyfile")]
    homes = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(folder))
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, env={**os.environ, **homes}, stdout=log, stderr=log)
    authority = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
    try:
        yield answering(Proxy(site, f"https://{NAME}:{https}", authority), process)
    finally:
        process.terminate()
        process.wait(10)


def answering(proxy: Proxy, process: subprocess.Popen[bytes]) -> Proxy:
    while process.poll() is None:
        with suppress(OSError):
            proxy.get("/healthz").close()
            return proxy
        # Another process says by nothing else when it is ready.
        time.sleep(0.05)
    raise RuntimeError("Caddy did not start")


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[Proxy]:
    with production_site(tmp_path, **PUBLIC) as site, caddy(site) as proxy:
        yield proxy


def test_the_site_behind_caddy_speaks_https_and_a_restart_is_not_noticed(proxy: Proxy) -> None:
    with proxy.get("/") as r:
        assert r.status == 200
        assert "max-age=31536000" in r.headers["Strict-Transport-Security"]
    proxy.site.process.terminate()
    proxy.site.process.wait(10)
    with ThreadPoolExecutor(1) as phone:
        waiting = phone.submit(proxy.get, "/healthz")
        again = started(proxy.site.var_dir, int(proxy.site.url.rpartition(":")[2]), **PUBLIC)
        try:
            with waiting.result() as r:
                assert r.read().startswith(b"ok ")
        finally:
            again.process.terminate()
            again.process.wait(10)
