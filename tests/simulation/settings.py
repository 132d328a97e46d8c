"""The site's settings for simulated evenings: those of all tests, without what judges queries."""

from tests.settings import *  # noqa: F403 (all of them, by Django's custom)
from tests.settings import DATABASES, INSTALLED_APPS, MIDDLEWARE, STORAGES

INSTALLED_APPS = [name for name in INSTALLED_APPS if name != "zeal"]
MIDDLEWARE = [name for name in MIDDLEWARE if "zeal" not in name and "whitenoise" not in name]

# Scripts have other addresses in each version, as hashed names have.
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "tests.simulation.versions.Versions"}}
# A request that is served between two statements of another one cannot wait for its end.
AT_ONCE: dict[str, object] = (
    {"options": "-c lock_timeout=1"}
    if DATABASES["default"]["ENGINE"].endswith("postgresql")
    else {"timeout": 0.0}
)
DATABASES["default"] |= {
    "OPTIONS": {**DATABASES["default"]["OPTIONS"], **AT_ONCE},
    "CONN_HEALTH_CHECKS": False,  # a statement more, now and then
}
