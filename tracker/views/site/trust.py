"""How a phone comes to trust this machine, where the site speaks https by itself (HTTPS=own)."""

from __future__ import annotations

import ssl
from hashlib import sha256

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tracker.web.answers import form_address, own_page, see_other
from tracker.web.browser import keep
from tracker.web.doors import PLAIN_COOKIE, site_url


@form_address
def trust(request: HttpRequest) -> HttpResponse:
    """Shows what to do once on this phone, and why. A POST goes on over plain http instead."""
    certificate, onward = _certificate(), own_page(request.GET.get("next", ""))
    if request.method == "POST":
        return _over_http(request, onward)
    https = site_url(request, "https")
    fingerprint = sha256(certificate).digest().hex(":").upper()
    ctx = {"https": https, "onward": https + onward, "fingerprint": fingerprint}
    response = render(request, "site/trust.html", ctx)
    # The page finds out by itself that the phone trusts this machine now.
    policy = f"{settings.CONTENT_SECURITY_POLICY}; connect-src 'self' {https}"
    response.headers["Content-Security-Policy"] = policy
    return response


def _over_http(request: HttpRequest, page: str) -> HttpResponse:
    response = see_other(page)
    keep(request, response, PLAIN_COOKIE, "1")
    return response


@require_safe
def certificate(request: HttpRequest) -> HttpResponse:
    """Returns the certificate that a phone installs."""
    return HttpResponse(_certificate(), content_type="application/x-x509-ca-cert")


def _certificate() -> bytes:
    if not settings.OWN_HTTPS:
        raise Http404
    return ssl.PEM_cert_to_DER_cert((settings.HTTPS_DIR / "root.crt").read_text())
