"""Dockerfile and compose.yaml, done by hand: their own commands, in a folder with nothing else."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.servers import (
    ROOT,
    Site,
    free_port,
    other_user,
    wait_until_it_answers,
)

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="the image runs Linux"),
    pytest.mark.thorough,
]


def instructions(stage: int) -> list[tuple[str, str]]:
    """Name and text of each line of that stage of the Dockerfile."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.M)
    stages = re.split(r"^(?=FROM )", text.replace("\\\n", ""), flags=re.M)
    lines = [line.partition(" ") for line in stages[stage + 1].splitlines() if line]
    return [(name, rest) for name, _, rest in lines]


def texts(name: str, stage: int = 1) -> list[str]:
    return [text for found, text in instructions(stage) if found == name]


def command(name: str) -> list[str]:
    """The program and arguments of a CMD, also of one that a HEALTHCHECK names."""
    words: list[str] = json.loads(texts(name)[0].rpartition("CMD")[2])
    return words


@dataclass(frozen=True)
class Image:
    """The image that the Dockerfile makes, in a folder in place of the root of a machine."""

    root: Path

    def here(self, text: str) -> str:
        return re.sub(r"(?<![\w./])/(venv|app|data)\b", rf"{self.root}/\1", text)

    @property
    def environment(self) -> dict[str, str]:
        """The variables that ENV sets, and nothing of this machine besides."""
        pairs = [word.split("=", 1) for text in texts("ENV") for word in shlex.split(text)]
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        return {name: self.here(value).replace("$PATH", path) for name, value in pairs}

    def start(self, words: list[str], **variables: str) -> subprocess.Popen[bytes]:
        program = shutil.which(words[0], path=self.environment["PATH"])
        assert program, f"{words[0]} is not in the image"
        with (self.root / "data" / "serve.log").open("ab") as log:
            program = shutil.which(words[0], path=self.environment["PATH"])
        assert program, f"{words[0]} is not in the image"
        with (self.root / "data" / "serve.log").open("ab") as log:
            return subprocess.Popen(
                [program, *words[1:]],
                cwd=self.root / "app",
                env=self.environment | variables,
                user=other_user(),
                stdout=log,
                stderr=subprocess.STDOUT,
            )


@pytest.fixture(scope="module")
def image() -> Iterator[Image]:
    with tempfile.TemporaryDirectory(prefix="scoundrel-image-") as folder:
        image = Image(Path(folder))
        image.root.chmod(0o755)
        (image.root / "data").mkdir(mode=0o777)
        (image.root / "data").chmod(0o777)
        copy_what_docker_would(image.root / "app")
        for text in texts("RUN", stage=0):
            path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"  # it has a `python`
            variables, app = {**os.environ, "PATH": path}, image.root / "app"
            done = subprocess.run(image.here(text), shell=True, cwd=app, env=variables)
            if done.returncode and "CI" not in os.environ:
                pytest.skip("packages cannot be fetched here")
            assert done.returncode == 0
        yield image


def copy_what_docker_would(folder: Path) -> None:
    """.dockerignore names what is let in; all else stays out."""
    folder.mkdir()
    names = [line[1:] for line in ignored() if line.startswith("!")]
    for found in (ROOT / name for name in names):
        if found.is_dir():
            shutil.copytree(
                found, folder / found.name, ignore=shutil.ignore_patterns("__pycache__")
            )
        else:
            shutil.copy(found, folder)


def ignored() -> list[str]:
    return (ROOT / ".dockerignore").read_text().splitlines()


@pytest.fixture
def site(image: Image) -> Iterator[Site]:
    port = free_port()
    process = image.start([*command("CMD"), "--port", str(port)], ALLOWED_HOSTS="scoundrel.example")
    site = Site(f"http://localhost:{port}", process, image.root / "data")
    try:
        wait_until_it_answers(site)
        yield site
    finally:
        process.terminate()
        process.wait(10)


def healthy(image: Image, site: Site) -> bool:
    *program, script = command("HEALTHCHECK")
    asked = script.replace("http://localhost:8000", site.url)
    return image.start([*program, asked]).wait(10) == 0


@pytest.mark.thorough
def test_the_image_serves_and_its_health_check_knows(image: Image, site: Site) -> None:
    assert healthy(image, site)
    assert {"scoundrel.sqlite3", "secret_key"} <= {file.name for file in site.var_dir.iterdir()}
    site.process.kill()
    site.process.wait(10)
    assert not healthy(image, site)


def test_nothing_secret_is_let_in() -> None:
    assert ignored()[1] == "*"
    assert not {"!var", "!.git", "!.venv", "!.env"} & set(ignored())


def test_the_image_does_not_run_as_root() -> None:
    names = [name for name, _ in instructions(1)]
    (user,) = texts("USER")
    assert f" {user}" in texts("RUN")[0]
    assert names.index("USER") < names.index("CMD")


def test_what_is_made_while_running_outlives_the_container() -> None:
    (folder,) = texts("VOLUME")
    assert f"VAR_DIR={folder}" in texts("ENV")[0].split()
