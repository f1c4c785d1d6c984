"""Work of one command done by several processes."""

from __future__ import annotations

import os
import signal

import pytest

from kilowatt.cli.pool import results


def square(number: int) -> int:
    """Return the square; there is none of numbers below zero, and 13 ends the process."""
    if number < 0:
        raise ValueError(f"{number} is below zero")
    if number == 13:
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_piece_comes_back_with_its_result(jobs: int) -> None:
    """Each piece is done once, by this process or by two, also when there are fewer pieces than processes."""
    assert sorted(results(square, range(5), jobs)) == [(0, 0), (1, 1), (2, 4), (3, 9), (4, 16)]
    assert list(results(square, [3], jobs)) == [(3, 9)]
    assert list(results(square, [], jobs)) == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_is_raised_where_the_work_was_asked_for(jobs: int) -> None:
    """What goes wrong in another process is the same error here."""
    with pytest.raises(ValueError, match="-1 is below zero"):
        list(results(square, [1, -1], jobs))


def test_a_process_that_ended_is_named() -> None:
    """A process that is killed ends the command with the signal's number, not with an endless wait."""
    with pytest.raises(RuntimeError, match="signal 9"):
        list(results(square, [1, 13, 2], 2))
