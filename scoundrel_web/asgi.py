"""The application that the server runs: live events, and Django beside them."""

import os
import sys

from django.conf import settings
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scoundrel_web.settings")

django = get_wsgi_application()

from scoundrel_web.hub import Live  # noqa: E402
from scoundrel_web.logs import AccessLog  # noqa: E402 (models need Django set up)
from scoundrel_web.refusals import BusyPage  # noqa: E402
from scoundrel_web.threads import Threads  # noqa: E402
from tracker.services.apart import think_apart  # noqa: E402


def site() -> Live:
    """The whole site with threads of its own; tests have several in one process."""
    largest = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    return Live(Threads(django, largest=largest, busy=BusyPage()))


# A tap takes its turn with Python about twenty times. Beside a page that is long to draw it waits
# for each as long as this, in seconds; Python's own value is 50 times that.
sys.setswitchinterval(0.0001)
think_apart()

live = site()
application = AccessLog(live) if settings.ACCESS_LOG else live
