"""Django behind the server: what it is told of a request, and what of its answer arrives."""

from __future__ import annotations

from typing import Any

from scoundrel_web.threads import Environ, Message, Threads, environ_of
from tests.servers import Site
from tests.wire import JSON, Phone, run_apart

SCOPE: Message = {
    "type": "http",
    "method": "POST",
    "path": "/p/lantern/entries",
    "query_string": b"after=3",
    "http_version": "1.1",
    "scheme": "http",
    "server": ("192.168.1.20", 8000),
    "client": ("192.168.1.31", 50_000),
    "headers": [(b"host", b"192.168.1.20:8000")],
}


def scope(**changed: Any) -> Message:
    return {**SCOPE, **changed}


def ask(asked: Message, *received: Message, largest: int = 1000) -> tuple[list[Message], list[str]]:
    """What is sent, and the bodies the application was called with."""
    bodies: list[str] = []
    sent: list[Message] = []
    waiting = iter(received)

    def application(environ: Environ, start: Any) -> list[bytes]:
        bodies.append(environ["wsgi.input"].read().decode())
        start("303 See Other", [("Location", "/p/lantern/")])
        return [b"on ", b"to the table"]

    async def receive() -> Message:
        return next(waiting)

    async def send(message: Message) -> None:
        sent.append(message)

    run_apart(Threads(application, threads=1, largest=largest)(asked, receive, send))
    return sent, bodies


def part(body: bytes, more: bool = False) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


def test_an_answer_arrives_whole() -> None:
    (start, body), _ = ask(scope(), part(b""))
    assert (start["status"], start["headers"]) == (303, [(b"location", b"/p/lantern/")])
    assert body["body"] == b"on to the table"


def test_a_body_in_parts_is_read_as_one() -> None:
    assert ask(scope(), part(b"command=", more=True), part(b"hp:0:-3"))[1] == ["command=hp:0:-3"]


def test_half_a_form_is_no_form() -> None:
    gone: Message = {"type": "http.disconnect"}
    assert ask(scope(), part(b"command=hp:0:-1", more=True), gone) == ([], [])


def test_what_is_too_large_stays_unread() -> None:
    large = scope(headers=[(b"content-length", b"1001")])
    assert ask(large, part(b"x" * 1001))[1] == [""]


def test_the_environment_tells_of_phone_path_and_headers() -> None:
    headers = [(b"content-type", b"text/plain"), (b"accept", b"a"), (b"accept", b"b")]
    environ = environ_of(scope(path="/p/ü/", headers=headers))
    assert environ["REMOTE_ADDR"] == "192.168.1.31"
    assert environ["PATH_INFO"].encode("latin-1").decode() == "/p/ü/"
    assert (environ["CONTENT_TYPE"], environ["HTTP_ACCEPT"]) == ("text/plain", "a,b")


def test_cookies_in_two_headers_are_both_read() -> None:
    environ = environ_of(scope(headers=[(b"cookie", b"zone=UTC"), (b"cookie", b"device=1")]))
    assert environ["HTTP_COOKIE"] == "zone=UTC; device=1"


def test_no_header_passes_for_one_that_a_proxy_sets() -> None:
    headers = [(b"x_forwarded_proto", b"https"), (b"content_length", b"9")]
    environ = environ_of(scope(headers=headers))
    assert not {"HTTP_X_FORWARDED_PROTO", "CONTENT_LENGTH"} & environ.keys()


def test_a_phone_behind_a_socket_has_no_address() -> None:
    assert environ_of(scope(client=None))["REMOTE_ADDR"] == ""


def test_a_phone_that_sends_too_much_hears_so(production_server: Site) -> None:
    phone = Phone(production_server.url)
    path = f"/p/{phone.new_party()}/entries"
    r = phone.send("POST", path, "x" * 5_000_000, Content_Type=JSON)
    assert r.status == 413
    assert "Nothing has been changed" in r.body
