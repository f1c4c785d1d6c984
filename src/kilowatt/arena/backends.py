"""Where games are played: here, in several processes, or on a Ray cluster. The same games give the same rows."""

from __future__ import annotations

from importlib import import_module
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

from kilowatt.arena.game import play

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kilowatt.arena.rows import Game, Row

BACKENDS = ("processes", "ray")
AHEAD = 4
"""Games handed to a Ray worker ahead of its results."""


def run(games: list[Game], backend: str = "processes", jobs: int = 1) -> Iterator[Row]:
    """Play games and give their rows as they finish, in any order."""
    if backend == "ray":
        yield from _ray(games, jobs)
    elif backend != "processes":
        msg = f"there is no backend {backend!r}; there are {', '.join(BACKENDS)}"
        raise ValueError(msg)
    elif jobs <= 1 or len(games) <= 1:
        for game in games:
            yield play(game)
    else:
        # spawned, not forked: a worker shares nothing with whatever this process has open
        with get_context("spawn").Pool(min(jobs, len(games))) as pool:
            yield from pool.imap_unordered(play, games)


def _ray(games: list[Game], jobs: int) -> Iterator[Row]:
    try:
        # by name, for Ray is an extra and only partly typed: the checks must not depend on its being there
        ray: Any = import_module("ray")
    except ImportError:
        msg = "the ray backend needs Ray: install kilowatt[ray]"
        raise RuntimeError(msg) from None

    ours = not ray.is_initialized()
    if ours:
        # with RAY_ADDRESS set this joins a cluster; otherwise it starts one of `jobs` workers here
        ray.init(num_cpus=max(1, jobs), include_dashboard=False, log_to_driver=False)
    try:
        remote: Any = ray.remote(play)
        waiting: list[Any] = []
        left = list(games)
        most = max(1, int(ray.cluster_resources().get("CPU", 1))) * AHEAD
        while left or waiting:
            while left and len(waiting) < most:
                waiting.append(remote.remote(left.pop(0)))
            done, waiting = ray.wait(waiting, num_returns=1)
            yield from ray.get(done)
    finally:
        if ours:
            ray.shutdown()
