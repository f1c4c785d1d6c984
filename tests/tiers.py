"""Which cases of a long list `make test` looks at: some. The gate's second tier and `make soak` do the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from _pytest.mark import ParameterSet

Case = TypeVar("Case")


def some_quick(cases: Iterable[Case], every: int, gate: int = 1) -> list[Case | ParameterSet]:
    """Leave one case in `every`, the first included, to `make test`; of the others one in `gate` to the second tier."""
    tiers = [pytest.mark.thorough, *[pytest.mark.slow] * (gate - 1)]
    rows: list[Case | ParameterSet] = []
    for place, case in enumerate(cases):
        turn, rest = divmod(place, every)
        rows.append(pytest.param(case, marks=tiers[(turn + rest) % gate]) if rest else case)
    return rows
