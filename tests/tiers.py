"""Which cases of a long list `make test` looks at: some. `make test-thorough`, part of the gate, does the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _pytest.mark import ParameterSet

Case = TypeVar("Case")


def some_quick(cases: Iterable[Case], every: int) -> list[Case | ParameterSet]:
    """Leave one case in so many, the first included, to `make test`."""
    return [
        case if place % every == 0 else pytest.param(case, marks=pytest.mark.thorough)
        for place, case in enumerate(cases)
    ]
