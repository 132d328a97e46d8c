"""Django behind the server: what it is told of a request, and what of its answer arrives."""

from __future__ import annotations

import asyncio
import threading
from time import monotonic
from typing import Any

import pytest

from scoundrel_web import threads as pool
from scoundrel_web.refusals import CLOSE, RETRY, Message
from scoundrel_web.threads import Bodies, Crowded, Environ, Threads, environ_of
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


def ask(
    asked: Message, *received: Message, largest: int = 1000
) -> tuple[list[Message], list[tuple[str, str]]]:
    """The messages sent; and the length and body of each request the application was asked."""
    requests: list[tuple[str, str]] = []
    sent: list[Message] = []
    waiting = iter(received)

    def application(environ: Environ, start: Any) -> list[bytes]:
        body = environ["wsgi.input"].read().decode()
        requests.append((environ.get("CONTENT_LENGTH", ""), body))
        start("303 See Other", [("Location", "/p/lantern/")])
        return [b"on ", b"to the table"]

    async def receive() -> Message:
        for message in waiting:
            return message
        await asyncio.get_running_loop().create_future()  # never
        raise AssertionError

    async def send(message: Message) -> None:
        sent.append(message)

    run_apart(Threads(application, largest=largest)(asked, receive, send))
    return sent, requests


def part(body: bytes, more: bool = False) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


def test_an_answer_arrives_whole() -> None:
    (start, body), _ = ask(scope(), part(b""))
    assert (start["status"], start["headers"]) == (303, [(b"location", b"/p/lantern/")])
    assert body["body"] == b"on to the table"


def test_a_body_in_parts_is_read_as_one() -> None:
    parts = [part(b"command=", more=True), part(b"hp:0:-3")]
    assert ask(scope(), *parts)[1] == [("15", "command=hp:0:-3")]


def test_half_a_form_is_no_form() -> None:
    gone: Message = {"type": "http.disconnect"}
    assert ask(scope(), part(b"command=hp:0:-1", more=True), gone) == ([], [])


def test_of_what_is_too_large_only_the_length_is_told() -> None:
    sent, asked = ask(scope(), *[part(b"x" * 400, more=True)] * 3, part(b"x"))
    assert asked == [("1201", "")]
    assert CLOSE not in sent[0]["headers"]


def test_what_has_no_end_is_cut_off() -> None:
    endless = [part(b"x" * 1_000_000, more=True)] * 20
    sent, asked = ask(scope(), *endless)
    assert asked == [("17000000", "")]
    assert CLOSE in sent[0]["headers"]


def test_what_comes_too_slowly_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "BODY_SECONDS", 0.01)
    sent, asked = ask(scope(), part(b"command=hp:", more=True))
    assert (sent[0]["status"], asked) == (408, [])
    assert CLOSE in sent[0]["headers"]


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_who_asks_for_a_page_has_nothing_to_send(method: str) -> None:
    assert ask(scope(method=method), part(b"x", more=True))[1] == [("", "")]


def test_large_bodies_on_their_way_share_so_much_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "TOGETHER", 500_000)
    threads = Threads(lambda environ, start: [], largest=400_000)
    threads.bodies.waiting = 300_000  # of others
    large, small = [part(b"x" * 150_000, more=True)] * 2, [part(b"x" * 60_000)]
    with pytest.raises(Crowded):
        read(threads.bodies, large)
    assert len(read(threads.bodies, small)) == 60_000
    assert threads.bodies.waiting == 300_000


def read(taker: Bodies, parts: list[Message]) -> bytes:
    waiting, taken = iter(parts), b""

    async def receive() -> Message:
        return next(waiting)

    async def work() -> None:
        nonlocal taken
        taken = await taker.read(receive)

    run_apart(work())
    return taken


def test_who_waited_too_long_for_a_thread_is_asked_to_come_again() -> None:
    threads = Threads(lambda environ, start: [], largest=1)
    start, _body = threads.answer({}, latest=monotonic() - 1)
    assert start["status"] == 503
    assert RETRY in start["headers"]


def test_pages_are_read_while_all_who_write_wait() -> None:
    released = threading.Event()

    def application(environ: Environ, start: Any) -> list[bytes]:
        if environ["REQUEST_METHOD"] == "POST":
            released.wait(30)
        start("200 OK", [])
        return [environ["REQUEST_METHOD"].encode()]

    answers: list[bytes] = []

    async def phone(threads: Threads, method: str) -> None:
        async def receive() -> Message:
            return part(b"")

        async def send(message: Message) -> None:
            answers.append(message.get("body", b""))

        await threads(scope(method=method), receive, send)

    async def evening() -> None:
        threads = Threads(application, largest=1000)
        writers = [asyncio.create_task(phone(threads, "POST")) for _ in range(20)]
        # The others come first.
        await asyncio.sleep(0)
        await phone(threads, "GET")
        released.set()
        await asyncio.gather(*writers)

    run_apart(evening())
    assert [body for body in answers if body] == [b"GET", *[b"POST"] * 20]


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ("application/json", "application/json"),
        ("text/plain; charset=rot13", "text/plain"),
        ("text/plain;x=1; CHARSET*=utf-99''a", "text/plain"),
        ("multipart/x; boundary=--1; charset=zlib", 'multipart/x; boundary="--1"'),
        ('multipart/x; Boundary="a;charset=hex"', 'multipart/x; boundary="a"'),
        ("multipart/form-data; boundary*=hex''61", "multipart/form-data"),
    ],
)
def test_no_charset_but_that_of_this_site_is_believed(sent: str, told: str) -> None:
    headers = [(b"content-type", sent.encode())]
    assert environ_of(scope(headers=headers))["CONTENT_TYPE"] == told


def test_what_no_application_can_begin_with_is_refused_safely() -> None:
    def application(environ: Environ, start: Any) -> list[bytes]:
        raise ValueError("x")

    start, _ = Threads(application, largest=1).answer({}, latest=monotonic() + 9)
    assert start["status"] == 500
    assert (b"x-content-type-options", b"nosniff") in start["headers"]


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
    assert "Nothing was changed" in r.body
