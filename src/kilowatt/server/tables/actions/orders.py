"""Giving a seat secret orders: a limit in an auction, or what is to happen by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from kilowatt.server.errors import Denied
from kilowatt.server.game import standing_orders
from kilowatt.server.store.rows import Orders
from kilowatt.server.tables.actions.retrying import retry_on_conflict
from kilowatt.server.tables.actions.steps import going

if TYPE_CHECKING:
    from kilowatt.protocol import AutoOrders, ProxyOrder
    from kilowatt.server.tables.actions.steps import Steps
    from kilowatt.server.tables.room.registry import Registry
    from kilowatt.server.tables.room.room import Room


class Ordering:
    """The secret orders of people."""

    def __init__(self, registry: Registry, steps: Steps) -> None:
        self.registry = registry
        self.steps = steps

    async def order(
        self,
        room: Room,
        device: str,
        seat: int | None,
        proxy: ProxyOrder | None = None,
        auto: AutoOrders | None = None,
    ) -> tuple[int, Orders]:
        """Change the secret orders of a seat: its proxy (None cancels it) or, where given, what is automatic."""
        async with self.registry.changing(room):
            live = going(room)
            own = room.own_seat(device, seat)
            if proxy is not None and proxy.plant is None:
                lot = standing_orders.lot_of(live.state)
                if lot is None:
                    raise Denied("no_auction")
                proxy = msgspec.structs.replace(proxy, plant=lot)

            async def put() -> Orders:
                old = room.orders_of(room.own_seat(device, own)) or Orders()
                changed = Orders(proxy, old.auto, old.round)
                if auto is not None:
                    changed = Orders(old.proxy, auto, going(room).state.round)
                await self.steps.put_orders(room, own, changed)
                return changed

            return own, await retry_on_conflict(put)
