"""The site for tests: the real command in its own process, or the application in a thread."""

import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import uvicorn
from django.db import connections

from scoundrel_web.server import Protocol

try:
    import fcntl
except ImportError:  # Windows: each process packs for itself
    fcntl = None  # type: ignore[assignment]

ROOT = Path(__file__).parent.parent
NOBODY = 65534
PACKED = ROOT / "var" / "packed"  # its static files are those of every site here
PACK = "from scoundrel_web.storage import collect; collect()"
IS_PACKED = "IS_PACKED"  # names the folder in the environment, once a process has looked


@dataclass(frozen=True)
class Site:
    url: str
    process: subprocess.Popen[bytes]
    var_dir: Path

    @property
    def log(self) -> str:
        """All it has printed."""
        return (self.var_dir / "serve.log").read_text()


def free_listener() -> socket.socket:
    """Below the ports that the system gives to outgoing connections, which would collide.

    Processes that test beside each other begin far apart.
    """
    for step in range(10_000):
        with suppress(OSError):
            port = 20_000 + (64 * os.getpid() + step) % 10_000
            return socket.create_server(("127.0.0.1", port), backlog=512)
    raise OSError("no port between 20000 and 30000 is free")


def production(**variables: str) -> dict[str, str]:
    """An environment without what pytest and conftest.py set for Django in this process."""
    inherited = {name: os.environ[name] for name in os.environ if not name.startswith("DJANGO_")}
    return {**inherited, **variables}


def manage(
    *arguments: str, text: str | None = None, **variables: str
) -> subprocess.CompletedProcess[str]:
    """`manage.py` to its end, on the site's own settings; `text` is what it reads."""
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(
        command,
        cwd=ROOT,
        env=production(**variables),
        input=text,
        capture_output=True,
        text=True,
    )


def other_user() -> int | None:
    """A user who may do nothing, where the tests run as root and he can reach this Python."""
    way = Path(sys.executable).resolve().parents
    open_to_all = all(folder.stat().st_mode & 0o001 for folder in way)
    return NOBODY if os.geteuid() == 0 and open_to_all else None


def free_port() -> int:
    with free_listener() as found:
        return int(found.getsockname()[1])


def started(
    var_dir: Path, port: int, by: Sequence[str] = ("manage.py", "serve"), **variables: str
) -> Site:
    """`manage.py serve` with all it makes in `var_dir`; a later one there goes on from it."""
    var_dir.mkdir(parents=True, exist_ok=True)
    furnish(var_dir)
    command = [*by, "--host", "127.0.0.1", "--port", str(port)]
    with (var_dir / "serve.log").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, *command],
            cwd=ROOT,
            env=production(VAR_DIR=str(var_dir), **variables),
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    return Site(f"http://127.0.0.1:{port}", process, var_dir)


def furnish(var_dir: Path) -> None:
    """With packed static files."""
    pack()
    if not (var_dir / "static").exists():
        shutil.copytree(PACKED / "static", var_dir / "static")


def pack() -> None:
    """Collects the static files that all processes and runs share."""
    if os.environ.get(IS_PACKED) != str(PACKED):
        PACKED.mkdir(parents=True, exist_ok=True)
        with (PACKED / "lock").open("w") as lock:
            if fcntl:
                fcntl.flock(lock, fcntl.LOCK_EX)
            manage("shell", "-c", PACK, VAR_DIR=str(PACKED)).check_returncode()
        os.environ[IS_PACKED] = str(PACKED)


@contextmanager
def production_site(
    var_dir: Path, by: Sequence[str] = ("manage.py", "serve"), **variables: str
) -> Iterator[Site]:
    """One that answers, until it is left."""
    site = started(var_dir, free_port(), by, **variables)
    try:
        wait_until_it_answers(site)
        yield site
    finally:
        site.process.terminate()
        site.process.wait(10)


def wait_until_it_answers(site: Site) -> None:
    """With anything: a page, a refusal, or the way to https, which is not taken."""
    while site.process.poll() is None:
        try:
            with closing(HTTPConnection(urlsplit(site.url).netloc, timeout=30)) as asked:
                asked.request("GET", "/")
                return asked.getresponse().close()
        except OSError:
            # Another process says by nothing else when it is ready.
            time.sleep(0.05)
    raise RuntimeError(f"The site did not start:\n{site.log}")


@contextmanager
def application_in_a_thread() -> Iterator[str]:
    """The address of the whole application, live events too, on the database of the tests."""
    # Django is set up by now; the scripts of bench/ set it up after this module.
    from scoundrel_web.asgi import site
    from scoundrel_web.hub import ASKERS
    from scoundrel_web.threads import READERS, WRITERS, Threads

    live = site()
    config = uvicorn.Config(live, http=Protocol, log_config=None, timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    with free_listener() as listener:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.should_exit = True
        thread.join(10)
        assert isinstance(live.django, Threads)
        end(live.django.readers, READERS)
        end(live.django.writers, WRITERS)
        end(live.hub.readers, ASKERS)


def end(pool: ThreadPoolExecutor, threads: int) -> None:
    """Each of its threads closes its connection, which would stay open until it is collected."""
    together = threading.Barrier(threads)

    def close() -> None:
        together.wait(10)
        connections.close_all()

    for _ in range(threads):
        pool.submit(close)
    pool.shutdown()
