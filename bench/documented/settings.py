"""The real site's settings with other pages: those of bench/documented/site.py."""

from scoundrel_web.settings import *  # noqa: F403

ROOT_URLCONF = "bench.documented.site"
