"""Try mutants: the tests are collected once, and every mutant meets them in a fork of that process."""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tools.mutants.log import Log

QUICK = "not (thorough or slow or soak or postgres or compiled or ray or browser)"
"""The tests of `make test`: a mutant that only a later tier notices counts as survived."""
PATIENCE = 10
"""Each test has so many seconds, and so many times as long as it takes without a change; then the mutant is stopped."""
MEMORY = 1 << 30
"""Bytes that a mutant may take: one that takes more without end meets a `MemoryError`, and a test that fails."""


class Mutant(Protocol):
    """One change; a test is tried against it if it touches the place."""

    @property
    def kind(self) -> str:
        """What is changed, for the tally."""

    @property
    def places(self) -> frozenset[str]:
        """Where it is: a test that touches one of these may notice. Without any, every test may."""

    def apply(self) -> None:
        """Make the change in this process."""


class Watcher(Protocol):
    """Records which places a test touches."""

    def begin(self, test: str) -> None:
        """Look at this test from now on."""

    def end(self) -> dict[str, list[str]]:
        """Return the places that each test touched."""


class Trial:
    """A pytest plugin that runs the collected tests once per mutant, each time in a fork."""

    def __init__(self, mutants: Iterable[Mutant], watcher: Watcher, log: Log, jobs: int = 1, most: int = 0) -> None:
        self.mutants: list[Mutant] = []
        self.watcher = watcher
        self.jobs = jobs
        self.most = most
        """Tests to try against one mutant, 0: all that touch it."""
        self.log = log
        self.survivors: list[Mutant] = []
        self.untested: list[Mutant] = []
        """Survivors that no test touches."""
        self.stopped: list[Mutant] = []
        """Killed by the clock: they run or wait forever, or just very long."""
        self.tally: Counter[str] = Counter()
        self.touched: dict[str, set[str]] = {}
        self.seconds: dict[str, float] = {}
        for mutant in mutants:
            if log.killed(str(mutant)):
                self.tally[f"{mutant.kind} killed"] += 1
            else:
                self.mutants.append(mutant)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try every mutant."""
        self.look(session.items)
        running: dict[int, Mutant] = {}
        begun = time.monotonic()
        for number, mutant in enumerate(self.mutants, start=1):
            chosen = self.tests_for(mutant, session.items)
            if chosen:
                running[self.start(chosen, mutant.apply)] = mutant
            else:
                self.untested.append(mutant)
                self.note(mutant, survived=True)
            if len(running) >= self.jobs:
                self.reap(running)
            if number % 50 == 0:
                print(f"{number}/{len(self.mutants)} after {time.monotonic() - begun:.0f} s", file=sys.stderr)
        while running:
            self.reap(running)
        return True

    def look(self, items: list[pytest.Item]) -> None:
        """Run all tests without a change and note what each touches and how long it takes."""
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "touched.json"
            child = os.fork()
            if child == 0:
                quiet()
                run(items, self.watch(report))
            _, status = os.waitpid(child, 0)
            if status != 0:
                failed = report.read_text().splitlines() if report.exists() else []
                pytest.exit(f"the tests fail without any change; fix that first: {failed[-1:]}", returncode=1)
            touched, self.seconds = json.loads(report.read_text())
            self.touched = {test: set(places) for test, places in touched.items()}

    def watch(self, report: Path) -> Observer:
        """Observe a run without a change, and write down what was seen."""
        return Observer(self.watcher, report)

    def tests_for(self, mutant: Mutant, items: list[pytest.Item]) -> list[pytest.Item]:
        """Choose the tests that touch the mutant's place: in turn one of each file, the quickest of each file first."""
        places = mutant.places
        chosen = [item for item in items if not places or not places.isdisjoint(self.touched[item.nodeid])]
        turns: Counter[Path] = Counter()
        keys: dict[str, tuple[int, float]] = {}
        for item in sorted(chosen, key=lambda item: self.seconds[item.nodeid]):
            keys[item.nodeid] = (turns[item.path], self.seconds[item.nodeid])
            turns[item.path] += 1
        return sorted(chosen, key=lambda item: keys[item.nodeid])[: self.most or None]

    def start(self, items: list[pytest.Item], change: Callable[[], None]) -> int:
        """Run the tests in a fork that has the change."""
        child = os.fork()
        if child:
            return child
        limit_memory()
        quiet()
        try:
            change()
        except Exception:  # noqa: BLE001 - a change that cannot even be made is noticed by whoever imports it
            os._exit(1)
        run(items, Stop(self.seconds))
        return 0  # never reached: `run` ends the process

    def reap(self, running: dict[int, Mutant]) -> None:
        """Wait for one fork and note what became of its mutant."""
        child, status = os.wait()
        mutant = running.pop(child)
        if os.WIFSIGNALED(status):
            self.stopped.append(mutant)
        self.note(mutant, survived=status == 0)

    def note(self, mutant: Mutant, *, survived: bool) -> None:
        """Count a mutant."""
        result = "survived" if survived else "killed"
        self.tally[f"{mutant.kind} {result}"] += 1
        self.log.add("stopped" if mutant in self.stopped else result, str(mutant))
        if survived:
            self.survivors.append(mutant)
            print(f"survived  {mutant}", file=sys.stderr)


