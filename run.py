#!/usr/bin/env python3
"""Run the site or its tests from a bare clone. Needs Python and nothing else.

python3 run.py [--port 8000]      serve the site; the arguments are those of `manage.py serve`
python3 run.py --https            the same with certificates of its own, so that phones allow more
python3 run.py test [-k undo]     run all checks, and all tests but those left to CI (CI=true)
                                  and the night; with pytest's arguments only the tests they choose
python3 run.py test apart         run the tests that have a job of their own in CI
python3 run.py check              run only what needs no test: style, types, templates, migrations
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PROGRAMS = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = PROGRAMS / ("python.exe" if os.name == "nt" else "python")

RUNTIME = "requirements.lock"
HTTPS = "requirements-https.lock"
TOOLS = "requirements-dev.lock"
NODE_TOOLS = "package-lock.json"
NODE_KEPT = ROOT / "node_modules" / NODE_TOOLS

PIP_INSTALL = ("install", "--quiet", "--no-compile", "--disable-pip-version-check")
APT_INSTALL = ("apt-get", "install", "-qq", "--yes", "--no-install-recommends")

# The first one found is used; the headless shell takes a third less time.
DEBIAN_BROWSERS = ("chromium-headless-shell", "chromium")
BROWSERS = (*DEBIAN_BROWSERS, "chromium-browser", "google-chrome")
# Font files and their Debian packages: a screen has to fit with each of them.
FONTS = {
    "noto/NotoSerif-Regular.ttf": "fonts-noto-core",
    "dejavu/DejaVuSerif.ttf": "fonts-dejavu-core",
    "liberation/LiberationSerif-Regular.ttf": "fonts-liberation",
}
DEBIAN_FONTS = Path("/usr/share/fonts/truetype")
PLAYWRIGHT_NEEDS = "libatomic1"
# Programs and their Debian packages. A test without its program is skipped, but never in CI.
CI_PACKAGES = {
    "java": "default-jre-headless",
    "npm": "npm",
    "caddy": "caddy",
    "nginx": "nginx-light",
    "certutil": "libnss3-tools",
    "g++": "g++",
    "xgettext": "gettext",
    "pgbouncer": "pgbouncer",
}
MAKERS = "tools"  # its tests lie beside it and need packages of their own
MAKERS_REQUIREMENTS = Path(MAKERS, "gym", "requirements.txt")
# They take long and need no browser, so CI plays them beside all others: what is for makers, and
# what asks something else after each change.
SEEDED = ("tests/simulation", "tests/site/test_fuzz.py", "tests/tracker/test_log_laws.py")
APART = (MAKERS, "tests/terminal", *SEEDED)

PRODUCTION = {
    "DEBUG": "0",
    "HTTPS": "1",
    "ALLOWED_HOSTS": "scoundrel.example",
    "SECRET_KEY": secrets.token_urlsafe(50),
}
# Tests start hundreds of programs: each module is compiled once for all of them.
KEEP_COMPILED = {"PYTHONDONTWRITEBYTECODE": ""}
# Both, unless the environment names one.
DATABASES = tuple(filter(None, [os.environ.get("TEST_DATABASE")])) or ("sqlite", "postgresql")
NO_TESTS = 5  # pytest's exit code
CUT_OFF = 130  # ours, the same as a shell's
PATIENCE = 30  # seconds for a program that is cut off to say what it left
QUICK = ("-m", "not thorough and not nightly")
CI = ("-m", "not nightly")
ORDER_SEED = "20"  # by day; the night shuffles again each time
MOST_WORKERS = 8  # each with a browser


def main(arguments: list[str]) -> int:
    if sys.version_info < (3, 11):  # noqa: UP036 (macOS comes with an older one)
        sys.exit(f"Python 3.11 or newer is needed; this is {sys.version.split()[0]}.")
    if arguments[:1] == ["test"]:
        return test(arguments[1:])
    if arguments == ["check"]:
        install(RUNTIME, HTTPS, TOOLS)
        complete()
        install_node_tools()
        return check()
    return serve(arguments)


def serve(arguments: list[str]) -> int:
    https = "--https" in arguments or os.environ.get("HTTPS", "").strip().lower() == "own"
    install(RUNTIME, *([HTTPS] if https else []))
    command = [str(PYTHON), str(ROOT / "manage.py"), "serve", *arguments]
    if os.name == "nt":
        return subprocess.call(command)
    os.execv(PYTHON, command)  # signals reach the server itself


def test(arguments: list[str]) -> int:
    install(RUNTIME, HTTPS, TOOLS)
    find_browser()
    complete()
    if "CI" in os.environ and {"apart", MAKERS}.intersection(arguments):
        must(PYTHON, "-m", "pip", *PIP_INSTALL, "-r", ROOT / MAKERS_REQUIREMENTS)
    install_node_tools()
    if not arguments:
        return test_all()
    if arguments == ["apart"]:
        return outcome([run_all(database, *APART) for database in DATABASES], chosen=True)
    return outcome([pytest(database, *arguments) for database in DATABASES], chosen=True)


def test_all() -> int:
    """The checks beside the tests, on all cores; what they said comes last."""
    begun = time.monotonic()
    with tempfile.TemporaryFile() as said:
        beside = subprocess.Popen(
            [sys.executable, __file__, "check"], stdout=said, stderr=subprocess.STDOUT
        )
        try:
            codes = [run_all(database) for database in DATABASES]
            codes.append(beside.wait())
        except KeyboardInterrupt:
            beside.terminate()
            raise
        said.seek(0)
        print(said.read().decode(errors="replace"), end="")
    if choice() == QUICK:
        print("More tests run in CI: CI=true python3 run.py test")
    elif choice() == CI:
        print("More tests run at night: NIGHTLY=true CI=true python3 run.py test")
    minutes, seconds = divmod(round(time.monotonic() - begun), 60)
    print(f"The run {'failed' if any(codes) else 'passed'} in {minutes}:{seconds:02}")
    return outcome(codes)


def run_all(database: str, *paths: str) -> int:
    chosen = (*order(), *choice(), *paths)
    return pytest(database, "-n", str(workers()), "--dist", "worksteal", *chosen)


def order() -> Sequence[str]:
    """Returns the seed that shuffles the tests, as pytest's argument; none where it draws one."""
    if seed := os.environ.get("ORDER_SEED") or ("" if "NIGHTLY" in os.environ else ORDER_SEED):
        return (f"--randomly-seed={seed}",)
    return ()


