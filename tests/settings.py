"""The site's settings, with what tests need otherwise."""

import os

from scoundrel_web.settings import *  # noqa: F403 (all of them, by Django's custom)
from scoundrel_web.settings import INSTALLED_APPS, MIDDLEWARE
from tests.databases import postgresql, sqlite
from tests.servers import PACKED

DATABASES = {
    "default": postgresql() if os.environ.get("TEST_DATABASE") == "postgresql" else sqlite()
}

# A page that asks the database once per row fails its test, also when a browser asked for it.
INSTALLED_APPS = [*INSTALLED_APPS, "zeal", "django.contrib.contenttypes"]  # zeal imports it
MIDDLEWARE = [*MIDDLEWARE, "zeal.middleware.zeal_middleware"]

# conftest.py packs them, as `manage.py serve` does; each is looked for when it is asked for.
STATIC_ROOT = PACKED / "static"
WHITENOISE_AUTOREFRESH = True
