"""A run that is cut off says which tests it has left."""

from __future__ import annotations

import signal
from collections import defaultdict

import pytest


class Unfinished:
    """The progress of the tests, in the process that shares them out, or in the only one."""

    def __init__(self) -> None:
        self.all: list[str] = []
        self.begun: set[str] = set()
        self.done: set[str] = set()

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.all = self.all or [item.nodeid for item in session.items]

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        self.all = self.all or ids

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.begun.add(nodeid)

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        self.done.add(nodeid)

    def pytest_keyboard_interrupt(self) -> None:
        """A second signal would cut off what is told now."""
        signal.signal(signal.SIGTERM, signal.SIG_IGN)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        reporter = session.config.pluginmanager.get_plugin("terminalreporter")
        if reporter and not session.config.option.collectonly and set(self.all) - self.done:
            reporter.ensure_newline()
            for line in self.told():
                reporter.write_line(line)

    def told(self) -> list[str]:
        """The tests that were being run, then the others: by their file, where it is whole."""
        files: dict[str, list[str]] = defaultdict(list)
        for test in self.all:
            files[test.partition("::")[0]].append(test)
        lines = [f"not ended: {test}" for test in self.all if test in self.begun - self.done]
        for file, tests in files.items():
            left = [test for test in tests if test not in self.begun]
            whole = [f"{file} (all {len(tests)})"] if len(left) == len(tests) else left
            lines += [f"not run: {name}" for name in whole]
        return lines


def watch(config: pytest.Config) -> None:
    if hasattr(config, "workerinput"):
        return
    config.pluginmanager.register(Unfinished(), "unfinished")
    signal.signal(signal.SIGTERM, cut_off)


def cut_off(*_: object) -> None:
    raise KeyboardInterrupt
