"""The site's configuration. A clone runs with no environment at all.

Every variable is read by `setting`; a wrong value stops the start and says what is allowed.
What is made while running (database, secret key, collected files) goes into one folder, VAR_DIR.
"""

import os
import re
import secrets
import zoneinfo
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_network
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from scoundrel_web.static_packs import OFFLINE, PACKS

T = TypeVar("T")

BASE_DIR = Path(__file__).resolve().parent.parent

SWITCH = "1 or true, 0 or false"
NAME = r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?"
HOST = rf"\*|\.?{NAME}|\[[0-9A-Fa-f:]+\]"
ORIGIN = rf"https?://(\*\.)?{NAME}(:\d+)?"
ADDRESS = rf"https?://({NAME}|\[[0-9A-Fa-f:]+\])(:\d+)?"
SQLITE = "django.db.backends.sqlite3"
POSTGRESQL = "django.db.backends.postgresql"
# These find the server that takes taps, and notice one that has vanished; in seconds, mostly.
WATCHED = {
    "target_session_attrs": "read-write",  # of several hosts the primary; never a copy that reads
    "connect_timeout": 3,  # for each host
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,  # ms
}


class UnknownOption(ValueError):
    """The name of an option that a database does not know."""


def setting(name: str, default: T, read: Callable[[str], T], allowed: str) -> T:
    """Returns what the environment says for `name`; `read` raises on a wrong value."""
    text = os.environ.get(name, "").strip()
    if not text:
        return default
    try:
        return read(text)
    except (ValueError, LookupError, OSError, RuntimeError) as wrong:
        # Without the value, which may be a password.
        but = f", without the option {wrong}" if isinstance(wrong, UnknownOption) else ""
        raise ImproperlyConfigured(f"{name} is wrong. Allowed: {allowed}{but}.") from None


def read_switch(text: str) -> bool:
    return {"1": True, "true": True, "0": False, "false": False}[text.lower()]


def read_https(text: str) -> str:
    return "own" if text.lower() == "own" else "proxy" * read_switch(text)


def read_list(text: str, pattern: str) -> list[str]:
    words = [word.strip() for word in text.split(",")]
    if not all(re.fullmatch(pattern, word) for word in words):
        raise ValueError(text)
    return words


def read_address(text: str) -> str:
    (address,) = read_list(text.rstrip("/"), ADDRESS)
    if urlsplit(address).port == 0:
        raise ValueError(text)
    return address


def read_proxies(text: str) -> str:
    for word in text.split(",") if text != "*" else ():
        ip_network(word.strip())
    return text


def read_folder(text: str) -> Path:
    folder = Path(text).expanduser().resolve()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def read_secret(text: str) -> str:
    if len(text) < 50:
        raise ValueError(text)
    return text


def read_time_zone(text: str) -> str:
    if text not in zoneinfo.available_timezones():
        raise ValueError(text)
    return text


def read_database(text: str) -> dict[str, Any]:
    if text.partition("://")[0] in ("postgres", "postgresql"):
        return read_postgresql(text)
    database: dict[str, Any] = {**dj_database_url.parse(text)}
    if database["ENGINE"] != SQLITE or database["NAME"] in ("", ":memory:"):
        raise ValueError(text)
    for option in database.get("OPTIONS", ()):
        raise UnknownOption(option)
    return database


def read_postgresql(text: str) -> dict[str, Any]:
    """As PostgreSQL's own library reads it: several hosts, with one port for all or one each."""
    from psycopg import ProgrammingError, conninfo  # takes time: only where it is wanted

    try:
        options = {name: str(value) for name, value in conninfo.conninfo_to_dict(text).items()}
    except ProgrammingError as wrong:
        # A password with a question mark in it is no option.
        option = "@" not in text.partition("?")[2] and re.search(r'parameter: "(.+)"', str(wrong))
        raise UnknownOption(option[1]) if option else ValueError(text) from None
    names = ("user", "password", "host", "port")
    database = {name.upper(): options.pop(name, "") for name in names}
    database["NAME"] = options.pop("dbname", "")
    hosts, ports = database["HOST"].split(","), database["PORT"].split(",")
    sound = (
        database["NAME"] != "",
        len(hosts) == 1 or "" not in hosts,
        len(ports) in (1, len(hosts)),
        all(port == "" or 0 < int(port) < 65536 for port in ports),
        options.get("target_session_attrs", "any") in ("any", "primary", "read-write"),
    )
    if not all(sound):
        raise ValueError(text)
    return {"ENGINE": POSTGRESQL, **database, "OPTIONS": options}


