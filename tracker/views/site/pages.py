"""Pages about the site itself: facts, the keys, the language, how this machine is trusted."""

from __future__ import annotations

import json
import ssl
from hashlib import sha256

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe
from django.views.i18n import set_language
from django_htmx.middleware import HtmxDetails

from tracker.boards.words.voice import EVERYWHERE, OF_PARTY, health_forms
from tracker.web.answers import form_address, own_page, see_other
from tracker.web.browser import KEYLESS_COOKIE, keep
from tracker.web.doors import PLAIN_COOKIE, site_url
from tracker.web.kept import kept


@require_safe
@kept
def about(request: HttpRequest) -> HttpResponse:
    return render(request, "site/about.html")


@form_address
@kept
def keys(request: HttpRequest) -> HttpResponse:
    """A page that lists them; for a table that is open (static/js/page/voice.js) its part.

    A POST says whether this phone wants none of them (`keyless`).
    """
    if request.method == "POST":
        response = redirect("keys")
        keep(request, response, KEYLESS_COOKIE, "1" if request.POST.get("keyless") == "1" else "0")
        return response
    ctx = {
        "everywhere": EVERYWHERE,
        "of_party": OF_PARTY,
        "health": json.dumps(health_forms()),
    }
    return render(request, f"site/keys.html{'#voice' if HtmxDetails(request) else ''}", ctx)


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Django's own way, but back to a page of this site, whatever `Host` says the site is."""
    response = set_language(request)
    if "Location" in response:
        response["Location"] = own_page(response["Location"])
    return response


@form_address
def trust(request: HttpRequest) -> HttpResponse:
    """Shows what to do once on this phone, and why. A POST goes on over plain http instead."""
    certificate, onward = _certificate(), own_page(request.GET.get("next", ""))
    if request.method == "POST":
        response = see_other(onward)
        keep(request, response, PLAIN_COOKIE, "1")
        return response
    https = site_url(request, "https")
    fingerprint = sha256(certificate).digest().hex(":").upper()
    ctx = {"https": https, "onward": https + onward, "fingerprint": fingerprint}
    response = render(request, "site/trust.html", ctx)
    # The page finds out by itself that the phone trusts this machine now.
    policy = f"{settings.CONTENT_SECURITY_POLICY}; connect-src 'self' {https}"
    response.headers["Content-Security-Policy"] = policy
    return response


@require_safe
def certificate(request: HttpRequest) -> HttpResponse:
    """Returns the certificate that a phone installs."""
    return HttpResponse(_certificate(), content_type="application/x-x509-ca-cert")


def _certificate() -> bytes:
    if not settings.OWN_HTTPS:
        raise Http404
    return ssl.PEM_cert_to_DER_cert((settings.HTTPS_DIR / "root.crt").read_text())
