"""The buckets behind the limits: what is taken, charged, reported and forgotten."""

from __future__ import annotations

import pytest

from kilowatt.server import limits
from kilowatt.server.limits import KEPT, Limits
from kilowatt.server.monitoring.metrics import Metrics
from tests.server.kit import Clock


def test_a_factor_stretches_burst_and_rate() -> None:
    """With half the limits half as many are allowed at once, and the next one takes twice as long."""
    clock = Clock()
    half = Limits(0.5, clock=clock)
    assert sum(half.take("make", "ann") for _ in range(50)) == 10
    clock.now += 9.9
    assert not half.take("make", "ann")
    clock.now += 0.2
    assert half.has("make", "ann")
    assert half.take("make", "ann")
    assert not half.take("make", "ann")
    clock.now += 1_000_000.0
    assert sum(half.take("make", "ann") for _ in range(50)) == 10


def test_a_factor_of_nothing_turns_limits_off() -> None:
    """Without limits everything is allowed, and nothing is charged or reported."""
    off = Limits(0.0, Metrics(), Clock())
    assert all(off.take("mail", "ann", 1000.0) and off.has("mail", "ann") for _ in range(10))
    assert all(off.spend("mail", "ann", "home") and off.fits("sockets", 1_000_000) for _ in range(10))
    off.worked("ann", "home", 1_000_000.0)
    off.charge("mail", "ann", 1_000_000.0)
    assert off.work("ann", "home", 1_000_000.0)
    assert off.taken() == []
    assert not off.metrics.counts  # type: ignore[union-attr]
    assert not Limits(0.01, clock=Clock()).fits("sockets", 250), "a count at once has no factor"


def test_what_costs_more_than_a_bucket_holds_needs_a_full_one() -> None:
    """A cost beyond the burst is allowed when nothing was taken, and paid off afterwards."""
    clock = Clock()
    own = Limits(1.0, clock=clock)
    assert own.take("work", "ann", 1600.0)
    assert not own.take("work", "ann", 0.5)
    clock.now += 1.0
    assert not own.take("work", "ann", 0.5)
    clock.now += 0.01
    assert own.take("work", "ann", 0.5)
    clock.now += 14.0
    assert not own.take("work", "ann", 1600.0)


def test_what_was_measured_is_charged_to_device_and_address() -> None:
    """Time beyond a cost is charged without a question, down to an empty bucket's depth, and never paid back."""
    clock = Clock()
    own = Limits(1.0, clock=clock)
    own.worked("ann", "home", -500.0)
    own.worked("ann", "home", 0.0)
    assert own.taken() == []
    own.worked("ann", "home", 1499.5)
    assert not own.has("work", "ann")
    assert own.has("work_address", "home")
    assert own.taken() == [("work", "ann", 1499.5), ("work_address", "home", 1499.5)]
    own.worked("ann", "home", 1_000_000.0)
    clock.now += 15.0
    assert not own.take("work", "ann", 0.01), "a bucket falls to its burst below nothing"
    clock.now += 0.001
    assert own.take("work", "ann", 0.01)
    assert not own.has("work_address", "home")
    clock.now += 1.1
    assert own.has("work_address", "home")


def test_one_is_left_where_one_can_be_taken() -> None:
    """Whether something is left is known without taking it, to the last one."""
    clock = Clock()
    own = Limits(1.0, clock=clock)
    assert [own.has("mail_to", "a@x") and own.take("mail_to", "a@x") for _ in range(3)] == [True, True, False]
    assert own.has("mail_to", "b@x")


def test_a_device_pays_for_its_address_too() -> None:
    """What is limited per device and per address is taken from both, and a client without a device is its address."""
    metrics = Metrics()
    own = Limits(1.0, metrics, Clock())
    assert sum(own.spend("join", "ann", "home") for _ in range(10)) == 6
    assert sum(own.spend("join", "bob", "home") for _ in range(10)) == 6
    assert not own.spend("join", "carl", "home")
    assert own.spend("join", "carl", "elsewhere")
    assert sum(own.spend("join", "", "cafe") for _ in range(10)) == 6
    assert not own.has("join", "cafe")
    assert sum(own.spend("guess", "ann", "home") for _ in range(40)) == 30
    assert own.has("guess", "ann"), "what is limited per address alone is not the device's"
    assert sum(own.spend("moderate", "ann", "home") for _ in range(40)) == 30
    counted = {"join": 12, "join_address": 1, "guess": 10, "moderate": 10}
    assert metrics.counts == {f'refused{{limit="{kind}"}}': count for kind, count in counted.items()}


def test_counts_at_once_are_refused_at_the_limit() -> None:
    """The last one fits, the next is refused and counted where there are metrics."""
    metrics = Metrics()
    own = Limits(1.0, metrics, Clock())
    assert own.fits("sockets", 249)
    assert not own.fits("sockets", 250)
    assert not Limits(1.0, clock=Clock()).fits("sockets", 251)
    assert metrics.counts == {'refused{limit="sockets"}': 1}


