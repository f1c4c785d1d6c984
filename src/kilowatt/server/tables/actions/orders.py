"""Setting a seat's secret orders: a limit in an auction, what is to happen by itself, and orders in advance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kilowatt.host import deciding
from kilowatt.server.tables.actions.retrying import retry_on_conflict

if TYPE_CHECKING:
    from kilowatt.host.rows import Orders
    from kilowatt.protocol import AutoOrders, OrderPlan, ProxyOrder
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
            own, proxy = deciding.checked_proxy(room, device, seat, proxy)

            async def put() -> Orders:
                changed = deciding.with_orders(room, device, own, proxy, auto)
                await self.steps.put_orders(room, own, changed)
                return changed

            return own, await retry_on_conflict(put)

    async def advance(self, room: Room, device: str, seat: int | None, plan: OrderPlan | None) -> tuple[int, Orders]:
        """Set the orders in advance of a seat in place of those it has; None cancels them."""
        async with self.registry.changing(room):
            own = deciding.checked_plan(room, device, seat, plan)

            async def put() -> Orders:
                changed = deciding.with_plan(room, device, own, plan)
                await self.steps.put_orders(room, own, changed)
                return changed

            return own, await retry_on_conflict(put)
