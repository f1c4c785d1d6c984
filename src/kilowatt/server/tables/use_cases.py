"""Everything that people can do at the tables of one server, by use case."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kilowatt.server.tables.actions.agreements import Agreements
    from kilowatt.server.tables.actions.forking import Forking
    from kilowatt.server.tables.actions.handover import Handover
    from kilowatt.server.tables.actions.importing import Importing
    from kilowatt.server.tables.actions.joining import Joining
    from kilowatt.server.tables.actions.leaving import Leaving
    from kilowatt.server.tables.actions.making import Making
    from kilowatt.server.tables.actions.moderation import Moderator
    from kilowatt.server.tables.actions.moves import Moves
    from kilowatt.server.tables.actions.moving import Moving
    from kilowatt.server.tables.actions.orders import Ordering
    from kilowatt.server.tables.actions.outside_bots import OutsideBots
    from kilowatt.server.tables.actions.rematching import Rematching
    from kilowatt.server.tables.actions.replanning import Replanning
    from kilowatt.server.tables.actions.sheets import Sheets
    from kilowatt.server.tables.actions.undos import Undos
    from kilowatt.server.tables.reading.hints import Hints
    from kilowatt.server.tables.reading.reviews import Reviews


class UseCases(NamedTuple):
    """The use cases of a server."""

    moves: Moves
    undos: Undos
    orders: Ordering
    joining: Joining
    leaving: Leaving
    handover: Handover
    moderation: Moderator
    making: Making
    forking: Forking
    importing: Importing
    rematching: Rematching
    hints: Hints
    reviews: Reviews
    replanning: Replanning
    sheets: Sheets
    outside_bots: OutsideBots
    agreements: Agreements
    moving: Moving
