"""compose.yaml and what GitHub reads: whole, and true of this site."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import dj_database_url
import pytest
from ruamel.yaml import YAML

from tests.servers import ROOT


def read(name: str) -> Any:
    return YAML(typ="safe").load(ROOT / name)


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("name", "schema"),
    [
        ("compose.yaml", "compose-spec"),
        (".github/workflows/ci.yml", "github-workflows"),
        (".github/dependabot.yml", "dependabot"),
    ],
)
def test_a_file_is_as_its_reader_wants_it(name: str, schema: str) -> None:
    words = ["check_jsonschema", "--builtin-schema", f"vendor.{schema}", str(ROOT / name)]
    done = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_github_runs_the_one_command() -> None:
    jobs = read(".github/workflows/ci.yml")["jobs"]
    steps = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
    assert steps == ["bash .ci/run"]
    assert "python3 run.py test" in (ROOT / ".ci" / "run").read_text().splitlines()


def test_the_site_finds_the_database_beside_it() -> None:
    services = read("compose.yaml")["services"]
    found = dj_database_url.parse(services["site"]["environment"]["DATABASE_URL"])
    database = services[found["HOST"]]["environment"]
    assert (found["USER"], found["NAME"]) == (database["POSTGRES_USER"],) * 2
    assert database["POSTGRES_PASSWORD"] in services["site"]["environment"]["DATABASE_URL"]


def test_only_the_proxy_can_be_reached_from_outside() -> None:
    compose = read("compose.yaml")
    assert [name for name, s in compose["services"].items() if "ports" in s] == ["proxy"]
    assert compose["networks"]["inside"]["internal"]


def test_all_that_lasts_lies_in_volumes() -> None:
    compose = read("compose.yaml")
    used = [volume for s in compose["services"].values() for volume in s["volumes"]]
    assert {volume.partition(":")[0] for volume in used} == set(compose["volumes"])
