"""The games of a run against bots: processes play them, and a field of their own collects what was decided."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec
import torch
from torch import Tensor

from kilowatt.editions.registry import added
from kilowatt.learning.bot_games import Shape
from kilowatt.learning.games import Field
from kilowatt.learning.ladder import Ladder, Work

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kilowatt.engine.rules import Rules
    from kilowatt.learning.config import Config
    from kilowatt.learning.games import Kind
    from kilowatt.learning.ladder import LadderTable
    from kilowatt.learning.space import Names, Places

LEG = 1_000_003
"""A resumed run has other seeds: so much further per iteration."""


class Guests(NamedTuple):
    """Games of a kind in which one seat learns and bots play the others, as a field takes them."""

    rules: Rules
    places: Places
    table: LadderTable
    host: list[Tensor]


class LadderGames:
    """The processes and their field; every decision in it is one of the learner's."""

    def __init__(
        self, names: Names, kinds: Sequence[Kind], config: Config, iteration: int, device: torch.device
    ) -> None:
        self.kinds = kinds
        own = msgspec.structs.replace(
            config,
            tables=config.ladder_processes,
            threads=config.ladder_processes,
            games=config.ladder_games // config.ladder_processes,
            steps=config.steps // config.ladder_every,
            league=0.0,
        )
        self.field = Field(names, own, device)
        shapes = [
            Shape(own.games, kind.table.observation.shape[1], kind.table.encoding.size, kind.rules.seats)
            for kind in kinds
        ]
        work = Work(
            [(kind.rules.id, kind.rules.seats) for kind in kinds],
            own.games,
            config.ladder,
            config.seed * 1000 + LEG * iteration,
            config.longest,
            tuple(added()),
        )
        self.ladder = Ladder(shapes, work, config.ladder_processes)

    def seat(self, chosen: Sequence[Kind]) -> None:
        """Play these kinds, by turns where there are more processes than kinds."""
        kinds = [chosen[number % len(chosen)] for number in range(len(self.ladder.players))]
        tables = self.ladder.seat([self.kinds.index(kind) for kind in kinds])
        self.field.seat([_guests(kind, table) for kind, table in zip(kinds, tables, strict=True)])

    def close(self) -> None:
        """End the threads, which wait for the processes, then the processes."""
        self.field.close()
        self.ladder.close()


def _guests(kind: Kind, table: LadderTable) -> Guests:
    """Put the games of a process in the place of the kind's own; their arrays are too small for pinning to pay."""
    host = [torch.from_numpy(part) for part in (table.observation, table.mask, table.actor)]
    return Guests(kind.rules, kind.places, table, host)