def tuned(database: dict[str, Any]) -> dict[str, Any]:
    """With one connection per thread, kept, and what each kind of database needs for taps."""
    if database["ENGINE"] == POSTGRESQL:
        return {
            **database,
            "ENGINE": "scoundrel_web.postgresql",
            "CONN_MAX_AGE": None,
            "CONN_HEALTH_CHECKS": True,  # a kept connection may be dead: the server was restarted
            "DISABLE_SERVER_SIDE_CURSORS": bool(LISTEN_URL),  # a pooler would lose them
            "OPTIONS": WATCHED | database.get("OPTIONS", {}),
        }
    options = {
        # Seconds to wait for a program that writes; services/writing.py waits as long for threads.
        "timeout": 2.0,
        # Readers beside the writer; a tap that was answered survives a power cut.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL",
        # Waits for its turn to write: a lock asked for later is refused, "database is locked".
        "transaction_mode": "IMMEDIATE",
    }
    return {
        **database,
        "ENGINE": "scoundrel_web.sqlite",
        "CONN_MAX_AGE": None,
        "OPTIONS": options | database.get("OPTIONS", {}),
    }


def kept_secret(path: Path) -> str:
    """A secret key made at the first start, readable by this user alone."""
    try:
        with suppress(FileExistsError):
            made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with open(made, "w") as file:
                file.write(secrets.token_urlsafe(50))
        return read_secret(path.read_text())
    except (OSError, ValueError) as error:
        # Without what stands in it: a full disk may have cut it off.
        reason = getattr(error, "strerror", None) or "it is shorter than a key"
        text = f"Cannot save the secret key in {path}: {reason}."
        raise ImproperlyConfigured(text) from None


DEBUG = setting("DEBUG", False, read_switch, SWITCH)
FOLDER = "a folder that can be written to"
VAR_DIR = setting("VAR_DIR", None, read_folder, FOLDER) or read_folder(str(BASE_DIR / "var"))
SECRET_KEY = setting("SECRET_KEY", "", read_secret, "at least 50 characters")
SECRET_KEY = SECRET_KEY or kept_secret(VAR_DIR / "secret_key")
TIME_ZONE = setting("TIME_ZONE", "UTC", read_time_zone, "a name such as UTC or Europe/Berlin")
# On by default for any name: nobody knows beforehand by which address a phone finds a laptop.
ALLOWED_HOSTS = setting(
    "ALLOWED_HOSTS",
    ["*"],
    lambda text: read_list(text, HOST),
    "host names with commas between, such as scoundrel.example,192.168.1.20, or * for any",
)
# The address where phones find the site. In a container only its operator knows it.
SITE_ADDRESS = setting(
    "SITE_ADDRESS", "", read_address, "the address phones open, such as http://192.168.1.20:8000"
)
# The address of a site that is open on its own machine: `serve` knows once it listens.
PHONE_SITE = ""
ALLOWED_HOSTS = [*ALLOWED_HOSTS, "localhost"]  # a health check asks on this machine
CSRF_TRUSTED_ORIGINS: list[str] = setting(
    "CSRF_TRUSTED_ORIGINS",
    [],
    lambda text: read_list(text, ORIGIN),
    "addresses with commas between, such as https://scoundrel.example",
)

# Heeded by uvicorn, which takes an address with a mistake in it for the name of some proxy.
setting("FORWARDED_ALLOW_IPS", "", read_proxies, "addresses with commas between, or * for any")

# One line of JSON a request on standard output.
ACCESS_LOG = setting("ACCESS_LOG", False, read_switch, SWITCH)

# "proxy": behind one that speaks https to the phones and sets X-Forwarded-Proto itself. "own": the
# site does, with certificates of its own, on a second port; see tracker/web/doors.py.
HTTPS_KIND = setting("HTTPS", "", read_https, f"{SWITCH}, own")
HTTPS, OWN_HTTPS = HTTPS_KIND == "proxy", HTTPS_KIND == "own"
HTTPS_DIR = VAR_DIR / "https"
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]  # asked by the proxy itself, over http
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SECURE = HTTPS  # there are no sessions, but the messages' cookie obeys this too
# HSTS for subdomains and browsers' preload lists binds more than this site: the domain's owner
# says so at the proxy.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

# A party's address is its key: it stays on this site. Over https, CSRF needs the referrer here.
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# Everything a page loads, runs or sends to is this site's own.
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; "
    "form-action 'self'"
)
CSRF_COOKIE_AGE = 400 * 24 * 60 * 60  # the longest browsers keep: a party may pause for months
CSRF_FAILURE_VIEW = "tracker.web.errors.csrf_failure"
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_621_440  # a whole party's story is far smaller
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200

