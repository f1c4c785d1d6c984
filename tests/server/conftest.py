"""Fixtures of the server's tests."""

from collections.abc import Iterator

import pytest

from kilowatt.host import timekeeping
from tests.server.postgres import Cluster, cluster


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL for this run of the tests; a machine without one fails rather than skips."""
    with cluster() as running:
        yield running


@pytest.fixture(autouse=True)
def own_time() -> Iterator[None]:
    """Put the time back that a test has moved: a later test compares the server's time with the machine's."""
    before = timekeeping.TIME._base
    yield
    timekeeping.TIME._base = before