class Stop:
    """Ends the process at the first test that fails, or that takes far longer than it usually does."""

    def __init__(self, seconds: dict[str, float]) -> None:
        self.seconds = seconds

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Begin a test."""
        limit = int(PATIENCE + PATIENCE * self.seconds[nodeid])
        end_when_busy(limit)
        end_later(2 * limit)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Look at one part of one test."""
        if report.failed:
            os._exit(1)

    def finish(self) -> None:
        """End the process: no test failed."""
        os._exit(0)


class Observer:
    """Notes the time and the places of every test, and ends the process with 1 if one fails."""

    def __init__(self, watcher: Watcher, report: Path) -> None:
        self.watcher = watcher
        self.report = report
        self.seconds: dict[str, float] = {}
        self.began = 0.0

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Begin a test."""
        self.watcher.begin(nodeid)
        self.began = time.process_time()

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """End a test."""
        self.seconds[nodeid] = time.process_time() - self.began

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Look at one part of one test."""
        if report.failed:
            self.report.write_text(report.nodeid)
            os._exit(1)

    def finish(self) -> None:
        """Write down what was seen."""
        touched: dict[str, list[str]] = {name: [] for name in self.seconds}
        touched |= self.watcher.end()
        self.report.write_text(json.dumps([touched, self.seconds]))
        os._exit(0)


def end_when_busy(limit: int) -> None:
    """End this process when it has used so many seconds more of a processor."""
    _, hardest = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + limit, hardest))


def end_later(limit: int) -> None:
    """End this process after so many seconds, without those that it waited for a processor: others may need them all.

    What waits forever uses no processor time, so the limit on that does not end it.
    """
    begun, waited = time.monotonic(), processor_wait()

    def look(*_: object) -> None:
        left = limit - (time.monotonic() - begun) + (processor_wait() - waited)
        if left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)
        signal.alarm(int(left) + 1)

    signal.signal(signal.SIGALRM, look)
    signal.alarm(limit)


def limit_memory() -> None:
    """Refuse this process more memory than `MEMORY` beyond what it has, where the system says how much that is."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[5])
    except (OSError, IndexError):
        return
    most = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def processor_wait() -> float:
    """Return how many seconds this process was ready and had no processor; 0 where the system does not say."""
    try:
        return int(Path("/proc/self/schedstat").read_text().split()[1]) / 1e9
    except (OSError, IndexError):
        return 0.0


def quiet() -> None:
    """Send this process's output nowhere."""
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, 1)
    os.dup2(devnull, 2)


def run(items: list[pytest.Item], plugin: Stop | Observer) -> None:
    """Run the tests in this process and end it."""
    plugins = items[0].config.pluginmanager
    plugins.unregister(name="terminalreporter")
    plugins.register(plugin)
    for place, item in enumerate(items):
        following = items[place + 1] if place + 1 < len(items) else None
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
    plugin.finish()


def try_all(trial: Trial, tests: Iterable[str]) -> Trial:
    """Try the mutants against these tests of `make test`; a selection of no tests at all is an error."""
    arguments = ["-q", "-n0", "-p", "no:cacheprovider", "-o", "timeout=0", "-W", "ignore::DeprecationWarning"]
    status = pytest.main([*arguments, *tests, "-m", QUICK], plugins=[trial])
    if status != pytest.ExitCode.OK:
        sys.exit(f"pytest ended with {status!r}: no mutant was tried")
    return trial
