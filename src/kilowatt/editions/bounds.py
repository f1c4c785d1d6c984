"""Bounds on plain data from outside: how long its texts are, how deep it nests, how much of it there is."""

from __future__ import annotations

from math import isfinite
from typing import Any

TEXT_LONGEST = 200
"""Characters of a text in a record: a name, a reason, an option."""
OPTION_LONGEST = 2_000
"""Characters of a text in the options: custom cards bring their notes along."""
SEED_LONGEST = 512
"""Hexadecimal digits of a dealer's seed."""
DEEPEST = 8
PARTS_MOST = 5_000


def check_text(value: str, field: str, longest: int = TEXT_LONGEST) -> None:
    """Check that a text is not too long; `ValueError` names the field."""
    if len(value) > longest:
        raise ValueError(f"{field}: expected at most {longest} characters, not {len(value)}")


def check_plain(value: Any, field: str, longest: int = TEXT_LONGEST, parts: int = PARTS_MOST) -> None:  # noqa: ANN401 - any plain data
    """Check texts, numbers, depth and number of parts of plain data; `ValueError` names the part that is wrong."""
    waiting: list[tuple[Any, str, int]] = [(value, field, 0)]
    seen = 0
    while waiting:
        part, path, depth = waiting.pop()
        seen += 1
        if seen > parts:
            raise ValueError(f"{field}: expected at most {parts} parts")
        if isinstance(part, str):
            check_text(part, path, longest)
        elif isinstance(part, float) and not isfinite(part):
            raise ValueError(f"{path}: expected a finite number, not {part}")
        elif isinstance(part, dict | list | tuple):
            if depth >= DEEPEST:
                raise ValueError(f"{field}: nested more than {DEEPEST} deep")
            if isinstance(part, dict):
                for key in part:
                    check_text(str(key), f"{path}: a key", longest)
                waiting += [(inner, f"{path}.{key}", depth + 1) for key, inner in part.items()]
            else:
                waiting += [(inner, f"{path}[{number}]", depth + 1) for number, inner in enumerate(part)]
