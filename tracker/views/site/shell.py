"""Addresses that programs ask for: the app on a phone, robots, whoever watches over the site."""

from __future__ import annotations

import json
import logging

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language, get_language_bidi
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tracker import __version__
from tracker.services.health import Unwell, health
from tracker.views.site.blank import placeholders
from tracker.web.errors import BUSY_SECONDS
from tracker.web.kept import kept


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker. Other static files or another language make another one."""
    version = files_version()
    files = [static(name) for name in settings.STATIC_OFFLINE] if version else []
    ctx = {
        "version": version,
        "language": get_language(),
        "files": json.dumps([*files, reverse("offline")]),
        "blank": json.dumps(placeholders()),
    }
    return _kept_by_language(render(request, "site/sw.js", ctx, content_type="text/javascript"))


def files_version() -> str:
    """The hash over all static files; "" where their names carry no hash and none may be kept."""
    return getattr(staticfiles_storage, "manifest_hash", "")


@require_safe
@kept
def offline(request: HttpRequest) -> HttpResponse:
    """Shows a stand-in for a page that is not on the phone."""
    return render(request, "site/offline.html")


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """How the installed app is called, looks and starts."""
    data = {
        "id": "/",
        "name": _("Scoundrel Tracker"),
        "short_name": _("Scoundrel"),
        "lang": get_language(),
        "dir": "rtl" if get_language_bidi() else "ltr",
        "description": _("Play with real cards. We keep count."),
        "start_url": reverse("home"),
        "scope": "/",
        "display": "standalone",
        "background_color": "#120e0b",
        "theme_color": "#6b1b1e",
        "icons": [
            {
                "src": static(f"icons/{name}{side}.png"),
                "sizes": f"{side}x{side}",
                "type": "image/png",
                "purpose": purpose,
            }
            for name, purpose in (("", "any"), ("maskable-", "maskable"))
            for side in (192, 512)
        ],
    }
    return _kept_by_language(JsonResponse(data, content_type="application/manifest+json"))


@require_safe
def apple_touch_icon(request: HttpRequest) -> HttpResponse:
    """Redirects iPhones, which ask for it automatically, so that no page needs to name it."""
    return redirect(static("icons/apple-touch-icon.png"))


def _kept_by_language(response: HttpResponse) -> HttpResponse:
    """It may be kept, but is asked for each time: the phone may have another language by then."""
    response["Cache-Control"] = "no-cache"
    patch_vary_headers(response, ("Cookie",))
    return response


# The longest line that fits counts, for some robots the first: matches are closed, their start not.
CLOSED = """User-agent: *
Allow: /play/$
Allow: /play/new/
Allow: /play/puzzles
Disallow: /play/
Disallow: /p/
Disallow: /w/
Disallow: /live/
"""


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    return HttpResponse(CLOSED, content_type="text/plain")


log = logging.getLogger(__name__)


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Which version this is; 503 while nothing can be written, with a few words why."""
    try:
        health.check()
    except Unwell as reason:
        log.error("Not well: %s (%s)", reason, reason.__cause__)
        headers = {"Retry-After": str(BUSY_SECONDS)}
        return HttpResponse(f"{reason}\n", "text/plain", 503, headers=headers)
    return HttpResponse(f"ok {__version__}\n", "text/plain")
