"""The hub: what each page is sent, whatever order the news come in."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import islice
from typing import TypeVar

import pytest
from django.db import DatabaseError, OperationalError, connections

from scoundrel_web import hub
from scoundrel_web.hub import Hub, Stream
from scoundrel_web.refusals import Message
from tests import wire
from tests.servers import application_in_a_thread
from tests.wire import run_apart
from tracker import models
from tracker.rules.table.state.party import new_party
from tracker.services.party.parties import party_create
from tracker.services.party.record import Envelope, party_record

T = TypeVar("T")


def sent_to_a_page(
    play: Callable[[Stream], Awaitable[object]], paints: bool = False
) -> list[bytes]:
    """The messages sent to a page that knows revision 3, each after a moment."""
    sent: list[bytes] = []

    async def send(message: Message) -> None:
        # A network takes a moment.
        await asyncio.sleep(0.001)
        sent.append(message["body"])

    async def page() -> None:
        stream = Stream(3, send, paints=paints)
        await play(stream)
        while stream.telling:
            await stream.telling

    run_apart(page())
    return sent


def test_an_older_revision_is_no_news() -> None:
    async def play(stream: Stream) -> None:
        for revision in (2, 3, 4, 1):
            stream.hear(revision)

    assert sent_to_a_page(play) == [b"data: 4\n\n"]


def test_of_many_revisions_at_once_the_newest_is_told() -> None:
    async def play(stream: Stream) -> None:
        for revision in range(4, 1000):
            stream.hear(revision)
            # The page may take one between two.
            await asyncio.sleep(0)

    sent = sent_to_a_page(play)
    assert len(sent) < 900
    assert sent[-1] == b"data: 999\n\n"


@pytest.mark.parametrize(
    ("paints", "first"),
    [(True, b"event: numbers\ndata: {}\n\ndata: 4\n\n"), (False, b"data: 4\n\n")],
)
def test_numbers_come_before_their_revision_to_a_page_that_paints(
    paints: bool, first: bytes
) -> None:
    async def play(stream: Stream) -> None:
        stream.hear(4, "{}")
        while stream.telling:
            await stream.telling
        stream.hear(5, "{}")
        stream.hear(6)  # more than numbers

    assert sent_to_a_page(play, paints) == [first, b"data: 6\n\n"]


def test_what_the_database_says_counts_though_it_is_less() -> None:
    async def play(stream: Stream) -> None:
        stream.correct(2)

    assert sent_to_a_page(play) == [b"data: 2\n\n"]


def test_a_page_that_takes_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "SLOW", 0.01)

    async def page() -> None:
        never = asyncio.get_running_loop().create_future()
        stream = Stream(3, lambda message: never)
        stream.hear(4)
        await never

    with pytest.raises(asyncio.CancelledError):
        run_apart(page())


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_an_event_is_newer_than_what_was_read_while_it_came() -> None:
    """An answer of the database may arrive after the event of a later commit."""
    code = party_create(state=new_party(("Mara",)))
    topic = f"p{models.Party.objects.get(code=code).id}"

    class Slow(Hub):
        async def ask(self, question: Callable[..., T], *about: object) -> T:
            answer = await super().ask(question, *about)
            self.hear(topic, 9)
            return answer

    async def play(stream: Stream) -> None:
        slow = Slow()
        slow.streams[topic] = {stream}
        await slow.look(topic)
        await slow.ask(connections.close_all)

    assert sent_to_a_page(play) == [b"data: 9\n\n"]


@pytest.mark.django_db(transaction=True)
def test_silence_is_broken_by_heartbeats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "HEARTBEAT", 0.05)
    code = party_create(state=new_party(("Mara",)))
    with application_in_a_thread() as url, wire.Stream(url, code, after=0) as page:
        assert [*islice(page, 4)] == [":"] * 4


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("fault", [OSError, DatabaseError, OperationalError, RuntimeError])
def test_looking_goes_on_whatever_happened(
    fault: type[Exception], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(hub, "SWEEP", 0.01)
    looks = asyncio.Semaphore(0)

    class Failing(Hub):
        async def look(self, *topics: str) -> None:
            looks.release()
            raise fault("the disk image is malformed")

    async def evening() -> None:
        failing = Failing()
        await failing.start()
        async with asyncio.timeout(10):
            for _ in range(3):
                await looks.acquire()
        await failing.stop()
        await failing.ask(connections.close_all)

    run_apart(evening())
    assert "malformed" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_pages_hear_of_a_backup_that_was_restored(monkeypatch: pytest.MonkeyPatch) -> None:
    """By another process, which tells nobody; what is open and what connects anew."""
    monkeypatch.setattr(hub, "SWEEP", 0.05)
    code = party_create(state=new_party(("Mara",)))
    party_record(code=code, commands=[Envelope("hp:0:-1"), Envelope("hp:0:-1")])
    with application_in_a_thread() as url, wire.Stream(url, code) as page:
        assert page.hears(2)
        models.Party.objects.update(revision=1)
        assert page.hears(1)
        with wire.Stream(url, code, after=2) as later:
            assert next(iter(later)) == "data: 1"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("bound", ["MOST", "MOST_OF_TOPIC"])
def test_there_are_only_so_many_streams(monkeypatch: pytest.MonkeyPatch, bound: str) -> None:
    monkeypatch.setattr(hub, bound, 2)
    code = party_create(state=new_party(("Mara",)))
    with application_in_a_thread() as url, wire.Stream(url, code), wire.Stream(url, code) as second:
        with wire.Stream(url, code) as third:
            assert third.status == 429
        party_record(code=code, commands=[Envelope("hp:0:-1")])
        assert second.hears(1)
