"""Processor time as a budget: every piece of work is paid by the device and by its address."""

from __future__ import annotations

import pytest

from kilowatt.server.limits import LIMITS, Limits
from kilowatt.server.monitoring.metrics import Metrics
from tests.server.kit import Clock

WORK, SHARED = LIMITS["work"].burst, LIMITS["work_address"].burst


def stopped(factor: float = 1.0, metrics: Metrics | None = None) -> Limits:
    """Limits whose clock stands still, so that nothing refills."""
    return Limits(factor, metrics, Clock())


def test_work_is_paid_by_device_and_address() -> None:
    """What is allowed is taken from both budgets, and reported to other processes for both."""
    limits = stopped()
    assert limits.work("device", "address", 300.0)
    assert sorted(limits.taken()) == [("work", "device", 300.0), ("work_address", "address", 300.0)]


def test_a_device_that_has_used_up_its_time_is_refused() -> None:
    """The device's budget ends first; another device at the same address goes on until the address has no more."""
    metrics = Metrics()
    limits = stopped(metrics=metrics)
    assert limits.work("one", "address", WORK)
    assert not limits.work("one", "address", 1.0)
    assert metrics.counts['refused{limit="work"}'] == 1
    assert limits.work("two", "address", WORK)
    left = SHARED - 2 * WORK - 1.0
    assert limits.work("three", "address", left)
    assert not limits.work("four", "address", 1.0)
    assert metrics.counts['refused{limit="work_address"}'] == 1
    assert limits.work("four", "another address", 1.0)


def test_a_refused_address_costs_its_device_nothing() -> None:
    """The address is asked first: a device whose address has no more keeps its own time."""
    limits = stopped()
    limits.charge("work_address", "address", SHARED)
    limits.taken()
    assert not limits.work("device", "address", 1.0)
    assert limits.taken() == []


def test_the_smallest_measured_time_is_charged_and_reported() -> None:
    """Half a millisecond counts, for both; no time and time given back do not."""
    limits = stopped()
    limits.worked("device", "address", 0.5)
    assert sorted(limits.taken()) == [("work", "device", 0.5), ("work_address", "address", 0.5)]
    limits.worked("device", "address", 0.0)
    limits.worked("device", "address", -5.0)
    assert limits.taken() == []


def test_the_gauge_adds_up_what_addresses_were_charged_here() -> None:
    """Each piece of work counts once, by its address; what other processes report is theirs."""
    metrics = Metrics()
    limits = stopped(metrics=metrics)
    charged = metrics.gauges["work_charged_ms"]
    assert charged() == 0.0
    assert limits.work("device", "address", 300.0)
    limits.worked("device", "another address", 20.0)
    limits.charge("work_address", "address", 5.0, here=False)
    limits.charge("work", "device", 7.0)
    assert charged() == 320.0


def test_without_metrics_there_is_no_gauge() -> None:
    """Limits by themselves charge as well."""
    limits = stopped()
    limits.worked("device", "address", 20.0)
    assert limits.charged == 20.0


def test_what_another_process_reports_is_not_reported_again() -> None:
    """A charge is passed on by the process where the work was done, and by no other."""
    limits = stopped()
    limits.charge("work", "device", 5.0, here=False)
    assert limits.taken() == []
    limits.charge("work", "device", 5.0)
    assert limits.taken() == [("work", "device", 5.0)]


@pytest.mark.parametrize("factor", [0.5, 2.0])
def test_a_cost_beyond_the_budget_needs_the_whole_of_it(factor: float) -> None:
    """With other limits the whole budget is smaller or larger, and so is what a full one allows."""
    limits = stopped(factor)
    assert limits.take("work", "full", 10 * WORK)
    assert limits.take("work", "used", 1.0)
    assert not limits.take("work", "used", 10 * WORK)
    assert not limits.take("work", "used", WORK * factor)
    assert limits.take("work", "used", WORK * factor - 1.0)


@pytest.mark.parametrize("factor", [0.5, 2.0])
def test_a_debt_is_never_deeper_than_a_budget(factor: float) -> None:
    """However much was measured, it is paid off in the time that fills two budgets."""
    clock = Clock()
    limits = Limits(factor, clock=clock)
    limits.charge("work", "device", 1000 * WORK)
    clock.now = WORK / LIMITS["work"].rate
    assert not limits.has("work", "device")
    clock.now += 1.5 / factor / LIMITS["work"].rate
    assert limits.has("work", "device")


def test_one_is_taken_unless_a_cost_is_named() -> None:
    """So many as the limit allows can be taken one by one, and not one more."""
    limits = stopped()
    allowed = [limits.take("chat", "talker") for _ in range(int(LIMITS["chat"].burst) + 1)]
    assert allowed == [True] * int(LIMITS["chat"].burst) + [False]