def choice() -> Sequence[str]:
    """Returns what a whole run plays, as pytest's arguments."""
    if "NIGHTLY" in os.environ:
        return ()
    return CI if "CI" in os.environ else QUICK


def workers() -> int:
    """Two for each core: a test of a server or a browser often waits."""
    return min(MOST_WORKERS, 2 * (os.cpu_count() or 1))


def install(*names: str) -> None:
    """Fill the venv from these files, unless it keeps their text from the last time."""
    kept = {VENV / name: (ROOT / name).read_text() for name in names}
    if PYTHON.exists() and all(path.exists() and path.read_text() == kept[path] for path in kept):
        return
    if not PYTHON.exists() or not (VENV / RUNTIME).exists():
        make_venv()
    print("Installing", " and ".join(names), flush=True)
    must(PYTHON, "-m", "pip", *PIP_INSTALL, "-r", names[-1])
    for path, text in kept.items():
        path.write_text(text)


def make_venv() -> None:
    """Filled by this Python's own pip if it has one: venv's way takes three times as long."""
    missing = {name for name in ("venv", "pip", "ensurepip") if not importlib.util.find_spec(name)}
    if "venv" in missing or missing >= {"pip", "ensurepip"}:
        sys.exit("Python's venv is missing. On Debian and Ubuntu: apt install python3-venv")
    print("Making", VENV, flush=True)
    if "pip" in missing:
        must(sys.executable, "-m", "venv", "--clear", VENV)
    else:
        must(sys.executable, "-m", "venv", "--clear", "--without-pip", VENV)
        must(sys.executable, "-m", "pip", "--python", PYTHON, *PIP_INSTALL, "pip")


