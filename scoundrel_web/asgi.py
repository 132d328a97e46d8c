"""What the server runs: Django in a fixed pool of threads.

Each thread keeps its database connection. Django's own ASGI handler starts a thread and opens a
connection for every request, which costs four times as much as a tap.
"""

import os

from a2wsgi import WSGIMiddleware
from django.core.wsgi import get_wsgi_application

THREADS = 10

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scoundrel_web.settings")

# The two packages name the same WSGI types differently.
application = WSGIMiddleware(get_wsgi_application(), workers=THREADS)  # type: ignore[arg-type]
