"""Two doors, where the site speaks https by itself (HTTPS=own): https, and plain http beside it.

Phones come by plain http, for they do not trust this machine yet; there they learn how to. Whoever
cannot or will not goes on by plain http. On this machine itself browsers ask for no https.
"""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from tracker.web.answers import Handler

HTTPS_ABOVE = 443  # ports: http on 8000 has https on 8443
THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
PLAIN_COOKIE = "plain"
PREFIX = "__Secure-"


def host_of(request: HttpRequest) -> str:
    """The name or address that the phone has for this machine."""
    return urlsplit(f"//{request.get_host()}").hostname or ""


def site_url(request: HttpRequest, scheme: str) -> str:
    """`https://192.168.1.20:8443`: how the phone finds that door."""
    port = int(request.META["SERVER_PORT"]) - HTTPS_ABOVE * request.is_secure()
    host = host_of(request)
    if scheme == "https" and not _certified(host):
        host = urlsplit(settings.PHONE_SITE).hostname or host
    host = f"[{host}]" if ":" in host else host
    return f"{scheme}://{host}:{port + HTTPS_ABOVE * (scheme == 'https')}"


def _certified(host: str) -> bool:
    """Whether the certificate may name it: nobody can own `table.local` on the internet."""
    return host in THIS_MACHINE or host.endswith(".local") or is_ip_address(host)


def is_ip_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def address_for_others(request: HttpRequest, path: str) -> str:
    """The whole address of a page of this site, for a phone that may not have been here yet."""
    here = f"{request.scheme}://{request.get_host()}"
    site = site_url(request, "http") if settings.OWN_HTTPS else here
    return (_site_for_phones(site) or site) + path


def is_local_only(request: HttpRequest) -> bool:
    """Whether that address leads nobody else here: it names this machine as only it does."""
    return urlsplit(address_for_others(request, "/")).hostname in THIS_MACHINE


def _site_for_phones(site: str) -> str:
    """The address its operator gave, or that `serve` has printed where this machine itself asks.

    "" behind a proxy: what it is called outside is known there only.
    """
    if settings.SITE_ADDRESS:
        return str(settings.SITE_ADDRESS)
    here, phones = urlsplit(site), urlsplit(settings.PHONE_SITE)
    same = here.hostname in THIS_MACHINE and here.port == phones.port
    return settings.PHONE_SITE if same and phones.port else ""


def http_and_https(get_response: Handler) -> Handler:
    """Leads who comes by plain http to how this machine is trusted; keeps the doors' cookies apart.

    Cookies over https are Secure and have names of their own: a browser keeps a page over http from
    laying down another under a name that is Secure, so that after a start without https no form of
    that phone could be sent. What a phone remembers from http it has over https too.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        if not request.is_secure():
            return _way_to_trust(request) or get_response(request)
        for name in [name for name in request.COOKIES if name.startswith(PREFIX)]:
            request.COOKIES[name.removeprefix(PREFIX)] = request.COOKIES[name]
        response = get_response(request)
        if PLAIN_COOKIE in request.COOKIES:  # no longer needed
            response.delete_cookie(PLAIN_COOKIE)
        return _with_secure_cookies(response)

    return middleware


def _way_to_trust(request: HttpRequest) -> HttpResponse | None:
    # Only a page asked for by hand: an older one that is still open goes on as it was.
    page = request.method in ("GET", "HEAD") and "text/html" in request.headers.get("Accept", "")
    at_home = host_of(request) in THIS_MACHINE or PLAIN_COOKIE in request.COOKIES
    trust = reverse("trust")
    if not page or at_home or request.path.startswith(trust) or "HX-Request" in request.headers:
        return None
    return redirect(f"{trust}?{urlencode({'next': request.get_full_path()})}")


def _with_secure_cookies(response: HttpResponse) -> HttpResponse:
    for name, cookie in list(response.cookies.items()):
        if cookie["max-age"] != 0:  # else it is deleted, under its plain name too
            del response.cookies[name]
        response.cookies[PREFIX + name] = cookie.value
        response.cookies[PREFIX + name].update({**cookie, "secure": True})
    return response
