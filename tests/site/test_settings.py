"""A clone runs with no environment, and a wrong value is found at the start."""

import re
import runpy
import shutil
import stat
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from run import PRODUCTION
from tests.servers import ROOT, manage

Settings = dict[str, Any]
VARIABLES = [
    "ACCESS_LOG",
    "ALLOWED_HOSTS",
    "CSRF_TRUSTED_ORIGINS",
    "DATABASE_URL",
    "DEBUG",
    "FORWARDED_ALLOW_IPS",
    "HTTPS",
    "LISTEN_URL",
    "SECRET_KEY",
    "SITE_ADDRESS",
    "TIME_ZONE",
]


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("VAR_DIR", str(tmp_path))


def test_a_site_with_a_folder_of_its_own_makes_none_beside_the_program(tmp_path: Path) -> None:
    """In a container the program's folder cannot be written to."""
    program = tmp_path / "scoundrel_web" / "settings.py"
    program.parent.mkdir()
    shutil.copy(ROOT / "scoundrel_web" / "settings.py", program)
    runpy.run_path(str(program))
    assert not (tmp_path / "var").exists()


def read_settings() -> Settings:
    return runpy.run_path(str(ROOT / "scoundrel_web" / "settings.py"))


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("ACCESS_LOG", "stdout", "1 or true, 0 or false"),
        ("DEBUG", "maybe", "1 or true, 0 or false"),
        ("HTTPS", "yes please", "1 or true, 0 or false"),
        ("SECRET_KEY", "short", "at least 50 characters"),
        ("ALLOWED_HOSTS", "https://scoundrel.example", "host names"),
        ("ALLOWED_HOSTS", "one.example, ,two.example", "host names"),
        ("CSRF_TRUSTED_ORIGINS", "scoundrel.example", "https://scoundrel.example"),
        ("DATABASE_URL", "mysql://localhost/party", "postgresql://"),
        ("DATABASE_URL", "sqlite://:memory:", "sqlite:///folder/file.sqlite3"),
        ("DATABASE_URL", "postgresql://host:port/party", "postgresql://"),
        ("DATABASE_URL", "postgresql://one:5432,two:70000/party", "postgresql://"),
        ("DATABASE_URL", "postgresql://one:5432,two:5433:5434/party", "postgresql://"),
        ("DATABASE_URL", "postgresql://one,,two/party", "postgresql://"),
        ("DATABASE_URL", "postgresql://[::1/party", "postgresql://"),
        ("DATABASE_URL", "postgresql://one,two/", "postgresql://"),
        ("DATABASE_URL", "postgresql://one/party?tarot=1", "postgresql://"),
        ("DATABASE_URL", "postgresql://one/party?target_session_attrs=standby", "postgresql://"),
        ("FORWARDED_ALLOW_IPS", "10.0.0.5, 10.0.0.256", "addresses"),
        ("LISTEN_URL", "sqlite:///party.sqlite3", "postgresql://"),
        ("SITE_ADDRESS", "192.168.1.20", "http://192.168.1.20:8000"),
        ("SITE_ADDRESS", "http://192.168.1.20:80000", "http://192.168.1.20:8000"),
        ("SITE_ADDRESS", "http://one.example,http://two.example", "http://192.168.1.20:8000"),
        ("SITE_ADDRESS", "https://scoundrel.example/play", "http://192.168.1.20:8000"),
        ("TIME_ZONE", "Middle-earth", "Europe/Berlin"),
        ("VAR_DIR", "/dev/null/var", "a folder"),
        ("VAR_DIR", "~nobody-of-that-name/var", "a folder"),
    ],
)
def test_a_wrong_value_stops_the_start_and_says_what_is_allowed(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, allowed: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(ImproperlyConfigured, match=f"^{name} is wrong. Allowed: .*{allowed}"):
        read_settings()


def test_the_start_ends_with_that_line_alone() -> None:
    done = manage("serve", DEBUG="maybe")
    assert done.returncode == 1
    assert done.stderr == "DEBUG is wrong. Allowed: 1 or true, 0 or false.\n"


@pytest.mark.parametrize("address", ["sqlite:////tmp/x", "postgres://x/x", "postgresql://x/x"])
@pytest.mark.parametrize("options", ["tarot=1", "tarot=1&sslmode=require"])
def test_an_option_that_no_database_knows_stops_the_start_and_is_named(
    address: str, options: str
) -> None:
    done = manage("check", DATABASE_URL=f"{address}?{options}")
    assert done.returncode == 1
    assert re.fullmatch(
        r"DATABASE_URL is wrong. Allowed: .*, without the option tarot\.\n", done.stderr
    )


@pytest.mark.parametrize(
    "address", ["mysql://mara:secret@localhost/x", "postgresql://mara:a/b?secret=c@localhost/x"]
)
def test_a_wrong_password_is_not_repeated(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("DATABASE_URL", address)
    with pytest.raises(ImproperlyConfigured) as stopped:
        read_settings()
    assert "secret" not in str(stopped.value)


def test_right_values_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", "scoundrel.example, .local,[::1]")
    monkeypatch.setenv("CSRF_TRUSTED_ORIGINS", "https://scoundrel.example:8443")
    monkeypatch.setenv("TIME_ZONE", "Europe/Berlin")
    monkeypatch.setenv("SITE_ADDRESS", "http://[fd00::1]:8000/")
    settings = read_settings()
    assert settings["SITE_ADDRESS"] == "http://[fd00::1]:8000"
    assert settings["ALLOWED_HOSTS"] == ["scoundrel.example", ".local", "[::1]", "localhost"]
    assert settings["CSRF_TRUSTED_ORIGINS"] == ["https://scoundrel.example:8443"]
    assert settings["TIME_ZONE"] == "Europe/Berlin"


def test_an_empty_variable_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALLOWED_HOSTS", "")
    assert read_settings()["ALLOWED_HOSTS"] == ["*", "localhost"]


def test_the_secret_key_is_made_once_for_this_user_alone(tmp_path: Path) -> None:
    first, second = read_settings()["SECRET_KEY"], read_settings()["SECRET_KEY"]
    assert first == second
    assert len(first) >= 50
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_no_secret_is_made_where_one_is_given(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SECRET_KEY", PRODUCTION["SECRET_KEY"])
    assert read_settings()["SECRET_KEY"] == PRODUCTION["SECRET_KEY"]
    assert not list(tmp_path.iterdir())


def test_sqlite_waits_for_its_turn_and_survives_a_power_cut(tmp_path: Path) -> None:
    database = read_settings()["DATABASES"]["default"]
    assert database["NAME"] == tmp_path / "scoundrel.sqlite3"
    assert database["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "synchronous=FULL" in database["OPTIONS"]["init_command"]
    assert database["CONN_MAX_AGE"] is None


def test_postgresql_is_chosen_by_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://mara:s@db:5433/party?sslmode=require")
    database = read_settings()["DATABASES"]["default"]
    assert database["ENGINE"] == "scoundrel_web.postgresql"
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db", "5433", "party")
    assert database["OPTIONS"]["sslmode"] == "require"
    assert database["OPTIONS"]["connect_timeout"] == 3
    assert database["CONN_MAX_AGE"] is None


def test_of_several_hosts_the_one_that_writes_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    hosts = "[fd00::1]:5433,db.example"
    monkeypatch.setenv("DATABASE_URL", f"postgresql://mara:a%40b@{hosts}/party")
    database = read_settings()["DATABASES"]["default"]
    assert (database["HOST"], database["PORT"]) == ("fd00::1,db.example", "5433,")
    assert (database["USER"], database["PASSWORD"]) == ("mara", "a@b")
    assert database["OPTIONS"]["target_session_attrs"] == "read-write"


def test_a_pooler_is_asked_for_nothing_that_it_cannot_keep(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://pooler:6432/party")
    assert read_settings()["DATABASES"]["default"]["DISABLE_SERVER_SIDE_CURSORS"] is False
    monkeypatch.setenv("LISTEN_URL", "postgresql://one,two/party")
    databases = read_settings()["DATABASES"]
    assert databases["default"]["DISABLE_SERVER_SIDE_CURSORS"] is True
    assert databases["listen"]["HOST"] == "one,two"


def test_django_finds_nothing_to_warn_of_in_production() -> None:
    done = manage("check", "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert done.returncode == 0, done.stderr
