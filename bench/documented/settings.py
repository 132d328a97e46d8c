"""The real site's settings with other pages, and a database connection for each request.

A new connection for each request is Django's default, and what its ASGI handler comes to in any
case: it gives every request a thread of its own. The file is written as safely as the real one.
"""

from scoundrel_web.settings import *  # noqa: F403
from scoundrel_web.settings import DATABASES

DATABASES = {"default": {**DATABASES["default"], "CONN_MAX_AGE": 0}}
ROOT_URLCONF = "bench.documented.site"
