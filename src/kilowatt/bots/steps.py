"""Long work in steps: whoever runs it can do something more urgent between two of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Generator

Result = TypeVar("Result")


def finished(steps: Generator[None, None, Result]) -> Result:
    """Run all steps of some work and return its result."""
    while True:
        try:
            next(steps)
        except StopIteration as ended:
            result: Result = ended.value
            return result
