"""compose.yaml and what GitHub reads: whole, and true of this site."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from itertools import product
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest
from psycopg import sql
from ruamel.yaml import YAML

from scoundrel_web.settings import read_database
from tests.databases import started_server
from tests.servers import ROOT, manage


def read(name: str) -> Any:
    return YAML(typ="safe").load(ROOT / name)


@pytest.mark.parametrize(
    ("name", "schema"),
    [
        ("compose.yaml", "compose-spec"),
        (".github/workflows/ci.yml", "github-workflows"),
        (".github/workflows/nightly.yml", "github-workflows"),
        (".github/dependabot.yml", "dependabot"),
    ],
)
def test_a_file_is_as_its_reader_wants_it(name: str, schema: str) -> None:
    words = ["check_jsonschema", "--builtin-schema", f"vendor.{schema}", str(ROOT / name)]
    done = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_github_plays_each_test_of_the_one_command_once() -> None:
    """On the oldest Python, in jobs side by side; a newer one may play some again."""
    parts = read(".github/workflows/ci.yml")["jobs"]["part"]["strategy"]["matrix"]["include"]
    oldest = min(part["python"] for part in parts)
    commands = [part["command"] for part in parts if part["python"] == oldest]
    assert {"check", "test apart"} <= {*commands}
    for database, browser, thorough in product(
        ("sqlite", "postgresql"), (True, False), (True, False)
    ):
        marks = {"browser": browser, "thorough": thorough, "nightly": False}
        plays = [
            eval(shlex.split(part["command"])[-1], {}, marks)
            for part in parts
            if part["python"] == oldest and part.get("database") == database
        ]
        assert sum(plays) == 1, (database, marks)


def test_everything_is_played_by_night() -> None:
    night = read(".github/workflows/nightly.yml")["jobs"]["everything"]
    assert night["env"] == {"NIGHTLY": "true"}
    assert any(step.get("run", "").startswith("bash .ci/run") for step in night["steps"])
    commands = (ROOT / ".ci" / "run").read_text().splitlines()
    assert commands[-2:] == ["python3 run.py test", "python3 run.py test apart"]


def test_the_site_finds_the_database_beside_it() -> None:
    services = read("compose.yaml")["services"]
    found = read_database(services["site"]["environment"]["DATABASE_URL"])
    database = services[found["HOST"]]["environment"]
    assert (found["USER"], found["NAME"]) == (database["POSTGRES_USER"],) * 2
    (asked,) = {found[:20] for found in passwords(services)}
    assert asked == "${DATABASE_PASSWORD:"


def passwords(services: Any) -> list[str]:
    """The environment of the site, and that of the database."""
    site, database = (services[name]["environment"] for name in ("site", "database"))
    return [site["PGPASSWORD"], database["POSTGRES_PASSWORD"]]


def test_no_password_is_anybody_elses() -> None:
    assert all(":?" in each for each in passwords(read("compose.yaml")["services"]))
    assert ":-" not in (ROOT / "compose.yaml").read_text()  # and there is no other default
    assert "/.env" in (ROOT / ".gitignore").read_text().splitlines()


@pytest.mark.thorough
def test_the_database_may_have_any_password() -> None:
    """The environment that compose.yaml gives the site, on a PostgreSQL that asks for it."""
    address = read("compose.yaml")["services"]["site"]["environment"]["DATABASE_URL"]
    password = "p@ss/wo#rd%20:?'\" \\"
    url = started_server()
    with psycopg.connect(url, autocommit=True) as root:
        role = sql.SQL("CREATE ROLE scoundrel LOGIN SUPERUSER PASSWORD {}").format(password)
        root.execute(role)
        ((file,),) = root.execute("SHOW hba_file").fetchall()
        rules = Path(file).read_text()
        Path(file).write_text(f"local all scoundrel scram-sha-256\n{rules}")
        root.execute("SELECT pg_reload_conf()")
        (folder,) = parse_qs(urlsplit(url).query)["host"]
        here = address.replace("@database:5432/scoundrel", f"@/postgres?host={folder}")
        right, wrong = (
            manage("migrate", "--plan", DATABASE_URL=here, PGPASSWORD=each)
            for each in (password, "scoundrel")
        )
    assert "tracker.0001" in right.stdout
    assert "password authentication failed" in wrong.stderr


def test_a_container_has_no_more_than_it_needs() -> None:
    services = read("compose.yaml")["services"]
    for name, service in services.items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["mem_limit"], name
        assert service["restart"] == "unless-stopped", name
    assert "cap_add" not in services["site"]
    assert services["proxy"]["cap_add"] == ["NET_BIND_SERVICE"]


def test_images_are_of_one_major_version() -> None:
    images = [s["image"] for s in read("compose.yaml")["services"].values() if "image" in s]
    images += re.findall(r"^FROM (\S+)", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert len(images) == 4
    assert [each for each in images if not re.search(r":\d", each)] == []


def test_only_the_proxy_can_be_reached_from_outside() -> None:
    compose = read("compose.yaml")
    assert [name for name, s in compose["services"].items() if "ports" in s] == ["proxy"]
    assert compose["networks"]["inside"]["internal"]


def test_all_that_lasts_lies_in_volumes() -> None:
    compose = read("compose.yaml")
    used = [volume for s in compose["services"].values() for volume in s["volumes"]]
    assert {volume.partition(":")[0] for volume in used} == set(compose["volumes"])
