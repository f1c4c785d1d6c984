"""Fixtures of the server's tests."""

from collections.abc import Iterator

import pytest

from tests.server.postgres import Cluster, cluster


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL for this run of the tests; a machine without one fails rather than skips."""
    with cluster() as running:
        yield running
