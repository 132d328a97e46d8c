"""Computers think in a process of their own: it goes with the server, and nothing needs it."""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Iterator
from multiprocessing import active_children
from multiprocessing.process import BaseProcess
from pathlib import Path
from random import Random

import pytest

from tests.opponent import Opponent
from tests.servers import production_site
from tracker.rules.games import GAMES
from tracker.rules.players import decision_of
from tracker.services import apart
from tracker.services.match.deals import first_state

pytestmark = pytest.mark.thorough

STATE = first_state(GAMES["shiphead"], {}, 2, "lantern")


@pytest.fixture(autouse=True)
def _thinks_apart(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    thinker = apart._Thinker()
    monkeypatch.setattr(apart, "_thinker", thinker)
    monkeypatch.setattr(apart, "SECONDS", 300.0)  # a busy machine has little for a polite process
    apart.think_apart()
    yield
    if thinker.pool:
        thinker.pool.shutdown()


def decided() -> str:
    return apart.thought(decision_of, "shiphead", "strong", STATE, STATE.player, Random(2))


def thinker() -> BaseProcess:
    """The process that decides; earlier tests may have left others."""
    pid = apart.thought(os.getpid)
    (found,) = (child for child in active_children() if child.pid == pid)
    return found


def test_a_computer_decides_the_same_in_a_process_of_its_own() -> None:
    expected = decision_of("shiphead", "strong", STATE, STATE.player, Random(2))
    assert decided() == expected
    process = thinker()
    assert os.getpriority(os.PRIO_PROCESS, process.pid or 0) > os.getpriority(os.PRIO_PROCESS, 0)


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGSTOP])
def test_it_decides_in_the_server_where_that_process_fails(
    end: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = decided()
    process = thinker()
    os.kill(process.pid or 0, end)
    with monkeypatch.context() as hurry:
        hurry.setattr(apart, "SECONDS", 1.0)
        assert decided() == before
    process.join(10)
    assert process.exitcode == -signal.SIGKILL
    assert apart.thought(os.getpid) == os.getpid()
    monkeypatch.setattr(apart, "PAUSE", 0.0)
    apart._thinker.not_before = 0.0
    assert apart.thought(os.getpid) != os.getpid()


def test_what_the_rules_refuse_is_refused_here() -> None:
    with pytest.raises(KeyError):
        apart.thought(decision_of, "shiphead", "perfect", STATE, STATE.player, Random(2))
    assert active_children()


@pytest.mark.sqlite
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.parametrize(
    "end", [signal.SIGKILL, pytest.param(signal.SIGTERM, marks=pytest.mark.thorough)]
)
def test_it_ends_with_the_server(tmp_path: Path, end: signal.Signals) -> None:
    with production_site(tmp_path, DATABASE_URL="") as site:
        player = Opponent(site.url)
        for _ in range(3):  # a deal and two decisions, which computers answer
            player.step()
        player.connection.close()
        begun = offspring(site.process.pid)
        assert begun
        watched = [os.pidfd_open(pid) for pid in begun]
        site.process.send_signal(end)
        site.process.wait(10)
        for pidfd in watched:
            ended, _, _ = select.select([pidfd], [], [], 10)
            os.close(pidfd)
            assert ended
        assert "Traceback" not in site.log


def offspring(parent: int) -> list[int]:
    """The processes that this one has started."""
    lists = Path(f"/proc/{parent}/task").glob("*/children")
    return [int(pid) for each in lists for pid in each.read_text().split()]