def test_other_processes_hear_of_the_largest_shares_first() -> None:
    """A report names what was taken since the last one, as shares of the limit, rounded, and so many at most."""
    own = Limits(1.0, clock=Clock())
    own.take("work", "ann", 150.004)
    own.take("join", "ann")
    own.take("join", "bob")
    own.take("join", "bob")
    own.charge("work", "bob", 1400.0)
    own.charge("work", "bob", 10.0)
    own.charge("work", "eve", 1000.0, here=False)
    assert own.taken() == [
        ("work", "bob", 1410.0),
        ("join", "bob", 2.0),
        ("join", "ann", 1.0),
        ("work", "ann", 150.0),
    ]
    assert own.taken() == []
    assert not own.take("work", "eve", 501.0)
    assert limits.SHARED_MOST == 100
    for number in range(101):
        own.take("join", f"{number}")
    assert len(own.taken()) == 100


def test_long_names_share_a_bucket() -> None:
    """Only the first 32 characters of a name count, so that no name takes much memory."""
    own = Limits(1.0, clock=Clock())
    name = "n" * 32
    assert own.take("mail", name + "a", 3.0)
    assert not own.take("mail", name + "b")
    assert not own.has("mail", name + "c")
    assert own.take("mail", "n" * 31 + "b")
    own.charge("mail_to", name + "a", 2.0)
    assert not own.has("mail_to", name)
    assert limits.NAME_LONGEST == 32


def test_the_longest_unused_bucket_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """There are only so many buckets; one that is used again stays."""
    assert limits.KEPT == 20_000
    monkeypatch.setattr(limits, "KEPT", 2)
    own = Limits(1.0, clock=Clock())
    assert own.take("mail", "ann", 3.0)
    assert own.take("mail", "bob", 3.0)
    assert not own.take("mail", "ann")
    assert own.take("mail", "carl", 3.0)
    assert not own.has("mail", "ann")
    assert not own.has("mail", "carl")
    assert own.has("mail", "bob"), "forgotten"


def test_buckets_that_are_full_again_are_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clients that have gone leave nothing behind; what somebody still owes stays."""
    monkeypatch.setattr(limits, "SWEPT_AFTER", 10)
    clock = Clock()
    own = Limits(1.0, clock=clock)
    assert own.take("mail_to", "a@x", 2.0)
    for number in range(1_000):
        own.take("request", f"device {number}")
        own.worked(f"device {number}", f"address {number}", 5.0)
        clock.now += 1.0
    assert len(own._buckets) <= 20
    assert not own.has("mail_to", "a@x")


@pytest.mark.parametrize("factor", [0.5, 2.0])
def test_a_crowd_that_has_gone_leaves_nothing_behind_either(factor: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when there were as many buckets as there may be, none of them full, they are dropped afterwards."""
    monkeypatch.setattr(limits, "SWEPT_AFTER", 10)
    monkeypatch.setattr(limits, "KEPT", 40)
    clock = Clock()
    own = Limits(factor, clock=clock)
    for number in range(100):
        own.take("mail_to", f"{number}@x")
    assert len(own._buckets) == 40
    clock.now += 1_000_000.0
    for _ in range(41):
        own.take("request", "ann")
    assert list(own._buckets) == [("request", "ann")]


def test_looking_for_full_buckets_costs_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """At most twice as many buckets are looked at as were written, however many owe something."""
    looked: list[object] = []

    def full(_: Limits, key: object) -> bool:
        looked.append(key)
        return False

    monkeypatch.setattr(Limits, "_full", full)
    own = Limits(1.0, clock=Clock())
    assert limits.SWEPT_AFTER == 1_000
    for number in range(999):
        own.take("request", f"{number % 500}")
    assert looked == []
    own.take("request", "500")
    assert len(looked) == 501
    for number in range(20_000):
        own.take("request", f"{number}")
    assert 10_000 < len(looked) <= 2 * 21_000


def test_the_costs_of_requests() -> None:
    """A request is never free, a change costs more than a look, and what is no message costs something too."""
    assert (limits.GET_COST, limits.POST_COST, limits.NONSENSE_COST) == (1.5, 5.0, 0.5)


def test_what_was_taken_is_kept_only_for_others() -> None:
    """Where no other process asks for it nothing is noted, and never more than there are buckets."""
    alone, shared = Limits(1.0), Limits(1.0)
    alone.shared = False
    for number in range(KEPT + 5):
        for one in (alone, shared):
            one.charge("work", f"device {number}", 1.0)
    assert (len(alone._taken), len(shared._taken)) == (0, KEPT)
