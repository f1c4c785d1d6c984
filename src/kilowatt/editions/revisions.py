"""Revisions: what older ones of a ruleset did otherwise, so that a record plays on under the rules it was played by.

A ruling that changes becomes a switch. Its default in `Rules` is the newest ruling; the revisions before it are listed
here. A data file that sets the switch itself wins over both.
"""

from __future__ import annotations

from typing import Any

from kilowatt.editions.registry import REVISION

OLDER: dict[int, dict[str, Any]] = {
    1: {
        "may_give_up_fuel": False,
        "trust_refills_for_three": False,
        "draft_leaves_gaps": False,
        "reshuffle_end_card_updates": True,
    },
    2: {"only_scrapped_fuel_goes": False},
}
"""By revision: the switches that had another default up to then."""


def known(revision: int) -> bool:
    """Return whether this revision is one that this version can play."""
    return type(revision) is int and 1 <= revision <= REVISION


def defaults(revision: int) -> dict[str, Any]:
    """Return the switches whose default at this revision is not that of the newest."""
    switches: dict[str, Any] = {}
    for last in sorted(OLDER, reverse=True):
        if revision <= last:
            switches.update(OLDER[last])
    return switches
