"""The site's settings, with what tests need otherwise."""

import os

from scoundrel_web.settings import *  # noqa: F403 (all of them, by Django's custom)
from scoundrel_web.settings import INSTALLED_APPS, MIDDLEWARE, STORAGES
from tests.databases import postgresql, sqlite

DATABASES = {
    "default": postgresql() if os.environ.get("TEST_DATABASE") == "postgresql" else sqlite()
}

# A page that asks the database once per row fails its test, also when a browser asked for it.
INSTALLED_APPS = [*INSTALLED_APPS, "zeal", "django.contrib.contenttypes"]  # zeal imports it
MIDDLEWARE = [*MIDDLEWARE, "zeal.middleware.zeal_middleware"]

# Files straight from static/: hashed names exist only after collectstatic.
STORAGES = {
    **STORAGES,
    "staticfiles": {"BACKEND": "tests.storage.Unpacked"},
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
