"""Every command of the documents is run, or it is said here why it cannot be."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import ROOT, Site, free_port, production, wait_until_it_answers
from tests.site.test_docs import DOCUMENTS

PROGRAM = re.compile(
    r"([A-Z_]+=\S+ )*(python3? |\.venv/bin/|\S*manage\.py |run\.py|np[mx] |docker |systemctl |git "
    r"|apt |pip |uv |echo |export )"
)
SITE = "its site is started by tests/site/test_run.py, as by python3 run.py"
SCRIPT = "tools/test_scripts.py runs each script with small numbers"
# Commands that are not run here, by how they begin.
NOT_HERE = {
    "run.py": SITE,
    "python3 run.py test": "these are the tests",
    "python3 run.py test apart": "CI runs them in a job of their own",
    "python3 run.py": SITE,
    "CI=true python3 run.py test": "these are the tests",
    "NIGHTLY=true CI=true python3 run.py test": "these are the tests, and more of a kind",
    "npm run lint": "python3 run.py check runs it",
    "python -m bench.": SCRIPT,
    "python -m tools.": SCRIPT,
    ".venv/bin/python -m bench.": SCRIPT,
    "python -m tests.simulation": "tests/simulation/test_simulated_evenings.py plays such evenings",
    "python -m tests.tell_unmarked": "tests/site/test_marked.py finds the same",
    "python -m tests.releases.record": "keeps the story that tests/releases tells",
    "pip install -r tools/gym/requirements.txt": "python3 run.py test apart does in CI",
    "apt ": "changes the machine; run.py does in CI",
    "git pull": "changes the clone",
    "systemctl ": "needs systemd; tests/site/test_deployment.py starts the units",
    "docker ": "needs docker; tests/site/test_container.py does the same by hand",
    "export ": "the variables are those of the command after it",
    "echo ": "writes the file that docker compose reads",
    "manage.py backup": "named a second time",
    "manage.py restore": "named a second time",
    "manage.py migrate": "named a second time",
    "manage.py play": "named a second time",
}
# In this order, in one folder: a backup is made before it is brought back.
RUN = (
    ".venv/bin/python manage.py migrate",
    ".venv/bin/python manage.py collectstatic --no-input",
    ".venv/bin/python manage.py backup parties.gz",
    "manage.py restore parties.gz",
    ".venv/bin/python manage.py play shiphead",
)
SERVES = ".venv/bin/uvicorn "


def commands() -> Iterator[str]:
    """Each once, on one line and without its remark."""
    found = dict[str, None]()
    for path in DOCUMENTS:
        text = path.read_text("utf-8")
        prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
        blocks = "\n".join(re.findall(r"```\w*\n(.*?)```", text, re.DOTALL))
        lines = [*blocks.replace("\\\n", " ").splitlines(), *re.findall(r"`([^`]+)`", prose)]
        plain = (" ".join(re.sub(r"\s{2,}#.*", "", line).split()) for line in lines)
        found |= dict.fromkeys(line for line in plain if PROGRAM.match(f"{line} "))
    yield from found


def test_every_command_is_run_or_it_is_said_why_not() -> None:
    left = {each for each in commands() if not each.startswith((*NOT_HERE, *RUN, SERVES))}
    assert left == set()


def test_no_command_is_run_that_nobody_is_told_of() -> None:
    told = [*commands()]
    for beginning in (*NOT_HERE, SERVES):
        assert any(command.startswith(beginning) for command in told), beginning
    assert set(RUN) <= set(told)


def here(command: str) -> list[str]:
    """With this Python, from any folder."""
    first, *rest = shlex.split(command)
    if first == "manage.py":
        return [sys.executable, str(ROOT / first), *rest]
    program = str(Path(sys.executable).parent / Path(first).name)
    return [program, *(str(ROOT / word) if word == "manage.py" else word for word in rest)]


@pytest.mark.thorough
def test_commands_do_as_they_are_told(tmp_path: Path) -> None:
    plain = production(VAR_DIR=str(tmp_path / "var"), DATABASE_URL="", PYTHONPATH=str(ROOT))
    for command in RUN:
        done = subprocess.run(
            here(command), cwd=tmp_path, env=plain, input="", capture_output=True, text=True
        )
        assert "Traceback" not in done.stderr, command
        assert done.returncode == 0 or "play" in command, done.stderr
    assert (tmp_path / "parties.gz").exists()
    assert any((tmp_path / "var" / "static").glob("site.*.css"))
    (serves,) = (each for each in commands() if each.startswith(SERVES))
    port, log = free_port(), tmp_path / "var" / "serve.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [*here(serves), "--port", str(port)], cwd=tmp_path, env=plain, stdout=out, stderr=out
        )
    try:
        wait_until_it_answers(Site(f"http://127.0.0.1:{port}", process, tmp_path / "var"))
    finally:
        process.terminate()
        process.wait(30)