def find_browser() -> None:
    """One that is there, else Debian's, else Playwright's own, else the tests say what to do."""
    if os.environ.get("CHROMIUM") or any(map(shutil.which, BROWSERS)):
        return
    fonts = FONTS.values()
    if any(apt_install(name, PLAYWRIGHT_NEEDS, *fonts) for name in DEBIAN_BROWSERS):
        return
    command = [str(PYTHON), "-m", "playwright", "install", "chromium"]
    subprocess.run(command, capture_output=True, check=False)


def install_node_tools() -> None:
    """Installs what checks scripts, styles and pages; without npm all else is still checked."""
    npm = shutil.which("npm")
    text = (ROOT / NODE_TOOLS).read_text()
    if npm is None or (NODE_KEPT.exists() and NODE_KEPT.read_text() == text):
        return
    print("Installing", NODE_TOOLS, flush=True)
    must(npm, "ci", "--silent", "--no-audit", "--no-fund")
    NODE_KEPT.write_text(text)


def complete() -> None:
    """In CI nothing is left out for want of a program."""
    if "CI" in os.environ:
        apt_install(*missing_packages())
        if missing := missing_packages():
            sys.exit(f"CI needs these packages: {' '.join(missing)}")


def missing_packages() -> list[str]:
    programs = [package for name, package in CI_PACKAGES.items() if not shutil.which(name)]
    fonts = [package for name, package in FONTS.items() if not (DEBIAN_FONTS / name).exists()]
    return programs + fonts


def apt_install(*packages: str) -> bool:
    """Whether they are there now; never asks."""
    if not packages or not shutil.which("apt-get") or os.geteuid() != 0:
        return False
    print("Installing", *packages, flush=True)
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    return run("apt-get", "update", "-qq") == 0 == run(*APT_INSTALL, *packages, **quiet)


def check() -> int:
    """All of them, whatever the others say, then the first failure."""
    templates = sorted((ROOT / "templates").rglob("*.html"))
    npm = shutil.which("npm")
    return outcome(
        [
            run(PROGRAMS / "ruff", "check", "."),
            run(PROGRAMS / "ruff", "format", "--check", "."),
            run(PROGRAMS / "mypy"),
            run(PROGRAMS / "djade", "--check", "--target-version", "5.2", *templates),
            run(PYTHON, "manage.py", "makemigrations", "--check"),
            run(PYTHON, "manage.py", "check", "--deploy", "--fail-level", "WARNING", **PRODUCTION),
            *([run(npm, "run", "--silent", "lint")] if npm else []),
        ]
    )


def pytest(database: str, *arguments: str) -> int:
    cache = f"cache_dir={ROOT / '.pytest_cache' / database}"
    named = any(Path(argument.partition("::")[0]).exists() for argument in arguments)
    left = [f"--ignore={path}" for path in APART if "CI" in os.environ and not named]
    return run(PYTHON, "-m", "pytest", "-o", cache, *left, *arguments, TEST_DATABASE=database)


def outcome(codes: list[int], chosen: bool = False) -> int:
    """The first failure, else 0. Of tests that were chosen one database may have none."""
    if chosen and set(codes) != {NO_TESTS}:
        codes = [code for code in codes if code != NO_TESTS]
    return next(filter(None, codes), 0)


def must(*command: str | Path, **variables: str) -> None:
    code = run(*command, **variables)
    if code:
        sys.exit(code)


def run(*command: str | Path, **variables: str) -> int:
    """Its exit code; where this program is cut off, that one is too and has its last word."""
    environment = {**os.environ, **KEEP_COMPILED, **variables}
    with subprocess.Popen(list(map(str, command)), cwd=ROOT, env=environment) as program:
        try:
            return program.wait()
        except KeyboardInterrupt:
            program.send_signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                program.wait(PATIENCE)
            program.kill()
            raise


def cut_off(*_: object) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, cut_off)
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(CUT_OFF)