# No sessions, no accounts: having a party's address is having the party.
INSTALLED_APPS = [
    "scoundrel_web",
    "tracker",
    "django_htmx",
    "template_partials.apps.SimpleAppConfig",  # its loader is named below
    "django.contrib.messages",
    "django.contrib.staticfiles",
]
MIDDLEWARE = [
    "tracker.web.middleware.sound_host",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    *(["tracker.web.doors.http_and_https"] if OWN_HTTPS else []),
    "tracker.web.shared.once_for_all",  # above whatever packs, below whatever names cookies
    "django.middleware.gzip.GZipMiddleware",  # below whitenoise, whose files are compressed already
    "tracker.web.middleware.brotli_pages",
    "tracker.web.middleware.own_headers",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django.middleware.locale.LocaleMiddleware",  # above whatever answers with words
    "django.middleware.common.CommonMiddleware",
    "tracker.web.middleware.Refusals",  # above whatever reads the body
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "tracker.web.middleware.phone_time",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "scoundrel_web.urls"
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"

# Pages that are the same for everybody (tracker/web/kept.py); whoever changes templates sees each
# change at once.
BACKEND = f"django.core.cache.backends.{'dummy.DummyCache' if DEBUG else 'locmem.LocMemCache'}"


def cache(name: str, seconds: int | None, entries: int) -> dict[str, Any]:
    """Returns a cache in the memory of each process, which holds so many entries for so long."""
    options = {"MAX_ENTRIES": entries}
    return {"BACKEND": BACKEND, "LOCATION": name, "TIMEOUT": seconds, "OPTIONS": options}


CACHES = {
    "default": cache("", None, 400),  # of 40 KB, mostly
    # Answers to several phones in one moment; they must not drive out what is kept for good.
    "moment": cache("moment", 2, 200),  # of 30 KB, mostly
    # Panels, strip and room of a table, for `{% cache %}`: a tap changes one or two of them.
    "template_fragments": cache("fragments", None, 2000),  # of 3 KB, mostly
    # All cards of a player, which most taps of the others leave as they are.
    "hands": cache("hands", 600, 200),  # of 55 KB
}

TEMPLATE_FILES: list[Any] = [
    "django.template.loaders.filesystem.Loader",
    "tracker.boards.rules.languages.Loader",  # "de/rules/coop.html"
]
TEMPLATE_CACHE = [("django.template.loaders.cached.Loader", TEMPLATE_FILES)]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            # render(request, "page.html#name") renders one partial of a page.
            "loaders": [
                ("template_partials.loader.Loader", TEMPLATE_FILES if DEBUG else TEMPLATE_CACHE)
            ],
            # {% partialdef %} with no {% load %}, as it is from Django 6.0 on.
            "builtins": ["template_partials.templatetags.partials"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.messages.context_processors.messages",
                "tracker.web.middleware.page",
            ],
        },
    }
]

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Only our own files: the apps above bring copies of htmx that no page uses.
STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
# While files change, each comes by itself and straight from static/.
STORAGES = {
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "scoundrel_web.storage.PackedStorage"
    },
}
# The files of a page that are fetched as one.
STATIC_PACKS = PACKS
# Parts that a phone keeps.
STATIC_OFFLINE = OFFLINE

ON_POSTGRESQL = "postgresql://user:password@host:5432,other:5432/name"
# PostgreSQL itself, where DATABASE_URL leads to a pooler that lends a connection for a transaction.
NONE: dict[str, Any] = {}
LISTEN_URL = setting("LISTEN_URL", NONE, read_postgresql, ON_POSTGRESQL)
DATABASES = {
    "default": tuned(
        setting(
            "DATABASE_URL",
            {"ENGINE": SQLITE, "NAME": VAR_DIR / "scoundrel.sqlite3"},
            read_database,
            f"sqlite:///folder/file.sqlite3 or {ON_POSTGRESQL}",
        )
    )
}
if LISTEN_URL:
    DATABASES["listen"] = tuned(LISTEN_URL)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGE_CODE = "en"
# Languages whose catalogue is whole, each by the name it has itself; see docs/languages.md.
LANGUAGES = [
    ("en", "English"),
    ("de", "Deutsch"),
    ("es", "Español"),
    ("fr", "Français"),
    ("he", "עברית"),
    ("it", "Italiano"),
    ("pl", "Polski"),
    ("pt-br", "Português (Brasil)"),
    ("uk", "Українська"),
]
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 400 * 24 * 60 * 60
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"()": "scoundrel_web.logs.CodeHidingFormatter"}},
    "filters": {"brief": {"()": "scoundrel_web.logs.Brief"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "plain",
            "filters": ["brief"],
        }
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    # Their own handlers would print the paths as they are.
    "loggers": {
        "django": {"handlers": []},
        "django.server": {"handlers": []},
        "uvicorn": {"handlers": [], "propagate": True},
        "uvicorn.error": {},
        "uvicorn.access": {"handlers": [], "propagate": False},  # see ACCESS_LOG
    },
}
