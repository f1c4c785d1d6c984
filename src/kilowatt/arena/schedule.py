"""Which games make a fair comparison: every deal is played once a seat, the bots rotated through the seats."""

from __future__ import annotations

from typing import Any

import msgspec

from kilowatt.arena.rows import Game


class Plan(msgspec.Struct, frozen=True):
    """A tournament. With `field` each bot plays alone against a table of that one; without, tables are mixed."""

    bots: tuple[str, ...]
    rulesets: tuple[str, ...] = ("recharged/germany",)
    seats: int = 4
    deals: int = 25
    """Deals of each ruleset; each is played as often as there are seats."""
    seed: str = "1"
    field: str | None = None
    options: dict[str, Any] = {}
    seconds: float | None = None
    work: int | None = None
    limit: float = 30.0


def games(plan: Plan) -> list[Game]:
    """List the games of a plan, all rotations of a deal together."""
    found: list[Game] = []
    for ruleset in plan.rulesets:
        for deal in range(plan.deals):
            seed = f"{plan.seed}/{ruleset}/{plan.seats}/{deal}"
            for candidate, lineup in _lineups(plan, deal):
                for rotation in range(plan.seats):
                    bots = tuple([lineup[(seat - rotation) % plan.seats] for seat in range(plan.seats)])
                    found.append(
                        Game(
                            ruleset=ruleset,
                            seats=plan.seats,
                            options=plan.options,
                            bots=bots,
                            deal=seed,
                            rotation=rotation,
                            seconds=plan.seconds,
                            work=plan.work,
                            limit=plan.limit,
                            candidate=candidate,
                        )
                    )
    return found


def _lineups(plan: Plan, deal: int) -> list[tuple[str, list[str]]]:
    """Say who plays a deal: one against the field, or as many of the bots as fit, each deal beginning with the next."""
    if plan.field is not None:
        return [(bot, [bot] + [plan.field] * (plan.seats - 1)) for bot in plan.bots]
    return [("", [plan.bots[(deal + place) % len(plan.bots)] for place in range(plan.seats)])]
